package reports

import (
	"fmt"
	"io"
)

// ClubListPDF writes a club's own list of its members.
func (by Press) ClubListPDF(w io.Writer, l ClubList) error {
	d := by.newDocument(documentTitle(l.Club, "members", l.Year))
	top := topLine{
		over:  "List of members",
		tail:  l.Year,
		title: l.Club,
		notes: []string{countText(len(l.Rows), "member", "members")},
	}
	g := grid{
		columns: []gridColumn{
			{title: "No.", width: 11},
			{title: "Name", share: 1, lines: uncut, bold: bold},
			{title: "Grade", width: 13},
			{title: "Member to"},
			{title: "Notes", share: 0.7, lines: uncut},
		},
		minHeight: 7, style: style{size: 10}, detail: style{size: 8.5, grey: 60}, leading: 4.4,
	}
	if l.Contacts == WithContacts {
		g.columns[4] = gridColumn{title: "Contact", share: 2, lines: uncut}
		g.style.size = 9.5
	}
	g.columns[3].width = dayWidth(g.style)
	rows := make([][]gridCell, len(l.Rows))
	for i, m := range l.Rows {
		last := gridCell{text: m.Note}
		if l.Contacts == WithContacts {
			last = reachCell(m.Email, m.Phone, m.Address)
		}
		rows[i] = append(cells(m.Number, m.Name, m.Grade, dateText(m.TermEnd)), last)
	}
	g.fit(d.textWidth(), rows)
	g.draw(d, top, d.startPage(top), rows)
	what := l.Club
	if l.Contacts == WithContacts {
		what = joined(" · ", l.Club, "contact details: for the club's own use only")
	}
	d.finish(what, asAt(l.AsAt))
	return d.writeTo(w)
}

// dayWidth is the width of the longest day in a list, in millimetres.
func dayWidth(st style) float64 { return widthOf("30 September 2027", st) + 0.5 }

func countText(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
