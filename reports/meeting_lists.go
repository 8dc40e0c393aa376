package reports

import (
	"fmt"
	"io"
)

// MeetingRollPDF writes to whom a notice went and how each was reached.
func (by Press) MeetingRollPDF(w io.Writer, r MeetingRoll) error {
	top := topLine{
		over: r.Meeting.Name, tail: r.Meeting.Date, title: "Roll of the notice",
		notes: []string{joined("; ", r.AsAt, r.Summary)},
	}
	d := by.newDocument(documentTitle(top.title, r.Meeting.Name, r.Meeting.Date))
	y := d.startPage(top) + 2
	g := grid{
		columns: []gridColumn{
			{title: "", width: 6, align: right},
			{title: "Member", share: 1, lines: uncut, bold: bold},
			{title: "No.", width: 9},
			{title: "By", width: 12},
			{title: "Address", share: 1.35, lines: uncut},
			{title: "Letter", width: 35, lines: uncut},
		},
		minHeight: 5.5, style: style{size: 8.5}, detail: smallStyle, leading: 3.7, gap: 2,
	}
	var rows [][]gridCell
	for i, m := range r.Rows {
		row := cells(fmt.Sprint(i+1), m.Name, m.Number, m.By, m.Address, unbroken(m.State))
		row[1].detail = m.Club
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		d.paragraph(margin, y+4, textWidth, 5, "No members are registered yet.", bodyStyle)
	} else {
		y = g.draw(d, top, y, rows)
	}
	if r.Text != "" {
		f := &flow{document: d, top: top, y: y + 6}
		f.part("The notice, as it was sent", 4*5.2)
		f.lines(r.Text)
		if r.Hash != "" {
			f.words(margin, textWidth, "SHA-256 of this text: "+r.Hash, smallStyle, 3.9)
		}
	}
	d.finish(joined(" · ", by.Society, top.title, r.Meeting.Name), r.Meeting.Date)
	return d.writeTo(w)
}
