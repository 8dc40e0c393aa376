package pairing

import (
	"testing"

	"nzgs/internal/ratings/scale"
)

// Lists spell one club in several ways: its members are kept apart all the same.
func TestAClubInSeveralSpellings(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 1, Handicap: HandicapRule{By: scale.ByNone}, Seeding: SeedFold,
		Players: []Player{
			{ID: "a", Rating: 40, Club: "Auckland"}, {ID: "b", Rating: 30, Club: "Wgtn"}, {ID: "c", Rating: 20},
			{ID: "d", Rating: 10, Club: " AKL "}, // whom the seeding would give to a
		},
	}
	d, err := Draw(ev, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range d.Pairs {
		if g.White != "" && g.Black != "" && (g.White == "a" && g.Black == "d" || g.White == "d" && g.Black == "a") {
			t.Errorf("club-mates meet: %+v", g)
		}
	}
}
