package records

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// RecordBoard is a record on a board, step by step (partial "record-board").
// Without scripts it shows one step, and buttons lead to others; with scripts
// Frames has all of the line. Positions are the engine's: nothing here knows the
// rules.
type RecordBoard struct {
	Board   Board
	At      int    // the step shown, from 0: the start
	Last    int    // the last step
	Caption string // "Move 24: White D4"
	Taken   string // "Captured: 3 black, 1 white"
	Count   string // "Black wins by 3", as the position stands
	Steps   []kit.BoardStep
	Frames  FramesJSON // JSON for board.js; "" when there are too many
	From    string     // where board.js gets other lines from; "": by sending its form again

	Node    sgf.Node // the line leads through it; 0: the main line
	Lines   kit.GameLines
	Left    bool // the line is left before its end, for what is tried
	Numbers bool
	Said    *saidData
	Rows    []BoardRow // the position, read out

	Jump    kit.Field
	Try     RecordTry
	Chart   *RecordChart
	Counted int  // the step that is counted below; -1: the end
	Counts  bool // a step can be counted below
	Turning bool
	Plain   bool   // it can be played without scripts
	Plays   string // the address that shows the next step after a while; "" when it stands still
}

// RecordTry is the form for trying moves from the step shown.
type RecordTry struct {
	From    int // the step from which it is tried, or would be
	Tried   bool
	Moves   kit.Field
	Next    kit.Field
	Refused string // why the next move was not played
	Says    string // what is tried: "From move 24, Black moves next"
	Room    string // how many more can be tried, where that is few; else ""
}

// BoardRow is a line of the board, read out: "Black D, Q; White C".
type BoardRow struct{ Row, Text string }

// recordBoard shows a step of a line.
func recordBoard(l lineData, a boardAsk) (RecordBoard, error) {
	last := len(l.Frames) - 1
	at := a.step(&l)
	d, err := record.DiagramAfter(l.steps(), at, l.Width, l.Height)
	if err != nil {
		return RecordBoard{}, err
	}
	f := &l.Frames[at]
	out := RecordBoard{
		At: at, Last: last, Caption: d.Caption, Taken: d.Captured, Count: f.Count, Steps: kit.BoardSteps(at, last),
		Node: l.Node, Left: l.Left, Numbers: a.Numbers, Said: f.Said, Lines: kit.GameLines{
			Other: l.Other, Ways: f.Ways, MoreWays: f.More, Outline: l.Outline, MoreOut: l.MoreOutline, Cut: l.Cut,
		}, Counted: a.Count, Turning: a.Turning && at < last,
		Jump:  kit.Field{ID: "to", Name: "to", Label: "Move number", InputMode: "numeric", Width: "short"},
		Chart: chartOf(&l, at),
	}
	if f.Number > 0 {
		out.Jump.Value = strconv.Itoa(f.Number)
	}
	out.Board = boardOf(d, "The board. "+d.Caption+".")
	out.Board.ID = "board"
	out.Board.mark(f.Said)
	if a.Numbers {
		out.Board.number(l.Frames[:at+1])
	}
	out.Rows = boardRows(d)
	out.Try = a.tryForm(&l, at)
	out.Frames, err = l.framesJSON()
	return out, err
}

// turns says which address shows the next step, where the steps turn by themselves.
func (b *RecordBoard) turns(c echo.Context) {
	if !b.Turning {
		return
	}
	next := maps.Clone(c.QueryParams())
	for _, name := range []string{"node", "jump", "enter", "to", "shown", "count", "use"} {
		next.Del(name)
	}
	next.Set("line", strconv.Itoa(int(b.Node)))
	next.Set("move", strconv.Itoa(b.At+1))
	b.Plays = "?" + next.Encode()
}

// mark puts the record's marks on the board.
func (b *Board) mark(said *saidData) {
	if said == nil {
		return
	}
	on := map[BoardPoint]string{}
	for _, s := range b.Stones {
		on[s.BoardPoint] = map[bool]string{true: "b", false: "w"}[s.Black]
	}
	for _, m := range said.Marks {
		mark := kit.BoardMark{BoardSpot: spotAt(m.X, m.Y), Kind: m.Kind, Text: m.Text, On: on[BoardPoint{m.X, m.Y}]}
		if mark.On == "" {
			mark.On = "e"
		}
		b.Marks = append(b.Marks, mark)
	}
	for _, a := range said.Arrows {
		b.Arrows = append(b.Arrows, kit.BoardArrow{From: spotAt(a[0], a[1]), To: spotAt(a[2], a[3]), Line: a[4] == 1})
	}
}

