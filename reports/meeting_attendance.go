package reports

import (
	"fmt"
	"io"
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
	rows := append([]AttendanceRow{}, a.Rows...)
	rows = append(rows, make([]AttendanceRow, a.Blank)...)
	const box = 26.0
	for at := 0; at < len(rows); {
		fits := max(1, int((contentBottom-y-signHeadRoom)/signHeight))
		left := len(rows) - at
		each := min(fits, (left+1)/2)
		if left <= 2*each && each > 1 && y+signHeadRoom+float64(each)*signHeight+8+box > contentBottom {
			each-- // the box is not alone on the next page
		}
		taken := min(left, 2*each)
		d.signHere(rows[at:at+taken], at, each, y)
		y += signHeadRoom + float64(each)*signHeight
		if at += taken; at < len(rows) {
			y = d.startPage(top) + 2
		}
	}
	if y+8+box > contentBottom {
		y = d.startPage(top) - 4
	}
	d.attendanceBox(y+8, box)
	d.finish(joined(" · ", by.Society, top.title, a.Meeting.Name), a.Meeting.Date)
	return d.writeTo(w)
}

// signHere sets names with lines to sign on, so many below each other and the rest
// beside them; first is how many stand before them.
func (d *document) signHere(rows []AttendanceRow, first, each int, y float64) {
	for i, m := range rows {
		x, down := margin+float64(i/each)*(signWidth+signGap), y+signHeadRoom+float64(i%each)*signHeight
		if i%each == 0 {
			d.text(x+signNumber+1.5, y+4, "Name", headingStyle)
			d.text(x+signNumber+signName+3, y+4, "Signature", headingStyle)
			d.rule(x, y+signHeadRoom-0.6, x+signWidth, y+signHeadRoom-0.6, strongLine, 0)
		}
		d.textRight(x+signNumber-1, down+5, fmt.Sprint(first+i+1), noteStyle)
		d.nameToSign(x+signNumber+1.5, down, m)
		d.rule(x+signNumber+signName+2, down+1, x+signNumber+signName+2, down+signHeight-1, hairline, hairlineGrey)
		d.rule(x, down+signHeight-0.4, x+signWidth, down+signHeight-0.4, hairline, hairlineGrey)
	}
}

// nameToSign sets who signs: the name with the number and office below it, or a long name
// on both lines.
func (d *document) nameToSign(x, y float64, m AttendanceRow) {
	if widthOf(printable(m.Name), bodyBold) <= signName {
		d.text(x, y+4.6, m.Name, bodyBold)
		d.textFit(x, y+8, signName, joined(" · ", m.Number, m.Club), smallStyle)
		return
	}
	name := style{size: 8.5, weight: bold}
	for len(wrap(printable(joined(" ", m.Name, m.Number)), name, signName+1, uncut)) > 2 && name.size > 5 {
		name.size -= 0.5
	}
	for i, line := range wrap(printable(joined(" ", m.Name, m.Number)), name, signName+1, uncut) {
		d.text(x, y+4+name.size*0.45*float64(i), line, name)
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
