package hex

import "nzgs/internal/games"

// The second player: written from the text with a map and a walk over all neighbours at each question, without any of
// the engine's code.

type reference struct {
	size   int
	pieces map[games.Point]games.Colour
}

func newReference(size int) *reference {
	return &reference{size, map[games.Point]games.Colour{}}
}

// neighbours are the cells that share an edge with p on a board drawn as a rhomb with its rows shifted to the right.
func (r *reference) neighbours(p games.Point) (n []games.Point) {
	for _, q := range []games.Point{
		{X: p.X - 1, Y: p.Y}, {X: p.X + 1, Y: p.Y}, {X: p.X, Y: p.Y - 1},
		{X: p.X, Y: p.Y + 1}, {X: p.X + 1, Y: p.Y - 1}, {X: p.X - 1, Y: p.Y + 1},
	} {
		if q.X >= 0 && q.Y >= 0 && q.X < r.size && q.Y < r.size {
			n = append(n, q)
		}
	}
	return n
}

// joins tells whether a colour has an uninterrupted line between its two sides.
func (r *reference) joins(c games.Colour) bool {
	seen := map[games.Point]bool{}
	var walk func(p games.Point) bool
	walk = func(p games.Point) bool {
		if seen[p] || r.pieces[p] != c {
			return false
		}
		seen[p] = true
		if c == games.Black && p.Y == r.size-1 || c == games.White && p.X == r.size-1 {
			return true
		}
		for _, q := range r.neighbours(p) {
			if walk(q) {
				return true
			}
		}
		return false
	}
	for i := range r.size {
		start := games.Point{X: i}
		if c == games.White {
			start = games.Point{Y: i}
		}
		if walk(start) {
			return true
		}
	}
	return false
}

func (r *reference) winner() games.Colour {
	black, white := r.joins(games.Black), r.joins(games.White)
	switch {
	case black && white:
		panic("two winners")
	case black:
		return games.Black
	case white:
		return games.White
	}
	return games.Empty
}
