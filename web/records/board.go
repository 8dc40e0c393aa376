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
		Label: label, Width: w, Height: h, Grid: boardGrid(w, h), Text: b.String(),
		View: fmt.Sprintf("%g %g %g %g", -side, -side, float64(w-1)+2*side, float64(h-1)+2*side),
	}
	for x := range w {
		out.Columns = append(out.Columns, BoardLabel{x, gorules.ColumnLabel(x)})
	}
	for y := range h {
		out.Rows = append(out.Rows, BoardLabel{y, strconv.Itoa(h - y)})
	}
	for _, p := range gorules.StarPoints(w, h) {
		out.Stars = append(out.Stars, BoardPoint{p.X(), p.Y()})
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
func recordBoard(frames []frameData, at, width, height int) (RecordBoard, error) {
	last := len(frames) - 1
	at = min(max(at, 0), last)
	position, err := gorules.NewBoard(width, height)
	if err != nil {
		return RecordBoard{}, err
	}
	for _, f := range frames[:at+1] {
		f.apply(position)
	}
	f := frames[at]
	out := RecordBoard{At: at, Last: last, Caption: f.Text, Taken: f.Taken}
	out.Board = boardOf(position, "The board. "+out.Caption+".")
	out.Board.ID = "board"
	if len(f.Last) == 2 {
		if s := out.Board.stones()[BoardPoint{f.Last[0], f.Last[1]}]; s != nil {
			s.Last = true
		}
	}
	if len(f.Wrong) == 2 && position.Has(gorules.At(f.Wrong[0], f.Wrong[1])) {
		out.Board.Wrong = []BoardPoint{{f.Wrong[0], f.Wrong[1]}}
	}
	out.Steps = recordSteps(at, last)
	if last <= mostFrames {
		out.Frames, err = framesJSON(frames)
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

// frameCaption says in words what happened.
func frameCaption(f record.Frame, height int) string {
	var text string
	switch {
	case f.Number == 0 && f.Move.Colour == gorules.Empty && len(f.Put)+len(f.Removed) > 0:
		text = "Set-up"
	case f.Number == 0 && f.Move.Colour == gorules.Empty:
		text = "The start"
	case f.Violation != nil:
		v := *f.Violation
		text = fmt.Sprintf("Move %d: %s, against the rules: %s", f.Number, violationMove(v, height), violationText(v, height))
		if !v.CanStand() {
			text += ". It is a pass"
		}
	default:
		text = fmt.Sprintf("Move %d: %s %s", f.Number, f.Move.Colour.Name(), pointText(f.Move.Point, height))
	}
	return text
}

// wrongPoint is where a move against the rules was made, if it was on a board.
func wrongPoint(f record.Frame) (gorules.Point, bool) {
	if f.Violation == nil {
		return gorules.NoPoint, false
	}
	p, err := gorules.ParsePoint(f.Violation.Point)
	return p, err == nil && p.IsPoint()
}

func frameTaken(f record.Frame) string {
	return fmt.Sprintf("Captured: %d black, %d white", f.Prisoners.Black, f.Prisoners.White)
}

// pointText is a point as people write it, "D4", or what is done instead.
func pointText(p gorules.Point, height int) string {
	switch p {
	case gorules.Pass:
		return "passes"
	case gorules.TakeButton:
		return "takes the button"
	case gorules.NoPoint:
		return "a point that cannot be read"
	}
	if p.Y() >= height {
		return "off the board"
	}
	return p.Label(height)
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

// apply makes the step on a board.
func (f frameData) apply(b *gorules.Board) {
	for _, s := range f.Off {
		b.Put(gorules.At(s[0], s[1]), gorules.Empty)
	}
	for _, s := range f.Put {
		colour := gorules.White
		if s[2] == 1 {
			colour = gorules.Black
		}
		b.Put(gorules.At(s[0], s[1]), colour)
	}
}

// steps are the frames of a record as pages have them.
func steps(frames []record.Frame, height int) []frameData {
	out := make([]frameData, len(frames))
	for i, f := range frames {
		out[i] = frameData{
			Text: frameCaption(f, height), Taken: frameTaken(f), Put: stoneData(f.Put), Off: stoneData(f.Removed),
		}
		if f.Number > 0 && len(f.Put) == 1 {
			out[i].Last = []int{f.Put[0].Point.X(), f.Put[0].Point.Y()}
		}
		if p, wrong := wrongPoint(f); wrong && p.Y() < height {
			out[i].Wrong = []int{p.X(), p.Y()}
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
