package reports

import (
	"io"
	"strings"
)

// RegisterPrint is a register of members on paper: the people in sections, such as members and those who were members.
type RegisterPrint struct {
	Title    string
	Notes    []string
	AsAt     string
	Sections []RegisterSection
}

// RegisterSection is a list of people under a heading. Each person has what is known of them.
type RegisterSection struct {
	Title    string // "" for the only one
	Empty    string // said where no one is in it
	Contacts ContactDetails
	Rows     []RegisterRow
}

// RegisterPDF writes the register of members. No name, address or day of it is cut.
func (by Press) RegisterPDF(w io.Writer, r RegisterPrint) error {
	d := by.newDocument(documentTitle(r.Title, r.AsAt))
	top := topLine{title: r.Title, notes: r.Notes}
	y := d.startPage(top)
	for _, s := range r.Sections {
		y = s.draw(d, top, y)
	}
	foot := r.Title
	for _, s := range r.Sections {
		if s.Contacts == WithContacts {
			foot = joined(" · ", r.Title, "contact details: for the society's own use only")
		}
	}
	d.finish(foot, asAt(r.AsAt))
	return d.writeTo(w)
}

func (s RegisterSection) draw(d *document, top topLine, y float64) float64 {
	const leastOfSection = 30
	if s.Title != "" {
		y = d.with(top, y+3, leastOfSection, contentBottom)
		d.text(margin, y+6, s.Title, style{size: 12, weight: bold})
		d.textRight(pageWidth-margin, y+6, countText(len(s.Rows), "person", "people"), noteStyle)
		y += 10
	}
	if len(s.Rows) == 0 {
		return d.paragraph(margin, y+5, textWidth, 5, s.Empty, noteStyle)
	}
	g := grid{
		columns: []gridColumn{
			{title: "No.", width: 10},
			{title: "Name and club", share: 1.2, lines: uncut, bold: bold},
			{title: "Contact", share: 1.25, lines: uncut},
			{title: "Member since", lines: uncut},
			{title: "Until", lines: uncut},
		},
		minHeight: 7.5, style: style{size: 9}, detail: style{size: 8, grey: 60}, leading: 4.2,
	}
	g.columns[3].width = max(dayWidth(g.style), widthOf("first ", g.detail)+dayWidth(g.detail))
	g.columns[4].width = dayWidth(g.style)
	if s.Contacts == WithoutContacts {
		g.columns = append(g.columns[:2], g.columns[3:]...)
	}
	var rows [][]gridCell
	for _, p := range s.Rows {
		row := []gridCell{{text: p.Number}, {text: p.Listed, detail: joined(", ", p.Club, strings.ReplaceAll(p.Grade, " ", noBreak))}}
		if s.Contacts == WithContacts {
			row = append(row, reachCell(p.Email, p.Phone, p.Address))
		}
		until := gridCell{text: dateText(p.TermEnd)}
		if !p.Ceased.IsZero() {
			until = gridCell{text: dateText(p.Ceased), detail: "ceased"}
		}
		since := gridCell{text: dateText(p.Since)}
		if !p.First.IsZero() {
			since.detail = "first " + dateText(p.First)
		}
		rows = append(rows, append(row, since, until))
	}
	g.fit(d.textWidth(), rows)
	return g.draw(d, top, y, rows)
}

// reachCell is how to reach someone: first what is shortest, and the rest in small below.
func reachCell(email, phone, address string) gridCell {
	phone = strings.ReplaceAll(phone, " ", noBreak)
	if email != "" {
		return gridCell{text: email, detail: joined(" · ", phone, address)}
	}
	if phone != "" {
		return gridCell{text: phone, detail: address}
	}
	return gridCell{text: address}
}
