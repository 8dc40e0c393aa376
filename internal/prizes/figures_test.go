package prizes

import (
	"testing"

	"nzgs/internal/pairing"
)

// What a prize was won by is written as standings write it.
func TestFiguresAreWrittenAsStandingsAre(t *testing.T) {
	got := figuresOf("2½ points", []pairing.TieBreak{pairing.SOS, pairing.SOSOS, pairing.ByRating, pairing.BoardPoints}, []pairing.Value{
		{Unit: 2, Number: 14}, {Unit: 2, Number: 29}, {Unit: 10, Number: -11}, {Unit: 2, Number: 1},
	})
	if want := "2½ points, SOS 7, SOSOS 14½, rating −1.1, board points ½"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
