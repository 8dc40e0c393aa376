package hex

import (
	"fmt"

	"nzgs/internal/games"
)

// The sizes of boards. The default is that of records which do not say.
const (
	MinSize     = 1
	MaxSize     = 52
	DefaultSize = 11
)

// Opening says what makes up for the first player's advantage.
type Opening uint8

// The kinds of Opening.
const (
	// Swap: the second player may exchange sides instead of the second move.
	Swap Opening = iota
	// ItsYourTurn: the first piece may not be in the centre row, and nobody exchanges sides.
	ItsYourTurn
)

// Game is a game being played or replayed. It is not safe for use by several goroutines at once. The zero Game is
// ready for Reset.
type Game struct {
	opening Opening
	size    int
	turn    games.Colour
	winner  games.Colour
	moves   int
	begun   bool        // the first move is not to come, though none was played: see Begun
	first   games.Point // where the first piece is
	cells   []games.Colour
	joined  []int32 // the cells and the four sides as sets of what is joined: the parent of each
}

// The four sides follow the cells in joined.
const (
	top = iota
	bottom
	left
	right
	sides
)

// Reset begins a new game in the same memory; Black begins. An error says that there is no such board; the game is then
// as it was.
func (g *Game) Reset(o Opening, size int) error {
	if size < MinSize || size > MaxSize {
		return fmt.Errorf("a board of Hex has %d to %d rows, not %d", MinSize, MaxSize, size)
	}
	n := size * size
	g.opening, g.size, g.turn, g.winner, g.moves = o, size, games.Black, games.Empty, 0
	g.begun = false
	g.cells = append(g.cells[:0], make([]games.Colour, n)...)
	g.joined = g.joined[:0]
	for i := range n + sides {
		g.joined = append(g.joined, int32(i))
	}
	return nil
}

// Size is the number of rows, which is the number of columns.
func (g *Game) Size() int { return g.size }

// Turn says who moves next; of no use once somebody has won.
func (g *Game) Turn() games.Colour { return g.turn }

// Moves counts the moves so far.
func (g *Game) Moves() int { return g.moves }

// Winner is who has joined both sides, Empty before.
func (g *Game) Winner() games.Colour { return g.winner }

// At says whose piece is on a cell; Empty off the board.
func (g *Game) At(p games.Point) games.Colour {
	if !p.On(g.size) {
		return games.Empty
	}
	return g.cells[g.cell(p)]
}

func (g *Game) cell(p games.Point) int { return p.Y*g.size + p.X }

// SetTurn says who moves next, Black or White, whoever moved last.
func (g *Game) SetTurn(c games.Colour) { g.turn = c }

// SetUp puts pieces on cells of the board, or takes them off with Empty. It is nobody's move. In the position somebody
// may have won already. An error names the point that is off the board; nothing is changed then.
func (g *Game) SetUp(c games.Colour, at ...games.Point) error {
	for _, p := range at {
		if !p.On(g.size) {
			return fmt.Errorf("there is no cell %s on a board of %d×%d", Name(p), g.size, g.size)
		}
	}
	for _, p := range at {
		g.cells[g.cell(p)] = c
		g.begun = g.begun || c != games.Empty
	}
	g.joinAgain()
	return nil
}

// Begun says that the game has begun though no move was played, as where an illegal first move is left out: the next is
// no first move. So is none after pieces are set up.
func (g *Game) Begun() { g.begun = true }

// joinAgain finds out anew what is joined: joining cannot be taken back.
func (g *Game) joinAgain() {
	for i := range g.joined {
		g.joined[i] = int32(i)
	}
	g.winner = games.Empty
	for i, c := range g.cells {
		if c != games.Empty {
			g.join(games.Point{X: i % g.size, Y: i / g.size}, c)
		}
	}
}

// Play puts a piece on a cell.
func (g *Game) Play(c games.Colour, p games.Point) *games.Illegal {
	if why := g.refuse(c, p); why != nil {
		return why
	}
	if g.moves == 0 {
		g.first = p
	}
	g.cells[g.cell(p)] = c
	g.join(p, c)
	g.moves++
	g.turn = c.Opponent()
	return nil
}

