package records

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/web/kit"
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
	Marks         []kit.BoardMark
	Arrows        []kit.BoardArrow
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
	Black bool
	Last  bool // played last
	Dead  bool // taken off before counting
	// Disputed says that the players do not agree whether it is dead.
	Disputed bool
	Chain    string // first stone of its chain, "D4", where stones can be chosen; else ""
	Number   string // of its move, where numbers are shown; else ""
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

// boardOf draws a diagram.
func boardOf(d record.Diagram, label string) Board {
	w, h := d.Width, d.Height
	side := boardEdge + boardLabels
	out := Board{
		Label: label, Width: w, Height: h, Grid: boardGrid(w, h),
		View: fmt.Sprintf("%g %g %g %g", -side, -side, float64(w-1)+2*side, float64(h-1)+2*side),
	}
	for x, text := range d.Columns {
		out.Columns = append(out.Columns, BoardLabel{x, text})
	}
	for y, text := range d.Rows {
		out.Rows = append(out.Rows, BoardLabel{y, text})
	}
	for _, p := range d.Stars {
		out.Stars = append(out.Stars, boardPoint(p))
	}
	for _, s := range d.Stones {
		stone := BoardStone{
			BoardPoint: boardPoint(s.Point), Black: s.Colour == gorules.Black, Last: s.Point == d.Last, Dead: s.Dead,
			Disputed: s.Disputed,
		}
		if s.Number > 0 {
			stone.Number = strconv.Itoa(s.Number)
		}
		if s.Chain.IsPoint() {
			stone.Chain = s.Chain.Label(h)
		}
		out.Stones = append(out.Stones, stone)
	}
	for _, a := range d.Areas {
		out.Areas = append(out.Areas, BoardArea{boardPoint(a.Point), areaNames[a.Of]})
	}
	if p := boardPoint(d.Wrong); d.Wrong.IsPoint() && p.X < w && p.Y < h {
		out.Wrong = []BoardPoint{p}
	}
	return out
}

var areaNames = map[gorules.Owner]string{gorules.Blacks: "black", gorules.Whites: "white", gorules.Both: "shared"}

func boardPoint(p gorules.Point) BoardPoint { return BoardPoint{p.X(), p.Y()} }

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
func (Board) WoodX() float64 { return -boardEdge }

func (Board) WoodY() float64 { return -boardEdge }

func (b Board) WoodWidth() float64 { return float64(b.Width-1) + 2*boardEdge }

func (b Board) WoodHeight() float64 { return float64(b.Height-1) + 2*boardEdge }

// LabelTop, LabelBottom, LabelLeft and LabelRight are where coordinates stand.
func (Board) LabelTop() float64 { return -boardEdge - boardLabels/2 }

func (b Board) LabelBottom() float64 { return float64(b.Height-1) + boardEdge + boardLabels/2 }

func (Board) LabelLeft() float64 { return -boardEdge - boardLabels/2 }

func (b Board) LabelRight() float64 { return float64(b.Width-1) + boardEdge + boardLabels/2 }

// mostFrames is how many steps a page carries for scripts, and mostFrameBytes how long
// they may be. Longer records are stepped through by the server.
const (
	mostFrames     = 2000
	mostFrameBytes = 1 << 20
)

// FramesJSON is a line for board.js, as it stands in a page.
type FramesJSON = template.JS

// framesJSON is the line for board.js; "" when it is too long.
func (l *lineData) framesJSON() (FramesJSON, error) {
	if len(l.Frames) > mostFrames+1 {
		return "", nil
	}
	text, err := json.Marshal(l.Frames) // escapes <, > and &, so that it cannot end its element
	if err != nil {
		return "", fmt.Errorf("write the steps of a record: %w", err)
	}
	if len(text) > mostFrameBytes {
		return "", nil
	}
	return template.JS(text), nil //nolint:gosec // JSON of numbers and escaped texts, by json.Marshal
}
