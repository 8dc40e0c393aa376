package pairing

import (
	"fmt"
	"slices"
)

// TieBreaks lists every tie-break.
func TieBreaks() []TieBreak {
	return []TieBreak{
		SOS, SOS1, SOS2, SODOS, SOSOS, CUSS, MMS, SOSM, SOSM1, SOSM2, SODOSM, SOSOSM, CUSM,
		DC, DCPoints, SDC, Wins, WinsWithBlack, ByRating, NBW, CAT, EXT, EXR, ByRank, CPS,
	}
}

// OfFiles reports whether a tie-break is there to rank event files of others as they were ranked; a section is not
// offered it.
func (t TieBreak) OfFiles() bool {
	return slices.Contains([]TieBreak{NBW, CAT, EXT, EXR, ByRank, CPS}, t)
}

// DefaultTieBreaks gives the usual tie-breaks of a system.
func DefaultTieBreaks(s System) []TieBreak {
	switch s {
	case McMahon:
		return []TieBreak{SOSM, SODOSM}
	case RoundRobin:
		return []TieBreak{SDC, SODOS}
	case Knockout, Match:
		return nil // places are shared by the round of going out
	}
	return []TieBreak{SOS, SODOS}
}

// Definition says what the tie-break is, for the page that shows it.
func (t TieBreak) Definition() string {
	const mcmahon = ", with McMahon scores"
	switch t {
	case SOS:
		return "the sum of the opponents' scores"
	case SOS1:
		return "the sum of the opponents' scores without the lowest"
	case SOS2:
		return "the sum of the opponents' scores without the two lowest"
	case SODOS:
		return "the sum of the scores of defeated opponents, half of it for a jigo"
	case SOSOS:
		return "the sum of the opponents' SOS"
	case CUSS:
		return "the sum of the player's own scores after each round"
	case MMS:
		return "the McMahon score: the starting score plus the points from the rounds"
	case SOSM:
		return SOS.Definition() + mcmahon
	case SOSM1:
		return SOS1.Definition() + mcmahon
	case SOSM2:
		return SOS2.Definition() + mcmahon
	case SODOSM:
		return SODOS.Definition() + mcmahon
	case SOSOSM:
		return "the sum of the opponents' SOSM"
	case CUSM:
		return CUSS.Definition() + mcmahon
	case DC:
		return "who beat whom among the tied, directly or through others; where that says nothing, the tie-breaks that " +
			"follow; a circle of wins, a jigo and a game by default say nothing"
	case DCPoints:
		return "points from the games of the tied players with each other, if all of them have met; games by default do " +
			"not count"
	case SDC:
		return "points from the games of the tied players with each other, if all of them have met and it separates them all"
	case Wins:
		return "games won, including by default"
	case WinsWithBlack:
		return "games won over the board with Black"
	case ByRating:
		return "the rating the event was drawn with"
	case NBW:
		return "the points from the rounds, byes and half points with them"
	case CAT:
		return "the category by grade, the first before the others"
	case EXT:
		return "the scores of opponents, once for a game at the natural handicap, twice at a stone less and three times " +
			"at two or more stones less; nothing where the handicap was larger"
	case EXR:
		return "as EXT, games won only"
	case ByRank:
		return "the grade the player is entered with"
	case BoardPoints:
		return "the points of all boards of the team; half of the boards for a round without a match"
	case BoardWeighted:
		return "the points of each board times its weight: with three boards 3 for the first, 2 for the second, 1 for the third"
	case CPS:
		return "the cup score: a game counts twice as much as one of the round after it, byes and absences once"
	}
	return ""
}

// Definition says what a round without an opponent counts.
func (u Unplayed) Definition() string {
	switch u {
	case UnplayedHalf:
		return "a round without an opponent counts ½ for each round so far"
	case UnplayedZero:
		return "a round without an opponent counts nothing, in a McMahon the player’s own starting score"
	}
	return "a round without an opponent counts the player's own score before it, and ½ for it and for each later round " +
		"so far"
}

// basis says whether a value counts points or McMahon scores.
type basis int

const (
	byPoints basis = iota
	byMcMahon
)

// ranking works out tie-breaks for one field.
type ranking struct {
	*field
	sos [2][]int64 // of each player by basis, once worked out

	through int
	tally   map[ID][]boardPoints // of teams, what each match brought on the boards
}

// offset is what a basis adds to a player's points.
func (r *ranking) offset(i int, b basis) Score {
	if b == byMcMahon {
		return r.start[i]
	}
	return 0
}

// final gives a player's score after the last round counted.
func (r *ranking) final(i int, b basis) Score {
	points := r.players[i].StartScore
	if n := len(r.lines[i]); n > 0 {
		points = r.lines[i][n-1].Total
	}
	return points + r.offset(i, b)
}

