package reports

import (
	"io"
	"strings"
)

// MinutesPDF writes minutes as they were written (see [ReadMinutes]), under
// the meeting they are of and with their state, and a line for the signature
// where one is asked for.
func (by Press) MinutesPDF(w io.Writer, m Minutes) error {
	top := topLine{
		over: m.Meeting.Name, tail: m.Meeting.Date, title: "Minutes",
		notes: []string{joined(" · ", m.Meeting.when(), m.Meeting.Place), m.State},
	}
	f := evenly(func(short float64) *flow {
		f := &flow{document: by.newDocument(documentTitle("Minutes", m.Meeting.Name, m.Meeting.Date)), top: top, short: short}
		f.minutes(m)
		return f
	})
	f.finish(joined(" · ", by.Society, "Minutes", m.Meeting.Name, m.Meeting.Date), m.State)
	return f.writeTo(w)
}

// minutes sets the text, the corrections and the line for the signature.
func (f *flow) minutes(m Minutes) {
	f.y = f.startPage(f.top) + 1
	f.rule(margin, f.y, pageWidth-margin, f.y, strongLine, 0)
	f.y += 4
	blocks := ReadMinutes(m.Text)
	if m.Corrections != "" {
		blocks = append(blocks, corrections(m.Corrections)...)
	}
	for i, b := range blocks {
		if i == 0 && b.Kind == TextHeading && b.Level == 1 {
			continue // the meeting's name, which stands above
		}
		if i > 0 && blocks[i-1].Kind == TextItem && b.Kind != TextItem {
			f.y += 1.3 // a list is apart from what follows
		}
		f.room(together(blocks[i:], m.Sign != ""))
		f.block(b)
		if b.Kind == TextQuote && i+1 < len(blocks) && blocks[i+1].Kind == TextQuote {
			f.y -= quoteGap // lines of one text
		}
	}
	if m.Sign != "" {
		f.with(signatureRoom)
		line := f.y + 15
		f.rule(margin, line, margin+86, line, 0.25, 0)
		f.textWhole(margin, line+4.2, 86, leastSigned, m.Sign, noteStyle)
		f.rule(margin+104, line, pageWidth-margin, line, 0.25, 0)
		f.text(margin+104, line+4.2, "Date", noteStyle)
		f.y += signatureRoom
	}
}

// corrections are what the meeting that approved minutes corrected, as it was
// typed.
func corrections(text string) []TextBlock {
	plain := func(kind TextBlockKind, s string) TextBlock {
		return TextBlock{Kind: kind, Level: 2, Spans: []TextSpan{{Text: s}}}
	}
	out := []TextBlock{
		plain(TextHeading, "Corrections"), plain(TextParagraph, "The meeting that approved these minutes corrected them:"),
	}
	for _, p := range paragraphs(text) {
		out = append(out, plain(TextQuote, p))
	}
	return out
}

// minutesSize is the size of minutes' text in points.
const minutesSize = 10.5

// headings are the sizes of the headings by level, with the room above them.
var headings = [5]struct{ size, above float64 }{{}, {15, 4}, {13, 3.5}, {11.5, 2.5}, {10.5, 2}}

// What the pieces of minutes take, in millimetres.
const (
	minutesLeading = 5.1
	quoteIndent    = 5.0
	quoteGap       = 2.0
	signatureRoom  = 24.0
	mostTogether   = 90.0 // more than this is never kept on one page
)

// together is how much of a page the first block needs so that nothing stands
// alone at its end: a heading or a line that leads to something, without what
// it leads to, a single line of a paragraph, or on the last page the signature.
func together(blocks []TextBlock, signed bool) float64 {
	need := 0.0
	for i, b := range blocks {
		last := signed && i == len(blocks)-1
		leads, height := b.height(last)
		leads = leads || b.Kind == TextItem && shortList(blocks[i:])
		need += height
		if last {
			need += signatureRoom
		}
		if !leads || need > mostTogether {
			break
		}
	}
	return min(need, mostTogether)
}

// shortList reports whether the items of a list go on, and are so few that they
// stay on one page.
func shortList(blocks []TextBlock) bool {
	const most = 6
	n := 1
	for n < len(blocks) && n <= most && blocks[n].Kind == TextItem {
		n++
	}
	return n > 1 && n <= most
}

