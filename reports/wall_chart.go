package reports

import (
	"fmt"
	"io"
	"slices"
)

// Paper is what a wall chart is printed on.
type Paper int

// A sheet of A3 is as large as two of A4 beside each other.
const (
	PaperA4 Paper = iota
	PaperA3
)

// WallChart is everyone's rounds in type that is read from the wall: the rounds that are published are filled in, those to
// come are empty boxes to write in.
type WallChart struct {
	Event    string
	AsAt     string
	Paper    Paper
	Sections []WallChartSection
}

// WallChartSection is the chart of one section, or of its teams.
type WallChartSection struct {
	Name   string
	Who    string // "Player", "Team"
	Rounds int
	Rows   []WallChartRow
}

// WallChartRow is a player's line.
type WallChartRow struct {
	No            int // by which the others' boxes name the player
	Name, Details string
	Boxes         []WallChartBox // of the published rounds
	Points, Place string         // once all are played; empty leaves boxes to write in
}

// WallChartBox is one round of one player.
type WallChartBox struct {
	Opponent string // number; "" without one
	Colour   string // "b", "w"; "" of teams and without a game
	Sign     string // "+", "−", "="; "" of a result to come
	Small    string // "H3", "by default"; of a round without a game what it is
	Total    string // points so far; "" of a result to come
}

// How a wall chart is laid out, in millimetres.
const (
	wallNo, wallGap    = 9.0, 2.0
	wallBox, wallWide  = 18.5, 40.0 // a box is at least and at most as wide
	wallRow            = 9.6        // at least
	wallHeads          = 7.0
	wallShare          = 0.38 // of a sheet for names
	wallLeading        = 4.8
	wallWhere          = 68.0 // beside the title, for where a sheet hangs
	wallDetailsLeading = 3.4
)

var (
	wallName    = style{size: 12, weight: bold}
	wallDetails = style{size: 8, grey: 60}
	wallResult  = style{size: 12.5, weight: bold}
	wallSmall   = style{size: 8.5}
	wallEmpty   = style{size: 7.5, grey: 60}
)

const wallNote = "The opponent’s number with the colour of one’s own stones; + won, − lost, = jigo. Below it the points so far, and H with the " +
	"handicap. Empty boxes are for results to come."

// WallChartPDF writes a wall chart: of each section rows below each other, on as many sheets beside each other as its
// rounds need. Each sheet has the numbers at its left, so that it is read alone too.
func (by Press) WallChartPDF(w io.Writer, c WallChart) error {
	d := by.newDocument(documentTitle(c.Event, "wall chart"))
	if c.Paper == PaperA3 {
		d.width, d.height = 2*pageWidth, pageHeight
	}
	for _, section := range c.Sections {
		p := wallPrint{document: d, chart: c, section: section}
		p.layOut()
		p.draw()
	}
	if len(c.Sections) == 0 {
		d.startPage(topLine{over: c.Event, title: "Wall chart", notes: []string{"The event has no sections yet."}})
	}
	d.finish(c.Event, asAt(c.AsAt))
	return d.writeTo(w)
}

// wallPrint is the chart of a section being laid out.
type wallPrint struct {
	*document
	chart   WallChart
	section WallChartSection
	name    float64    // width of names
	sheets  [][]string // heads of the boxes of each sheet, from the left
	first   []int      // which box each of them begins with
	rows    []wallRowLaid
	title   []string
	titleSt style
	over    []string
}

type wallRowLaid struct {
	WallChartRow
	names, details []string
	height         float64
}

// heads are those of all boxes: the rounds, and what comes of them.
func (s WallChartSection) heads() []string {
	var out []string
	for n := range s.Rounds {
		out = append(out, fmt.Sprintf("Round %d", n+1))
	}
	return append(out, "Points", "Place")
}

// layOut decides how many boxes stand on each sheet and how high each row is, which is the same on all of them.
func (p *wallPrint) layOut() {
	p.name = min(75, p.textWidth()*wallShare)
	left := p.section.heads()
	beside := p.textWidth() - wallNo - wallGap
	fits := func(width float64) int { return max(1, int(width/wallBox)) }
	for at := 0; len(left) > 0; {
		width := beside
		if at == 0 {
			width -= p.name + wallGap
		}
		n := min(fits(width), len(left))
		p.sheets, p.first = append(p.sheets, left[:n]), append(p.first, at)
		left, at = left[n:], at+n
	}
	for _, r := range p.section.Rows {
		laid := wallRowLaid{
			WallChartRow: r, names: wrap(printable(r.Name), wallName, p.name, maxRunes), details: []string{},
		}
		if r.Details != "" {
			laid.details = wrap(printable(r.Details), wallDetails, p.name, maxRunes)
		}
		laid.height = max(wallRow, 2.2+wallLeading*float64(len(laid.names))+wallDetailsLeading*float64(len(laid.details)))
		p.rows = append(p.rows, laid)
	}
	p.titleSt = style{size: 17, weight: bold}
	p.title = wrap(printable(p.section.Name), p.titleSt, p.textWidth()-wallWhere, maxRunes)
	p.over = wrap(printable(p.chart.Event+" · wall chart"), overStyle, p.textWidth()-70, maxRunes)
}

// top is how far down the heads of the boxes begin, the same on all sheets of the section.
func (p *wallPrint) top() float64 {
	note := len(wrap(wallNote, wallEmpty, p.textWidth(), maxRunes))
	return margin + 4.8*float64(len(p.over)) + 7.4*float64(len(p.title)) + 3.6*float64(note) + 5
}

