package reports

import (
	"fmt"
	"io"
	"strings"
)

// RulingSheet is a referee's ruling on a game, to be signed, with the positions
// that it is about.
type RulingSheet struct {
	Event, Section string // Section is empty if the event has only one
	Round, Table   int
	Date           string // of the round: "21 November 2026"
	Black, White   Player
	Terms          string // "Even, komi 7"
	How            string // how the handicap was worked out, in a line; may be empty
	Record         string // file name of the record that it was made from; empty if none
	RecordHash     string // its SHA-256
	Move           int    // of the record; 0: the ruling is on no single move
	Facts          string // what happened
	// Differs is what differs between the record and the table, and Counts are the counts
	// of the record's end, a line each.
	Differs, Counts []string
	Ruling          string // "The position is restored; the move becomes a pass"
	Rule            string // where the rules say so
	Reason          string
	Result          string // that follows; empty: the ruling changes none
	Referee         string
	RuledAt         string // "21 November 2026, 2.14 pm"
	Position        string // what is kept with it: "The position after move 24 …"; empty: nothing
	Diagrams        []Diagram
}

// RulingSheetPDF writes a referee's ruling: the game, what happened, the ruling
// with its rule and reason, the result that follows, a line to sign on, and the
// diagrams. It fails if a diagram's board cannot be drawn.
func (by Press) RulingSheetPDF(w io.Writer, r RulingSheet) error {
	for i := range r.Diagrams {
		if err := r.Diagrams[i].check(); err != nil {
			return err
		}
	}
	title := "Referee’s ruling"
	where := joined(" · ", r.Section, roundText(r.Round), tableText(r.Table))
	f := &flow{
		document: by.newDocument(documentTitle(title, r.Event, where)),
		top:      topLine{over: r.Event, tail: where, title: title},
	}
	f.y = f.startPage(f.top) + 1
	r.game(f)
	r.ruling(f)
	r.signature(f)
	r.diagrams(f)
	f.finish(joined(" · ", by.Society, title, where), r.RuledAt)
	return f.writeTo(w)
}

func roundText(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf("Round %d", n)
}

func tableText(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf("Table %d", n)
}

// game says which game it is about.
func (r *RulingSheet) game(f *flow) {
	for _, side := range []struct {
		label  string
		colour colour
		player Player
	}{{"Black", black, r.Black}, {"White", white, r.White}} {
		f.room(12)
		f.stone(side.colour, margin+14, f.y+2.7, 1.7)
		f.row(side.label, side.player.Name, side.player.details())
	}
	f.row("Game", r.Terms, r.How)
	f.row("Played", r.Date, "")
	hash := ""
	if r.Record != "" && r.RecordHash != "" {
		hash = "SHA-256 " + r.RecordHash
	}
	f.row("Record", r.Record, hash)
	f.y += 2
	f.rule(margin, f.y, pageWidth-margin, f.y, strongLine, 0)
	f.y += 3
}

// ruling is what happened and what the referee decided.
func (r *RulingSheet) ruling(f *flow) {
	happened := "What happened"
	if r.Move > 0 {
		happened = fmt.Sprintf("What happened at move %d", r.Move)
	}
	f.passage(happened, r.Facts, bodyStyle)
	if r.Record != "" {
		differs := strings.Join(r.Differs, "\n")
		if differs == "" {
			differs = "Nothing differs."
		}
		f.passage("The record against the table", differs, bodyStyle)
		f.passage("The end of the record, counted", strings.Join(r.Counts, "\n"), bodyStyle)
	}
	f.passage("Ruling", r.Ruling, style{size: 13, weight: bold})
	f.passage("Rule", r.Rule, bodyStyle)
	f.passage("Reason", r.Reason, bodyStyle)
	result := r.Result
	if result == "" {
		result = "The ruling does not change the result."
	}
	f.passage("New result", result, bodyBold)
	if r.Position != "" {
		f.passage("Kept with the ruling", r.Position, bodyStyle)
	}
}

// signature is a line to sign on, over the referee's printed name and the time.
func (r *RulingSheet) signature(f *flow) {
	const height, signed, when = 24.0, 86.0, 104.0
	f.room(height)
	line := f.y + 14
	f.rule(margin, line, margin+signed, line, 0.25, 0)
	f.textWhole(margin, line+4.2, signed, leastSigned, joined(", ", r.Referee, "referee"), noteStyle)
	f.text(margin+when, line-1.5, r.RuledAt, bodyStyle)
	f.rule(margin+when, line, pageWidth-margin, line, 0.25, 0)
	f.text(margin+when, line+4.2, "Ruled at", noteStyle)
	f.y += height
}

