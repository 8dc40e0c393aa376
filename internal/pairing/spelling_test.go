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
			{ID: "a", Rating: 40, Club: "Kāpiti"}, {ID: "b", Rating: 30, Club: "Wgtn"}, {ID: "c", Rating: 20},
			{ID: "d", Rating: 10, Club: " KAPITI "}, // whom the seeding would give to a
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
	for _, c := range []struct{ a, b string }{
		{"Akl", "AKL"}, {"Akl", "AKL "}, {"Ōtautahi", "otautahi"}, {"Ōtautahi  Go", "Ōtautahi Go"}, {"Ka\u0304piti", "KĀPITI"},
	} {
		if folded(c.a) != folded(c.b) {
			t.Errorf("%q and %q are two clubs: %q, %q", c.a, c.b, folded(c.a), folded(c.b))
		}
	}
	if folded("Akl") == folded("Aki") || folded("") != "" || folded("北京") == folded("東京") {
		t.Error("different clubs are one")
	}
}