// refuse says what is wrong with a move; nil if nothing.
func (g *Game) refuse(c games.Colour, p games.Point) *games.Illegal {
	no := func(k games.Kind, why string) *games.Illegal {
		return &games.Illegal{Kind: k, Colour: c, At: Name(p), Why: why}
	}
	switch {
	case g.winner != games.Empty:
		return no(games.AfterEnd, g.winner.Name()+" has joined both sides already")
	case c != g.turn:
		return no(games.OutOfTurn, g.turn.Name()+" is to move")
	case !p.On(g.size):
		return no(games.OffBoard, fmt.Sprintf("it is not on a board of %d×%d", g.size, g.size))
	case g.cells[g.cell(p)] != games.Empty:
		return no(games.Occupied, "there is a piece on the cell")
	case g.opening == ItsYourTurn && g.moves == 0 && !g.begun && 2*p.Y+1 == g.size:
		return no(games.Opening, "the first player may not begin in the centre row")
	}
	return nil
}

// SwapPieces is the second player's move that takes the first piece over: it becomes the second player's, mirrored at
// the long diagonal, so that it stands to the own sides as it stood to the opponent's.
func (g *Game) SwapPieces(c games.Colour) *games.Illegal {
	if why := g.refuseSwap(c, "swap-pieces"); why != nil {
		return why
	}
	mirrored := games.Point{X: g.first.Y, Y: g.first.X}
	if mirrored != g.first && g.At(mirrored) != games.Empty { // set up
		return &games.Illegal{
			Kind: games.Occupied, Colour: c, At: "swap-pieces",
			Why: "there is a piece on " + Name(mirrored) + ", where the first one would go",
		}
	}
	g.cells[g.cell(g.first)] = games.Empty
	g.cells[g.cell(mirrored)] = c
	g.joinAgain()
	g.moves++
	g.turn = c.Opponent()
	return nil
}

// SwapSides is the second player's move that changes places with the first, who goes on in the second player's colour.
func (g *Game) SwapSides(c games.Colour) *games.Illegal {
	if why := g.refuseSwap(c, "swap-sides"); why != nil {
		return why
	}
	g.moves++
	return nil
}

func (g *Game) refuseSwap(c games.Colour, name string) *games.Illegal {
	no := func(k games.Kind, why string) *games.Illegal {
		return &games.Illegal{Kind: k, Colour: c, At: name, Why: why}
	}
	switch {
	case g.winner != games.Empty && g.moves != 1: // on a board of one cell the first piece wins, unless it is taken over
		return no(games.AfterEnd, g.winner.Name()+" has joined both sides already")
	case c != g.turn:
		return no(games.OutOfTurn, g.turn.Name()+" is to move")
	case g.opening == ItsYourTurn:
		return no(games.Opening, "by these rules the players do not exchange sides")
	case g.moves != 1:
		return no(games.Opening, "sides are exchanged at the second move or not at all")
	}
	return nil
}

// around are the ways to the six neighbours of a cell.
var around = [6]games.Point{{X: -1}, {X: 1}, {Y: -1}, {Y: 1}, {X: 1, Y: -1}, {X: -1, Y: 1}}

// join joins a piece to those of its colour around it and to the own sides that it touches.
func (g *Game) join(p games.Point, c games.Colour) {
	i := int32(g.cell(p))
	for _, way := range around {
		if q := (games.Point{X: p.X + way.X, Y: p.Y + way.Y}); g.At(q) == c {
			g.unite(i, int32(g.cell(q)))
		}
	}
	from, to, at := g.goal(c, p)
	if at == 0 {
		g.unite(i, from)
	}
	if at == g.size-1 {
		g.unite(i, to)
	}
	if g.winner == games.Empty && g.find(from) == g.find(to) {
		g.winner = c
	}
}

// goal gives a colour's two sides and how far a point is from the first.
func (g *Game) goal(c games.Colour, p games.Point) (from, to int32, at int) {
	n := int32(len(g.cells))
	if c == games.Black {
		return n + top, n + bottom, p.Y
	}
	return n + left, n + right, p.X
}

func (g *Game) find(i int32) int32 {
	for g.joined[i] != i {
		g.joined[i] = g.joined[g.joined[i]]
		i = g.joined[i]
	}
	return i
}

func (g *Game) unite(i, j int32) {
	// The sides are the highest and become no one's child, so that ways stay short.
	a, b := g.find(i), g.find(j)
	if a < b {
		a, b = b, a
	}
	g.joined[b] = a
}
