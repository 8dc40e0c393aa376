package reports

import (
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/spool"
)

// Press makes the prints and spreadsheets of one society, whose name stands on
// them, and on letters its address, to which they come back.
type Press struct {
	Society, Address string
	Day              civil.Date    // of the data that is printed: the date inside PDFs and workbooks
	Spools           *spool.Folder // for what is long while it is made; nil: with the temporary files of the system
}

type colour int

const (
	black colour = iota
	white
)

// Styles that all prints share.
var (
	titleStyle    = style{size: 21, weight: bold}
	overStyle     = style{size: 10.5, grey: 70}
	noteStyle     = style{size: 10, grey: 50}
	smallStyle    = style{size: 8, grey: 90}
	bodyStyle     = style{size: 10}
	bodyBold      = style{size: 10, weight: bold}
	headingStyle  = style{size: 8.5, weight: bold, grey: 40}
	wordmarkStyle = style{size: 8.5, weight: bold}
	hairline      = 0.15
	hairlineGrey  = uint8(150)
	strongLine    = 0.5
	footerTop     = pageHeight - 14
	contentBottom = footerTop - 4
)

// leastSigned is the least size, in points, of the name below the line where somebody signs.
const leastSigned = 6

// topLine is what a page says at its head.
type topLine struct {
	over  string // small line above the title: event, club
	tail  string // what must stay of that line when it is cut: section, year
	title string
	notes []string // lines below the title
}

// startPage begins a page with the mark, the title and its notes, and returns
// where the content begins. A page after the first says so in small.
func (d *document) startPage(top topLine) float64 {
	d.addPage()
	if len(d.pages) > d.before+1 {
		return d.continuePage(top)
	}
	y := margin
	free := d.textWidth() - d.wordmark(d.width-margin, y) - 6
	for i, line := range wrap(printable(joined(" · ", top.over, top.tail)), overStyle, free, maxRunes) {
		if i > 0 {
			y += 4.6
		}
		d.text(margin, y+4, line, overStyle)
	}
	title, lines := d.titleLines(top.title)
	for _, line := range lines {
		d.text(margin, y+14, line, title)
		y += title.size * mmPerPoint * 1.215
	}
	y += 12
	for _, note := range top.notes {
		if note == "" {
			continue
		}
		y = d.paragraph(margin, y+0.5, d.textWidth(), 5, note, noteStyle)
	}
	return y + 1
}

// titleLines breaks a title into lines, none of it cut: in smaller type where it takes more than two.
func (d *document) titleLines(title string) (style, []string) {
	st, least := titleStyle, 13.0
	title = unbroken(printable(title))
	lines := wrap(title, st, d.textWidth()-4, maxRunes)
	for len(lines) > 2 && st.size > least {
		st.size--
		lines = wrap(title, st, d.textWidth()-4, maxRunes)
	}
	return st, lines
}

func (d *document) continuePage(top topLine) float64 {
	const side = 6.0
	y := margin
	d.mark(d.width-margin-side, y-1, side)
	title := style{size: 12, weight: bold}
	free := d.textWidth() - side - 3
	used := widthOf(printable(top.title), title) + 3
	over := printable(joined(" · ", top.over, top.tail))
	if used+widthOf(over, overStyle) <= free {
		d.text(margin, y+4, top.title, title)
		d.text(margin+used, y+4, over, overStyle)
		return y + 10
	}
	for _, line := range wrap(printable(top.title), title, free, maxRunes) {
		d.text(margin, y+4, line, title)
		y += 5.2
	}
	for _, line := range wrapTail(top.over, top.tail, overStyle, free, 2) {
		d.text(margin, y+4, line, overStyle)
		y += 4.6
	}
	return y + 5
}

// wordmark sets the society's name and board mark, right-aligned at x, and returns how wide they are.
func (d *document) wordmark(x, y float64) float64 {
	const side, gap = 9.0, 2.5
	d.mark(x-side, y-1.5, side)
	st, lines := nameLines(printable(d.society))
	for i, line := range lines {
		d.textRight(x-side-gap, y+2+4*float64(i), line, st)
	}
	return side + gap + widest(lines, st)
}

// nameLines breaks a society's name, which is never cut, into two lines of about the same width, and a long one into
// three: wider ones, and then in smaller type.
func nameLines(name string) (style, []string) {
	const usual, most, smallest = 48.0, 80.0, 4.5
	st := wordmarkStyle
	words := strings.Fields(name)
	best := []string{name}
	for i := 1; i < len(words); i++ {
		lines := []string{strings.Join(words[:i], " "), strings.Join(words[i:], " ")}
		if widest(lines, st) < widest(best, st) {
			best = lines
		}
	}
	if widest(best, st) <= usual {
		return st, best
	}
	for {
		for width := usual; width <= most; width += 4 {
			if lines := wrap(name, st, width, uncut); len(lines) <= 3 && (width == most || widest(lines, st) <= width) {
				return st, lines
			}
		}
		if st.size <= smallest {
			return st, wrap(name, st, most, uncut)
		}
		st.size -= 0.5
	}
}

func widest(lines []string, st style) float64 {
	out := 0.0
	for _, line := range lines {
		out = max(out, widthOf(line, st))
	}
	return out
}

// mark draws the board with four stones that stands for the society, as on its
// pages, in black and white.
func (d *document) mark(x, y, side float64) { d.add(mark{kind: signMark, x: x, y: y, width: side}) }

// finish puts the foot on every page: what the print is and of when, which is never cut, and page x of y. What it is goes
// on two lines where it is long.
func (d *document) finish(what, when string) {
	if what == "" {
		what, when = when, ""
	}
	for d.page = d.before; d.page < len(d.pages); d.page++ {
		y := d.footerTop()
		d.rule(margin, y, d.width-margin, y, hairline, hairlineGrey)
		page := pageText(d.page+1-d.before, len(d.pages)-d.before)
		lines := wrapTail(what, when, smallStyle, d.textWidth()-widthOf(page, smallStyle)-4, 2)
		for i, line := range lines {
			d.text(margin, y+5-0.6*float64(len(lines)-1)+3.3*float64(i), line, smallStyle)
		}
		d.textRight(d.width-margin, y+5, page, smallStyle)
	}
}
