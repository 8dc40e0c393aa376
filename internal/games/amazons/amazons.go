package amazons

import (
	"fmt"
	"iter"
	"slices"

	"nzgs/internal/games"
)

// The sizes of boards. The text's is the default.
const (
	MinSize     = 1
	MaxSize     = 52
	DefaultSize = 10
)

// Move is a queen's move with its shot.
type Move struct {
	Colour          games.Colour
	From, To, Arrow games.Point
}

// String writes a move as records do: "B[djddgd]".
func (m Move) String() string {
	return m.Colour.String() + "[" + m.From.String() + m.To.String() + m.Arrow.String() + "]"
}

// Game is a game being played or replayed. It is not safe for use by several goroutines at once. The zero Game is
// ready for Reset.
type Game struct {
	size, stride int
	turn, winner games.Colour
	moves        int
	// The board has a border that nothing can pass.
	square []games.Colour
	ways   [8]int
	queens [3][]int // where each colour's are
}

// Reset begins a new game in the same memory, on an empty board; Black begins. An error says that there is no such
// board; the game is then as it was.
func (g *Game) Reset(size int) error {
	if size < MinSize || size > MaxSize {
		return fmt.Errorf("a board of Amazons has %d to %d rows, not %d", MinSize, MaxSize, size)
	}
	g.size, g.stride = size, size+2
	g.turn, g.winner, g.moves = games.Black, games.Empty, 0
	g.square = append(g.square[:0], slices.Repeat([]games.Colour{games.Arrow}, g.stride*g.stride)...)
	for y := range size {
		for x := range size {
			g.square[g.at(games.Point{X: x, Y: y})] = games.Empty
		}
	}
	s := g.stride
	g.ways = [8]int{-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1}
	for c := range g.queens {
		g.queens[c] = g.queens[c][:0]
	}
	return nil
}

// Start is where the queens are before the first move, on the text's board of ten rows.
func Start() (black, white []games.Point) {
	const first, third, fourth, seventh = 0, 3, 6, 9
	return []games.Point{{X: third, Y: seventh}, {X: fourth, Y: seventh}, {X: first, Y: fourth}, {X: seventh, Y: fourth}},
		[]games.Point{{X: third, Y: first}, {X: fourth, Y: first}, {X: first, Y: third}, {X: seventh, Y: third}}
}

func (g *Game) at(p games.Point) int { return (p.Y+1)*g.stride + p.X + 1 }

func (g *Game) point(i int) games.Point { return games.Point{X: i%g.stride - 1, Y: i/g.stride - 1} }

// Size is the number of rows, which is the number of columns.
func (g *Game) Size() int { return g.size }

// Turn says who moves next; of no use once somebody has won.
func (g *Game) Turn() games.Colour { return g.turn }

// SetTurn says who moves next, Black or White, whoever moved last.
func (g *Game) SetTurn(c games.Colour) {
	g.turn = c
	g.decide()
}

// Moves counts the moves so far.
func (g *Game) Moves() int { return g.moves }

// At says what is on a square: nothing, whose queen, or an arrow. Off the board it is Empty.
func (g *Game) At(p games.Point) games.Colour {
	if !p.On(g.size) {
		return games.Empty
	}
	return g.square[g.at(p)]
}

// Winner is the opponent of who is to move and cannot; Empty before.
func (g *Game) Winner() games.Colour { return g.winner }

// SetUp puts queens or arrows on squares of the board, whatever is there; Empty takes off what is there. It is nobody's
// move. An error names the point that is off the board; nothing is changed then.
func (g *Game) SetUp(c games.Colour, at ...games.Point) error {
	for _, p := range at {
		if !p.On(g.size) {
			return fmt.Errorf("there is no square %s on a board of %d×%d", p, g.size, g.size)
		}
	}
	for _, p := range at {
		g.square[g.at(p)] = c
	}
	g.findQueens()
	g.decide()
	return nil
}

// findQueens finds them on a board that was set up.
func (g *Game) findQueens() {
	g.queens[games.Black], g.queens[games.White] = g.queens[games.Black][:0], g.queens[games.White][:0]
	for i, c := range g.square {
		if c == games.Black || c == games.White {
			g.queens[c] = append(g.queens[c], i)
		}
	}
}

