package gorules

import (
	"fmt"
	"strings"
)

// Board is a position: which points have stones of which colour. It is not safe
// for use by several goroutines at once, not even for reading. The zero Board
// has no points; NewBoard and Game.BoardAfter give it a size.
type Board struct {
	width, height int
	total         int  // stones
	stale         bool // stones were put or taken by hand since the chains were built
	strangled     bool // a chain has no liberties, as only stones put by hand can
	colour        [points]Colour
	chains
}

// border is the colour of everything around the board. All rows that the board
// does not use are border too, so that every point beyond the board is.
const border Colour = 3

// NewBoard gives an empty board. Sides are from 1 to MaxSize.
func NewBoard(width, height int) (*Board, error) {
	b := &Board{}
	if err := b.reset(width, height); err != nil {
		return nil, err
	}
	return b, nil
}

// reset makes the board empty, in the same memory.
func (b *Board) reset(width, height int) error {
	if width < 1 || width > MaxSize || height < 1 || height > MaxSize {
		return fmt.Errorf("a board has 1 to %d points on each side, not %d×%d", MaxSize, width, height)
	}
	if b.width != width || b.height != height {
		for i := range b.colour {
			b.colour[i] = border
		}
		b.chain = alone
		b.width, b.height = width, height
	}
	for y := range height {
		clear(b.colour[(y+1)*stride+1:][:width])
		copy(b.chain[(y+1)*stride+1:][:width], alone[(y+1)*stride+1:])
	}
	b.total, b.stale, b.strangled = 0, false, false
	return nil
}

// copyFrom makes b a copy of src, in b's memory.
func (b *Board) copyFrom(src *Board) {
	if b.width != src.width || b.height != src.height {
		*b = *src
		return
	}
	b.total, b.stale, b.strangled = src.total, src.stale, src.strangled
	used := (src.height + 2) * stride
	copy(b.colour[:used], src.colour[:used])
	b.chains.copyFrom(&src.chains, used)
}

// Width is the number of columns.
func (b *Board) Width() int { return b.width }

// Height is the number of rows.
func (b *Board) Height() int { return b.height }

// Has tells whether the point is on this board.
func (b *Board) Has(p Point) bool {
	return p >= 0 && p < points && b.width > 0 && b.colour[p] != border
}

// At gives the colour of the stone on the point; Empty off the board too.
func (b *Board) At(p Point) Colour {
	if !b.Has(p) {
		return Empty
	}
	return b.colour[p]
}

// Put sets the colour of a point, Empty to take a stone off. Nothing is
// captured. A point off the board is left alone.
func (b *Board) Put(p Point, c Colour) {
	if !b.Has(p) || b.colour[p] == c || c > White {
		return
	}
	if b.colour[p] != Empty {
		b.total--
	}
	if c != Empty {
		b.total++
	}
	b.colour[p] = c
	b.stale = true
}

// Points lists all points of the board, row by row from the top left.
func (b *Board) Points() []Point {
	all := make([]Point, 0, b.width*b.height)
	for y := range b.height {
		for x := range b.width {
			all = append(all, At(x, y))
		}
	}
	return all
}

// row gives the colours of row y.
func (b *Board) row(y int) []Colour { return b.colour[(y+1)*stride+1:][:b.width] }

// Stones counts the stones of the colour.
func (b *Board) Stones(c Colour) int {
	n := 0
	for y := range b.height {
		for _, at := range b.row(y) {
			if at == c {
				n++
			}
		}
	}
	return n
}

// Chain lists the stones connected to the one at p, itself first; none if p is
// empty.
func (b *Board) Chain(p Point) []Point {
	if b.At(p) == Empty {
		return nil
	}
	b.refresh()
	stones := []Point{p}
	for q := b.next[p]; q != uint16(p); q = b.next[q] {
		stones = append(stones, Point(q))
	}
	return stones
}

// directions lead to the adjacent points.
var directions = [4]Point{-stride, -1, 1, stride}

// Clone gives a copy.
func (b *Board) Clone() *Board {
	c := *b
	return &c
}

const marks = ".XO"

// String writes a diagram, a line per row: . for an empty point, X and O.
func (b *Board) String() string {
	var s strings.Builder
	for y := range b.height {
		for _, c := range b.row(y) {
			s.WriteByte(marks[c])
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// Diagram draws the board for people: letters and numbers along the sides, the
// stone at mark, if any, in brackets.
func (b *Board) Diagram(mark Point) string {
	var s strings.Builder
	letters := "   "
	for x := range b.width {
		letters += fmt.Sprintf("%2s", ColumnLabel(x))
	}
	s.WriteString(letters + "\n")
	for y := range b.height {
		fmt.Fprintf(&s, "%2d ", b.height-y)
		for x, c := range b.row(y) {
			before := byte(' ')
			switch mark {
			case At(x, y):
				before = '('
			case At(x-1, y):
				if x > 0 {
					before = ')'
				}
			}
			s.WriteByte(before)
			s.WriteByte(marks[c])
		}
		if mark.IsPoint() && mark == At(b.width-1, y) {
			s.WriteByte(')')
		} else {
			s.WriteByte(' ')
		}
		fmt.Fprintf(&s, "%d\n", b.height-y)
	}
	s.WriteString(letters + "\n")
	return s.String()
}
