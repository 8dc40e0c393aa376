package records

import (
	"fmt"
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// A lineData is a line of a record, step by step, as the page and board.js show it.
// Positions are the engine's: nothing in the browser knows the rules.
type lineData struct {
	Width, Height int            `json:",omitempty"`
	Node          sgf.Node       `json:"node,omitempty"` // the line leads through it; 0: the main line
	Other         string         `json:"-"`              // where it leaves the main line; "" for that line
	Frames        []frameData    `json:"frames,omitempty"`
	Outline       []kit.GameLine `json:"outline,omitempty"` // the variations of the game
	MoreOutline   int            `json:"moreOutline,omitempty"`
	Cut           bool           `json:"cut,omitempty"` // the record says more than is kept here
	Komi          string         `json:"komi,omitempty"`
	Left          bool           `json:"-"` // before its end
}

// A frameData is a step as board.js reads it.
type frameData struct {
	Text   string        `json:"t"`
	Taken  string        `json:"c"`
	Put    [][3]int      `json:"p,omitempty"` // x, y, 1 for black
	Off    [][3]int      `json:"r,omitempty"`
	Last   []int         `json:"l,omitempty"` // x, y of the stone played last
	Wrong  []int         `json:"w,omitempty"` // x, y of a move against the rules
	Number int           `json:"n,omitempty"` // on its stone
	Count  string        `json:"s,omitempty"` // of the position as it stands
	Margin int64         `json:"m,omitempty"` // the same in hundredths, for Black
	Turn   string        `json:"u,omitempty"` // "B" or "W": who moves next
	Said   *saidData     `json:"x,omitempty"`
	Ways   []kit.GameWay `json:"o,omitempty"`
	More   int           `json:"q,omitempty"` // ways on that are not listed
	Tried  bool          `json:"v,omitempty"`
	// Stopped says that play has stopped here, so that the players settle who moves next.
	Stopped bool `json:"e,omitempty"`
}

// A saidData is what the record says at a step.
type saidData struct {
	Title  string     `json:"h,omitempty"`
	Text   []string   `json:"c,omitempty"`
	Clocks string     `json:"k,omitempty"`
	Marks  []markData `json:"m,omitempty"`
	Arrows [][5]int   `json:"a,omitempty"` // from x, y to x, y; 1 for a line without a head
}

// GameSaid is its words for the page.
func (s *saidData) GameSaid() kit.GameSaid {
	return kit.GameSaid{Clocks: s.Clocks, Title: s.Title, Text: s.Text}
}

type markData struct {
	X    int    `json:"x"`
	Y    int    `json:"y"`
	Kind string `json:"k"`
	Text string `json:"t,omitempty"`
}

// mostSaid bounds what is kept of a line's remarks and ways, in bytes or so.
const mostSaid = 200_000

// lineOf puts a walk along a line of a game into words.
func lineOf(w *record.Walk, g *sgf.Game, node sgf.Node) lineData {
	r := w.Report
	out := lineData{Width: r.Width, Height: r.Height, Node: node, Komi: r.Komi.String(), Left: w.Left}
	sayer := sayer{walk: w, game: g, left: mostSaid}
	passes := 0
	for i, s := range record.Steps(w.Frames, r.Height) {
		f := w.Frames[i]
		margin := record.MarginOf(f.Score, r.Komi)
		d := frameData{
			Text: s.Caption, Taken: s.Captured, Put: stoneData(s.Put), Off: stoneData(s.Removed), Number: f.Shown,
			Count: margin.Says(), Margin: int64(margin), Turn: f.Turn.String(), Tried: f.Node == sgf.NoNode,
		}
		if s.Last.IsPoint() {
			d.Last = []int{s.Last.X(), s.Last.Y()}
		}
		if s.Wrong.IsPoint() && s.Wrong.X() < r.Width && s.Wrong.Y() < r.Height {
			d.Wrong = []int{s.Wrong.X(), s.Wrong.Y()}
		}
		if passes++; f.Number == 0 || f.Move.Point != gorules.Pass {
			passes = 0
		}
		d.Stopped = passes >= 2 || i == len(w.Frames)-1 && !d.Tried
		sayer.say(i, &d)
		out.Frames = append(out.Frames, d)
	}
	out.Cut = sayer.left <= 0
	out.Outline, out.MoreOutline = outlineOf(g, func(n sgf.Node) string { return record.MoveIn(g, n, r.Width, r.Height) })
	out.Other = otherLine(g, node)
	return out
}

// outlineOf lists the other lines of a game; says tells what happens in a node.
func outlineOf(g *sgf.Game, says func(sgf.Node) string) (out []kit.GameLine, more int) {
	lines, more := record.Outline(g, says)
	for _, l := range lines {
		text := fmt.Sprintf("After move %d: %s", l.After, l.Says)
		if l.After == 0 {
			text = "From the start: " + l.Says
		}
		out = append(out, kit.GameLine{Node: int(l.Node), Depth: l.Depth, Text: text})
	}
	return out, more
}

// otherLine says where the line through a node leaves the main line; "" where it is that line, as with node 0.
func otherLine(g *sgf.Game, node sgf.Node) string {
	if node == 0 || !g.Has(node) {
		return ""
	}
	switch after, leaves := record.LeavesAfter(g, node); {
	case !leaves:
		return ""
	case after == 0:
		return "It leaves the main line at the start."
	default:
		return fmt.Sprintf("It leaves the main line after move %d.", after)
	}
}

// waysOf are ways on for the page.
func waysOf(branches []record.Branch) (out []kit.GameWay) {
	for _, b := range branches {
		out = append(out, kit.GameWay{Node: int(b.Node), Text: b.Says, Here: b.Here})
	}
	return out
}

// A sayer gathers what a record says along a line, until it is too much.
type sayer struct {
	walk   *record.Walk
	game   *sgf.Game
	left   int
	clocks [2]sgf.Clock // as last shown
}

func (s *sayer) say(at int, d *frameData) {
	if s.left <= 0 {
		return
	}
	said := &saidData{}
	for _, n := range s.walk.Said(at) {
		r := s.game.Remarks(n, s.walk.Report.Width, s.walk.Report.Height)
		s.take(said, &r)
		if s.left <= 0 {
			break
		}
	}
	ways, more := s.walk.Branches(at)
	d.More = more
	for _, b := range ways {
		s.left -= 30 + len(b.Says)
	}
	d.Ways = waysOf(ways)
	if said.Title != "" || said.Text != nil || said.Clocks != "" || said.Marks != nil || said.Arrows != nil {
		d.Said = said
	}
}

// take adds the remarks of a node to those of a step.
func (s *sayer) take(said *saidData, r *sgf.Remarks) {
	s.left -= 1 + len(r.Name) + len(r.Comment) + 24*(len(r.Marks)+len(r.Arrows))
	if r.Name != "" {
		said.Title = r.Name
	}
	if r.Comment != "" {
		said.Text = append(said.Text, strings.Split(r.Comment, "\n")...)
	}
	if r.Cut {
		said.Text = append(said.Text, fmt.Sprintf("(The comment is cut here, after %d characters.)", sgf.MaxComment))
	}
	for _, m := range r.Marks {
		said.Marks = append(said.Marks, markData{int(m.X), int(m.Y), m.Name, m.Text})
	}
	for _, a := range r.Arrows {
		line := 0
		if a.Name == "LN" {
			line = 1
		}
		said.Arrows = append(said.Arrows, [5]int{int(a.X), int(a.Y), int(a.ToX), int(a.ToY), line})
	}
	for i, c := range []sgf.Clock{r.Black, r.White} {
		if c.Known {
			s.clocks[i] = c
		}
	}
	if r.Black.Known || r.White.Known {
		said.Clocks = clocksText(s.clocks)
	}
}

// clocksText is what the clocks show: "Black 12:05, White 0:30 (3)".
func clocksText(clocks [2]sgf.Clock) string {
	var parts []string
	for i, name := range []string{factBlack, factWhite} {
		if clocks[i].Known {
			parts = append(parts, name+" "+clocks[i].String())
		}
	}
	return strings.Join(parts, ", ")
}

// asPass ends what is said of a move that is a pass.
const asPass = ". It is a pass"

// silent is the line without anything that the record's writer put into words, and
// without other lines.
func (l lineData) silent() lineData {
	frames := make([]frameData, len(l.Frames))
	for i, f := range l.Frames {
		f.Said, f.Ways, f.More = nil, nil, 0
		if who, what, quotes := strings.Cut(f.Text, " at “"); quotes { // what is written in place of a point
			f.Text = who + ", against the rules: not a point of this board"
			if strings.HasSuffix(what, asPass) {
				f.Text += asPass
			}
		}
		frames[i] = f
	}
	l.Frames, l.Outline, l.MoreOutline, l.Cut = frames, nil, 0, false
	return l
}

// steps are the line's positions.
func (l *lineData) steps() []record.Step {
	out := make([]record.Step, len(l.Frames))
	for i, f := range l.Frames {
		out[i] = record.Step{
			Caption: f.Text, Captured: f.Taken, Put: stonesOf(f.Put), Removed: stonesOf(f.Off), Last: gorules.Pass, Wrong: gorules.Pass,
		}
		if len(f.Last) == 2 {
			out[i].Last = gorules.At(f.Last[0], f.Last[1])
		}
		if len(f.Wrong) == 2 {
			out[i].Wrong = gorules.At(f.Wrong[0], f.Wrong[1])
		}
	}
	return out
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