// value works out a tie-break that does not depend on who is tied.
func (r *ranking) value(t TieBreak, i int) Value {
	switch t {
	case SOS:
		return r.opponents(t, i, byPoints, 0)
	case SOS1:
		return r.opponents(t, i, byPoints, 1)
	case SOS2:
		return r.opponents(t, i, byPoints, 2)
	case SOSM:
		return r.opponents(t, i, byMcMahon, 0)
	case SOSM1:
		return r.opponents(t, i, byMcMahon, 1)
	case SOSM2:
		return r.opponents(t, i, byMcMahon, 2)
	case SODOS:
		return r.defeated(t, i, byPoints)
	case SODOSM:
		return r.defeated(t, i, byMcMahon)
	case SOSOS:
		return r.opponentsSOS(t, i, byPoints)
	case SOSOSM:
		return r.opponentsSOS(t, i, byMcMahon)
	case CUSS:
		return r.running(t, i, byPoints)
	case CUSM:
		return r.running(t, i, byMcMahon)
	case MMS:
		return r.mcmahonScore(i)
	case BoardPoints, BoardWeighted:
		return r.onBoards(t, i)
	case Wins:
		return r.wins(t, i, func(l Line) bool { return true })
	case WinsWithBlack:
		return r.wins(t, i, func(l Line) bool { return l.Kind == KindGame && l.Colour == Black })
	}
	if t.OfFiles() {
		return r.ofFiles(t, i)
	}
	rating := int64(r.players[i].Rating)
	return Value{TieBreak: t, Unit: 10, Number: rating, Terms: []Term{{Number: rating, Text: "rating"}}}
}

// total sums the terms that are not left out.
func total(t TieBreak, unit int64, terms []Term) Value {
	v := Value{TieBreak: t, Unit: unit, Terms: terms}
	for _, term := range terms {
		if !term.Left {
			v.Number += term.Number
		}
	}
	return v
}

// opponentScore gives what a round counts in SOS, in half points: the opponent's score, or what the event sets for a
// round without an opponent. A game that is not finished yet counts nothing.
func (r *ranking) opponentScore(i int, l Line, b basis) (score Score, text string, counted bool) {
	switch {
	case l.Kind == KindPending:
		return 0, "", false
	case l.Opponent == "":
		score, text = r.virtual(i, l, b)
		return score, text, true
	}
	j := r.index[l.Opponent]
	score = r.final(j, b)
	if r.ev.OpponentsHalf {
		score = r.halved(j, b)
	}
	text = fmt.Sprintf("%s %s", r.name(j), score)
	if r.ev.HandicapInSOSM && b == byMcMahon && l.Handicap > 0 {
		stones := Score(l.Handicap) * OnePoint
		if l.Colour == White {
			score += stones
			text += fmt.Sprintf(" + handicap %d", l.Handicap)
		} else {
			score -= stones
			text += fmt.Sprintf(" − handicap %d", l.Handicap)
		}
	}
	return score, text, true
}

// virtual gives what a round without an opponent counts.
func (r *ranking) virtual(i int, l Line, b basis) (Score, string) {
	what := l.Kind.text()
	soFar := len(r.rounds)
	switch r.ev.Unplayed {
	case UnplayedZero:
		if own := r.ownStart(i, b); own != 0 {
			return own, fmt.Sprintf("%s: own start %s", what, own)
		}
		return 0, what + ": nothing"
	case UnplayedHalf:
		text := fmt.Sprintf("%s: ½ for each of %d rounds", what, soFar)
		if offset := r.offset(i, b); offset != 0 {
			return offset + HalfPoint*Score(soFar), fmt.Sprintf("%s, from %s", text, offset)
		}
		return HalfPoint * Score(soFar), text
	}
	before := l.Total - l.Points + r.offset(i, b)
	rest := 0
	for _, later := range r.rounds {
		if later.Number >= l.Round {
			rest++
		}
	}
	return before + HalfPoint*Score(rest), fmt.Sprintf(
		"%s: own %s before it and ½ for each of %d rounds", what, before, rest,
	)
}

// ownStart is what a round without an opponent counts by the setting zero: in a McMahon the player's own start.
func (r *ranking) ownStart(i int, b basis) Score {
	if b == byMcMahon && r.ev.System == McMahon {
		return r.start[i] + r.players[i].StartScore
	}
	return 0
}

// halved gives a player's score with ½ for every round without a game played.
func (r *ranking) halved(i int, b basis) Score {
	score := r.offset(i, b) + r.players[i].StartScore
	for _, l := range r.lines[i] {
		if l.Kind == KindGame {
			score += l.Points
		} else {
			score += HalfPoint
		}
	}
	return score
}

func (k Kind) text() string {
	switch k {
	case KindNotDrawn:
		return "not drawn"
	case KindBye:
		return "bye"
	case KindHalfBye:
		return "half-point bye"
	case KindAbsent:
		return "absent"
	case KindNotIn:
		return "not in the event"
	case KindFreeRound:
		return "free round"
	}
	return string(k)
}