// height is what a block needs at least at the end of a page, all of it where
// it leads to the next one or ends the text.
func (b TextBlock) height(ends bool) (leads bool, height float64) {
	switch b.Kind {
	case TextHeading:
		h := headings[min(max(b.Level, 1), 4)]
		line := h.size * mmPerPoint * 1.4
		return true, h.above + float64(len(linesOfSpans(boldened(b.Spans), h.size, textWidth)))*line + 1
	case TextLine:
		return false, 4
	case TextTable:
		return false, 3 * 7
	case TextItem:
		indent := itemIndent(b)
		return false, float64(keptLines(len(linesOfSpans(b.Spans, minutesSize, textWidth-indent)), ends)) * minutesLeading
	case TextQuote:
		return false, float64(keptLines(
			len(linesOfSpans(b.Spans, minutesSize, textWidth-quoteIndent)), ends,
		)) * minutesLeading
	}
	leads = leadsOn(b)
	lines := len(linesOfSpans(b.Spans, minutesSize, textWidth))
	return leads, float64(keptLines(lines, leads || ends))*minutesLeading + 2
}

// keptLines is how many lines of a block begin on one page: two, three of
// three, all where the block is to stay whole.
func keptLines(lines int, whole bool) int {
	if whole || lines <= 3 {
		return lines
	}
	return 2
}

// leadsOn reports whether a paragraph is the head of what follows: one in
// bold, also with a remark in brackets, or one that ends with a colon.
func leadsOn(b TextBlock) bool {
	if len(b.Spans) == 0 {
		return false
	}
	rest := strings.TrimSpace(plainText(b.Spans[1:]))
	if b.Spans[0].Bold && (rest == "" || strings.HasPrefix(rest, "(") && strings.HasSuffix(rest, ")")) {
		return true
	}
	return strings.HasSuffix(strings.TrimSpace(plainText(b.Spans)), ":")
}

func itemIndent(b TextBlock) float64 { return 6 + 6*float64(b.Level) }

// block sets one piece of a text.
func (f *flow) block(b TextBlock) {
	switch b.Kind {
	case TextHeading:
		h := headings[min(max(b.Level, 1), 4)]
		f.y += h.above
		f.spans(margin, textWidth, boldened(b.Spans), h.size, h.size*mmPerPoint*1.4)
		f.y += 1
	case TextItem:
		indent := itemIndent(b)
		f.room(minutesLeading)
		if b.Marker != " " {
			f.textRight(margin+indent-1.5, f.y+minutesLeading*0.8, b.Marker, style{size: minutesSize})
		}
		f.spans(margin+indent, textWidth-indent, b.Spans, minutesSize, minutesLeading)
		f.y += 0.7
	case TextQuote:
		f.quote(b)
	case TextTable:
		f.textTable(b)
	case TextLine:
		f.y += 2
		f.rule(margin, f.y, pageWidth-margin, f.y, hairline, hairlineGrey)
		f.y += 2
	default:
		f.spans(margin, textWidth, b.Spans, minutesSize, minutesLeading)
		f.y += 2
	}
}

func boldened(spans []TextSpan) []TextSpan {
	out := make([]TextSpan, len(spans))
	for i, s := range spans {
		s.Bold = true
		out[i] = s
	}
	return out
}

// quote sets the words of a motion behind a bar.
func (f *flow) quote(b TextBlock) {
	lines := linesOfSpans(b.Spans, minutesSize, textWidth-quoteIndent)
	for i, line := range lines {
		f.room(roomOf(i, len(lines)) * minutesLeading)
		f.rule(margin+1.2, f.y, margin+1.2, f.y+minutesLeading, 0.6, 120)
		f.spanLine(margin+quoteIndent, f.y+minutesLeading*0.8, line, minutesSize)
		f.y += minutesLeading
	}
	f.y += quoteGap
}

// roomOf is how many lines have to fit on the page for the one at i of n to be
// set on it: the last two stay together.
func roomOf(i, n int) float64 {
	if i == n-2 {
		return 2
	}
	return 1
}

