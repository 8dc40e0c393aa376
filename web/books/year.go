package books

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/reports"
	"nzgs/web/kit"
)

const yearPath = kit.BooksPath + "/year"

var yearCrumb = kit.Crumb{Label: "Accounts of a year", URL: yearPath}

// lastDay is the year that the address asks for: that which ended last, if it asks for none.
func (s *Desk) lastDay(c echo.Context) (civil.Date, error) {
	in := kit.Asked(c)
	last := in.Day("last")
	if in.Refusal(nil) != nil {
		return last, apperr.New(apperr.NotFound, "Choose the last day of a year, for example 30 June 2026.")
	}
	if last.IsZero() {
		return s.treasury.LastYearEnd(c.Request().Context())
	}
	return last, nil
}

func (s *Desk) yearAt(c echo.Context) (treasury.YearEnd, error) {
	last, err := s.lastDay(c)
	if err != nil {
		return treasury.YearEnd{}, err
	}
	return s.treasury.YearTo(c.Request().Context(), s.Actor(c), last)
}

// year shows the accounts of a year, last year beside this.
func (s *Desk) year(c echo.Context) error {
	y, err := s.yearAt(c)
	if err != nil {
		return err
	}
	last := y.Year.To.String()
	page := FilePage{
		Page: s.Page(c, "Accounts for the year to "+y.Year.To.Long(), treasurerCrumb, accountsCrumb),
		Facts: []kit.Fact{
			{Label: "Surplus", Value: y.Surplus.This.String()}, {Label: "Accumulated funds", Value: y.Funds.This.String()},
			{Label: "Books locked up to", Value: orDash(y.Locked)},
		},
		Actions: []kit.Link{
			{Label: "Print", URL: yearPath + ".pdf?last=" + last, Kind: "secondary"}, {Label: "Reviewer’s pack", URL: yearPath + ".xlsx?last=" + last, Kind: "secondary"},
			{Label: "Year before", URL: yearPath + "?last=" + y.Last.To.String(), Kind: "secondary"},
		},
	}
	if next := y.Year.To.AddDays(1).AddMonths(12).AddDays(-1); !next.Before(s.Today()) && s.keeps(c) {
		page.Actions = append(page.Actions, kit.Link{
			Label: "Budget to " + next.Long(), URL: yearPath + "/budget?last=" + next.String(), Kind: "secondary",
		})
	}
	if next := ledger.YearTo(y.Year.To.AddMonths(12)); next.To.Before(s.Today()) {
		page.Actions = append(page.Actions, kit.Link{Label: "Year after", URL: yearPath + "?last=" + next.To.String(), Kind: "secondary"})
	}
	if s.keeps(c) && y.Adopted == nil {
		page.Actions = append(page.Actions, kit.Link{Label: "Budget", URL: yearPath + "/budget?last=" + last, Kind: "secondary"})
	}
	if err := s.adoption(c, &page, y); err != nil {
		return err
	}
	if !y.Balanced {
		page.Say = "The lines of the journal do not sum to zero. Someone has changed the database from outside: restore a backup."
	}
	for _, p := range accountsParts(y.Statements) {
		page.Tables = append(page.Tables, statementTable(y, p))
	}
	counts, err := s.countsTo(c, y.Year.To, reportYears)
	if err != nil {
		return err
	}
	page.Tables = append(page.Tables, countsTable(countsSinceKnown(counts)))
	open := Table{
		Title: "Open today of what was invoiced up to " + y.Year.To.Long(), Label: "Open invoices",
		Heads: heads("Invoice", "To", "Due", "#Open"),
	}
	shown, pager := kit.Paged(c, y.OpenNow, pageRows)
	open.Pager = pager
	for _, i := range shown {
		open.Rows = append(open.Rows, row(link(i.Number.String(), invoiceURL(i.ID)), cell(i.Name), cell(i.Due.Long()), amount(i.Open())))
	}
	kit.NamesPeople(c, len(shown))
	page.Tables = append(page.Tables, open)
	return fileView.Render(c, http.StatusOK, page)
}

func orDash(d civil.Date) string {
	if d.IsZero() {
		return "–"
	}
	return d.Long()
}

// statementTable is a statement as the page shows it.
func statementTable(y treasury.YearEnd, p reports.AccountsPart) Table {
	t := Table{Title: p.Title, Label: p.Title, Heads: heads("Account", "#To "+y.Year.To.Long())}
	if p.Budgeted {
		t.Heads = append(t.Heads, heads("#Budget")...)
	}
	t.Heads = append(t.Heads, heads("#To "+y.Last.To.Long())...)
	for _, r := range p.Rows {
		cells := []Cell{cell(r.Text), amount(r.This)}
		if p.Budgeted {
			cells = append(cells, amount(r.Budget))
		}
		line := row(append(cells, amount(r.Last))...)
		line.Sum = r.Sum
		t.Rows = append(t.Rows, line)
	}
	return t
}
