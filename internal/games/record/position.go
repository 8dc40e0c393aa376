package record

import (
	"context"

	"nzgs/internal/games"
	"nzgs/internal/sgf"
)

// A Position is what stands on the board after some moves of a line.
type Position struct {
	Game games.Which
	Size int
	// Pieces are what is on each point, row by row from the top left.
	Pieces []games.Colour
	// After is how many moves are written so far. Move is the last as written, Mover who made it, Points where: in
	// Amazons from, to and arrow. All are empty before the first, and Points also where it names none of the board.
	After  int
	Move   string
	Mover  games.Colour
	Points []games.Point
	// Wrong is what is wrong with that move; it is not on the board then.
	Wrong *Violation
	// Nodes are those of the last move and after it, whose remarks belong here; the line goes on with Next, NoNode at
	// its end.
	Nodes []sgf.Node
	Next  sgf.Node
	// Turn is who is to move, Winner who has won; one of them is Empty.
	Turn, Winner games.Colour
	Decisive     []games.Point
}

// PositionAfter plays the first moves of a line of a game and gives the position then; after is from 0, and all moves
// are played if there are fewer. Errors are those of [Check].
func PositionAfter(ctx context.Context, g *sgf.Game, o Options, after int) (Position, error) {
	c, err := start(g, o)
	if err != nil {
		return Position{}, err
	}
	c.leave = max(after, 0)
	if err := c.play(ctx); err != nil {
		return Position{}, err
	}
	p := Position{
		Game: c.Game, Size: c.Size, After: c.Moves, Move: c.last, Mover: c.mover, Nodes: c.nodes, Next: c.next,
		Turn: c.table.Turn(), Winner: c.table.Winner(), Decisive: c.table.Decisive(),
	}
	if p.Winner != games.Empty {
		p.Turn = games.Empty
	}
	if points, ok := c.table.Points(c.last); ok {
		p.Points = points
	}
	for y := range c.Size {
		for x := range c.Size {
			p.Pieces = append(p.Pieces, c.table.At(games.Point{X: x, Y: y}))
		}
	}
	if n := len(c.Violations); n > 0 && c.Violations[n-1].Number == c.Moves {
		p.Wrong = &c.Violations[n-1]
	}
	return p, nil
}

// At is what is on a point of the board.
func (p *Position) At(at games.Point) games.Colour { return p.Pieces[at.Y*p.Size+at.X] }
