package gorules

import (
	"testing"
)

// TestHandicapNotations: a handicap game may be written in three ways, and comes
// to the same board, turn and komi.
func TestHandicapNotations(t *testing.T) {
	passes := game(t, NZ(), "9×9")
	inARow := game(t, NZ(), "9×9")
	setUp := game(t, NZ(), "9×9")
	for _, g := range []*Game{passes, inARow, setUp} {
		if err := g.SetHandicap(3); err != nil {
			t.Fatal(err)
		}
	}
	mustPlay(t, passes, ";B[gc];W[];B[cg];W[];B[gg];W[ee]")
	mustPlay(t, inARow, ";B[gc];B[cg];B[gg];W[ee]")
	points, err := HandicapPoints(9, 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := setUp.SetUp(Black, points...); err != nil {
		t.Fatal(err)
	}
	setUp.SetTurn(White)
	mustPlay(t, setUp, ";W[ee]")
	for i, g := range []*Game{passes, inARow, setUp} {
		if g.Board().String() != passes.Board().String() || g.Turn() != Black || g.Komi() != 0 {
			t.Errorf("notation %d: turn %s, komi %s\n%s", i, g.Turn(), g.Komi(), g.Board())
		}
	}
	if passes.Moves() != 6 || inARow.Moves() != 4 || setUp.Moves() != 1 {
		t.Errorf("moves as written: %d %d %d", passes.Moves(), inARow.Moves(), setUp.Moves())
	}
	if got := inARow.Move(3); got != (Move{Black, At(6, 6)}) {
		t.Errorf("move 3 is %s", got)
	}
}

// TestImpliedPassesCount: White's passes of a handicap are White's moves even if
// they are not written, so White may not make those positions again.
func TestImpliedPassesCount(t *testing.T) {
	const explicit = ";B[ab];W[];B[ba];W[];B[];W[aa]"
	for name, want := range map[string]string{"nz": "superko at 6 repeats 4", "natural": "legal"} {
		if got := verdictOn(game(t, compared()[name], "3×3"), moves(t, explicit)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	// The same with three stones in a row: White suicides after the second pass,
	// whose number is that of the stone before it.
	g := game(t, NZ(), "3×3")
	if err := g.SetHandicap(3); err != nil {
		t.Fatal(err)
	}
	mustPlay(t, g, ";B[cc];B[ab];B[ba];W[];B[]")
	if got := verdictOn(g, moves(t, ";W[aa]")); got != "superko at 6 repeats 4" {
		t.Error(got)
	}
	g = game(t, NZ(), `
		. X .
		X . .
		. . .`)
	if err := g.SetHandicap(4); err != nil {
		t.Fatal(err)
	}
	// Black adds a third, White passes unwritten, Black adds the fourth by suicide.
	mustPlay(t, g, ";B[cc];B[bc];W[];B[];W[];B[]")
	if got := verdictOn(g, moves(t, ";W[aa]")); got != "superko at 7 repeats 3" {
		t.Error(got)
	}
}

func TestHandicapStonesEnd(t *testing.T) {
	cases := []struct {
		name, record string
		handicap     int
		want         string
	}{
		{"three in a row of three", ";B[aa];B[bb];B[cc];W[dd]", 3, "legal"},
		{"a fourth", ";B[aa];B[bb];B[cc];B[dd]", 3, "out_of_turn at 4"},
		{"after White has played", ";B[aa];W[bb];B[cc];B[dd]", 3, "out_of_turn at 4"},
		{"half written passes", ";B[aa];W[];B[bb];B[cc];W[dd]", 3, "legal"},
		{"no handicap", ";B[aa];B[bb]", 0, "out_of_turn at 2"},
		{"a handicap of one", ";B[aa];B[bb]", 1, "out_of_turn at 2"},
		{"a pass is no stone", ";B[aa];B[]", 3, "out_of_turn at 2"},
		{"on an occupied point", ";B[aa];B[aa]", 3, "occupied at 2"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, NZ(), "9×9")
			if err := g.SetHandicap(c.handicap); err != nil {
				t.Fatal(err)
			}
			if got := verdictOn(g, moves(t, c.record)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	g := game(t, NZ(), "9×9")
	for _, wrong := range []int{-1, 82} {
		if g.SetHandicap(wrong) == nil {
			t.Errorf("a handicap of %d on 81 points", wrong)
		}
	}
	mustPlay(t, g, ";B[aa]")
	if g.SetHandicap(2) == nil {
		t.Error("a handicap after the first move")
	}
}
