package reports

import (
	"io"
	"strconv"
)

// RegisterXLSX writes the register of members as a workbook.
func (by Press) RegisterXLSX(w io.Writer, r Register) error { return by.TableXLSX(w, r.table()) }

// RegisterCSV writes the register of members as CSV.
func RegisterCSV(w io.Writer, r Register) error { return TableCSV(w, r.table()) }

func (r Register) table() Table {
	t := Table{
		Title: r.Title,
		Columns: []Column{
			{"Member no.", 12}, {"Family name", 20}, {"Given names", 22}, {"Club", 18}, {"Playing strength", 16},
			{"Rating", 9}, {"E-mail", 30}, {"Phone", 16}, {"Address", 40}, {"Member since", 18},
			{"Member to", 18}, {"First a member", 18}, {"Ceased", 18}, {"Status", 12},
		},
	}
	people := 0
	note := func() string { return "As at " + r.AsAt + " · " + countText(people, "person", "people") }
	row := func(p RegisterRow) []Cell {
		people++
		return []Cell{
			Text(p.Number), Text(p.FamilyName), Text(p.GivenNames), Text(p.Club), Text(p.Grade), ratingCell(p.Rating),
			Text(p.Email), Text(p.Phone), Text(p.Address), Date(p.Since), Date(p.TermEnd), Date(p.First),
			Date(p.Ceased), Text(p.Status),
		}
	}
	if r.Each != nil {
		t.Each = func(take func([]Cell) error) error {
			return r.Each(func(p RegisterRow) error { return take(row(p)) })
		}
		t.NoteAfter = note
		return t
	}
	for _, p := range r.Rows {
		t.Rows = append(t.Rows, row(p))
	}
	if r.AsAt != "" {
		t.Note = note()
	}
	return t
}

// ratingCell is a published rating as a number with its one decimal.
func ratingCell(s string) Cell {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return Text(s)
	}
	c := Figure(v)
	c.format = "0.0"
	return c
}
