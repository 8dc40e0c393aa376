package representative

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
)

// Bug: where a representative scored only in a later event, the points of a day
// before it could not be shown.
func TestARepresentativeWhoScoredLater(t *testing.T) {
	championship := func(id EventID, year int, person PersonID) event {
		return event{
			id: id, name: "Congress", day: civil.On(year, 11, 22), kind: points.National, ends: true,
			placings: []placing{{person: person, score: 10, member: true}},
		}
	}
	f := facts{
		systems: points.Shipped(), events: []event{championship(1, 1990, 1), championship(2, 1992, 2)},
		closed: []closedYear{{event: 1, person: 2}},
	}
	for _, day := range []civil.Date{civil.On(1991, 7, 1), civil.On(1993, 1, 1)} {
		lines, err := f.on(day).compute()
		if err != nil {
			t.Fatalf("%s: %v", day, err)
		}
		var taken points.Amount
		for _, l := range lines {
			if l.Person == 2 && l.Day == civil.On(1990, 11, 22) {
				taken += l.Points
			}
		}
		if taken != -3300 {
			t.Errorf("%s: the representative lost %s", day, taken)
		}
	}
}

// Bug: a year was closed by a choice from before a correction, which took the
// representative's points from someone whom the ranking no longer had first.
func TestAChoiceThatNoLongerStands(t *testing.T) {
	y := YearEnd{
		Choice:  Choice{Person: 1, Resolution: "2026/3"},
		Ranking: []Row{{Place: 1, Person: 1, Wish: Wishes}, {Place: 2, Person: 2, Wish: Wishes}},
	}
	if err := y.choiceStands(); err != nil {
		t.Errorf("the first who wishes to go: %v", err)
	}
	y.Ranking[0].Person, y.Ranking[1].Person = 2, 1
	if err := y.choiceStands(); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("another is first now: %v", err)
	}
	y.Choice.Reason = "The first has no passport."
	if err := y.choiceStands(); err != nil {
		t.Errorf("with a reason: %v", err)
	}
	y.Ranking[1].Wish = ""
	if err := y.choiceStands(); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("who no longer wishes to go: %v", err)
	}
}
