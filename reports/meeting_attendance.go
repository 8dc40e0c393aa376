package reports

import (
	"fmt"
	"io"
	"slices"
)

// What a line to sign on takes, in millimetres.
const (
	signHeight   = 9.7
	signGap      = 6.0 // between the two columns
	signWidth    = (textWidth - signGap) / 2
	signNumber   = 7.0
	signName     = 42.0
	signHeadRoom = 7.0
)

// AttendanceSheetPDF writes the list to be signed at the door, in two columns, with
// lines for whoever is not on it, and a box for what the chair and the minutes need:
// how many were present at the beginning, who took the chair, who counts.
func (by Press) AttendanceSheetPDF(w io.Writer, a AttendanceSheet) error {
	top := topLine{
		over: a.Meeting.Name, tail: a.Meeting.Date, title: "Attendance",
		notes: []string{
			joined(" · ", a.Meeting.when(), a.Meeting.Place),
			joined(
				" ", a.Quorum, "Sign when you arrive; write the time beside it if the meeting has begun, and when you leave early.",
			),
		},
	}
	d := by.newDocument(documentTitle(top.title, a.Meeting.Name, a.Meeting.Date))
	y := d.startPage(top) + 2
	var rows []signRow
	for i, row := range append(slices.Clone(a.Rows), make([]AttendanceRow, a.Blank)...) {
		rows = append(rows, newSignRow(i+1, row))
	}
	const box, gap = 26.0, 8.0
	for len(rows) > 0 {
		room := contentBottom - y - signHeadRoom
		first, second, height := inColumns(rows, room)
		if first+second == len(rows) && len(rows) > 2 && height+gap+box > room {
			first, second, height = inColumns(rows[:len(rows)-2], room) // the box is not alone on the next page
		}
		d.signHere(rows[:first], margin, y)
		d.signHere(rows[first:first+second], margin+signWidth+signGap, y)
		y += signHeadRoom + height
		if rows = rows[first+second:]; len(rows) > 0 {
			y = d.startPage(top) + 2
		}
	}
	if y+gap+box > contentBottom {
		y = d.startPage(top) - 4
	}
	d.attendanceBox(y+gap, box)
	d.finish(joined(" · ", by.Society, top.title, a.Meeting.Name), a.Meeting.Date)
	return d.writeTo(w)
}

// inColumns is how many of the rows stand in each of two columns of at most that height, and the height that they take: as
// little as all of them need, where all find room.
func inColumns(rows []signRow, most float64) (first, second int, height float64) {
	take := func(rows []signRow, most float64) (n int, used float64) {
		for n < len(rows) && (n == 0 || used+rows[n].height <= most) {
			used += rows[n].height
			n++
		}
		return n, used
	}
	for height = signHeight; ; height = min(height+1, most) {
		left, l := take(rows, height)
		right, r := take(rows[left:], height)
		if left+right == len(rows) || height >= most {
			return left, right, max(l, r)
		}
	}
}

// signRow is a name with a line to sign on, laid out.
type signRow struct {
	number  int
	name    style
	lines   []string
	details []string
	height  float64
}

// newSignRow lays a name out: whole, in smaller type where it takes more than a line, with the number and office below it.
func newSignRow(number int, m AttendanceRow) signRow {
	r := signRow{number: number, name: bodyBold, height: signHeight}
	if r.lines = wrap(printable(m.Name), r.name, signName, maxRunes); len(r.lines) > 1 {
		r.name.size = 8.5
		r.lines = wrap(printable(m.Name), r.name, signName, maxRunes)
	}
	if below := joined(" · ", m.Number, m.Club); below != "" {
		r.details = wrap(printable(below), smallStyle, signName, maxRunes)
	}
	needs := 1.7 + float64(len(r.lines))*r.name.leading() + float64(len(r.details))*smallStyle.leading()
	r.height = max(r.height, needs)
	return r
}

// signHere sets names with lines to sign on below each other.
func (d *document) signHere(rows []signRow, x, y float64) {
	if len(rows) == 0 {
		return
	}
	d.text(x+signNumber+1.5, y+4, "Name", headingStyle)
	d.text(x+signNumber+signName+3, y+4, "Signature", headingStyle)
	y += signHeadRoom
	d.rule(x, y-0.6, x+signWidth, y-0.6, strongLine, 0)
	for _, r := range rows {
		d.textRight(x+signNumber-1, y+5, fmt.Sprint(r.number), noteStyle)
		at := y + 0.5 + r.name.leading()
		for _, line := range r.lines {
			d.text(x+signNumber+1.5, at, line, r.name)
			at += r.name.leading()
		}
		at += smallStyle.leading() - r.name.leading() + 0.2
		for _, line := range r.details {
			d.text(x+signNumber+1.5, at, line, smallStyle)
			at += smallStyle.leading()
		}
		d.rule(x+signNumber+signName+2, y+1, x+signNumber+signName+2, y+r.height-1, hairline, hairlineGrey)
		y += r.height
		d.rule(x, y-0.4, x+signWidth, y-0.4, hairline, hairlineGrey)
	}
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
