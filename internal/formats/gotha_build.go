package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// finish puts the event together from what was read, and checks it.
func (r *gothaReader) finish() {
	if len(r.entries) == 0 && r.absent == nil {
		r.Problems.at("", "the file has no players and no settings")
		return
	}
	ev := &r.file.Event
	r.system()
	ev.Rounds = r.rounds
	last := 0
	for _, g := range r.games {
		last = max(last, g.round)
	}
	for round := range r.bye {
		last = max(last, round)
	}
	if last > ev.Rounds {
		r.notes.add("numberOfRounds is %d, but there are games of round %d; read as %d rounds", ev.Rounds, last, last)
		ev.Rounds = last
	}
	r.participation()
	r.startScores()
	r.history(last)
	r.seeding()
	r.handicapRule()
	r.scores()
	if len(r.List) > 0 {
		return
	}
	r.file.settlePreliminary()
	if !slices.ContainsFunc(r.file.People, func(p Person) bool { return p != Person{} }) {
		r.file.People = nil
	}
	found := r.file.check(byName)
	r.at.locate(found)
	r.Problems = *found
}

// system takes the system and the tie-breaks from the placement criteria: the first is the score.
func (r *gothaReader) system() {
	ev := &r.file.Event
	var left []string
	numbers := make([]int, 0, len(r.criteria))
	for n := range r.criteria {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	first := true
	for _, n := range numbers {
		name := r.criteria[n]
		if name == "" || name == "NULL" {
			continue
		}
		t, ok := inverse(gothaTieBreaks, name)
		switch {
		case first && name == "MMS":
			ev.System = pairing.McMahon
		case first && name == "NBW":
		case !ok:
			left = append(left, name)
		case !slices.Contains(ev.TieBreaks, t):
			ev.TieBreaks = append(ev.TieBreaks, t)
		}
		first = false
	}
	if len(left) > 0 {
		r.notes.add("unknown placement criteria that were ignored: %s", list(left))
	}
	if ev.TieBreaks == nil {
		ev.TieBreaks = []pairing.TieBreak{}
	}
	mcmahon := []pairing.TieBreak{pairing.SOSM, pairing.SOSM1, pairing.SOSM2, pairing.SODOSM, pairing.SOSOSM}
	ev.HandicapInSOSM = slices.ContainsFunc(
		ev.TieBreaks, func(t pairing.TieBreak) bool { return slices.Contains(mcmahon, t) },
	)
	if ev.System == pairing.McMahon {
		ev.Floor, ev.Bar = r.floor, r.bar
		if ev.Bar != nil && ev.Floor != nil && *ev.Bar < *ev.Floor {
			r.Problems.at(
				"<GeneralParameterSet>", "genMMBar, %s, is below genMMFloor, %s", ev.Bar.Grade().Short(), ev.Floor.Grade().Short(),
			)
		}
	}
}

// participation takes a 0 for an absence; past the end of the text a player takes part.
func (r *gothaReader) participation() {
	for i, e := range r.entries {
		for n, c := range e.sat[:min(len(e.sat), r.file.Event.Rounds)] {
			if c == '0' {
				r.file.Event.Players[i].Absent = append(r.file.Event.Players[i].Absent, n+1)
			}
		}
	}
}

// startScores keeps each player in the McMahon group that the rank and the correction put them in: OpenGotha groups by
// rank, we by rating. Where the rating's group is lower, the player has the rest as a start score; where it is higher,
// the rating is lowered to the top of the rank's grade.
func (r *gothaReader) startScores() {
	ev := &r.file.Event
	if ev.System != pairing.McMahon {
		for _, e := range r.entries {
			if e.correction != 0 {
				r.notes.add("corrections of McMahon scores have no meaning in a Swiss and were ignored")
				return
			}
		}
		return
	}
	floor, _ := gothaLimits(ev)
	raised := 0
	var lowered, below []string
	for i, e := range r.entries {
		p := &ev.Players[i]
		group := mcmahonGroup(ev, e.rank) + scale.Grade(e.correction)
		if group < floor {
			below = append(below, p.Name)
			group = floor
		}
		if extra := group - mcmahonGroup(ev, p.Rating.Grade()); extra >= 0 {
			p.StartScore = pairing.OnePoint * pairing.Score(extra)
			raised += min(1, int(extra))
			continue
		}
		p.Rating = group.Rating() + 9
		r.file.People[i].Points = 0
		if r.file.People[i].Grade = nil; e.rank != p.Rating.Grade() {
			r.file.People[i].Grade = &r.entries[i].rank
		}
		lowered = append(lowered, p.Name)
	}
	if raised > 0 {
		r.notes.add(
			"%s in a higher McMahon group than the rating's; the difference became the start score", count(raised, "player"),
		)
	}
	if len(lowered) > 0 {
		r.notes.add("in a lower McMahon group than the rating's, so the rating was lowered to fit: %s", list(lowered))
	}
	if len(below) > 0 {
		r.notes.add("starting below the floor, so moved up to it: %s", list(below))
	}
}

// history makes rounds of games and byes.
func (r *gothaReader) history(last int) {
	ev := &r.file.Event
	slices.SortStableFunc(r.games, func(a, b gothaGame) int {
		return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.table, b.table))
	})
	colourless := 0
	for n := 1; n <= last; n++ {
		round := pairing.Round{Number: n}
		for len(r.games) > 0 && r.games[0].round == n {
			g := r.games[0]
			r.games = r.games[1:]
			if g.colourless {
				colourless++
			}
			r.at.put(fmt.Sprintf("played[%d].games[%d]", n-1, len(round.Games)), g.line, "<Game>")
			round.Games = append(round.Games, pairing.Game{
				Table: g.table, White: r.who(g.line, "<Game>", "whitePlayer", g.white),
				Black: r.who(g.line, "<Game>", "blackPlayer", g.black), Handicap: g.handicap, Result: g.result,
			})
		}
		for _, b := range r.bye[n] {
			r.at.put(fmt.Sprintf("played[%d].byes[%d]", n-1, len(round.Byes)), b.line, "<ByePlayer>")
			round.Byes = append(round.Byes, r.who(b.line, "<ByePlayer>", "player", b.player))
		}
		if len(round.Games)+len(round.Byes) == 0 {
			r.notes.add("round %d has no games; it was read as a round that no one played", n)
		}
		ev.Played = append(ev.Played, round)
	}
	if colourless > 0 {
		r.notes.add("colours are not known in %s; they were read as written", count(colourless, "game"))
	}
}

