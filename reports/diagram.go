package reports

import (
	"fmt"
	"strconv"
)

// Diagram is a position on a Go board, to be drawn as lines and discs that stay
// sharp at any size. Points count from 0 at the top left; what lies off the
// board is not drawn.
type Diagram struct {
	Title         string // above it: "Before move 24"
	Caption       string // below it: "White wins by 3: Black 184, White 177 and komi 10"
	Width, Height int    // lines, 1 to [MaxBoard]
	Columns       []string
	Rows          []string // coordinates, from the left and from the top; empty draws none
	Stars         []DiagramPoint
	Black, White  []DiagramStone
	Marks         []DiagramMark
}

// MaxBoard is the most lines a side of a diagram may have.
const MaxBoard = 52

// DiagramPoint is a point of the board.
type DiagramPoint struct{ X, Y int }

// DiagramStone is a stone.
type DiagramStone struct {
	DiagramPoint
	Number int // of its move, written on it; 0: none
}

// DiagramMark is a mark on a point.
type DiagramMark struct {
	DiagramPoint
	Kind DiagramMarkKind
}

// DiagramMarkKind is what a mark says. Marks differ in shape, for paper has no
// colours.
type DiagramMarkKind uint8

// The kinds of mark.
const (
	LastMove      DiagramMarkKind = iota // a dot on the stone played last
	Violation                            // a heavy frame around the move against the rules
	DeadStone                            // a cross on a stone that is taken off
	BlackPoint                           // a small square on Black's territory
	WhitePoint                           // a small ring on White's territory
	SharedPoint                          // a square in a ring on territory of both
	DisputedStone                        // a triangle on a stone of which the players do not agree whether it is dead
)

// check refuses a board that cannot be drawn.
func (g *Diagram) check() error {
	if g.Width < 1 || g.Width > MaxBoard || g.Height < 1 || g.Height > MaxBoard {
		return fmt.Errorf(
			"diagram %q: a board of %d × %d lines cannot be drawn, only one of 1 to %d a side", g.Title, g.Width, g.Height,
			MaxBoard,
		)
	}
	return nil
}

// What is around the outermost lines, in distances of two lines.
const (
	diagramWood   = 0.5 // to the board's edge
	diagramLabels = 0.9 // from there, for coordinates
	diagramSide   = diagramWood + diagramLabels
	mostUnit      = 9.0 // millimetres between two lines, at most
)

// unit is the distance of two lines, in millimetres, for the space there is.
func (g *Diagram) unit(width, height float64) float64 {
	return min(mostUnit, width/(float64(g.Width-1)+2*diagramSide), height/(float64(g.Height-1)+2*diagramSide))
}

// size is what the board takes with its coordinates.
func (g *Diagram) size(unit float64) (width, height float64) {
	return (float64(g.Width-1) + 2*diagramSide) * unit, (float64(g.Height-1) + 2*diagramSide) * unit
}

// goban is a diagram where it is being drawn.
type goban struct {
	*document
	*Diagram
	x, y, unit float64 // of the top left point; the distance of two lines
}

// diagram draws the board with its coordinates, its top left corner at x, y.
func (d *document) diagram(g *Diagram, x, y, unit float64) {
	b := goban{d, g, x + diagramSide*unit, y + diagramSide*unit, unit}
	b.grid()
	b.coordinates()
	for _, s := range g.Black {
		b.put(s, black)
	}
	for _, s := range g.White {
		b.put(s, white)
	}
	for _, m := range g.Marks {
		b.mark(m)
	}
}

func (b *goban) at(p DiagramPoint) (x, y float64, ok bool) {
	ok = p.X >= 0 && p.X < b.Width && p.Y >= 0 && p.Y < b.Height
	return b.x + float64(p.X)*b.unit, b.y + float64(p.Y)*b.unit, ok
}

// grid draws the lines, the outermost heavier, and the star points. The one
// point of the smallest board is a cross.
func (b *goban) grid() {
	right, bottom := b.x+float64(b.Width-1)*b.unit, b.y+float64(b.Height-1)*b.unit
	pen := func(i, n int) float64 {
		if i == 0 || i == n-1 {
			return max(0.2, b.unit*0.05)
		}
		return max(0.1, b.unit*0.025)
	}
	stub := 0.0
	if b.Width == 1 && b.Height == 1 {
		stub = b.unit / 4
	}
	for i := range b.Height {
		y := b.y + float64(i)*b.unit
		b.rule(b.x-stub, y, right+stub, y, pen(i, b.Height), 60)
	}
	for i := range b.Width {
		x := b.x + float64(i)*b.unit
		b.rule(x, b.y-stub, x, bottom+stub, pen(i, b.Width), 60)
	}
	for _, p := range b.Stars {
		if x, y, ok := b.at(p); ok {
			b.stone(black, x, y, b.unit*0.1)
		}
	}
}

