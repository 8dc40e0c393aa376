package reports

import (
	"fmt"
	"io"
)

// strayLines are the empty lines for envelopes of no one on the roll.
const strayLines = 4

// EnvelopeRegisterPDF writes the sheet on which the tellers note who returned a
// paper, by hand. It has no column for a vote (Rule 5.11). The names come in
// the order given.
func (by Press) EnvelopeRegisterPDF(w io.Writer, v PostalVote, names []string) error {
	d := by.newDocument(documentTitle("Register of envelopes", v.Title))
	top := topLine{over: v.Title, title: "Register of envelopes", notes: []string{
		"Who returned a voting paper, when and how. Do not write any votes here. Note a second paper from the same member " +
			"for the tellers to rule on. The empty lines at the end are for envelopes without a name, and of people who are not on " +
			"the roll.",
	}}
	if v.Closing != "" {
		top.notes = append(top.notes, "Papers must reach the tellers by "+v.Closing+" (Rule 5.9).")
	}
	y := d.startPage(top) + 3
	g := grid{
		columns: []gridColumn{
			{title: "No.", width: 10, align: right},
			{title: "Member", share: 1, lines: uncut},
			{title: "Came on", width: 22},
			{title: "Direct / by club", width: 28},
			{title: "Valid", width: 10},
			{title: "Rejected because", width: 42},
		},
		minHeight: 8.4, style: bodyStyle, leading: 4.6,
	}
	var rows [][]gridCell
	for i, name := range names {
		rows = append(rows, cells(numberText(i+1), name, "", "", "", ""))
	}
	// The empty lines stand on one page, with names before them and the lines to sign on.
	first := max(0, len(rows)-5)
	last := rows[first:]
	for range strayLines {
		last = append(last, cells("", "", "", "", "", ""))
	}
	need := 4 + signatureHeight*float64(min((max(len(v.Tellers), 2)+1)/2, signaturesTogether))
	widths := g.widths(textWidth)
	for _, row := range last {
		_, height := g.layOut(row, widths)
		need += height
	}
	if first == 0 {
		y = g.draw(d, top, y, last)
	} else if y = g.draw(d, top, y, rows[:first]); y+need <= contentBottom {
		y = g.rows(d, top, y, widths, last)
	} else {
		y = g.draw(d, top, d.startPage(top), last)
	}
	d.signatures(top, y+4, v.Tellers, "teller")
	d.finish(joined(" · ", by.Society, v.Title), "Register of envelopes")
	return d.writeTo(w)
}

// signatureHeight is what a row of signatures takes, in millimetres.
const signatureHeight = 21.0

// signaturesTogether are the rows of signatures that stand on one page.
const signaturesTogether = 4

// signatures are lines for some people to sign on, two beside each other; a
// form without names gets two lines. It returns where they end.
func (d *document) signatures(top topLine, y float64, names []string, as string) float64 {
	const height, width = signatureHeight, 82.0
	if len(names) == 0 {
		names = []string{"", ""}
	}
	for i, name := range names {
		if i%2 == 0 {
			rows := 1
			if i == 0 {
				rows = min((len(names)+1)/2, signaturesTogether)
			}
			y = d.with(top, y, height*float64(rows), contentBottom)
			d.mayBreak(y, height, nil)
		}
		x := margin + float64(i%2)*(textWidth-width)
		d.rule(x, y+14, x+width, y+14, 0.25, 0)
		d.textWhole(x, y+18.4, width, leastSigned, joined(", ", name, as), noteStyle)
		if i%2 == 1 || i == len(names)-1 {
			y += height
		}
	}
	return y
}

// TallySheetPDF writes the sheet for counting by hand: for each motion a row of
// boxes to stroke for Yes, No, Abstain and informal, as many as there may be
// papers, in groups of five.
func (by Press) TallySheetPDF(w io.Writer, v PostalVote, papers int) error {
	d := by.newDocument(documentTitle("Tally sheet", v.Title))
	f := &flow{document: d, top: topLine{over: v.Title, title: "Tally sheet", notes: []string{
		"One teller reads each paper out and the other ticks a box; then swap and count again on a new sheet. Do not show " +
			"it to anyone before the closing date" + afterText(v.Closing) + ".",
	}}}
	f.y = f.startPage(f.top) + 3
	boxes := min(max(papers, 10), 400)
	for _, m := range v.Motions {
		f.tally(m, boxes)
	}
	y := f.signatures(f.top, f.y+2, v.Tellers, "teller")
	f.y = y
	f.finish(joined(" · ", by.Society, v.Title), "Tally sheet")
	return d.writeTo(w)
}

func afterText(day string) string {
	if day == "" {
		return ""
	}
	return ", " + day
}

// tallyWords are the ways to vote on a motion, as they are counted.
var tallyWords = []string{"Yes", "No", "Abstain", "Informal"}

