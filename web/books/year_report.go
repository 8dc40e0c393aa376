package books

import (
	"io"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/booking"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/committee"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/reports"
	"nzgs/web/kit"
)

// accountsParts are the statements of a year as a page and a print show them.
func accountsParts(s ledger.Statements) []reports.AccountsPart {
	line := func(r ledger.Row) reports.AccountsRow {
		return reports.AccountsRow{Text: r.Name, This: r.This, Last: r.Last, Budget: r.Budget}
	}
	sum := func(r ledger.Row) reports.AccountsRow {
		out := line(r)
		out.Sum = true
		return out
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
		p.Rows = append(p.Rows, sum(from.Total))
	}
	under := func(p *reports.AccountsPart, parts []ledger.Part) {
		for _, x := range parts {
			add(p, x, x.Title)
		}
	}
	some := func(r ledger.Row) bool { return r.This != 0 || r.Last != 0 }
	p := part("Statement of receipts and payments")
	under(p, s.Received)
	p.Rows = append(p.Rows, sum(s.AllReceived))
	under(p, s.Paid)
	p.Rows = append(p.Rows, sum(s.AllPaid), sum(s.Operating))
	under(p, s.CapitalReceived)
	under(p, s.CapitalPaid)
	p.Rows = append(p.Rows, line(s.MoneyBefore))
	if some(s.Brought) {
		p.Rows = append(p.Rows, line(s.Brought))
	}
	p.Rows = append(p.Rows, line(s.Change), sum(s.MoneyAfter))
	p = part("Income and expenditure")
	p.Budgeted = s.Budgeted
	add(p, s.Income, "Income in all")
	add(p, s.Expenses, "Expenses in all")
	p.Rows = append(p.Rows, sum(s.Surplus))
	p = part("Statement of financial position")
	under(p, s.Resources)
	under(p, s.Commitments)
	p.Rows = append(p.Rows, line(s.Opening), line(s.Surplus))
	if some(s.Gifts) {
		p.Rows = append(p.Rows, line(s.Gifts))
	}
	p.Rows = append(p.Rows, sum(s.Funds))
	return out
}

// yearPrint is the accounts of a year as they go with the notice of the AGM.
func (s *Desk) yearPrint(c echo.Context) error {
	y, err := s.yearAt(c)
	if err != nil {
		return err
	}
	report, err := s.yearReport(c, y)
	if err != nil {
		return err
	}
	return kit.SendPrint(c, s.FileName("accounts of the year", "", y.Year.To), s.Press().YearAccountsPDF, report)
}

// reportYears is how many years of members and clubs stand in the report.
const reportYears = 5

// countsTo counts members and clubs of the years up to a day.
func (s *Desk) countsTo(c echo.Context, until civil.Date, years int) ([]clubs.YearCount, error) {
	if today := s.Today(); until.After(today) {
		until = today
	}
	return s.clubs.ByYear(c.Request().Context(), s.Actor(c), until, years)
}

var countHeads = []string{"Members and clubs", "Members", "Joined", "Left", "Affiliated clubs"}

func countRow(n clubs.YearCount) reports.CountRow {
	return reports.CountRow{Text: n.Year.String() + ", on " + n.On.Long(), Values: []string{
		count(n.Members), count(n.Joined), count(n.Left), count(n.Clubs),
	}}
}

func countsTable(counts []clubs.YearCount) Table {
	t := Table{Title: "Members and clubs by year", Label: "Members and clubs by year", Heads: heads(
		"Year", "#Members", "#Joined since the year before", "#Left", "#Affiliated clubs",
	)}
	for _, n := range counts {
		cells := []Cell{noted(n.Year.String(), "On "+n.On.Long())}
		for _, v := range countRow(n).Values {
			cells = append(cells, cell(v))
		}
		t.Rows = append(t.Rows, row(cells...))
	}
	return t
}

// yearReport is the treasurer's report. Members read it: what is open stands in it as sums, without names.
func (s *Desk) yearReport(c echo.Context, y treasury.YearEnd) (reports.YearAccounts, error) {
	counts, err := s.countsTo(c, y.Year.To, reportYears)
	if err != nil {
		return reports.YearAccounts{}, err
	}
	out := reports.YearAccounts{
		From: y.Year.From, To: y.Year.To, Last: y.Last.To, Parts: accountsParts(y.Statements), Heads: countHeads,
	}
	for _, n := range countsSinceKnown(counts) {
		out.Counts = append(out.Counts, countRow(n))
	}
	var open money.Cents
	for _, i := range y.OpenNow {
		open += i.Open()
	}
	out.Notes = append(
		out.Notes, "“Members’ balances” and “Clubs’ balances” are what they owe, less what they have paid ahead.",
		"Of what was invoiced up to "+y.Year.To.Long()+", "+kit.Plural(len(y.OpenNow), "invoice was", "invoices were")+" open on "+
			s.Today().Long()+": "+open.String()+".",
		"Members are counted on the day that is named; “joined” and “left” compare it with the year before. Clubs are affiliated "+
			"by their lists.",
	)
	if y.Adopted != nil {
		out.Notes = append(out.Notes, "Adopted: "+y.Adopted.Note)
	}
	return out, nil
}