// coordinates stand on all four sides.
func (b *goban) coordinates() {
	st := style{size: b.unit * 0.5 / mmPerPoint, grey: 40}
	down := b.unit * 0.18 // from a line of text's middle to its baseline
	away := (diagramWood + diagramLabels/2) * b.unit
	right, bottom := b.x+float64(b.Width-1)*b.unit, b.y+float64(b.Height-1)*b.unit
	for i, s := range b.Columns[:min(len(b.Columns), b.Width)] {
		x := b.x + float64(i)*b.unit
		b.textCentre(x, b.y-away+down, s, st)
		b.textCentre(x, bottom+away+down, s, st)
	}
	for i, s := range b.Rows[:min(len(b.Rows), b.Height)] {
		y := b.y + float64(i)*b.unit + down
		b.textCentre(b.x-away, y, s, st)
		b.textCentre(right+away, y, s, st)
	}
}

// put draws a stone, with its number if it has one.
func (b *goban) put(s DiagramStone, c colour) {
	x, y, ok := b.at(s.DiagramPoint)
	if !ok {
		return
	}
	b.stone(c, x, y, b.unit*0.46)
	if s.Number <= 0 {
		return
	}
	text, st := strconv.Itoa(s.Number), style{weight: bold}
	if c == black {
		st.grey = 255
	}
	st.size = 1 // to measure by
	st.size = min(b.unit*0.62/mmPerPoint, b.unit*0.78/widthOf(text, st))
	b.textCentre(x, y+st.size*mmPerPoint*0.36, text, st)
}

// under is the colour of the stone on a point, if there is one.
func (b *goban) under(p DiagramPoint) (colour, bool) {
	for _, s := range b.Black {
		if s.DiagramPoint == p {
			return black, true
		}
	}
	for _, s := range b.White {
		if s.DiagramPoint == p {
			return white, true
		}
	}
	return black, false
}

func (b *goban) mark(m DiagramMark) {
	x, y, ok := b.at(m.DiagramPoint)
	if !ok {
		return
	}
	u := b.unit
	switch m.Kind {
	case LastMove:
		c, _ := b.under(m.DiagramPoint)
		b.stone(black+white-c, x, y, u*0.18)
	case Violation:
		b.box(x-u*0.52, y-u*0.52, u*1.04, u*1.04, max(0.3, u*0.1))
	case DeadStone:
		b.cross(m.DiagramPoint, x, y)
	case DisputedStone:
		b.triangle(m.DiagramPoint, x, y)
	case BlackPoint:
		b.fill(x-u*0.17, y-u*0.17, u*0.34, u*0.34, 0)
	case WhitePoint:
		b.stone(white, x, y, u*0.2)
	case SharedPoint:
		b.stone(white, x, y, u*0.26)
		b.fill(x-u*0.11, y-u*0.11, u*0.22, u*0.22, 0)
	}
}

// cross is white on a black stone and black on a white one.
func (b *goban) cross(p DiagramPoint, x, y float64) {
	grey, arm := uint8(0), b.unit*0.24
	if c, ok := b.under(p); ok && c == black {
		grey = 255
	}
	b.rule(x-arm, y-arm, x+arm, y+arm, b.unit*0.1, grey)
	b.rule(x-arm, y+arm, x+arm, y-arm, b.unit*0.1, grey)
}

// triangle is white on a black stone and black on a white one.
func (b *goban) triangle(p DiagramPoint, x, y float64) {
	grey, r := uint8(0), b.unit*0.3
	if c, ok := b.under(p); ok && c == black {
		grey = 255
	}
	left, right, top, bottom := x-r*0.87, x+r*0.87, y-r, y+r/2
	for _, side := range [][4]float64{{x, top, right, bottom}, {right, bottom, left, bottom}, {left, bottom, x, top}} {
		b.rule(side[0], side[1], side[2], side[3], b.unit*0.09, grey)
	}
}