// draw sets the rows, sheet beside sheet before those below.
func (p *wallPrint) draw() {
	bottom := p.footerTop() - 4
	strips := [][]wallRowLaid{nil}
	y := p.top() + wallHeads
	for _, r := range p.rows {
		if last := len(strips) - 1; y+r.height > bottom && len(strips[last]) > 0 {
			strips = append(strips, nil)
			y = p.top() + wallHeads
		}
		strips[len(strips)-1] = append(strips[len(strips)-1], r)
		y += r.height
	}
	for n, rows := range strips {
		for sheet := range p.sheets {
			p.sheet(rows, sheet, n, len(strips))
		}
	}
}

// sheet sets some rows' boxes on a page of their own.
func (p *wallPrint) sheet(rows []wallRowLaid, sheet, strip, strips int) {
	p.addPage()
	p.head(sheet, strip, strips)
	y, x := p.top(), margin+wallNo+wallGap
	p.textRight(margin+wallNo, y+4.6, "No.", headingStyle)
	if sheet == 0 {
		p.text(x, y+4.6, p.section.Who, headingStyle)
		x += p.name + wallGap
	}
	box := min(wallWide, (p.width-margin-x)/float64(len(p.sheets[sheet])))
	right := x + box*float64(len(p.sheets[sheet]))
	for i, head := range p.sheets[sheet] {
		p.textCentre(x+box*(float64(i)+0.5), y+4.6, head, headingStyle)
	}
	y += wallHeads
	p.rule(margin, y, right, y, strongLine, 0)
	from := y
	for _, r := range rows {
		p.row(r, y, x, box, sheet)
		y += r.height
		p.rule(margin, y, right, y, hairline, 90)
	}
	for i := range len(p.sheets[sheet]) + 1 {
		p.rule(x+box*float64(i), from-wallHeads, x+box*float64(i), y, hairline, 90)
	}
	if len(rows) == 0 {
		p.text(margin, y+6, "No one is entered yet.", noteStyle)
	}
}

// head says of which section the sheet is and where it hangs.
func (p *wallPrint) head(sheet, strip, strips int) {
	y := margin
	p.wordmark(p.width-margin, y)
	for _, line := range p.over {
		p.text(margin, y+4, line, overStyle)
		y += 4.8
	}
	for i, line := range p.title {
		p.text(margin, y+6.5, line, p.titleSt)
		if i == 0 {
			p.textRight(p.width-margin, y+6.5, p.where(sheet, strip, strips), bodyBold)
		}
		y += 7.4
	}
	p.paragraph(margin, y+5, p.textWidth(), 3.6, wallNote, wallEmpty)
}

// where says where a sheet hangs among those of its section; "" of one alone.
func (p *wallPrint) where(sheet, strip, strips int) string {
	across, down := "", ""
	if len(p.sheets) > 1 {
		across = fmt.Sprintf("%d of %d across", sheet+1, len(p.sheets))
	}
	if strips > 1 {
		down = fmt.Sprintf("%d of %d down", strip+1, strips)
	}
	if where := joined(", ", across, down); where != "" {
		return "Sheet " + where
	}
	return ""
}

// row sets a player's line with boxes of that width from x on.
func (p *wallPrint) row(r wallRowLaid, y, x, box float64, sheet int) {
	middle := y + r.height/2
	p.textRight(margin+wallNo, middle+1.6, numberText(r.No), wallName)
	if sheet == 0 {
		text := wallLeading*float64(len(r.names)) + wallDetailsLeading*float64(len(r.details))
		base := y + (r.height-text)/2 + 3.7
		for _, line := range r.names {
			p.text(margin+wallNo+wallGap, base, line, wallName)
			base += wallLeading
		}
		for _, line := range r.details {
			p.text(margin+wallNo+wallGap, base-1, line, wallDetails)
			base += wallDetailsLeading
		}
	}
	for i := range p.sheets[sheet] {
		left := x + box*float64(i)
		switch n := p.first[sheet] + i; {
		case n < min(len(r.Boxes), p.section.Rounds):
			p.box(r.Boxes[n], left, middle-wallRow/2, box)
		case n == p.section.Rounds:
			p.textCentre(left+box/2, middle+1.6, r.Points, wallResult)
		case n == p.section.Rounds+1:
			p.textCentre(left+box/2, middle+1.6, r.Place, wallResult)
		}
	}
}

// box sets what is known of a round in the middle of its box.
func (p *wallPrint) box(b WallChartBox, x, y, width float64) {
	if b.Opponent != "" {
		text := b.Opponent
		if b.Sign != "" {
			text += " " + b.Sign
		}
		st := wallResult
		for st.size > 7 && widthOf(printable(text), st) > width-7 {
			st.size -= 0.5
		}
		at := x + (width-widthOf(printable(text), st))/2
		if c := slices.Index([]string{"b", "w"}, b.Colour); c >= 0 {
			p.stone(colour(c), x+3, y+3.5, 1.5)
			at = max(at, x+5.8)
		}
		p.text(at, y+5.1, text, st)
	}
	p.textRight(x+width-1.2, y+8.7, b.Total, wallSmall)
	p.textFit(x+1.2, y+8.7, width-3-widthOf(printable(b.Total), wallSmall), b.Small, wallEmpty)
}