// yearPack is the reviewer's pack: the statements, the accounts, the journal, invoices, payments.
func (s *Desk) yearPack(c echo.Context) error {
	y, err := s.yearAt(c)
	if err != nil {
		return err
	}
	people := len(y.OpenNow)
	tables, err := s.pack(c, y, &people)
	if err != nil {
		return err
	}
	err = kit.SendWritten(c, kit.FormatXLSX, s.FileName("books for the reviewer", "", y.Year.To), func(w io.Writer) error {
		return s.Press().TablesXLSX(w, "Accounts for the year to "+y.Year.To.Long(), tables)
	})
	kit.NamesPeople(c, people)
	return err
}

// pack are the lists of a reviewer's pack. They count in people whom they name, as they are written.
func (s *Desk) pack(c echo.Context, y treasury.YearEnd, people *int) ([]reports.Table, error) {
	ctx, actor, year := c.Request().Context(), s.Actor(c), y.Year
	j, err := s.treasury.JournalFile(ctx, actor, treasury.JournalFilter{From: year.From, Until: year.To})
	if err != nil {
		return nil, err
	}
	invoices, err := s.treasury.EachInvoice(ctx, actor, treasury.InvoiceFilter{From: year.From, Until: year.To})
	if err != nil {
		return nil, err
	}
	payments, err := s.treasury.EachPayment(ctx, actor, treasury.PaymentFilter{From: year.From, Until: year.To})
	if err != nil {
		return nil, err
	}
	lines, err := s.booking.EachLine(ctx, actor, booking.LineFilter{From: year.From, Until: year.To})
	if err != nil {
		return nil, err
	}
	out, err := s.committee.Payments(ctx, actor)
	if err != nil {
		return nil, err
	}
	counts, err := s.countsTo(c, year.To, reportYears)
	if err != nil {
		return nil, err
	}
	banks, err := s.treasury.BankAccounts(ctx, actor)
	if err != nil {
		return nil, err
	}
	open := invoiceTable(held(y.OpenNow), s.Today())
	open.Title = "Open items"
	return []reports.Table{
		statementsTable(y), JournalTable(j), invoiceTable(counted(people, invoices), s.Today()), open,
		paymentTable(counted(people, payments), s.Today()), linesFile(counted(people, lines), banks), paidOutTable(out, year),
		countsFile(countsSinceKnown(counts)),
	}, nil
}

// countsFile is members and clubs by year as a list.
func countsFile(counts []clubs.YearCount) reports.Table {
	t := reports.Table{Title: "Members and clubs", Columns: kit.Columns("Year", "On", "Members", "Joined", "Left", "Affiliated clubs")}
	for _, n := range counts {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(n.Year.String()), reports.Date(n.On), reports.Int(n.Members), reports.Int(n.Joined), reports.Int(n.Left),
			reports.Int(n.Clubs),
		})
	}
	return t
}

// paidOutTable are the documents of what was paid out in a year: who asked, who approved, and where the invoice is found.
func paidOutTable(all []committee.Payment, year ledger.Period) reports.Table {
	t := reports.Table{Title: "Documents of payments out", Columns: kit.Columns(
		"Paid", "To", "Purpose", "Amount", "Account", "Document", "Resolution", "Asked by", "Approved by", "Reference",
	)}
	for _, p := range all {
		if p.State != committee.PaymentPaid || p.PaidOn.Before(year.From) || p.PaidOn.After(year.To) {
			continue
		}
		var by []string
		for _, a := range p.Approvals {
			by = append(by, a.Name+" ("+a.Title()+", "+a.At.Date().String()+")")
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Date(p.PaidOn), reports.Text(p.Payee), reports.Text(p.Purpose), reports.Money(p.Amount),
			reports.Text(string(p.Account)), reports.Text(p.Attachment), reports.Text(p.Resolution.Number.String()),
			reports.Text(p.AskedBy.Name), reports.Text(strings.Join(by, "; ")), reports.Text(p.Reference),
		})
	}
	return t
}

// statementsTable is the accounts of a year as one list.
func statementsTable(y treasury.YearEnd) reports.Table {
	t := reports.Table{Title: "Accounts", Columns: []reports.Column{
		{Title: "Statement", Width: 26}, {Title: "Line", Width: 40}, {Title: "To " + y.Year.To.Long()},
		{Title: "To " + y.Last.To.Long()}, {Title: "Budget"},
	}}
	for _, p := range accountsParts(y.Statements) {
		for _, r := range p.Rows {
			line := []reports.Cell{reports.Text(p.Title), reports.Text(r.Text), reports.Money(r.This), reports.Money(r.Last), {}}
			if p.Budgeted {
				line[4] = reports.Money(r.Budget)
			}
			t.Rows = append(t.Rows, line)
		}
	}
	return t
}