func (r *ranking) opponents(t TieBreak, i int, b basis, leave int) Value {
	var terms []Term
	for _, l := range r.lines[i] {
		if score, text, counted := r.opponentScore(i, l, b); counted {
			terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: int64(score), Text: text})
		}
	}
	for range min(leave, len(terms)) {
		lowest := -1
		for k := range terms {
			if !terms[k].Left && (lowest < 0 || terms[k].Number < terms[lowest].Number) {
				lowest = k
			}
		}
		terms[lowest].Left = true
	}
	return total(t, 2, terms)
}

// defeated counts in quarters of a point: opponent's half points times what the round brought in half points.
func (r *ranking) defeated(t TieBreak, i int, b basis) Value {
	var terms []Term
	for _, l := range r.lines[i] {
		score, text, counted := r.opponentScore(i, l, b)
		if !counted || l.Points == 0 || l.Opponent == "" && r.ev.Unplayed == UnplayedZero {
			continue
		}
		if l.Points == HalfPoint {
			text = "½ × " + text
		}
		terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: int64(score * l.Points), Text: text})
	}
	return total(t, 4, terms)
}

// opponentsSOS lets a round without an opponent count the player's own SOS, or nothing by the setting zero.
func (r *ranking) opponentsSOS(t TieBreak, i int, b basis) Value {
	name, of := SOS, byPoints
	if b == byMcMahon {
		name, of = SOSM, byMcMahon
	}
	if r.sos[b] == nil {
		r.sos[b] = make([]int64, len(r.players))
		for j := range r.players {
			r.sos[b][j] = r.opponents(name, j, of, 0).Number
		}
	}
	var terms []Term
	for _, l := range r.lines[i] {
		switch {
		case l.Kind == KindPending:
		case l.Opponent != "":
			j := r.index[l.Opponent]
			text := fmt.Sprintf("%s %s", r.name(j), Score(r.sos[b][j]))
			terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: r.sos[b][j], Text: text})
		case r.ev.Unplayed == UnplayedZero:
			own := r.ownStart(i, b) * Score(len(r.rounds))
			text := l.Kind.text() + ": nothing"
			if own != 0 {
				text = fmt.Sprintf("%s: own start %s for each of %d rounds", l.Kind.text(), own/Score(len(r.rounds)), len(r.rounds))
			}
			terms = append(terms, Term{Round: l.Round, Number: int64(own), Text: text})
		default:
			text := fmt.Sprintf("%s: own %s %s", l.Kind.text(), name, Score(r.sos[b][i]))
			terms = append(terms, Term{Round: l.Round, Number: r.sos[b][i], Text: text})
		}
	}
	return total(t, 2, terms)
}

func (r *ranking) running(t TieBreak, i int, b basis) Value {
	var terms []Term
	for _, l := range r.lines[i] {
		score := l.Total + r.offset(i, b)
		terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: int64(score), Text: score.String()})
	}
	return total(t, 2, terms)
}

func (r *ranking) mcmahonScore(i int) Value {
	terms := []Term{{Number: int64(r.start[i]), Text: "starting score"}}
	if s := r.players[i].StartScore; s != 0 {
		terms = append(terms, Term{Number: int64(s), Text: "set by the director"})
	}
	for _, l := range r.lines[i] {
		if l.Points != 0 {
			terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: int64(l.Points), Text: r.lineText(l)})
		}
	}
	return total(MMS, 2, terms)
}

func (r *ranking) lineText(l Line) string {
	if l.Opponent == "" {
		return l.Kind.text()
	}
	return r.name(r.index[l.Opponent])
}

// wins counts games won, not byes, of the kind asked for.
func (r *ranking) wins(t TieBreak, i int, counts func(l Line) bool) Value {
	var terms []Term
	for _, l := range r.lines[i] {
		if l.Opponent != "" && l.Points == OnePoint && counts(l) {
			terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: 1, Text: r.lineText(l)})
		}
	}
	return total(t, 1, terms)
}

// direct works out direct comparison by points for players tied so far.
func (r *ranking) direct(t TieBreak, tied []int) map[int]Value {
	values := make(map[int]Value, len(tied))
	decides, allMet := true, true
	seen := map[int64]bool{}
	for _, i := range tied {
		var terms []Term
		met := map[ID]bool{}
		for _, l := range r.lines[i] {
			if l.Kind != KindGame || !slices.Contains(tied, r.index[l.Opponent]) {
				continue
			}
			met[l.Opponent] = true
			text := fmt.Sprintf("%s against %s", l.Points, r.lineText(l))
			terms = append(terms, Term{Round: l.Round, Opponent: l.Opponent, Number: int64(l.Points), Text: text})
		}
		values[i] = total(t, 2, terms)
		allMet = allMet && len(met) == len(tied)-1
		decides = decides && !seen[values[i].Number]
		seen[values[i].Number] = true
	}
	if !allMet || t == SDC && !decides {
		for _, i := range tied {
			values[i] = Value{TieBreak: t, Unit: 2}
		}
	}
	return values
}
