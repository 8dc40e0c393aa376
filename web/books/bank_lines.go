package books

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/booking"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

// standingLabels are where a line of the bank stands, as people read it.
var standingLabels = map[string]string{"waiting": "To be booked", "booked": "Booked", "aside": "Set aside"}

// linesFile is the lines of the bank as a list.
func linesFile(list treasury.Each[booking.ListedLine], banks []treasury.BankAccount) reports.Table {
	names := map[treasury.BankID]string{}
	for _, b := range banks {
		names[b.ID] = b.Name
	}
	t := reports.Table{Title: "Bank lines", Columns: kit.Columns(
		"Day", "Account", "Payer or payee", "Reference", "Particulars", "Code", "Amount", "Balance", "Standing", "Booked as", "Why not",
	)}
	t.Each = rowsOf(list, func(l booking.ListedLine) []reports.Cell {
		var as []string
		for _, b := range l.As {
			as = append(as, b.Number)
		}
		line := []reports.Cell{
			reports.Date(l.Day), reports.Text(names[l.Bank]), reports.Text(l.Payee), reports.Text(l.Reference),
			reports.Text(l.Particulars), reports.Text(l.Code), reports.Money(l.Amount), {}, reports.Text(standingLabels[l.Standing()]),
			reports.Text(strings.Join(as, ", ")), reports.Text(l.Aside),
		}
		if l.Balance != nil {
			line[7] = reports.Money(*l.Balance)
		}
		return line
	})
	return t
}

func lineFilter(c echo.Context, id treasury.BankID) (booking.LineFilter, *kit.Filling, string) {
	in := kit.Asked(c)
	from, until, problem := between(in)
	return booking.LineFilter{Bank: id, From: from, Until: until, Standing: in.Text("standing"), Text: in.Text("q")}, in, problem
}

// bankAccount is the page of one account at a bank: where it stands, and all its lines.
func (s *Desk) bankAccount(c echo.Context) error {
	id, err := kit.PathID[treasury.BankID](c, "id")
	if err != nil {
		return err
	}
	d, err := s.booking.Bank(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	filter, in, problem := lineFilter(c, id)
	filter.Page = pageOf(c, pageRows)
	list, err := s.booking.Lines(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(list.Lines))
	path := kit.Below(bankPath, id)
	page := ListPage{
		Page: s.Page(c, d.Bank.Name, treasurerCrumb, bankCrumb), Label: "Lines of the bank", Facts: bankFacts(d),
		Actions: s.bankActions(c, d.Bank), Filters: bankFilters(in, path),
		Heads: heads("Day", "Payer or payee", "Standing", "Booked as", "#In", "#Out"),
		Head: kit.ListHead{
			Count:   strconv.Itoa(list.Count) + " of " + kit.Plural(list.All, "line", "lines"),
			Exports: exports(c, path+"/lines"), Problem: problem,
		},
		Sums: []string{"Sum", "", "", "", list.In.String(), list.Out.String()},
	}
	for _, l := range list.Lines {
		page.Rows = append(page.Rows, s.lineRow(c, l))
	}
	if len(page.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No lines", Text: "Clear the filters, or upload a file of the bank."}
	}
	return page.renderOf(c, pageRows, list.Count)
}

func (s *Desk) lineRow(c echo.Context, l booking.ListedLine) Row {
	day := cell(l.Day.Long())
	if s.keeps(c) {
		day = link(l.Day.Long(), lineURL(l.ID))
	}
	kind := map[string]string{"waiting": kit.KindInfo, "booked": kit.KindSuccess, "aside": kit.KindNeutral}
	standing := badge(kind[l.Standing()], standingLabels[l.Standing()])
	standing.Note = l.Aside
	as := cell("")
	for n, b := range l.As {
		switch {
		case n > 0:
			as.Note = "and " + kit.Plural(len(l.As)-1, "more part", "more parts")
		case b.Payment != 0:
			as = link(b.Number, paymentURL(b.Payment))
		default:
			as = cell(b.Number)
		}
	}
	return row(day, noted(l.Payee, l.Texts()), standing, as, debit(l.Amount), debit(-l.Amount))
}

func bankFilters(in *kit.Filling, path string) *kit.Filters {
	f := &kit.Filters{Action: path, Target: listID, Fields: []kit.Field{
		{ID: "q", Name: "q", Label: "Name or text", Type: "search", Value: in.Text("q")},
		choice(
			"standing", "Standing", in.Text("standing"), kit.Option{Label: "All"},
			kit.Option{Value: "waiting", Label: standingLabels["waiting"]}, kit.Option{Value: "booked", Label: standingLabels["booked"]},
			kit.Option{Value: "aside", Label: standingLabels["aside"]},
		),
		dayFilter(in, "from", "From"), dayFilter(in, "until", "Until"),
	}}
	for _, name := range []string{"q", "from", "until", "standing"} {
		if in.Text(name) != "" {
			f.Clear = path
		}
	}
	return f
}

// bankLinesFile is the lines of an account as a file: all that the filter asks for.
func (s *Desk) bankLinesFile(c echo.Context) error {
	b, err := s.bankAt(c)
	if err != nil {
		return err
	}
	filter, _, _ := lineFilter(c, b.ID)
	list, err := s.booking.EachLine(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	people := 0
	err = s.send(c, "bank lines "+string(b.Account), linesFile(counted(&people, list), []treasury.BankAccount{b}))
	kit.NamesPeople(c, people)
	return err
}
