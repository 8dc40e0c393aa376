package web

import (
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/gorules"
)

// Board is a position as a diagram. Points count from 0 at the top left; a line
// is one unit from the next.
type Board struct {
	ID            string // of the element, for scripts; "" when there is one
	Label         string // what it shows, for people who do not see it
	Width, Height int    // lines
	View          string // the SVG's view box
	Grid          string // path of the lines
	Stars         []BoardPoint
	Columns, Rows []BoardLabel
	Areas         []BoardArea
	Stones        []BoardStone
	Wrong         []BoardPoint // where a move was against the rules
	Text          string       // the same in letters, for people who do not see it
}

// BoardPoint is a point.
type BoardPoint struct{ X, Y int }

// BoardLabel is a coordinate beside the board.
type BoardLabel struct {
	At   int
	Text string
}

// BoardStone is a stone with what is written on it.
type BoardStone struct {
	BoardPoint
	Black  bool
	Number string // of its move, or ""
	Last   bool   // played last
	Dead   bool   // taken off before counting
	Chain  string // first stone of its chain, "D4", where stones can be chosen; else ""
}

// BoardArea says whose an empty point is.
type BoardArea struct {
	BoardPoint
	Of string // "black", "white" or "shared"
}

// margins around the outermost lines, in units of the distance of two lines.
const (
	boardEdge   = 0.75 // wood beyond the lines
	boardLabels = 0.85 // and beyond it, for coordinates
)

// boardOf draws a position.
func boardOf(b *gorules.Board, label string) Board {
	w, h := b.Width(), b.Height()
	side := boardEdge + boardLabels
	out := Board{
		Label: label, Width: w, Height: h, Grid: boardGrid(w, h), Stars: boardStars(w, h), Text: b.String(),
		View: fmt.Sprintf("%g %g %g %g", -side, -side, float64(w-1)+2*side, float64(h-1)+2*side),
	}
	for x := range w {
		out.Columns = append(out.Columns, BoardLabel{x, gorules.ColumnLabel(x)})
	}
	for y := range h {
		out.Rows = append(out.Rows, BoardLabel{y, strconv.Itoa(h - y)})
	}
	for y := range h {
		for x := range w {
			if c := b.At(gorules.At(x, y)); c != gorules.Empty {
				out.Stones = append(out.Stones, BoardStone{BoardPoint: BoardPoint{x, y}, Black: c == gorules.Black})
			}
		}
	}
	return out
}

// stones finds the stones by their points.
func (b *Board) stones() map[BoardPoint]*BoardStone {
	out := make(map[BoardPoint]*BoardStone, len(b.Stones))
	for i := range b.Stones {
		out[b.Stones[i].BoardPoint] = &b.Stones[i]
	}
	return out
}

// boardGrid is the path of the lines. A board of one line has a dot.
func boardGrid(w, h int) string {
	var d strings.Builder
	for y := range h {
		fmt.Fprintf(&d, "M0 %dh%d", y, w-1)
	}
	for x := range w {
		fmt.Fprintf(&d, "M%d 0v%d", x, h-1)
	}
	return d.String()
}

// boardStars are the star points as boards have them.
func boardStars(w, h int) []BoardPoint {
	xs, ys := starLines(w), starLines(h)
	if xs == nil || ys == nil {
		return nil
	}
	var out []BoardPoint
	for _, y := range ys {
		for _, x := range xs {
			atSide := (2*x == w-1) != (2*y == h-1)
			if atSide && (w < 15 || h < 15) {
				continue // small boards have corners and centre
			}
			out = append(out, BoardPoint{x, y})
		}
	}
	return out
}

// starLines are the lines of a side that have star points: near both ends and,
// on odd sides, in the middle.
func starLines(n int) []int {
	if n < 7 {
		return nil
	}
	first := 3
	if n < 12 {
		first = 2
	}
	if n%2 == 0 {
		return []int{first, n - 1 - first}
	}
	return []int{first, n / 2, n - 1 - first}
}

// Shape says how large a board is drawn, for style sheets.
func (b Board) Shape() string {
	switch side := max(b.Width, b.Height); {
	case side <= 9:
		return "small"
	case side <= 13:
		return "medium"
	}
	return "large"
}

// Size is the board as a phrase: "19 × 19".
func (b Board) Size() string { return fmt.Sprintf("%d × %d", b.Width, b.Height) }

// WoodX, WoodY, WoodWidth and WoodHeight place the board itself.
func (Board) WoodX() float64        { return -boardEdge }
func (Board) WoodY() float64        { return -boardEdge }
func (b Board) WoodWidth() float64  { return float64(b.Width-1) + 2*boardEdge }
func (b Board) WoodHeight() float64 { return float64(b.Height-1) + 2*boardEdge }

// LabelTop, LabelBottom, LabelLeft and LabelRight are where coordinates stand.
func (Board) LabelTop() float64      { return -boardEdge - boardLabels/2 }
func (b Board) LabelBottom() float64 { return float64(b.Height-1) + boardEdge + boardLabels/2 }
func (Board) LabelLeft() float64     { return -boardEdge - boardLabels/2 }
func (b Board) LabelRight() float64  { return float64(b.Width-1) + boardEdge + boardLabels/2 }