func spotAt(x, y int) kit.BoardSpot { return kit.BoardSpot{X: float64(x), Y: float64(y)} }

// number writes the numbers of their moves on the stones.
func (b *Board) number(frames []frameData) {
	numbers := map[BoardPoint]int{}
	for _, f := range frames {
		for _, s := range f.Off {
			delete(numbers, BoardPoint{s[0], s[1]})
		}
		for _, s := range f.Put {
			numbers[BoardPoint{s[0], s[1]}] = f.Number
		}
	}
	for i, s := range b.Stones {
		if n := numbers[s.BoardPoint]; n > 0 {
			b.Stones[i].Number = strconv.Itoa(n)
		}
	}
}

// boardRows read a position out, line by line.
func boardRows(d record.Diagram) []BoardRow {
	colours := map[gorules.Colour][]string{}
	out := make([]BoardRow, d.Height)
	next := 0
	for y := range d.Height {
		clear(colours)
		for next < len(d.Stones) && d.Stones[next].Point.Y() == y {
			s := d.Stones[next]
			colours[s.Colour] = append(colours[s.Colour], d.Columns[s.Point.X()])
			next++
		}
		out[y] = BoardRow{d.Rows[y], rowText(colours[gorules.Black], colours[gorules.White])}
	}
	return out
}

func rowText(black, white []string) string {
	var parts []string
	if len(black) > 0 {
		parts = append(parts, "Black "+strings.Join(black, ", "))
	}
	if len(white) > 0 {
		parts = append(parts, "White "+strings.Join(white, ", "))
	}
	if parts == nil {
		return "empty"
	}
	return strings.Join(parts, "; ")
}

// RecordChart is the count along a line as a picture, and the same in figures.
type RecordChart struct {
	Width, Height, Left, Right int
	Line                       string // points of the line
	Zero                       string // y of a tie
	Now                        string // x of the step shown
	Top, Bottom                string // what the edges stand for: "Black by 20"
	Summary                    string
	Rows                       []ChartRow
}

// ChartRow is a step with its count.
type ChartRow struct {
	At          int
	Move, Count string
}

// The chart's own units, and how many rows its figures have.
const (
	chartWidth, chartHeight = 600, 120
	chartLeft, chartRight   = 4, 4
	mostChartRows           = 40
)

// chartOf draws the count along a line; nil where there is nothing to draw.
func chartOf(l *lineData, at int) *RecordChart {
	last := len(l.Frames) - 1
	if last < 2 {
		return nil
	}
	top := int64(1000)
	for _, f := range l.Frames[last/4:] { // the first moves count whole boards
		top = max(top, f.Margin, -f.Margin)
	}
	x := func(i int) float64 {
		return chartLeft + float64(i)/float64(last)*float64(chartWidth-chartLeft-chartRight)
	}
	y := func(m int64) float64 {
		m = min(max(m, -top), top)
		return chartHeight/2 - float64(m)/float64(top)*(chartHeight/2-4)
	}
	var line strings.Builder
	for i, f := range l.Frames {
		fmt.Fprintf(&line, "%.1f,%.1f ", x(i), y(f.Margin))
	}
	points := record.Margin(top).Points()
	out := &RecordChart{
		Width: chartWidth, Height: chartHeight, Left: chartLeft, Right: chartRight, Line: strings.TrimSpace(line.String()),
		Zero: fmt.Sprintf("%.1f", y(0)), Now: fmt.Sprintf("%.1f", x(at)), Top: "Black by " + points, Bottom: "White by " + points,
		Summary: "At the end of this line, as the board stands: " + l.Frames[last].Count,
	}
	every := (last + mostChartRows) / mostChartRows
	for i := 0; i <= last; i++ {
		if i%every == 0 || i == last {
			out.Rows = append(out.Rows, ChartRow{i, l.Frames[i].Text, l.Frames[i].Count})
		}
	}
	return out
}