// wideBoard is from how many lines on a board gets the whole width of a page.
const wideBoard = 26

// diagrams are drawn two beside each other, or one by one if a board is large.
func (r *RulingSheet) diagrams(f *flow) {
	across := 2
	for _, g := range r.Diagrams {
		if g.Width >= wideBoard || g.Height >= wideBoard {
			across = 1
		}
	}
	if len(r.Diagrams) > 0 {
		f.room(f.rowHeight(r.Diagrams[:min(across, len(r.Diagrams))], across) + 2*legendHeight)
		f.legend(r.Diagrams)
	}
	for i := 0; i < len(r.Diagrams); i += across {
		f.diagramRow(r.Diagrams[i:min(i+across, len(r.Diagrams))], across)
	}
}

// What is above and below a diagram.
const (
	diagramGap     = 8.0
	diagramTitle   = 6.0
	captionLines   = 4
	captionLeading = 4.2
	legendHeight   = 8.0 // of a line of it
)

// diagramSpace is how wide and high a diagram may become.
func diagramSpace(across int) (width, height float64) {
	width = (textWidth - diagramGap*float64(across-1)) / float64(across)
	if across > 1 {
		return width, width * 1.2
	}
	return width, contentBottom - margin - 14 - diagramTitle - captionLines*captionLeading - 2*legendHeight
}

// captionOf is a diagram's caption in lines.
func captionOf(g *Diagram, width float64) []string {
	if g.Caption == "" {
		return nil
	}
	return wrap(printable(g.Caption), noteStyle, width, captionLines)
}

// rowHeight is what diagrams beside each other take.
func (f *flow) rowHeight(row []Diagram, across int) float64 {
	width, height := diagramSpace(across)
	tallest := 0.0
	for i := range row {
		g := &row[i]
		_, h := g.size(g.unit(width, height))
		tallest = max(tallest, h+float64(len(captionOf(g, width)))*captionLeading)
	}
	return diagramTitle + tallest + 3
}

func (f *flow) diagramRow(row []Diagram, across int) {
	width, height := diagramSpace(across)
	taken := f.rowHeight(row, across)
	f.room(taken)
	for i := range row {
		g := &row[i]
		x := margin + float64(i)*(width+diagramGap)
		unit := g.unit(width, height)
		w, h := g.size(unit)
		f.textFit(x, f.y+4, width, g.Title, bodyBold)
		f.diagram(g, x+(width-w)/2, f.y+diagramTitle, unit)
		for n, line := range captionOf(g, width) {
			f.text(x, f.y+diagramTitle+h+3.4+float64(n)*captionLeading, line, noteStyle)
		}
	}
	f.y += taken + 3
}

// legends are the marks in words.
var legends = []struct {
	kind DiagramMarkKind
	text string
}{
	{Violation, "against the rules"}, {LastMove, "played last"}, {DeadStone, "taken off as dead"},
	{DisputedStone, "disputed: not agreed whether it is dead"},
	{BlackPoint, "Black’s point"}, {WhitePoint, "White’s point"}, {SharedPoint, "both players’ point"},
}

// legend explains the marks that the diagrams have.
func (f *flow) legend(diagrams []Diagram) {
	used := map[DiagramMarkKind]bool{}
	for _, g := range diagrams {
		for _, m := range g.Marks {
			used[m.Kind] = true
		}
	}
	x := margin + 2.0
	for _, l := range legends {
		if !used[l.kind] {
			continue
		}
		if x+4+widthOf(printable(l.text), noteStyle) > pageWidth-margin {
			x, f.y = margin+2, f.y+6
		}
		sample := Diagram{Width: 1, Height: 1}
		if l.kind == LastMove || l.kind == DeadStone || l.kind == DisputedStone {
			sample.Black = []DiagramStone{{}}
		}
		b := goban{f.document, &sample, x, f.y + 2.8, 4.4}
		for _, s := range sample.Black {
			b.put(s, black)
		}
		b.mark(DiagramMark{Kind: l.kind})
		x += 4 + f.text(x+4, f.y+4, l.text, noteStyle) + 7
	}
	if len(used) > 0 {
		f.y += legendHeight
	}
}
