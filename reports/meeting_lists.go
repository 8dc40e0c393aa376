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
			{title: "", width: 8, align: right},
			{title: "Member", share: 1.1, lines: 2, bold: bold},
			{title: "No.", width: 13},
			{title: "Reached by", width: 20},
			{title: "Address", share: 2.1, lines: 3},
			{title: "State", width: 27, lines: 2},
		},
		minHeight: 7.5, style: style{size: 9.5}, detail: smallStyle, leading: 4.3, gap: 3,
	}
	var rows [][]gridCell
	for i, m := range r.Rows {
		row := cells(fmt.Sprint(i+1), m.Name, m.Number, m.By, m.Address, m.State)
		row[1].detail = m.Club
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		d.paragraph(margin, y+4, textWidth, 5, "No members are registered yet.", bodyStyle)
	} else {
		g.draw(d, top, y, rows)
	}
	d.finish(joined(" · ", by.Society, top.title, r.Meeting.Name, r.Meeting.Date))
	return d.writeTo(w)
}

// AttendanceSheetPDF writes the list to be signed at the door, with lines for
// whoever is not on it, and a box for what the chair and the minutes need: how
// many were present at the beginning, who took the chair, who counts.
func (by Press) AttendanceSheetPDF(w io.Writer, a AttendanceSheet) error {
	top := topLine{
		over: a.Meeting.Name, tail: a.Meeting.Date, title: "Attendance",
		notes: []string{
			joined(" · ", a.Meeting.when(), a.Meeting.Place),
			joined(" ", a.Quorum, "Sign when you arrive; write the time if the meeting has begun."),
		},
	}
	d := by.newDocument(documentTitle(top.title, a.Meeting.Name, a.Meeting.Date))
	y := d.startPage(top) + 2
	g := grid{
		columns: []gridColumn{
			{title: "", width: 8, align: right},
			{title: "Name", share: 1, lines: 2, bold: bold},
			{title: "Arrived late, at", width: 24},
			{title: "Left at", width: 18},
			{title: "Signature", width: 62},
		},
		minHeight: 10.5, style: style{size: 11}, detail: smallStyle, leading: 4.8,
	}
	var rows [][]gridCell
	for i, m := range a.Rows {
		row := cells(fmt.Sprint(i+1), m.Name, "", "", "")
		row[1].detail = joined(" · ", m.Number, m.Club)
		rows = append(rows, row)
	}
	for i := range a.Blank {
		rows = append(rows, cells(fmt.Sprint(len(a.Rows)+i+1), "", "", "", ""))
	}
	y = g.draw(d, top, y, rows) + 8
	const height = 26.0
	if y+height > contentBottom {
		y = d.startPage(top) + 4
	}
	d.attendanceBox(y, height)
	d.finish(joined(" · ", by.Society, top.title, a.Meeting.Name, a.Meeting.Date))
	return d.writeTo(w)
}

// attendanceBox is filled in by hand when the meeting begins.
func (d *document) attendanceBox(y, height float64) {
	d.box(margin, y, textWidth, height, 0.35)
	line := func(x, y, width float64, label string) {
		used := d.text(x, y, label, noteStyle)
		d.rule(x+used+2, y+0.8, x+width, y+0.8, 0.25, 0)
	}
	half := textWidth / 2
	line(margin+4, y+9, half-8, "Began at")
	line(margin+half+4, y+9, half-8, "Members present at the beginning")
	line(margin+4, y+20, half-8, "In the chair")
	line(margin+half+4, y+20, half-8, "Tellers")
}
