package gorules

import "testing"

func TestPlayOutKnowsWhoOwnsWhat(t *testing.T) {
	b, err := ParseBoard(`
		.X.XO.O
		XX.XOOO
		O.XXO..
		XXXXOOO
		.X.XO.O
		XXXXOOO
		.X.XO.O`)
	if err != nil {
		t.Fatal(err)
	}
	o := playOut(t, b, 400, 7)
	for _, c := range []struct {
		at       string
		colour   Colour
		low, top int
	}{
		{"aa", Black, 950, 1000},
		{"da", Black, 950, 1000},
		{"ga", White, 950, 1000},
		{"ac", Black, 700, 1000}, // White's stone in Black's area
		{"ac", White, 0, 300},
	} {
		p, err := ParsePoint(c.at)
		if err != nil {
			t.Fatal(err)
		}
		if n := o.PerMille(p, c.colour); n < c.low || n > c.top {
			t.Errorf("%s is %s's in %d of 1000 games, want %d to %d", c.at, c.colour, n, c.low, c.top)
		}
	}
	if again := playOut(t, b, 400, 7); *again != *o {
		t.Error("the same seed gave another estimate")
	}
}

func TestPlayOutEndsOnAnyBoard(t *testing.T) {
	for _, diagram := range []string{".", "X", "XO", "..\n..", "XX\nXX", "XO\nOX", "X.O\nO.X"} {
		b, err := ParseBoard(diagram)
		if err != nil {
			t.Fatal(err)
		}
		before := b.String()
		playOut(t, b, 50, 1)
		if b.String() != before {
			t.Errorf("playing out changed the board %q to %q", before, b)
		}
	}
	playOut(t, &Board{}, 10, 1)
}

func playOut(t testing.TB, b *Board, games int, seed uint64) *Ownership {
	t.Helper()
	o, err := PlayOut(t.Context(), b, games, seed)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func BenchmarkPlayOut(b *testing.B) {
	board, err := NewBoard(19, 19)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		playOut(b, board, 100, 1)
	}
	b.ReportMetric(float64(b.N)*100/b.Elapsed().Seconds(), "games/s")
}
