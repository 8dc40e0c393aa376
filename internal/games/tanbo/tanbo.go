package tanbo

import (
	"cmp"
	"fmt"
	"slices"

	"nzgs/internal/games"
)

// The sizes of boards. The text's is the default.
const (
	MinSize     = 2
	MaxSize     = 52
	DefaultSize = 19
)

// Game is a game being played or replayed. It is not safe for use by several goroutines at once. The zero Game is
// ready for Reset.
type Game struct {
	size  int
	turn  games.Colour
	moves int
	// The board has a border of points that belong to no colour, so that every point has four neighbours.
	stride int
	colour []games.Colour
	// own counts, of every point, the neighbours of each colour.
	own [3][]uint8
	// root is the number of a stone's root; next its next stone there, in a ring.
	root []int32
	next []int32
	// grows counts a root's points where it can grow; of a root that is gone it is -1. A move begins no root and
	// ends some, so that numbers are never used again.
	grows   []int32
	first   []int32        // a stone of each root
	owner   []games.Colour // of each root
	stones  [3]int         // on the board, by colour
	bounded []int32        // roots that may be
	taken   []games.Point  // by the last move
	takenOf []games.Colour // whose each of them was
}

// border is the colour of what is around the board.
const border = games.Arrow

// Reset begins a new game in the same memory, on an empty board; Black begins. An error says that there is no such
// board; the game is then as it was.
func (g *Game) Reset(size int) error {
	if size < MinSize || size > MaxSize {
		return fmt.Errorf("a board of Tanbo has %d to %d lines, not %d", MinSize, MaxSize, size)
	}
	g.size, g.stride, g.turn, g.moves = size, size+2, games.Black, 0
	n := g.stride * g.stride
	g.colour = append(g.colour[:0], slices.Repeat([]games.Colour{border}, n)...)
	for y := range size {
		for x := range size {
			g.colour[g.at(games.Point{X: x, Y: y})] = games.Empty
		}
	}
	g.root = append(g.root[:0], make([]int32, n)...)
	g.next = append(g.next[:0], make([]int32, n)...)
	for c := range g.own {
		g.own[c] = append(g.own[c][:0], make([]uint8, n)...)
	}
	g.grows, g.first, g.owner = g.grows[:0], g.first[:0], g.owner[:0]
	g.bounded, g.taken, g.takenOf = g.bounded[:0], g.taken[:0], g.takenOf[:0]
	g.stones = [3]int{}
	return nil
}

// Start is where the text's stones are before the first move, on its board of 19 lines: on every sixth point each way,
// the colours in turn, Black in the top left corner. The text shows it in a picture only, without colours' places.
func Start() (black, white []games.Point) {
	const apart, inRow = 6, 4
	for y := range inRow {
		for x := range inRow {
			p := games.Point{X: x * apart, Y: y * apart}
			if (x+y)%2 == 0 {
				black = append(black, p)
			} else {
				white = append(white, p)
			}
		}
	}
	return black, white
}

func (g *Game) at(p games.Point) int32 { return int32((p.Y+1)*g.stride + p.X + 1) }

func (g *Game) point(i int32) games.Point {
	return games.Point{X: int(i)%g.stride - 1, Y: int(i)/g.stride - 1}
}

func (g *Game) around(i int32) [4]int32 {
	s := int32(g.stride)
	return [4]int32{i - s, i - 1, i + 1, i + s}
}

// Size is the number of lines each way.
func (g *Game) Size() int { return g.size }

// Turn says who moves next; of no use once somebody has won.
func (g *Game) Turn() games.Colour { return g.turn }

// SetTurn says who moves next, Black or White, whoever moved last.
func (g *Game) SetTurn(c games.Colour) { g.turn = c }

// Moves counts the moves so far.
func (g *Game) Moves() int { return g.moves }

// At says whose stone is on a point; Empty off the board.
func (g *Game) At(p games.Point) games.Colour {
	if !p.On(g.size) {
		return games.Empty
	}
	return g.colour[g.at(p)]
}

// Stones counts a colour's stones on the board.
func (g *Game) Stones(c games.Colour) int { return g.stones[c] }

// Winner is who still has stones when the other has none; Empty while both have, and before anything is on the board.
func (g *Game) Winner() games.Colour {
	switch {
	case g.stones[games.Black] > 0 && g.stones[games.White] == 0:
		return games.Black
	case g.stones[games.White] > 0 && g.stones[games.Black] == 0:
		return games.White
	}
	return games.Empty
}

// Taken gives the stones that the last move took off. It is good until the next.
func (g *Game) Taken() []games.Point { return g.taken }

// LastRoots are where the roots of the loser stood that the last move took off: what has decided the game. There are
// none before it is decided, nor where a position was set up that is.
func (g *Game) LastRoots() (all []games.Point) {
	w := g.Winner()
	for i, p := range g.taken {
		if w != games.Empty && g.takenOf[i] != w {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b games.Point) int { return cmp.Or(a.Y-b.Y, a.X-b.X) })
	return all
}

// SetUp puts stones on points of the board, whatever is there; Empty takes stones off. It is nobody's move and takes
// nothing off by itself. An error names the point that is off the board; nothing is changed then.
func (g *Game) SetUp(c games.Colour, at ...games.Point) error {
	for _, p := range at {
		if !p.On(g.size) {
			return fmt.Errorf("there is no point %s on a board of %d×%d", p, g.size, g.size)
		}
	}
	for _, p := range at {
		g.colour[g.at(p)] = c
	}
	g.rootAgain()
	return nil
}

// rootAgain finds the roots of a position that was set up.
func (g *Game) rootAgain() {
	g.grows, g.first, g.owner, g.stones = g.grows[:0], g.first[:0], g.owner[:0], [3]int{}
	for c := range g.own {
		clear(g.own[c])
	}
	for i := range g.root {
		g.root[i] = -1
	}
	for i, c := range g.colour {
		if c != games.Black && c != games.White {
			continue
		}
		g.stones[c]++
		for _, j := range g.around(int32(i)) {
			g.own[c][j]++
		}
		if g.root[i] < 0 {
			g.newRoot(int32(i), c)
		}
	}
	for i, c := range g.colour {
		if c != games.Empty {
			continue
		}
		for _, c := range [2]games.Colour{games.Black, games.White} {
			if g.own[c][i] == 1 {
				g.grows[g.rootBeside(int32(i), c)]++
			}
		}
	}
	g.bounded, g.taken, g.takenOf = g.bounded[:0], g.taken[:0], g.takenOf[:0]
	for r := range g.grows {
		if g.grows[r] == 0 {
			g.bounded = append(g.bounded, int32(r))
		}
	}
}

// newRoot makes one root of a stone and all of its colour that it is connected with.
func (g *Game) newRoot(from int32, c games.Colour) {
	r := int32(len(g.grows))
	g.grows, g.first, g.owner = append(g.grows, 0), append(g.first, from), append(g.owner, c)
	g.root[from], g.next[from] = r, from
	for at, queue := 0, []int32{from}; at < len(queue); at++ {
		for _, j := range g.around(queue[at]) {
			if g.colour[j] == c && g.root[j] < 0 {
				g.root[j], g.next[j], g.next[from] = r, g.next[from], j
				queue = append(queue, j)
			}
		}
	}
}

// rootBeside is the root of the first stone of a colour beside a point that has one.
func (g *Game) rootBeside(i int32, c games.Colour) int32 {
	for _, j := range g.around(i) {
		if g.colour[j] == c {
			return g.root[j]
		}
	}
	return -1
}
