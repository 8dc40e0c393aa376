package games

import "testing"

// TestPointsAreNamedAsPeopleSayThem on each game’s board.
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
}
