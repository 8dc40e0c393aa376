package ratings

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/ratings/scale"
)

// The handicap of a game not yet played is the difference of the published
// ratings rounded up; the expectation counts it for Black.
func TestForecast(t *testing.T) {
	for _, tt := range []struct {
		name          string
		own, opponent scale.Milli
		stones        int
		colour        Colour
		expected      string // Se to three decimals
		even          string // "": not offered
	}{
		{"3.4 against −0.2", 3400, -200, 4, White, "0.518", ""},
		{"−0.2 against 3.4", -200, 3400, 4, Black, "0.482", ""},
		{"half a stone", 3500, 3000, 1, White, "0.500", ""},
		{"under half a stone", 3400, 3000, 1, White, "0.482", "0.571"},
		{"equal", 1000, 1000, 0, Black, "0.500", ""},
		// Thousandths differ, the published tenths do not: an even game.
		{"the same tenth", 1040, 960, 0, Black, "0.512", ""},
		// More than nine stones apart: the ceiling binds, and the stronger is expected to win.
		{"the ceiling", 5000, -14000, 9, White, "0.997", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := nzgs2026.Forecast(tt.own, tt.opponent)
			if got.Handicap.Stones != tt.stones || got.Terms.Colour != tt.colour {
				t.Errorf("handicap %d as %s, want %d as %s", got.Handicap.Stones, got.Terms.Colour, tt.stones, tt.colour)
			}
			if se := decimals(got.Terms.Expected, 3); se != tt.expected {
				t.Errorf("expects %s, want %s", se, tt.expected)
			}
			even := ""
			if got.Even != nil {
				even = decimals(got.Even.Expected, 3)
			}
			if even != tt.even {
				t.Errorf("even game %q, want %q", even, tt.even)
			}
			lines := strings.Join(got.Lines(), "\n")
			if !strings.Contains(lines, got.Handicap.String()) || !strings.Contains(lines, "= "+tt.expected) {
				t.Errorf("the arithmetic lacks a step:\n%s", lines)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	onBoth(t, []string{"1d", "1d", "2k"}, func(t *testing.T, w *world) {
		w.exec(`UPDATE person SET public_as = 'alias', alias = 'Kererū' WHERE id = $1`, w.people[1])
		first := w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins), w.game(2, 2, 0, 3, WhiteWins))
		w.mustRate(first)
		second := w.submission("2026-05-01", w.game(1, 1, 0, 2, BlackWins), w.game(2, 0, 1, 0, Jigo))
		w.mustRate(second)

		got, err := w.s.Compare(ctx, w.people[0], w.people[1])
		if err != nil {
			t.Fatal(err)
		}
		if got.B.Name != "Kererū" || got.Record != (Record{Wins: 1, Losses: 1, Jigos: 1}) || len(got.Games) != 3 {
			t.Fatalf("comparison %+v", got)
		}
		if g := got.Games[1]; g.Colour != White || g.Handicap != 2 || g.Score != Loss || g.Day.String() != "2026-05-01" {
			t.Errorf("the loss with White %+v", g)
		}
		if len(got.GraphA) != 2 || len(got.GraphA[1].Played) != 2 || len(got.GraphB[0].Played) != 2 {
			t.Errorf("graphs %+v %+v", got.GraphA, got.GraphB)
		}
		back, err := w.s.Compare(ctx, w.people[1], w.people[0])
		if err != nil || back.Games[1].Score != Win || back.Games[1].Colour != Black {
			t.Errorf("seen from the other: %+v, %v", back.Games, err)
		}
		if none, err := w.s.Compare(ctx, w.people[1], w.people[2]); err != nil || len(none.Games) != 0 {
			t.Errorf("two who never met: %+v, %v", none.Games, err)
		}
		if _, err := w.s.Compare(ctx, w.people[0], w.people[0]); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("with oneself: %v", err)
		}
		if _, err := w.s.Compare(ctx, w.people[0], 999999); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("with a stranger: %v", err)
		}
		w.mustWithdraw(second.Event) // what is withdrawn is not counted
		if got, err = w.s.Compare(ctx, w.people[0], w.people[1]); err != nil || len(got.Games) != 1 {
			t.Errorf("after the withdrawal: %+v, %v", got.Games, err)
		}
	})
}
