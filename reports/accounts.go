package reports

import (
	"fmt"
	"io"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// YearAccounts are the accounts of a year as the general meeting reads them.
type YearAccounts struct {
	From, To civil.Date
	Last     civil.Date // on which the year before ended
	Parts    []AccountsPart
	Notes    []string
}

// AccountsPart is a statement or a part of one.
type AccountsPart struct {
	Title string
	Rows  []AccountsRow
}

// AccountsRow is a line with last year beside it.
type AccountsRow struct {
	Text       string
	This, Last money.Cents
}

// YearAccountsPDF writes the accounts of a year: what goes with the notice of the AGM.
func (by Press) YearAccountsPDF(w io.Writer, a YearAccounts) error {
	title := "Accounts for the year to " + a.To.Long()
	d := by.newDocument(documentTitle(title, by.Society))
	top := topLine{over: "Treasurer’s report", title: title}
	y := d.startPage(top) + 2
	for _, p := range a.Parts {
		if y+float64(len(p.Rows)+2)*7 > contentBottom && len(p.Rows) < 30 {
			y = d.startPage(top) + 2
		}
		g := grid{
			columns: []gridColumn{
				{title: p.Title, share: 1, lines: 2},
				{title: fmt.Sprintf("To %s", a.To.Long()), width: 40, align: right},
				{title: fmt.Sprintf("To %s", a.Last.Long()), width: 40, align: right},
			},
			minHeight: 6.5, style: style{size: 10}, leading: 4.8,
		}
		var rows [][]gridCell
		for _, r := range p.Rows {
			rows = append(rows, cells(r.Text, r.This.String(), r.Last.String()))
		}
		y = g.draw(d, top, y, rows) + 8
	}
	for _, note := range a.Notes {
		if y+14 > contentBottom {
			y = d.startPage(top) + 2
		}
		y = d.paragraph(margin, y, textWidth, 4.8, note, noteStyle) + 2
	}
	d.finish(joined(" · ", by.Society, title))
	return d.writeTo(w)
}

// TablesXLSX writes several lists as a workbook, a sheet for each.
func (by Press) TablesXLSX(w io.Writer, title string, tables []Table) error {
	b, err := by.newWorkbook(title)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if err := b.add(t.sheet()); err != nil {
			return err
		}
	}
	return b.write(w)
}