// textTable sets a table, its columns as wide as their longest words allow.
func (f *flow) textTable(b TextBlock) {
	g := grid{minHeight: 7, style: style{size: 9.5}, leading: 4.3, gap: 3}
	for column, cell := range b.Rows[0] {
		longest := 4.0
		for _, row := range b.Rows {
			longest = max(longest, min(widthOf(printable(plainText(row[column])), g.style), textWidth/2))
		}
		g.columns = append(g.columns, gridColumn{title: plainText(cell), share: longest, lines: maxMinutes})
	}
	var rows [][]gridCell
	for _, row := range b.Rows[1:] {
		texts := make([]string, len(row))
		for i, cell := range row {
			texts[i] = plainText(cell)
		}
		rows = append(rows, cells(texts...))
	}
	f.y += 1
	f.room(3 * g.minHeight)
	pages := len(f.pages)
	if f.y = g.draw(f.document, f.top, f.y, rows) + 4; len(f.pages) > pages {
		f.began = margin
	}
}

// spans sets words of mixed weight, on as many lines and pages as they need.
func (f *flow) spans(x, width float64, spans []TextSpan, size, leading float64) {
	lines := linesOfSpans(spans, size, width)
	for i, line := range lines {
		f.room(roomOf(i, len(lines)) * leading)
		f.spanLine(x, f.y+leading*0.8, line, size)
		f.y += leading
	}
}

func (d *document) spanLine(x, y float64, line []TextSpan, size float64) {
	for _, s := range line {
		x += d.text(x, y, s.Text, style{size: size, weight: weightOf(s)})
	}
}

func weightOf(s TextSpan) weight {
	if s.Bold {
		return bold
	}
	return regular
}

// linesOfSpans breaks words of mixed weight into lines of the width: where
// wrap would break them if they were of one.
func linesOfSpans(spans []TextSpan, size, width float64) [][]TextSpan {
	l := spanLines{size: size, width: width}
	for _, s := range spans {
		for _, piece := range pieces(s.Text) {
			l.add(printable(piece), s)
		}
	}
	l.endWord()
	return l.done()
}

// pieces cuts a text into what can be laid out at once.
func pieces(s string) []string {
	var out []string
	for runes := []rune(s); len(runes) > 0; {
		n := min(len(runes), maxRunes)
		out = append(out, string(runes[:n]))
		runes = runes[n:]
	}
	return out
}

// spanLines fills lines word by word; a word may change its weight within.
type spanLines struct {
	size, width float64
	lines       [][]TextSpan
	line, word  []TextSpan
	used, ahead float64 // width of the line, and of the word
}

func (l *spanLines) add(text string, like TextSpan) {
	var previous rune
	for c := range eachCluster(text, weightOf(like)) {
		r := c.rune()
		switch {
		case r == ' ':
			l.endWord()
			if l.used > 0 {
				l.put(&l.line, &l.used, c, like)
			}
			previous = r
			continue
		case breaksFreely(previous) && breaksFreely(r), previous == '-':
			l.endWord()
		}
		if l.ahead+l.advance(c) > l.width { // wider than a line by itself
			l.endWord()
			l.endLine()
		}
		l.put(&l.word, &l.ahead, c, like)
		previous = r
	}
}

func (l *spanLines) advance(c cluster) float64 { return c.width * l.size * mmPerPoint }

// put adds a cluster to a run of the same weight.
func (l *spanLines) put(to *[]TextSpan, width *float64, c cluster, like TextSpan) {
	*width += l.advance(c)
	if n := len(*to); n > 0 && (*to)[n-1].Bold == like.Bold {
		(*to)[n-1].Text += c.text
		return
	}
	*to = append(*to, TextSpan{Text: c.text, Bold: like.Bold})
}

// endWord puts the word on this line, or the next where it does not fit.
func (l *spanLines) endWord() {
	if len(l.word) == 0 {
		return
	}
	if l.used > 0 && l.used+l.ahead > l.width {
		l.endLine()
	}
	for _, s := range l.word {
		if n := len(l.line); n > 0 && l.line[n-1].Bold == s.Bold {
			l.line[n-1].Text += s.Text
		} else {
			l.line = append(l.line, s)
		}
	}
	l.used += l.ahead
	l.word, l.ahead = nil, 0
}

func (l *spanLines) endLine() {
	if l.used > 0 {
		l.lines = append(l.lines, l.line)
	}
	l.line, l.used = nil, 0
}

func (l *spanLines) done() [][]TextSpan {
	l.endLine()
	return l.lines
}
