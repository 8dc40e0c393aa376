package books

import (
	"bytes"
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
	kit.NamesPeople(c, len(y.OpenNow))
	last := y.Year.To.String()
	page := FilePage{
		Page: s.Page(c, "Accounts for the year to "+y.Year.To.Long(), treasurerCrumb, accountsCrumb),
		Facts: []kit.Fact{
			{Label: "Surplus", Value: y.Surplus.This.String()}, {Label: "Accumulated funds", Value: y.Funds.This.String()},
			{Label: "Books locked up to", Value: orDash(y.Locked)},
		},
		Actions: []kit.Link{
			{Label: "Print", URL: yearPath + ".pdf?last=" + last}, {Label: "Reviewer’s pack", URL: yearPath + ".xlsx?last=" + last, Kind: "secondary"},
			{Label: "Year before", URL: yearPath + "?last=" + y.Last.To.String(), Kind: "secondary"},
		},
	}
	if next := ledger.YearTo(y.Year.To.AddMonths(12)); next.To.Before(s.Today()) {
		page.Actions = append(page.Actions, kit.Link{Label: "Year after", URL: yearPath + "?last=" + next.To.String(), Kind: "secondary"})
	}
	switch {
	case y.Adopted != nil:
		page.Facts = append(page.Facts, kit.Fact{Label: "Adopted", Value: y.Adopted.Note})
	case s.keeps(c) && y.Year.To.Before(s.Today()):
		page.Actions = append(page.Actions, kit.Link{Label: "Lock the year", URL: yearPath + "/lock?last=" + last, Kind: "secondary"})
	}
	if !y.Balanced {
		page.Say = "The lines of the journal do not sum to zero. Someone has changed the database from outside: restore a backup."
	}
	for _, p := range accountsParts(y.Statements) {
		t := Table{Title: p.Title, Label: p.Title, Heads: heads("Account", "#To "+y.Year.To.Long(), "#To "+y.Last.To.Long())}
		for _, r := range p.Rows {
			t.Rows = append(t.Rows, row(cell(r.Text), amount(r.This), amount(r.Last)))
		}
		page.Tables = append(page.Tables, t)
	}
	open := Table{
		Title: "Open today of what was invoiced up to " + y.Year.To.Long(), Label: "Open invoices",
		Heads: heads("Invoice", "To", "Due", "#Open"),
	}
	for _, i := range y.OpenNow {
		open.Rows = append(open.Rows, row(link(i.Number.String(), invoiceURL(i.ID)), cell(i.Name), cell(i.Due.Long()), amount(i.Open())))
	}
	page.Tables = append(page.Tables, open)
	return fileView.Render(c, http.StatusOK, page)
}

func orDash(d civil.Date) string {
	if d.IsZero() {
		return "–"
	}
	return d.Long()
}

// accountsParts are the statements of a year as a page and a print show them.
func accountsParts(s ledger.Statements) []reports.AccountsPart {
	line := func(r ledger.Row) reports.AccountsRow {
		return reports.AccountsRow{Text: r.Name, This: r.This, Last: r.Last}
	}
	var out []reports.AccountsPart
	part := func(title string, rows ...reports.AccountsRow) *reports.AccountsPart {
		out = append(out, reports.AccountsPart{Title: title, Rows: rows})
		return &out[len(out)-1]
	}
	add := func(p *reports.AccountsPart, from ledger.Part, total string) {
		for _, r := range from.Rows {
			p.Rows = append(p.Rows, line(r))
		}
		from.Total.Name = total
		p.Rows = append(p.Rows, line(from.Total))
	}
	p := part("Money received and paid")
	add(p, s.Receipts, "Received in all")
	add(p, s.Payments, "Paid in all")
	p.Rows = append(p.Rows, line(s.MoneyBefore), line(s.Change), line(s.MoneyAfter))
	p = part("Income and expenditure")
	add(p, s.Income, "Income in all")
	add(p, s.Expenses, "Expenses in all")
	p.Rows = append(p.Rows, line(s.Surplus))
	p = part("Balance sheet")
	add(p, s.Assets, "Assets in all")
	add(p, s.Liabilities, "Liabilities in all")
	p.Rows = append(p.Rows, line(s.Opening), line(s.Funds))
	return out
}

// yearPrint is the accounts of a year as they go with the notice of the AGM.
func (s *Desk) yearPrint(c echo.Context) error {
	y, err := s.yearAt(c)
	if err != nil {
		return err
	}
	return kit.SendPrint(c, "accounts-"+y.Year.To.String(), s.Press().YearAccountsPDF, yearAccounts(y))
}

func yearAccounts(y treasury.YearEnd) reports.YearAccounts {
	out := reports.YearAccounts{From: y.Year.From, To: y.Year.To, Last: y.Last.To, Parts: accountsParts(y.Statements)}
	out.Notes = append(out.Notes, "“Members’ balances” and “Clubs’ balances” are what they owe, less what they have paid ahead.")
	if y.Adopted != nil {
		out.Notes = append(out.Notes, "Adopted: "+y.Adopted.Note)
	}
	return out
}

// yearPack is the reviewer's pack: the statements, the accounts, the journal, invoices, payments.
func (s *Desk) yearPack(c echo.Context) error {
	y, err := s.yearAt(c)
	if err != nil {
		return err
	}
	tables, err := s.pack(c, y)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := s.Press().TablesXLSX(&b, "Accounts for the year to "+y.Year.To.Long(), tables); err != nil {
		return err
	}
	return kit.SendFile(c, kit.FormatXLSX, "reviewer-"+y.Year.To.String(), b.Bytes())
}