// who finds the player a game names.
func (r *gothaReader) who(line int, what, attribute, name string) pairing.ID {
	if i, ok := r.players[gothaKey(name, "")]; ok {
		return r.file.Event.Players[i].ID
	}
	if r.oldKeys == nil {
		r.oldKeys = map[string]int{}
		for key, i := range r.players {
			old := gothaOldKey(key)
			if _, taken := r.oldKeys[old]; taken {
				i = -1
			}
			r.oldKeys[old] = i
		}
	}
	if i, ok := r.oldKeys[gothaOldKey(name)]; ok && i >= 0 {
		return r.file.Event.Players[i].ID
	}
	if name == "" {
		r.line(line, what, "%s is missing", attribute)
	} else {
		r.line(line, what, "%s: there is no player %q", attribute, shorten(name))
	}
	return ""
}

// seeding takes the one of the two seedings that the next round has.
func (r *gothaReader) seeding() {
	name := r.next.second
	if r.file.NextRound() <= r.next.last || name == "" {
		name = r.next.first
	}
	if name == "" {
		return
	}
	s, ok := inverse(gothaSeedings, name)
	if !ok {
		r.notes.add("the seeding %q is not known here; slide was used", shorten(name))
		return
	}
	r.file.Event.Seeding = s
	if r.next.first != r.next.second && r.next.first != "" && r.next.second != "" {
		r.notes.add(
			"the seeding changes after round %d; an event here has one for all rounds, and %s was used", r.next.last, s,
		)
	}
}

// handicapRule takes the nearest there is: handicaps here go by ratings.
func (r *gothaReader) handicapRule() {
	h := r.handicap
	if h == nil || h.ceiling == 0 || h.threshold == gothaWeakest {
		return
	}
	rule := &r.file.Event.Handicap
	rule.By, rule.Ceiling, rule.Reduction = scale.ByRating, h.ceiling, max(0, h.correction)
	var lost []string
	if h.byScore {
		lost = append(lost, "by McMahon scores")
	}
	if h.correction < 0 {
		lost = append(lost, fmt.Sprintf("of %d more than the difference", -h.correction))
	}
	if h.threshold != gothaStrongest {
		lost = append(lost, "only below "+h.threshold.Short())
	}
	if len(lost) > 0 {
		r.notes.add("handicaps %s; here they go by the ratings of all players", strings.Join(lost, ", "))
	}
}

// scores takes what a round without an opponent brings.
func (r *gothaReader) scores() {
	ev := &r.file.Event
	switch r.absent[ev.System] {
	case 1:
		ev.AbsenceHalf = true
		if r.roundDown {
			r.notes.add("OpenGotha rounds half points for absences down; here they are not rounded")
		}
	case 2:
		r.notes.add("an absence is worth a point in the file; here it is worth ½")
		ev.AbsenceHalf = true
	}
	if bye, given := r.byePoints[ev.System]; given && bye != 2 {
		r.notes.add("a bye is worth %s in the file; here it is worth a point", pairing.Score(bye))
	}
	if r.halves {
		r.notes.add("unplayed games of opponents count ½ in OpenGotha's SOS; the setting here is zero")
	}
}

// notice says what was not read.
func (r *gothaReader) notice(unknown []string) {
	if len(r.ignored) > 0 {
		r.notes.add("not kept: %s", list(r.ignored))
	}
	if len(unknown) > 0 {
		r.notes.add("unknown, so not read: %s", list(unknown))
	}
	if names := r.file.preliminary(); len(names) > 0 {
		r.notes.add("not confirmed yet, so absent from every round: %s", list(names))
	}
}

// preliminary lists those whose entry is not confirmed.
func (f *File) preliminary() []string {
	var names []string
	for i, p := range f.People {
		if p.Preliminary {
			names = append(names, f.nameOf(i))
		}
	}
	return names
}
