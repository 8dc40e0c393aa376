package match

import (
	"strings"

	"nzgs/internal/games"
)

// Points are the points that a player may point at next for a move, after those that the move begins with: of Amazons
// the own queens, then where one can go, then where she can shoot; of the other games free points, of Tanbo those beside
// one own stone. The rules of the game judge the move in the end: of Go a free point can still be refused.
func (s *State) Points(by games.Colour, begins []games.Point) (at []games.Point) {
	size := s.Terms.Size
	for i := range size * size {
		p := games.Point{X: i % size, Y: i / size}
		fits := false
		switch {
		case s.Terms.Game != games.Amazons:
			fits = len(begins) == 0 && s.At(p) == games.Empty && (s.Terms.Game != games.Tanbo || s.beside(p, by) == 1)
		case len(begins) == 0:
			fits = s.At(p) == by && s.free(p)
		case len(begins) == 1:
			fits = s.reaches(begins[0], p, begins[0])
		case len(begins) == 2:
			fits = s.reaches(begins[1], p, begins[0])
		}
		if fits {
			at = append(at, p)
		}
	}
	return at
}

// beside counts the stones of a colour beside a point.
func (s *State) beside(p games.Point, c games.Colour) (n int) {
	for _, q := range []games.Point{{X: p.X - 1, Y: p.Y}, {X: p.X + 1, Y: p.Y}, {X: p.X, Y: p.Y - 1}, {X: p.X, Y: p.Y + 1}} {
		if s.At(q) == c {
			n++
		}
	}
	return n
}

// free tells whether a square beside a queen is free.
func (s *State) free(p games.Point) bool {
	for y := -1; y <= 1; y++ {
		for x := -1; x <= 1; x++ {
			if q := (games.Point{X: p.X + x, Y: p.Y + y}); q.On(s.Terms.Size) && s.At(q) == games.Empty {
				return true
			}
		}
	}
	return false
}

// reaches tells whether one way leads from a square to another over free ones; left is free too.
func (s *State) reaches(from, to, left games.Point) bool {
	dx, dy := to.X-from.X, to.Y-from.Y
	if from == to || dx != 0 && dy != 0 && dx != dy && dx != -dy {
		return false
	}
	for p := from; p != to; {
		p = games.Point{X: p.X + sign(dx), Y: p.Y + sign(dy)}
		if p != left && s.At(p) != games.Empty {
			return false
		}
	}
	return true
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// Parse reads the points of a move as people write them, "D4" or "d1 d7 g7", in the order of the move; false if one is no
// point of the board.
func (t Terms) Parse(text string) (at []games.Point, ok bool) {
	for name := range strings.FieldsSeq(text) {
		p, ok := t.Game.ParsePointName(name, t.Size)
		if !ok || len(at) == mostPoints {
			return nil, false
		}
		at = append(at, p)
	}
	return at, true
}

const mostPoints = 3

// Need is how many points a move has.
func (t Terms) Need() int {
	if t.Game == games.Amazons {
		return mostPoints
	}
	return 1
}

// Written is a move at points as records write it.
func (t Terms) Written(at []games.Point) string {
	var out strings.Builder
	for _, p := range at {
		if t.Game == games.Hex {
			out.WriteString(t.Game.PointName(p, t.Size))
		} else {
			out.WriteString(p.String())
		}
	}
	return out.String()
}

// Names are points as people write them.
func (t Terms) Names(at []games.Point) string {
	var out []string
	for _, p := range at {
		out = append(out, t.Game.PointName(p, t.Size))
	}
	return strings.Join(out, " ")
}
