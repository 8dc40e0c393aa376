package reports

import (
	"io"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// YearAccounts are the accounts of a year as the general meeting reads them.
type YearAccounts struct {
	From, To civil.Date
	Last     civil.Date // on which the year before ended
	Parts    []AccountsPart
	Counts   []CountRow // members and clubs by year, below the heads
	Heads    []string   // of the counts, the first for what is counted
	Notes    []string
}

// CountRow is a line of counts.
type CountRow struct {
	Text   string
	Values []string
}

// AccountsPart is a statement or a part of one.
type AccountsPart struct {
	Title    string
	Budgeted bool // with a column for what was expected
	Rows     []AccountsRow
}

// AccountsRow is a line with last year beside it.
type AccountsRow struct {
	Text       string
	This, Last money.Cents
	Budget     money.Cents
	Sum        bool // of lines above it
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
		g := a.gridOf(p)
		y = g.draw(d, top, y, p.cells()) + 8
	}
	if len(a.Counts) > 0 {
		if y+float64(len(a.Counts)+2)*7 > contentBottom {
			y = d.startPage(top) + 2
		}
		y = a.drawCounts(d, top, y) + 8
	}
	for _, note := range a.Notes {
		lines := wrap(printable(note), noteStyle, textWidth, maxRunes)
		y = d.with(top, y, 4.8*float64(len(lines)-1), contentBottom)
		y = d.paragraph(margin, y, textWidth, 4.8, note, noteStyle) + 2
	}
	d.finish(by.Society, title)
	return d.writeTo(w)
}

func (a YearAccounts) gridOf(p AccountsPart) grid {
	money := func(title string) gridColumn { return gridColumn{title: title, width: 34, align: right} }
	g := grid{
		columns: []gridColumn{{title: p.Title, share: 1, lines: uncut}, money("To " + a.To.Long())}, minHeight: 6.5,
		style: style{size: 10}, leading: 4.8,
	}
	if p.Budgeted {
		g.columns = append(g.columns, money("Budget"))
	}
	g.columns = append(g.columns, money("To "+a.Last.Long()))
	return g
}

func (p AccountsPart) cells() [][]gridCell {
	var rows [][]gridCell
	for _, r := range p.Rows {
		line := []string{r.Text, r.This.String()}
		if p.Budgeted {
			line = append(line, r.Budget.String())
		}
		laid := cells(append(line, r.Last.String())...)
		for i := range laid {
			if r.Sum {
				laid[i].bold = bold
			}
		}
		rows = append(rows, laid)
	}
	return rows
}

func (a YearAccounts) drawCounts(d *document, top topLine, y float64) float64 {
	g := grid{minHeight: 6.5, style: style{size: 10}, leading: 4.8}
	for i, title := range a.Heads {
		c := gridColumn{title: title, width: 27, align: right}
		if i == 0 {
			c = gridColumn{title: title, share: 1, lines: uncut}
		}
		g.columns = append(g.columns, c)
	}
	var rows [][]gridCell
	for _, r := range a.Counts {
		rows = append(rows, cells(append([]string{r.Text}, r.Values...)...))
	}
	return g.draw(d, top, y, rows)
}
