package pairing

import (
	"cmp"
	"fmt"
	"slices"
)

// PlannedRounds gives how many rounds an event really has, as far as its results say: a match ends when it is decided,
// unless it is played out, or when someone withdraws; a knock-out has the rounds of its bracket. The event must be valid.
func PlannedRounds(ev *Event) int {
	ev = ev.sides()
	switch ev.System {
	case Knockout:
		f := newField(ev, ev.Rounds)
		return min(ev.Rounds, f.bracket(ev.Rounds+1).rounds)
	case Match:
		f := newField(ev, ev.Rounds)
		if two := f.opponents(); len(two) == 2 {
			if after, _ := f.decidedAfter(two); after > 0 && !ev.PlayOut {
				return max(after, f.rounds[len(f.rounds)-1].Number) // a result may have been corrected after more games
			}
			for _, i := range two {
				if last := f.players[i].WithdrawnAfter; last > 0 {
					return last
				}
			}
		}
	}
	return ev.Rounds
}

// opponents gives who plays a match, whoever has the first seed first.
func (f *field) opponents() []int {
	var two []int
	for i, p := range f.players {
		if !p.Preliminary {
			two = append(two, i)
		}
	}
	slices.SortStableFunc(two, func(a, b int) int {
		return cmp.Compare(uint(f.players[a].Seed-1), uint(f.players[b].Seed-1))
	})
	return two
}

// decidedAfter gives the round after which a match was decided, the leader being further ahead than there were games
// left, with the score then; 0 while it is not.
func (f *field) decidedAfter(two []int) (round int, score [2]Score) {
	for k, r := range f.rounds {
		if f.lines[two[0]][k].Kind == KindPending {
			break // that game is left too
		}
		a, b := f.lines[two[0]][k].Total, f.lines[two[1]][k].Total
		if Score(f.ev.Rounds-r.Number)*OnePoint < max(a-b, b-a) {
			return r.Number, [2]Score{max(a, b), min(a, b)}
		}
	}
	return 0, score
}

// givenUp puts who withdrew from a match before it was decided behind the opponent.
func (f *field) givenUp() {
	if f.ev.System != Match {
		return
	}
	two := f.opponents()
	if len(two) != 2 {
		return
	}
	if after, _ := f.decidedAfter(two); after > 0 {
		return
	}
	for k, i := range two {
		last := f.players[i].WithdrawnAfter
		if last > 0 && last < f.ev.Rounds && f.players[two[1-k]].WithdrawnAfter == 0 {
			f.extra[two[1-k]] = 8 * (MaxRounds + MaxScore)
		}
	}
}

// drawMatch gives the next game of a match. Colours are drawn by lot for the first game, as nigiri does, or go by the
// director's order, whose first has Black; then they change from game to game. With a handicap the stronger has White.
func drawMatch(f *field, round int, fixed []Fixed) (*Drawing, error) {
	two := f.opponents()
	if err := f.noMatch(two, round); err != nil {
		return nil, err
	}
	s := newState(f, round, f.playing(round))
	decided, err := s.resolve(fixed)
	if err != nil {
		return nil, err
	}
	g, why := s.matchGame(two)
	if len(decided) > 0 {
		if decided[0].isBye() {
			return nil, Invalid{{Path: "fixed", Message: "a match has no bye"}}
		}
		g = decided[0]
	}
	p := s.pair(&g, 1)
	text := fmt.Sprintf("game %d of %d", round, f.ev.Rounds)
	switch {
	case s.stonesIn(&g) > 0:
		p.Why = []Reason{{Criterion: CriterionSeeding, Text: text}, {Criterion: CriterionColours, Text: s.colourText(&g)}}
		return &Drawing{Round: round, Pairs: []Pair{p}, Cost: []Cost{{Criterion: CriterionGames, Values: []int64{0}}}}, nil
	case g.fixed == coloursByDirector:
		why = fmt.Sprintf("%s takes White as the director fixed it", s.name(g.white))
	}
	p.Why = []Reason{{Criterion: CriterionSeeding, Text: text}, {Criterion: CriterionColours, Text: why}}
	return &Drawing{Round: round, Pairs: []Pair{p}, Cost: []Cost{{Criterion: CriterionGames, Values: []int64{0}}}}, nil
}

// matchGame gives the game with its colours, and what they go by.
func (s *state) matchGame(two []int) (g game, why string) {
	g = s.newGame(two[0], two[1])
	if s.stonesIn(&g) > 0 {
		return g, ""
	}
	for k := len(s.rounds) - 1; k >= 0; k-- {
		l := s.lines[two[0]][k]
		if l.Opponent == "" {
			continue
		}
		g.white = two[0]
		if l.Colour == White {
			g.white = two[1]
		}
		return g, fmt.Sprintf("colours change from game to game: %s takes White", s.name(g.white))
	}
	if s.ev.Seeding == SeedOrder {
		g.white = two[1]
		return g, fmt.Sprintf("%s, first in the director's order, takes Black in the first game", s.name(two[0]))
	}
	g.white = two[lot(s.ev.Seed, 0, lotColour, s.number[two[0]], s.number[two[1]])%2]
	return g, fmt.Sprintf("%s takes White by lot, as by nigiri", s.name(g.white))
}

// noMatch says why a game of a match cannot be drawn, or gives nil.
func (f *field) noMatch(two []int, round int) error {
	no := &Impossible{Round: round, Rules: []Rule{RuleField}}
	if len(two) != 2 {
		no.Message = fmt.Sprintf("a match is between two players, and %d are entered", len(two))
		return no
	}
	after, score := f.decidedAfter(two)
	if after > 0 && !f.ev.PlayOut {
		no.Message = fmt.Sprintf(
			"the match was decided after game %d, %s–%s; the games that are left are not played", after, score[0], score[1],
		)
		return no
	}
	for _, i := range two {
		if p := f.players[i]; !p.plays(round) {
			no.Players = append(no.Players, p.ID)
			no.Message = fmt.Sprintf("%s does not play (%s)", f.name(i), p.whyIdle(round))
			return no
		}
	}
	if len(f.ev.Forbidden) > 0 {
		no.Rules = []Rule{RuleForbidden}
		no.Message = "the director has forbidden its only pair"
		return no
	}
	return nil
}