func (f *flow) tally(m PostalMotion, boxes int) {
	const (
		side, step, group = 3.6, 4.1, 1.4
		column, total     = 20.0, 22.0
		lead              = 5.6
	)
	across := 30 // boxes in a line
	lines := (boxes + across - 1) / across
	height := float64(lines)*lead + 2.4
	text := wrap(printable(m.Text), bodyStyle, textWidth-24, uncut)
	f.room(9 + float64(min(len(text), 4))*4.8 + min(float64(len(tallyWords))*height, 4*height))
	f.text(margin, f.y+5, "Motion "+numberText(m.Number), bodyBold)
	for _, line := range text {
		f.room(6)
		f.text(margin+24, f.y+5, line, bodyStyle)
		f.y += 4.8
	}
	f.y += 3
	for _, word := range tallyWords {
		f.room(height)
		f.text(margin, f.y+3.4, word, bodyBold)
		for n := range boxes {
			x := margin + column + float64(n%across)*step + float64(n%across/5)*group
			f.box(x, f.y+float64(n/across)*lead, side, side, 0.15)
		}
		f.box(pageWidth-margin-total+4, f.y-0.8, total-4, 6.6, 0.4)
		f.y += height
	}
	f.y += 3
	f.rule(margin, f.y-1.5, pageWidth-margin, f.y-1.5, hairline, hairlineGrey)
}

// PostalReportPDF writes the tellers' report to the secretary: how many papers,
// what was rejected and why, the totals of each motion (Rule 5.11). It names no
// member and no paper.
func (by Press) PostalReportPDF(w io.Writer, r PostalReport) error {
	d := by.newDocument(documentTitle("Tellers’ report", r.Vote.Title))
	f := &flow{
		document: d,
		top: topLine{
			over: r.Vote.Title, title: "Tellers’ report", notes: []string{"To the secretary, under Rule 5.11."},
		},
	}
	f.y = f.startPage(f.top) + 3
	f.row("Closed", r.Vote.Closing, "")
	f.row("Reported", r.Reported, "")
	f.y += 3
	f.papers(r)
	f.counts(r.Vote.Motions, r.Counts)
	f.tellerHistory(r.History)
	f.seals(r.Seals)
	f.y = f.signatures(f.top, f.y, r.Vote.Tellers, "teller")
	f.finish(joined(" · ", by.Society, r.Vote.Title), "Tellers’ report")
	return d.writeTo(w)
}

// papers is the arithmetic of the papers.
func (f *flow) papers(r PostalReport) {
	g := grid{
		columns:   []gridColumn{{title: "Papers", share: 1, lines: uncut}, {title: "Number", width: 24, align: right}},
		minHeight: 7.4, style: style{size: 10.5}, leading: 4.8,
	}
	rows := [][]gridCell{
		cells("Sent to members", fmt.Sprint(r.Sent)),
		cells("Returned by the closing date or ruled on", fmt.Sprint(r.Received)),
	}
	for _, no := range r.Rejected {
		rows = append(rows, cells("Rejected: "+no.Reason, fmt.Sprint(no.Papers)))
	}
	rows = append(rows, cells("Valid", fmt.Sprint(r.Valid)))
	f.room(6 + float64(min(len(rows), 4))*7.4)
	f.y = g.draw(f.document, f.top, f.y, rows) + 5
}

// counts are the totals, a row for each motion.
func (f *flow) counts(motions []PostalMotion, counts []PostalCount) {
	g := grid{
		columns: []gridColumn{
			{title: "Motion", width: 13, align: right, bold: bold},
			{title: "Text", share: 1, lines: uncut},
			{title: "Yes", width: 13, align: right, bold: bold},
			{title: "No", width: 13, align: right, bold: bold},
			{title: "Abstain", width: 15, align: right, bold: bold},
			{title: "Informal", width: 16, align: right},
		},
		minHeight: 8.5, style: style{size: 10.5}, leading: 4.8,
	}
	var rows [][]gridCell
	for _, c := range counts {
		rows = append(
			rows,
			cells(
				numberText(c.Number), motionText(motions, c.Number), fmt.Sprint(c.Yes), fmt.Sprint(c.No), fmt.Sprint(c.Abstain),
				fmt.Sprint(c.Informal),
			),
		)
	}
	if len(rows) == 0 {
		return
	}
	f.room(26)
	f.y = g.draw(f.document, f.top, f.y, rows) + 2
	f.passageAlone("Informal: a valid paper with no readable vote on this motion. It does not count as a recorded vote.")
	f.y += 2
}

func motionText(motions []PostalMotion, number int) string {
	for _, m := range motions {
		if m.Number == number {
			return m.Text
		}
	}
	return ""
}

// seals are hashes, in groups of eight to compare by eye, each beside what it is of.
func (f *flow) seals(seals []PostalSeal) {
	const column, leading = 50.0, 4.0
	hash := style{size: 8, grey: 40}
	for _, s := range seals {
		if s.Hash == "" {
			continue
		}
		what := wrap(printable(s.What), headingStyle, column-3, uncut)
		lines := wrap(grouped(s.Hash), hash, textWidth-column, 3)
		height := leading*float64(max(len(what), len(lines))) + 1.4
		f.room(height)
		for i, line := range what {
			f.text(margin, f.y+3.4+leading*float64(i), line, headingStyle)
		}
		for i, line := range lines {
			f.text(margin+column, f.y+3.4+leading*float64(i), line, hash)
		}
		f.y += height
	}
}

// grouped sets a space after each eight characters.
func grouped(hash string) string {
	out := make([]rune, 0, len(hash)+len(hash)/8)
	for i, r := range []rune(printable(hash)) {
		if i > 0 && i%8 == 0 {
			out = append(out, ' ')
		}
		out = append(out, r)
	}
	return string(out)
}
