package formats

import (
	"fmt"
	"slices"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// lost notes what an event has and OpenGotha has not.
func (w *gothaWriter) lost() {
	w.lostSettings()
	w.lostOfPlayers()
	f := w.file
	ev := &f.Event
	fixed := len(f.Fixed)
	for _, r := range ev.Played {
		fixed += len(r.Fixed) + len(r.FixedTeams)
	}
	var lost []string
	for _, l := range []struct {
		what string
		is   bool
	}{
		{count(len(ev.Forbidden)+len(ev.ForbiddenTeams), "forbidden pair"), len(ev.Forbidden)+len(ev.ForbiddenTeams) > 0},
		{count(fixed, "fixed pair"), fixed > 0},
		{"the seed of the lot", ev.Seed != 0},
		{"the order of the criteria", w.reordered()},
		{"how long clubs are kept apart", ev.Apart != pairing.Apart{}},
		{"accelerated rounds", ev.Acceleration != pairing.Acceleration{}},
		{"the bands of ratings", len(ev.Bands) > 0},
		{"clubs and captains of teams", f.ofTeams(func(t pairing.Team) bool { return t.Club != "" || t.Captain != "" })},
		{count(f.reserves(), "reserve") + " of teams", f.reserves() > 0},
		{"SOS and weighted boards of teams", ev.Boards > 0},
		{"pairs as two players", slices.ContainsFunc(ev.Players, func(p pairing.Player) bool { return len(p.Pair) > 0 })},
		{"the class of the event", f.Class != ""},
		{"the comment", f.Comment != ""},
	} {
		if l.is {
			lost = append(lost, l.what)
		}
	}
	if len(lost) > 0 {
		w.notes.add("not in an OpenGotha file: %s", list(lost))
	}
}

func (w *gothaWriter) lostSettings() {
	ev := &w.file.Event
	for system, name := range map[pairing.System]string{
		pairing.RoundRobin: "round robin", pairing.Knockout: "knock-out", pairing.Match: "match",
	} {
		if ev.System == system {
			w.notes.add("OpenGotha has no %s; written as a Swiss", name)
		}
	}
	if _, ok := gothaSeedings[ev.Seeding]; !ok && ev.Seeding != "" {
		w.notes.add("OpenGotha cannot seed by %s; written as slide", ev.Seeding)
	}
	if ev.Unplayed != pairing.UnplayedZero && w.anyoneIdle() {
		w.notes.add("rounds without an opponent count nothing in OpenGotha's SOS")
	}
	mcmahon := []pairing.TieBreak{pairing.SOSM, pairing.SOSM1, pairing.SOSM2, pairing.SODOSM, pairing.SOSOSM}
	sosm := slices.ContainsFunc(ev.TieBreaks, func(t pairing.TieBreak) bool { return slices.Contains(mcmahon, t) })
	if sosm && !ev.HandicapInSOSM {
		w.notes.add("OpenGotha adds handicaps to opponents' McMahon scores in SOSM")
	}
	h := ev.Handicap
	if h.By == "" || h.By == scale.ByNone {
		return
	}
	if h.By == scale.ByRating {
		w.notes.add("OpenGotha bases handicaps on the difference of grades, not of ratings")
	}
	if h.EvenUnderHalf {
		w.notes.add("OpenGotha does not make games under half a stone apart even")
	}
	if h.Ceiling > 9 || h.Reduction > 9 {
		w.notes.add("OpenGotha gives at most 9 stones and takes off at most 9")
	}
}

// reordered reports whether the event has an order of criteria that no setting of OpenGotha stands for.
func (w *gothaWriter) reordered() bool {
	has := func(c pairing.Criterion) bool { return slices.Contains(w.file.criteria(), c) }
	clubs := has(pairing.CriterionClub)
	return !slices.Equal(w.file.Event.Criteria, gothaApart(clubs, has(pairing.CriterionCountry)))
}

// anyoneIdle reports whether someone has or had a round without an opponent.
func (w *gothaWriter) anyoneIdle() bool {
	ev := &w.file.Event
	for _, r := range ev.Played {
		if len(r.Byes) > 0 || 2*len(r.Games) < len(ev.Players) {
			return true
		}
	}
	return false
}

func (w *gothaWriter) lostOfPlayers() {
	ev := &w.file.Event
	var ids, numbers, cities, halves, late int
	for i, p := range ev.Players {
		ids += one(string(p.ID) != fmt.Sprintf("p%d", i+1))
		numbers += one(p.Number != 0)
		cities += one(p.City != "")
		halves += one(len(p.HalfPointByes) > 0)
		late += one(p.EnteredIn > 1 || p.WithdrawnAfter > 0)
	}
	var lost []string
	for _, l := range []struct {
		n    int
		what string
	}{{ids, "ids"}, {numbers, "entry numbers"}, {cities, "cities"}} {
		if l.n > 0 {
			lost = append(lost, l.what)
		}
	}
	if len(lost) > 0 {
		w.notes.add("not in an OpenGotha file: players' %s", list(lost))
	}
	if halves > 0 {
		w.notes.add("half-point byes of %s become absences", count(halves, "player"))
	}
	if late > 0 {
		w.notes.add("late entries and withdrawals of %s become absences", count(late, "player"))
	}
	if w.limited > 0 {
		w.notes.add(
			"ratings of %s are outside %d to %d and were moved to the nearer end", count(w.limited, "player"), gothaMinEuropean,
			gothaMaxEuropean,
		)
	}
	if w.halves > 0 {
		w.notes.add("start scores of %s cannot be kept exactly", count(w.halves, "player"))
	}
}

// one counts a condition.
func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
