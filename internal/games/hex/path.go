package hex

import (
	"slices"

	"nzgs/internal/games"
)

// Path is a shortest line of the winner's pieces from one own side to the other, in order; nil while nobody has won.
// Of several as short it is the one found first from the top left.
func (g *Game) Path() []games.Point {
	if g.winner == games.Empty {
		return nil
	}
	const unseen = -2
	before := slices.Repeat([]int{unseen}, len(g.cells)) // the cell that each was reached from; -1 for the first
	var queue []int
	see := func(p games.Point, from int) {
		if g.At(p) == g.winner && before[g.cell(p)] == unseen {
			before[g.cell(p)] = from
			queue = append(queue, g.cell(p))
		}
	}
	for i := range g.size {
		if g.winner == games.Black {
			see(games.Point{X: i}, -1)
		} else {
			see(games.Point{Y: i}, -1)
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		p := games.Point{X: i % g.size, Y: i / g.size}
		if _, _, at := g.goal(g.winner, p); at == g.size-1 {
			return g.line(before, i)
		}
		for _, way := range around {
			if q := (games.Point{X: p.X + way.X, Y: p.Y + way.Y}); q.On(g.size) {
				see(q, i)
			}
		}
	}
	return nil
}

func (g *Game) line(before []int, last int) (line []games.Point) {
	for i := last; i >= 0; i = before[i] {
		line = append(line, games.Point{X: i % g.size, Y: i / g.size})
	}
	slices.Reverse(line)
	return line
}
