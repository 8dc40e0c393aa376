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
	r.takeTeams()
	r.seeding()
	r.handicapRule()
	r.scores()
	r.sortCategories()
	if len(r.List) > 0 {
		return
	}
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
	scored := false
	for _, n := range numbers {
		name := r.criteria[n]
		t, ok := inverse(gothaTieBreaks, name)
		switch {
		case name == "" || name == "NULL":
		case !scored && (name == "MMS" || name == "NBW"):
			scored = true
			ev.BeforeScore, ev.TieBreaks = ev.TieBreaks, nil
			if name == "MMS" {
				ev.System = pairing.McMahon
			}
		case !ok:
			left = append(left, name)
		case !slices.Contains(ev.TieBreaks, t):
			ev.TieBreaks = append(ev.TieBreaks, t)
		}
	}
	if !scored {
		ev.BeforeScore, ev.TieBreaks = ev.TieBreaks, nil
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
		ev.StartByGrade = true
		ev.Floor, ev.Bar = r.floor, r.bar
		if ev.Bar != nil && ev.Floor != nil && *ev.Bar < *ev.Floor {
			r.notes.add("genMMBar, %s, is below genMMFloor, %s; everyone starts at the bar, as in OpenGotha",
				ev.Bar.Grade().Short(), ev.Floor.Grade().Short())
			ev.Floor = ev.Bar
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

// startScores takes a correction of the McMahon score as the start score that the director sets. The grade puts a player
// in a McMahon group, as in OpenGotha; the rating stays as it was entered.
func (r *gothaReader) startScores() {
	ev := &r.file.Event
	for i, e := range r.entries {
		switch {
		case e.correction == 0:
		case ev.System == pairing.McMahon:
			ev.Players[i].StartScore = pairing.OnePoint * pairing.Score(e.correction)
		default:
			r.notes.add("corrections of McMahon scores have no meaning in a Swiss and were ignored")
			return
		}
	}
}

// sortCategories takes the lowest grades in the order of their categories.
func (r *gothaReader) sortCategories() {
	ev := &r.file.Event
	for n := 1; n < r.categories; n++ {
		g, given := r.limits[n]
		if last := len(ev.Categories); !given || last > 0 && g >= ev.Categories[last-1] {
			r.notes.add("the lowest grade of category %d is missing or not below the one before; it was ignored", n)
			continue
		}
		ev.Categories = append(ev.Categories, g)
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
		drawn, tables := map[pairing.ID]bool{}, map[int]bool{}
		for len(r.games) > 0 && r.games[0].round == n {
			g := r.games[0]
			r.games = r.games[1:]
			white, black := r.who(g.line, "game", g.white), r.who(g.line, "game", g.black)
			if white == "" || black == "" || !r.free(g.line, drawn, white, black) {
				continue
			}
			if tables[g.table] {
				r.bad.add(&r.notes, "line %d: table %d is taken twice in round %d; this game was given none", g.line, g.table, n)
				g.table = 0
			}
			tables[g.table] = g.table > 0
			colourless += one(g.colourless)
			r.at.put(fmt.Sprintf("played[%d].games[%d]", n-1, len(round.Games)), g.line, "<Game>")
			round.Games = append(round.Games, pairing.Game{
				Table: g.table, White: white, Black: black, Handicap: g.handicap, Result: g.result,
			})
		}
		for _, b := range r.bye[n] {
			if id := r.who(b.line, "bye", b.player); id != "" && r.free(b.line, drawn, id) {
				r.at.put(fmt.Sprintf("played[%d].byes[%d]", n-1, len(round.Byes)), b.line, "<ByePlayer>")
				round.Byes = append(round.Byes, id)
			}
		}
		if len(round.Games)+len(round.Byes) == 0 {
			r.notes.add("round %d has no games; it was read as a round that no one played", n)
		}
		r.there(n, drawn)
		ev.Played = append(ev.Played, round)
	}
	if colourless > 0 {
		r.notes.add("colours are not known in %s; they were read as written", count(colourless, "game"))
	}
}

// free reports whether players are not yet in a round, and takes them; otherwise it notes that the line was left out.
func (r *gothaReader) free(line int, drawn map[pairing.ID]bool, ids ...pairing.ID) bool {
	for k, id := range ids {
		if drawn[id] || slices.Contains(ids[:k], id) {
			r.bad.add(&r.notes, "line %d: left out, because a player of it is in the round already", line)
			return false
		}
	}
	for _, id := range ids {
		drawn[id] = true
	}
	return true
}

// there takes back the absence of those who are in the round all the same.
func (r *gothaReader) there(n int, drawn map[pairing.ID]bool) {
	for i := range r.file.Event.Players {
		p := &r.file.Event.Players[i]
		if at := slices.Index(p.Absent, n); at >= 0 && drawn[p.ID] {
			p.Absent = slices.Delete(p.Absent, at, at+1)
			r.notes.add("%s is in round %d although the file says absent; read as there", p.Name, n)
		}
	}
}

// who finds the player a game names; a game of no one who is listed is left out, with a note.
func (r *gothaReader) who(line int, what, name string) pairing.ID {
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
	r.bad.add(&r.notes, "line %d: there is no player %q; the %s was left out", line, shorten(name), what)
	return ""
}

// seeding takes both of the file's seedings, the second from the round after the last one with the first.
func (r *gothaReader) seeding() {
	ev := &r.file.Event
	ev.Seeding = r.seedingNamed(r.next.first)
	if later := r.seedingNamed(r.next.second); later != ev.Seeding && r.next.last < ev.Rounds {
		ev.Reseed = pairing.Reseed{From: r.next.last + 1, Seeding: later}
	}
}

func (r *gothaReader) seedingNamed(name string) pairing.Seeding {
	if name == "" {
		return pairing.SeedSlide
	}
	s, ok := inverse(gothaSeedings, name)
	if !ok {
		r.notes.add("the seeding %q is not known here; slide was used", shorten(name))
		return pairing.SeedSlide
	}
	return s
}

// handicapRule takes how handicaps are worked out.
func (r *gothaReader) handicapRule() {
	h := r.handicap
	if h == nil || h.ceiling == 0 || h.threshold == gothaWeakest {
		return
	}
	ev := &r.file.Event
	rule := &ev.Handicap
	rule.By, rule.Ceiling, rule.Reduction = scale.ByGrade, h.ceiling, h.correction
	switch {
	case h.byScore && ev.Boards > 0:
		r.notes.add("handicaps by McMahon scores in an event of teams; here they go by the grades")
	case h.byScore && ev.System == pairing.McMahon:
		rule.By = scale.ByScore
	case h.byScore:
		r.notes.add("handicaps by McMahon scores in an event without them; here they go by the grades")
	}
	if h.threshold != gothaStrongest {
		rule.Top = &h.threshold
	}
}

// scores takes what a round without an opponent brings.
func (r *gothaReader) scores() {
	ev := &r.file.Event
	switch r.absent[ev.System] {
	case 1:
		ev.AbsenceHalf = true
	case 2:
		r.notes.add("an absence is worth a point in the file; here it is worth ½")
		ev.AbsenceHalf = true
	}
	if bye, given := r.byePoints[ev.System]; given {
		ev.Bye = []pairing.ByeWorth{pairing.ByeNothing, pairing.ByeHalf, ""}[bye]
	}
	ev.HalvesDown, ev.OpponentsHalf = r.roundDown, r.halves
}

// notice says what was not read.
func (r *gothaReader) notice(unknown []string) {
	r.bad.rest(&r.notes)
	if len(r.ignored) > 0 {
		r.notes.add("not kept: %s", strings.Join(r.ignored, "; "))
	}
	if len(unknown) > 0 {
		r.notes.add("unknown, so not read: %s", list(unknown))
	}
	if names := r.file.preliminary(); len(names) > 0 {
		r.notes.add("not confirmed yet, so not drawn: %s", list(names))
	}
}

// preliminary lists those whose entry is not confirmed.
func (f *File) preliminary() []string {
	var names []string
	for i, p := range f.Event.Players {
		if p.Preliminary {
			names = append(names, f.nameOf(i))
		}
	}
	return names
}
