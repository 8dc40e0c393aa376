package gorules

import (
	"slices"
	"strings"
	"testing"
)

func TestPoints(t *testing.T) {
	cases := []struct {
		x, y         int
		sgf, label19 string
	}{
		{0, 0, "aa", "A19"}, {18, 18, "ss", "T1"}, {3, 15, "dp", "D4"}, {8, 0, "ia", "J19"},
		{25, 0, "za", "AA19"}, {26, 1, "Ab", "AB18"}, {51, 2, "Zc", "BB17"},
	}
	for _, c := range cases {
		p := At(c.x, c.y)
		if p.X() != c.x || p.Y() != c.y || p.String() != c.sgf || p.Label(19) != c.label19 {
			t.Errorf("(%d,%d): %d,%d %s %s, want %s %s", c.x, c.y, p.X(), p.Y(), p, p.Label(19), c.sgf, c.label19)
		}
		if q, err := ParsePoint(c.sgf); q != p || err != nil {
			t.Errorf("%s: %v %v", c.sgf, q, err)
		}
	}
	seen := map[Point]bool{Pass: true, TakeButton: true, NoPoint: true}
	for y := range MaxSize {
		for x := range MaxSize {
			p := At(x, y)
			if seen[p] || !p.IsPoint() {
				t.Fatalf("(%d,%d) is not a point of its own: %d", x, y, p)
			}
			seen[p] = true
			if q, err := ParsePoint(p.String()); q != p || err != nil {
				t.Fatalf("%s is read as %d: %v", p, q, err)
			}
		}
	}
	for _, off := range [][2]int{{-1, 0}, {0, -1}, {MaxSize, 0}, {0, MaxSize}, {1 << 40, 0}} {
		if p := At(off[0], off[1]); p != NoPoint {
			t.Errorf("%v: %d", off, p)
		}
	}
	for _, wrong := range []string{"a", "abc", "a1", "é"} {
		if p, err := ParsePoint(wrong); err == nil {
			t.Errorf("%q is read as %s", wrong, p)
		}
	}
	if p, err := ParsePoint(""); p != Pass || err != nil {
		t.Errorf("a pass is read as %d, %v", p, err)
	}
}

func TestParseBoard(t *testing.T) {
	b, err := ParseBoard(`
		. X O
		X . .
	`)
	if err != nil || b.Width() != 3 || b.Height() != 2 || b.String() != ".XO\nX..\n" {
		t.Fatalf("%v %v", b, err)
	}
	if b.At(At(1, 0)) != Black || b.At(At(2, 0)) != White || b.At(At(5, 5)) != Empty || b.Stones(Black) != 2 ||
		b.Stones(White) != 1 {
		t.Error("wrong stones")
	}
	if got := b.Diagram(At(1, 0)); got != "    A B C\n 2  .(X)O 2\n 1  X . . 1\n    A B C\n" {
		t.Errorf("\n%s", got)
	}
	if got := b.Diagram(At(2, 0)); got != "    A B C\n 2  . X(O)2\n 1  X . . 1\n    A B C\n" {
		t.Errorf("\n%s", got)
	}
	for diagram, want := range map[string]string{
		"":                                     "at least one row",
		"..\n.":                                "row 2",
		"..\n.#":                               "'#'",
		"é":                                    "only . X O",
		strings.Repeat(".", 53):                "1 to 52",
		strings.Repeat(".\n", 53):              "1 to 52",
		strings.Repeat(".", MaxSize+1) + "\n.": "1 to 52",
	} {
		if _, err := ParseBoard(diagram); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", diagram, err, want)
		}
	}
}

func TestChainsAndLiberties(t *testing.T) {
	b, err := ParseBoard(`
		X X . O
		. X O .
		X . O .`)
	if err != nil {
		t.Fatal(err)
	}
	sorted := func(p []Point) []Point { slices.Sort(p); return p }
	if got := sorted(b.Chain(At(0, 0))); !slices.Equal(got, []Point{At(0, 0), At(1, 0), At(1, 1)}) {
		t.Error(got)
	}
	if got := b.Chain(At(1, 0)); got[0] != At(1, 0) {
		t.Error("a chain begins with the stone asked for")
	}
	if got := sorted(b.Liberties(At(1, 1))); !slices.Equal(got, []Point{At(2, 0), At(0, 1), At(1, 2)}) {
		t.Error(got)
	}
	if got := b.Chain(At(2, 0)); got != nil {
		t.Errorf("an empty point has a chain: %v", got)
	}
	b.Put(At(0, 1), Black)
	if got := len(b.Chain(At(0, 0))); got != 5 {
		t.Errorf("after a stone was put: %d", got)
	}
	b.Put(At(9, 9), Black)
	b.Put(Pass, Black)
	if b.Stones(Black) != 5 || b.Clone().Equal(b) != true {
		t.Error("points off the board were put")
	}
	c := b.Clone()
	c.Put(At(0, 0), Empty)
	if c.Equal(b) || b.At(At(0, 0)) != Black {
		t.Error("a copy is not independent")
	}
}

func TestBoardSizes(t *testing.T) {
	for _, wrong := range [][2]int{{0, 5}, {5, 0}, {-1, 5}, {53, 1}, {1, 53}} {
		if _, err := NewBoard(wrong[0], wrong[1]); err == nil {
			t.Errorf("%v: no error", wrong)
		}
		if _, err := NewGame(NZ(), wrong[0], wrong[1]); err == nil {
			t.Errorf("game of %v: no error", wrong)
		}
	}
	for _, size := range [][2]int{{1, 1}, {52, 52}, {52, 1}, {1, 52}} {
		b, err := NewBoard(size[0], size[1])
		if err != nil || len(b.Points()) != size[0]*size[1] {
			t.Errorf("%v: %v", size, err)
		}
	}
}