// decide sees whether who is to move can. Before anybody has a queen nothing is decided.
func (g *Game) decide() {
	g.winner = games.Empty
	if len(g.queens[games.Black])+len(g.queens[games.White]) > 0 && !g.canMove(g.turn) {
		g.winner = g.turn.Opponent()
	}
}

// canMove tells whether a queen of that colour has an empty square beside her. If she moves there, the one that she
// left is free for the arrow.
func (g *Game) canMove(c games.Colour) bool {
	for _, q := range g.queens[c] {
		for _, way := range g.ways {
			if g.square[q+way] == games.Empty {
				return true
			}
		}
	}
	return false
}

// Stuck gives a colour's queens that cannot move.
func (g *Game) Stuck(c games.Colour) (stuck []games.Point) {
	for _, q := range g.queens[c] {
		if !slices.ContainsFunc(g.ways[:], func(way int) bool { return g.square[q+way] == games.Empty }) {
			stuck = append(stuck, g.point(q))
		}
	}
	return stuck
}

// Play moves a queen and shoots her arrow.
func (g *Game) Play(m Move) *games.Illegal {
	if why := g.refuse(m); why != nil {
		return why
	}
	from, to := g.at(m.From), g.at(m.To)
	queens := g.queens[m.Colour]
	queens[slices.Index(queens, from)] = to
	g.square[from], g.square[to] = games.Empty, m.Colour
	g.square[g.at(m.Arrow)] = games.Arrow
	g.moves++
	g.SetTurn(m.Colour.Opponent())
	return nil
}

// refuse says what is wrong with a move; nil if nothing.
func (g *Game) refuse(m Move) *games.Illegal {
	no := func(k games.Kind, p games.Point, why string) *games.Illegal {
		return &games.Illegal{Kind: k, Colour: m.Colour, At: p.String(), Why: why}
	}
	switch {
	case g.winner != games.Empty:
		return no(games.AfterEnd, m.From, g.winner.Opponent().Name()+" could not move")
	case m.Colour != g.turn:
		return no(games.OutOfTurn, m.From, g.turn.Name()+" is to move")
	}
	for _, p := range [3]games.Point{m.From, m.To, m.Arrow} {
		if !p.On(g.size) {
			return no(games.OffBoard, p, fmt.Sprintf("it is not on a board of %d×%d", g.size, g.size))
		}
	}
	from, to, arrow := g.at(m.From), g.at(m.To), g.at(m.Arrow)
	switch {
	case g.square[from] != m.Colour:
		return no(games.NotOwn, m.From, "there is no queen of the player’s")
	case g.square[to] != games.Empty:
		return no(games.Occupied, m.To, "the queen's square is not empty")
	case !g.reaches(from, to, from):
		return no(games.Blocked, m.To, "no queen's move leads there from "+m.From.String())
	case arrow != from && g.square[arrow] != games.Empty || arrow == to:
		return no(games.Occupied, m.Arrow, "the arrow's square is not empty")
	case !g.reaches(to, arrow, from):
		return no(games.Blocked, m.Arrow, "no arrow can be shot there from "+m.To.String())
	}
	return nil
}

// reaches tells whether one way leads from a square to another over empty ones; left is empty too.
func (g *Game) reaches(from, to, left int) bool {
	for _, way := range g.ways {
		for i := from + way; g.square[i] == games.Empty || i == left; i += way {
			if i == to {
				return true
			}
		}
	}
	return false
}

// All gives every move of who is to move: queen by queen, her squares way by way, her arrows likewise. The game may not be changed meanwhile.
func (g *Game) All() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if g.winner != games.Empty {
			return
		}
		for _, from := range g.queens[g.turn] {
			for to := range g.from(from, from) {
				for arrow := range g.from(to, from) {
					if !yield(Move{g.turn, g.point(from), g.point(to), g.point(arrow)}) {
						return
					}
				}
			}
		}
	}
}

// from gives the squares that can be reached from one, if left is empty.
func (g *Game) from(square, left int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, way := range g.ways {
			for i := square + way; g.square[i] == games.Empty || i == left; i += way {
				if i != square && !yield(i) {
					return
				}
			}
		}
	}
}
