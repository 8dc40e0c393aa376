package reports

import "io"

// maxCopies bounds how many of a ballot paper are printed at once.
const maxCopies = 1000

// BallotPapersPDF writes ballot papers to cut, two beside each other, as many
// as there are copies of each, each ballot on sheets of its own. They bear no
// number, so that none can be told from another.
func (by Press) BallotPapersPDF(w io.Writer, papers []BallotPaper) error {
	d := by.newDocument("Ballot papers")
	for i := range papers {
		d.ballots(&papers[i])
	}
	if len(d.pages) == 0 {
		d.startPage(topLine{title: "Ballot papers", notes: []string{"There is nothing to vote on by ballot yet."}})
	}
	return d.writeTo(w)
}

// ballots fills sheets with one paper.
func (d *document) ballots(p *BallotPaper) {
	laid := p.layOut()
	down := max(1, int(pageHeight/laid.height))
	height := pageHeight / float64(down)
	for i := range min(p.Copies, maxCopies) {
		at := i % (2 * down)
		if at == 0 {
			d.addPage()
			d.dashes(ballotWidth, 0, ballotWidth, pageHeight)
			for cut := 1; cut < down; cut++ {
				d.dashes(0, float64(cut)*height, pageWidth, float64(cut)*height)
			}
		}
		d.ballot(laid, float64(at%2)*ballotWidth, float64(at/2)*height)
	}
}

// What a ballot paper is made of, in millimetres.
const (
	ballotWidth  = pageWidth / 2
	ballotInset  = 9.0
	ballotInner  = ballotWidth - 2*ballotInset
	ballotBox    = 6.5
	ballotChoice = 10.5 // from a name to the next
	ballotLines  = 24   // of a motion's words
)

// laidBallot is a paper broken into lines.
type laidBallot struct {
	*BallotPaper
	question, words, mark []string
	choices               [][]string
	height                float64
}

var ballotName = style{size: 12, weight: bold}

func (p *BallotPaper) layOut() laidBallot {
	l := laidBallot{BallotPaper: p}
	l.question = wrap(printable(p.Question), style{size: 12.5, weight: bold}, ballotInner, 3)
	if p.Text != "" {
		l.words = wrap(printable(p.Text), bodyStyle, ballotInner, ballotLines)
	}
	l.mark = wrap(printable(p.Mark), noteStyle, ballotInner, 3)
	l.height = 12 + float64(len(l.question))*5.6 + float64(len(l.words))*4.6 + float64(len(l.mark))*4.6 + 12
	for _, c := range p.Choices {
		lines := wrap(printable(c), ballotName, ballotInner-ballotBox-5, 2)
		l.choices = append(l.choices, lines)
		l.height += ballotChoice + float64(len(lines)-1)*4.8
	}
	l.height = min(l.height, pageHeight)
	return l
}

// ballot draws one paper with its top left corner at x, y.
func (d *document) ballot(l laidBallot, x, y float64) {
	left := x + ballotInset
	d.mark(left, y+7, 6)
	d.textFit(left+8.5, y+10, ballotInner-8.5, l.Meeting.Name, style{size: 9, weight: bold})
	d.textFit(left+8.5, y+13.6, ballotInner-8.5, l.Meeting.Date, smallStyle)
	y += 17
	set := func(lines []string, st style, leading float64) {
		for _, line := range lines {
			d.text(left, y+leading*0.8, line, st)
			y += leading
		}
	}
	set(l.question, style{size: 12.5, weight: bold}, 5.6)
	set(l.words, bodyStyle, 4.6)
	set(l.mark, noteStyle, 4.6)
	y += 1.5
	for _, lines := range l.choices {
		d.box(left, y+1, ballotBox, ballotBox, 0.4)
		for i, line := range lines {
			d.text(left+ballotBox+4, y+5.9+float64(i)*4.8, line, ballotName)
		}
		if len(lines) == 0 || lines[0] == "" { // a name is written by hand
			d.rule(left+ballotBox+4, y+7, left+ballotInner, y+7, 0.25, 0)
		}
		y += ballotChoice + float64(len(lines)-1)*4.8
	}
}

// CountSlipsPDF writes the sheets that the tellers count on: a line for each
// choice to tally on, the papers handed out and given back, and where they
// sign.
func (by Press) CountSlipsPDF(w io.Writer, slips []CountSlip) error {
	d := by.newDocument("Count slips")
	f := &flow{document: d, y: contentBottom}
	if len(slips) == 0 {
		d.startPage(topLine{title: "Count slips", notes: []string{"There is nothing to count yet."}})
	}
	for i := range slips {
		f.countSlip(&slips[i])
	}
	d.finish(by.Society, "Count slips")
	return d.writeTo(w)
}

func (f *flow) countSlip(s *CountSlip) {
	f.top = topLine{over: s.Meeting.Name, tail: s.Meeting.Date, title: "Count: " + s.Question}
	f.addPage()
	y := margin
	f.text(margin, y+4, wrapTail(s.Meeting.Name, s.Meeting.Date, overStyle, textWidth-30, 1)[0], overStyle)
	f.mark(pageWidth-margin-8, y-1, 8)
	f.y = y + 9
	f.words(margin, textWidth-14, s.Question, style{size: 17, weight: bold}, 7.6)
	f.y += 1
	for _, note := range s.Notes {
		f.words(margin, textWidth, note, noteStyle, 4.7)
	}
	f.y += 3
	g := grid{
		columns: []gridColumn{
			{title: "", width: 58, lines: uncut, bold: bold}, {title: "Tally", share: 1}, {title: "Total", width: 24},
		},
		minHeight: 13, style: style{size: 12}, leading: 5,
	}
	var rows [][]gridCell
	for _, c := range s.Choices {
		rows = append(rows, cells(c, "", ""))
	}
	f.y = g.draw(f.document, f.top, f.y, rows) + 6
	f.papersCounted()
	f.tellersSign(s.Tellers)
}

// papersCounted is what a count is checked by: the valid, the spoiled and the
// blank papers are those that were given back, and no more than were handed out.
func (f *flow) papersCounted() {
	const height, boxes = 17.0, 5
	f.room(height + 2 + 4.7) // with how they are counted
	width := textWidth / boxes
	for i, label := range []string{"Papers handed out", "Papers returned", "Valid", "Spoiled", "Blank"} {
		x := margin + float64(i)*width
		f.box(x, f.y, width, height, 0.3)
		f.text(x+2.5, f.y+4.5, label, smallStyle)
	}
	f.y += height + 2
	f.words(margin, textWidth, "Papers returned = valid + spoiled + blank.", noteStyle, 4.7)
	f.y += 5
}

// tellersSign are the lines to sign on, and when the count ended.
func (f *flow) tellersSign(names []string) {
	for len(names) < 2 {
		names = append(names, "")
	}
	const height = 17.0
	f.with(height * float64(min(len(names), 8)))
	for _, name := range names {
		f.room(height)
		line := f.y + 10
		f.rule(margin, line, margin+86, line, 0.25, 0)
		who := "Teller"
		if name != "" {
			who = name + ", teller"
		}
		f.textWhole(margin, line+4.2, 86, leastSigned, who, noteStyle)
		f.rule(margin+104, line, pageWidth-margin, line, 0.25, 0)
		f.text(margin+104, line+4.2, "Counted at", noteStyle)
		f.y += height
	}
}
