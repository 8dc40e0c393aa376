package games

import "testing"

// TestPointsAreNamedAsPeopleSayThem: and what is named is read again, on every board.
func TestPointsAreNamedAsPeopleSayThem(t *testing.T) {
	for _, c := range []struct {
		game Which
		at   Point
		size int
		want string
	}{
		{Go, Point{3, 15}, 19, "D4"}, {Go, Point{8, 0}, 19, "J19"}, {Tanbo, Point{18, 18}, 19, "T1"},
		{Amazons, Point{3, 9}, 10, "d1"}, {Amazons, Point{8, 0}, 10, "i10"}, {Hex, Point{0, 0}, 11, "a1"},
		{Hex, Point{26, 18}, 52, "aa19"}, {Go, Point{25, 0}, 26, "AA26"}, {Go, Point{9, 9}, 9, "?"}, {Hex, Point{-1, 0}, 9, "?"},
	} {
		if got := c.game.PointName(c.at, c.size); got != c.want {
			t.Errorf("%s %v is %s; want %s", c.game, c.at, got, c.want)
		}
	}
	for _, w := range []Which{Go, Hex, Amazons, Tanbo} {
		for _, size := range []int{1, 5, 19, 52} {
			for i := range size * size {
				p := Point{i % size, i / size}
				if got, ok := w.ParsePointName(w.PointName(p, size), size); !ok || got != p {
					t.Fatalf("%s on %d: %v is read as %v", w, size, p, got)
				}
			}
		}
		for _, text := range []string{"", "i", "4", "d0", "d20", "dd4", "d4 d", "d-4", "d04", "ꞌa1", "zzzz99999"} {
			if p, ok := w.ParsePointName(text, 19); ok {
				t.Errorf("%s: %q is read as %v", w, text, p)
			}
		}
	}
}
