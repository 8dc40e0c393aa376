package tanbo

import "nzgs/internal/games"

// The second player: written from the text, with a map of stones and every root found anew whenever one is asked for,
// without any of the engine's code.

type reference struct {
	size   int
	stones map[games.Point]games.Colour
}

func (r *reference) beside(p games.Point) (n []games.Point) {
	for _, q := range []games.Point{
		{X: p.X, Y: p.Y - 1}, {X: p.X - 1, Y: p.Y}, {X: p.X + 1, Y: p.Y}, {X: p.X, Y: p.Y + 1},
	} {
		if q.X >= 0 && q.Y >= 0 && q.X < r.size && q.Y < r.size {
			n = append(n, q)
		}
	}
	return n
}

// touches counts the stones of a colour beside a point.
func (r *reference) touches(c games.Colour, p games.Point) (n int) {
	for _, q := range r.beside(p) {
		if r.stones[q] == c {
			n++
		}
	}
	return n
}

func (r *reference) legal(c games.Colour, p games.Point) bool {
	return r.stones[p] == games.Empty && r.touches(c, p) == 1
}

// root gives the stones connected with the one at p.
func (r *reference) root(p games.Point) map[games.Point]bool {
	found := map[games.Point]bool{p: true}
	queue := []games.Point{p}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, q := range r.beside(at) {
			if r.stones[q] == r.stones[p] && !found[q] {
				found[q] = true
				queue = append(queue, q)
			}
		}
	}
	return found
}

// bounded tells whether a root has no more legal moves.
func (r *reference) bounded(root map[games.Point]bool) bool {
	for p := range root {
		for _, q := range r.beside(p) {
			if r.legal(r.stones[p], q) {
				return false
			}
		}
	}
	return true
}

// play plays a legal move and gives what came off.
func (r *reference) play(c games.Colour, p games.Point) map[games.Point]bool {
	r.stones[p] = c
	gone := map[games.Point]bool{}
	if current := r.root(p); r.bounded(current) {
		gone = current
	} else {
		for q := range r.stones {
			if root := r.root(q); r.bounded(root) {
				gone[q] = true
			}
		}
	}
	for q := range gone {
		delete(r.stones, q)
	}
	return gone
}

func (r *reference) count(c games.Colour) (n int) {
	for _, d := range r.stones {
		if d == c {
			n++
		}
	}
	return n
}

func (r *reference) moves(c games.Colour) (all []games.Point) {
	for y := range r.size {
		for x := range r.size {
			if p := (games.Point{X: x, Y: y}); r.legal(c, p) {
				all = append(all, p)
			}
		}
	}
	return all
}