func (s *Desk) pack(c echo.Context, y treasury.YearEnd) ([]reports.Table, error) {
	ctx, actor, year := c.Request().Context(), s.Actor(c), y.Year
	j, err := s.treasury.ReadJournal(ctx, actor, treasury.JournalFilter{From: year.From, Until: year.To})
	if err != nil {
		return nil, err
	}
	invoices, err := s.treasury.Invoices(ctx, actor, treasury.InvoiceFilter{From: year.From, Until: year.To})
	if err != nil {
		return nil, err
	}
	payments, err := s.treasury.Payments(ctx, actor, treasury.PaymentFilter{From: year.From, Until: year.To})
	if err != nil {
		return nil, err
	}
	kit.NamesPeople(c, len(invoices)+len(payments.Payments))
	tables := []reports.Table{statementsTable(y)}
	return append(
		tables, JournalTable(j), invoiceTable(invoices, s.Today()), paymentTable(payments, s.Today()),
	), nil
}

// statementsTable is the accounts of a year as one list.
func statementsTable(y treasury.YearEnd) reports.Table {
	t := reports.Table{Title: "Accounts", Columns: []reports.Column{
		{Title: "Statement", Width: 26}, {Title: "Line", Width: 40}, {Title: "To " + y.Year.To.String()},
		{Title: "To " + y.Last.To.String()},
	}}
	for _, p := range accountsParts(y.Statements) {
		for _, r := range p.Rows {
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Text(p.Title), reports.Text(r.Text), reports.Money(r.This), reports.Money(r.Last),
			})
		}
	}
	return t
}

// lockYear locks the books of a year whose accounts a general meeting adopted.
func (s *Desk) lockYear() kit.Form[treasury.YearEnd] {
	return kit.Form[treasury.YearEnd]{
		Site: s.Site, Load: s.yearAt,
		Fill: func(_ echo.Context, in *kit.Filling, _ treasury.YearEnd) { in.Set("why", string(treasury.YearClosed)) },
		Show: func(c echo.Context, p *kit.FormPage, y treasury.YearEnd) error {
			last := y.Year.To.String()
			p.Page = s.Page(c, "Lock the books up to "+y.Year.To.Long(), treasurerCrumb, accountsCrumb, yearCrumb)
			p.Action, p.Submit, p.Back = yearPath+"/lock?last="+last, "Lock the books", yearPath+"?last="+last
			p.Say("Nothing more can be booked on these days, and a lock cannot be undone. What is found out later is booked later.")
			p.Group("", kit.Field{Name: "why", Label: "Why", Type: "radios", Required: true, Options: []kit.Option{
				{Value: string(treasury.YearClosed), Label: "A general meeting adopted the accounts"},
				{Value: string(treasury.LockByHand), Label: "The accounts are with the reviewer"},
			}}, kit.Field{
				Name: "note", Label: "Meeting and motion", Hint: "For example: AGM of 14 November 2026, motion 3.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, y treasury.YearEnd) (kit.Done, error) {
			return kit.Done{To: yearPath + "?last=" + y.Year.To.String(), Message: "The books are locked."},
				s.treasury.LockBooks(c.Request().Context(), s.Actor(c), treasury.LockInput{
					Until: y.Year.To, Why: treasury.LockWhy(in.Text("why")), Note: in.Text("note"),
				})
		},
	}
}

// setNumber says the number of the society's account at its bank.
func (s *Desk) setNumber() kit.Form[treasury.BankAccount] {
	return kit.Form[treasury.BankAccount]{
		Site: s.Site, Load: s.bankAt,
		Fill:    func(_ echo.Context, in *kit.Filling, b treasury.BankAccount) { in.Set("number", b.Number) },
		Version: func(b treasury.BankAccount) int64 { return b.Version },
		Show: func(c echo.Context, p *kit.FormPage, b treasury.BankAccount) error {
			p.Page = s.Page(c, "Number of the bank account", treasurerCrumb, accountsCrumb)
			p.Action, p.Submit, p.Back = kit.Below(bankPath, b.ID, "number"), "Save", accountsPath
			p.Say("Invoices ask to pay into this account. Whoever can change it can send the society’s money elsewhere: the log says who did.")
			p.Group("", kit.Field{Name: "number", Label: "Account number", Required: true, Width: "medium"})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, b treasury.BankAccount) (kit.Done, error) {
			return kit.Done{To: accountsPath, Message: "Saved."},
				s.treasury.SetBankNumber(c.Request().Context(), s.Actor(c), b.ID, in.Version(), in.Text("number"))
		},
	}
}

const bankPath = kit.BooksPath + "/bank"

// bankAt is the account at a bank that the address names.
func (s *Desk) bankAt(c echo.Context) (treasury.BankAccount, error) {
	id, err := kit.PathID[treasury.BankID](c, "id")
	if err != nil {
		return treasury.BankAccount{}, err
	}
	all, err := s.treasury.BankAccounts(c.Request().Context(), s.Actor(c))
	if err != nil {
		return treasury.BankAccount{}, err
	}
	for _, b := range all {
		if b.ID == id {
			return b, nil
		}
	}
	return treasury.BankAccount{}, apperr.New(apperr.NotFound, "Bank account not found.")
}
