package records

import (
	"encoding/json"
	"fmt"
	"html/template"
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
	Last  bool   // played last
	Dead  bool   // taken off before counting
	Chain string // first stone of its chain, "D4", where stones can be chosen; else ""
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

// RecordBoard is a record on a board, step by step (partial "record-board").
// Without scripts it shows one step, and Steps lead to others; with scripts
// Frames has all of them. Positions are the engine's: nothing here knows the
// rules.
type RecordBoard struct {
	Board   Board
	At      int    // the step shown, from 0: the start
	Last    int    // the last step
	Caption string // "Move 24: White D4"
	Taken   string // "Captured: 3 black, 1 white"
	Steps   []RecordStep
	Frames  template.JS // JSON for board.js; "" when there are too many
}

// RecordStep is a way to another step.
type RecordStep struct {
	Label, Name string // Name says to people who do not see the sign: "Ten back"
	At          int
	Here        bool // leads nowhere else
}

// Says is the step's name for people who do not see the sign; a sign that can
// be said aloud is part of it.
func (s RecordStep) Says() string {
	if strings.ContainsAny(s.Label, "0123456789") {
		return s.Label + ", " + kit.LowerFirst(s.Name)
	}
	return s.Name
}

// mostFrames is how many steps a page carries for scripts. Longer records are
// stepped through by the server.
const mostFrames = 2000

// recordBoard shows a step of a record.
func recordBoard(steps []record.Step, at, width, height int) (RecordBoard, error) {
	last := len(steps) - 1
	at = min(max(at, 0), last)
	d, err := record.DiagramAfter(steps, at, width, height)
	if err != nil {
		return RecordBoard{}, err
	}
	out := RecordBoard{At: at, Last: last, Caption: d.Caption, Taken: d.Captured, Steps: recordSteps(at, last)}
	out.Board = boardOf(d, "The board. "+d.Caption+".")
	out.Board.ID = "board"
	if last <= mostFrames {
		out.Frames, err = framesJSON(framesOf(steps, width, height))
	}
	return out, err
}

func recordSteps(at, last int) []RecordStep {
	step := func(label, name string, to int) RecordStep {
		to = min(max(to, 0), last)
		return RecordStep{label, name, to, to == at}
	}
	return []RecordStep{
		step("«", "First", 0), step("−10", "Ten back", at-10), step("‹", "Back", at-1),
		step("›", "On", at+1), step("+10", "Ten on", at+10), step("»", "Last", last),
	}
}

// A frameData is a step as board.js reads it.
type frameData struct {
	Text  string   `json:"t"`
	Taken string   `json:"c"`
	Put   [][3]int `json:"p,omitempty"` // x, y, 1 for black
	Off   [][3]int `json:"r,omitempty"`
	Last  []int    `json:"l,omitempty"` // x, y of the stone played last
	Wrong []int    `json:"w,omitempty"` // x, y of a move against the rules
}

// framesOf writes the steps of a record on a board of that size.
func framesOf(steps []record.Step, width, height int) []frameData {
	out := make([]frameData, len(steps))
	for i, s := range steps {
		out[i] = frameData{Text: s.Caption, Taken: s.Captured, Put: stoneData(s.Put), Off: stoneData(s.Removed)}
		if s.Last.IsPoint() {
			out[i].Last = []int{s.Last.X(), s.Last.Y()}
		}
		if s.Wrong.IsPoint() && s.Wrong.X() < width && s.Wrong.Y() < height {
			out[i].Wrong = []int{s.Wrong.X(), s.Wrong.Y()}
		}
	}
	return out
}

// stepsOf reads what framesOf wrote.
func stepsOf(frames []frameData) []record.Step {
	out := make([]record.Step, len(frames))
	for i, f := range frames {
		out[i] = record.Step{Caption: f.Text, Captured: f.Taken, Put: stonesOf(f.Put), Removed: stonesOf(f.Off)}
		if len(f.Last) == 2 {
			out[i].Last = gorules.At(f.Last[0], f.Last[1])
		}
		if len(f.Wrong) == 2 {
			out[i].Wrong = gorules.At(f.Wrong[0], f.Wrong[1])
		}
	}
	return out
}

func framesJSON(frames []frameData) (template.JS, error) {
	text, err := json.Marshal(frames) // escapes <, > and &, so that it cannot end its element
	if err != nil {
		return "", fmt.Errorf("write the steps of a record: %w", err)
	}
	return template.JS(text), nil //nolint:gosec // JSON of numbers and our own sentences, escaped by json.Marshal
}

func stoneData(stones []record.Stone) [][3]int {
	var out [][3]int
	for _, s := range stones {
		black := 0
		if s.Colour == gorules.Black {
			black = 1
		}
		out = append(out, [3]int{s.Point.X(), s.Point.Y(), black})
	}
	return out
}

func stonesOf(data [][3]int) []record.Stone {
	var out []record.Stone
	for _, s := range data {
		colour := gorules.White
		if s[2] == 1 {
			colour = gorules.Black
		}
		out = append(out, record.Stone{Colour: colour, Point: gorules.At(s[0], s[1])})
	}
	return out
}
