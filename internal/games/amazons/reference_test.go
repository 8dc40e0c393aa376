package amazons

import "nzgs/internal/games"

// The second player: written from the text with a grid of letters, looking at every pair of squares, without any of
// the engine's code.

type reference struct {
	size int
	rows [][]byte // '.', 'X' and 'O' for queens, '*' for arrows
}

func newReference(rows ...string) *reference {
	r := &reference{size: len(rows)}
	for _, row := range rows {
		r.rows = append(r.rows, []byte(row))
	}
	return r
}

func (r *reference) at(p games.Point) byte { return r.rows[p.Y][p.X] }

func queenOf(c games.Colour) byte {
	if c == games.Black {
		return 'X'
	}
	return 'O'
}

// free tells whether b is another square on a row, a column or a diagonal of a's, and it and all between are empty.
func (r *reference) free(a, b games.Point) bool {
	dx, dy := b.X-a.X, b.Y-a.Y
	if dx == 0 && dy == 0 || dx != 0 && dy != 0 && dx != dy && dx != -dy {
		return false
	}
	sign := func(n int) int {
		switch {
		case n > 0:
			return 1
		case n < 0:
			return -1
		}
		return 0
	}
	for p := a; p != b; {
		p = games.Point{X: p.X + sign(dx), Y: p.Y + sign(dy)}
		if r.at(p) != '.' {
			return false
		}
	}
	return true
}

func (r *reference) squares() (all []games.Point) {
	for y := range r.size {
		for x := range r.size {
			all = append(all, games.Point{X: x, Y: y})
		}
	}
	return all
}

// legal tells whether all of a move's squares are on the board and it is legal, whoever's turn it is.
func (r *reference) legal(m Move) bool {
	for _, p := range []games.Point{m.From, m.To, m.Arrow} {
		if p.X < 0 || p.Y < 0 || p.X >= r.size || p.Y >= r.size {
			return false
		}
	}
	if r.at(m.From) != queenOf(m.Colour) || !r.free(m.From, m.To) {
		return false
	}
	r.rows[m.From.Y][m.From.X], r.rows[m.To.Y][m.To.X] = '.', queenOf(m.Colour)
	shot := r.free(m.To, m.Arrow)
	r.rows[m.From.Y][m.From.X], r.rows[m.To.Y][m.To.X] = queenOf(m.Colour), '.'
	return shot
}

func (r *reference) play(m Move) {
	r.rows[m.From.Y][m.From.X], r.rows[m.To.Y][m.To.X] = '.', queenOf(m.Colour)
	r.rows[m.Arrow.Y][m.Arrow.X] = '*'
}

func (r *reference) moves(c games.Colour) map[Move]bool {
	all := map[Move]bool{}
	for _, from := range r.squares() {
		if r.at(from) != queenOf(c) {
			continue
		}
		for _, to := range r.squares() {
			if !r.free(from, to) {
				continue
			}
			for _, arrow := range r.squares() {
				if m := (Move{c, from, to, arrow}); r.legal(m) {
					all[m] = true
				}
			}
		}
	}
	return all
}
