package books

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

func invoiceFilter(c echo.Context) (treasury.InvoiceFilter, *kit.Filling, string) {
	in := kit.Asked(c)
	from, until, problem := between(in)
	f := treasury.InvoiceFilter{From: from, Until: until, Text: in.Text("q")}
	switch state := in.Text("state"); state {
	case "owing":
		f.Owing = true
	case "overdue":
		f.Overdue = true
	case "soon":
		f.Soon = true
	default:
		f.State = treasury.InvoiceState(state)
	}
	return f, in, problem
}

// invoices lists the invoices.
func (s *Desk) invoices(c echo.Context) error {
	filter, in, problem := invoiceFilter(c)
	filter.Page = pageOf(c, pageRows)
	list, err := s.treasury.InvoiceList(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(list.Invoices))
	page := ListPage{
		Page: s.Page(c, "Invoices", treasurerCrumb), Label: "Invoices",
		Facts: []kit.Fact{
			{Label: "To pay", Value: list.ToPay.String()}, {Label: "Paid", Value: list.Paid.String()},
			{Label: "Open", Value: list.Open.String()},
		},
		Filters: invoiceFilters(in),
		Heads:   heads("Invoice", "To", "For", "Due", "Standing", "#Total", "#Open"),
		Head: kit.ListHead{
			Count: kit.Plural(list.Count, "invoice", "invoices"), Exports: exports(c, invoicesPath), Problem: problem,
		},
		Sums: []string{"Sum", "", "", "", "", list.ToPay.String(), list.Open.String()},
	}
	if s.keeps(c) {
		page.Actions = []kit.Link{{Label: "Make an invoice", URL: invoicesPath + "/new"}}
	}
	for _, i := range list.Invoices {
		page.Rows = append(page.Rows, row(
			link(i.Number.String(), invoiceURL(i.ID)), link(i.Name, partyURL(i.Party)), cell(i.Text), cell(i.Due.Long()),
			stateCell(i, s.Today()), amount(i.Total-i.Credited-i.WrittenOff), amountOrDash(i.Open()),
		))
	}
	if len(page.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No invoices", Text: "Clear the filters, or make an invoice."}
	}
	return page.renderOf(c, pageRows, list.Count)
}

func stateCell(i treasury.Invoice, today civil.Date) Cell {
	state := i.State()
	switch {
	case i.Overdue(today):
		return badge(kit.KindWarning, state.Label()+", overdue")
	case i.Open() > 0:
		return badge(kit.KindInfo, state.Label())
	case state == treasury.InvoicePaid:
		return badge(kit.KindSuccess, state.Label())
	}
	return badge(kit.KindNeutral, state.Label())
}

func invoiceFilters(in *kit.Filling) *kit.Filters {
	options := []kit.Option{
		{Label: "All"}, {Value: "owing", Label: "With something to pay"}, {Value: "overdue", Label: "Overdue"},
		{Value: "soon", Label: "Due in the next 30 days"},
	}
	for _, s := range treasury.InvoiceStates {
		options = append(options, kit.Option{Value: string(s), Label: s.Label()})
	}
	f := &kit.Filters{Action: invoicesPath, Target: listID, Fields: []kit.Field{
		{ID: "q", Name: "q", Label: "Name, number or reference", Type: "search", Value: in.Text("q")},
		choice("state", "Standing", in.Text("state"), options...),
		dayFilter(in, "from", "From"), dayFilter(in, "until", "Until"),
	}}
	for _, name := range []string{"q", "from", "until", "state"} {
		if in.Text(name) != "" {
			f.Clear = invoicesPath
		}
	}
	return f
}

// invoicesFile is the list of invoices as a file.
func (s *Desk) invoicesFile(c echo.Context) error {
	filter, _, _ := invoiceFilter(c)
	list, err := s.treasury.EachInvoice(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	people := 0
	err = s.send(c, "invoices", invoiceTable(counted(&people, list), s.Today()))
	kit.NamesPeople(c, people)
	return err
}

func invoiceTable(list treasury.Each[treasury.Invoice], today civil.Date) reports.Table {
	return reports.Table{
		Title: "Invoices", Note: "As at " + today.Long(),
		Columns: kit.Columns(
			"Invoice", "Reference", "To", "For", "Day", "Due", "Standing", "Total", "Credited", "Written off", "Paid", "Open",
		),
		Each: rowsOf(list, func(i treasury.Invoice) []reports.Cell {
			return []reports.Cell{
				reports.Text(i.Number.String()), reports.Text(i.Number.Reference()), reports.Text(i.Name), reports.Text(i.Text),
				reports.Date(i.Day), reports.Date(i.Due), reports.Text(i.State().Label()), reports.Money(i.Total),
				reports.Money(i.Credited), reports.Money(i.WrittenOff), reports.Money(i.Paid), reports.Money(i.Open()),
			}
		}),
	}
}

func invoiceFacts(i treasury.Invoice, today civil.Date) []kit.Fact {
	facts := []kit.Fact{
		{Label: "To", Value: i.Name, URL: partyURL(i.Party)}, {Label: "For", Value: i.Text},
		{Label: "Standing", Badge: stateCell(i, today).Badge}, {Label: "Still to pay", Value: max(0, i.Open()).String()},
		{Label: "Day", Value: i.Day.Long()}, {Label: "To be paid by", Value: i.Due.Long()},
	}
	if i.Open() > 0 {
		facts = append(facts, kit.Fact{Label: "Payment reference", Value: i.Number.Reference()})
	}
	return facts
}

// invoice shows one invoice with what happened to it.
func (s *Desk) invoice(c echo.Context) error {
	i, err := kit.ByID(s.Site, s.treasury.Invoice)(c)
	if err != nil {
		return err
	}
	crumbs := []kit.Crumb{{Label: "My page", URL: "/me"}}
	if s.keeps(c) {
		crumbs = []kit.Crumb{treasurerCrumb, invoicesCrumb}
	}
	page := FilePage{
		Page: s.Page(c, "Invoice "+i.Number.String(), crumbs...), Facts: invoiceFacts(i.Invoice, s.Today()),
		Actions: []kit.Link{{Label: "Print", URL: invoiceURL(i.ID, "invoice.pdf"), Kind: "secondary"}},
	}
	if s.keeps(c) {
		page.Actions = append(s.invoiceActions(i), page.Actions...)
	}
	lines := Table{Title: "What is to pay", Label: "What is to pay", Heads: heads("For", "Project", "#Amount")}
	for _, l := range i.Lines {
		lines.Rows = append(lines.Rows, row(cell(l.Text), cell(l.Tag), amount(l.Amount)))
	}
	lines.Sums = []string{"Total", "", i.Total.String()}
	credits := Table{Title: "Lowered by", Label: "Credits", Heads: heads("Credit", "Day", "Why", "#Amount")}
	for _, x := range i.Credits {
		if !x.Undone.IsZero() {
			x.Reason, x.Amount = fmt.Sprintf("%s. Undone on %s (%s): %s", x.Amount, x.Undone.Long(), x.UndoneWhy, x.Reason), 0
		}
		credits.Rows = append(credits.Rows, row(cell(x.No()+", "+x.Kind.Label()), cell(x.Day.Long()), cell(x.Reason), amount(x.Amount)))
	}
	paid := Table{Title: "Paid", Label: "Payments", Heads: heads("Receipt", "By", "Since", "#Amount")}
	for _, x := range i.Settlements {
		receipt := cell(x.Receipt.String())
		if s.keeps(c) {
			receipt = link(x.Receipt.String(), paymentURL(x.Payment))
		}
		by := i.Name
		if !x.By.IsZero() {
			by = x.By.Name
		}
		paid.Rows = append(paid.Rows, row(receipt, cell(by), cell(x.Day.Long()), amount(x.Amount)))
	}
	page.Tables = []Table{lines, credits, paid}
	return fileView.Render(c, http.StatusOK, page)
}

// invoiceActions are what the treasurer can do with an invoice.
func (s *Desk) invoiceActions(i treasury.InvoiceFile) []kit.Link {
	if i.Source == treasury.FromReturn {
		actions := []kit.Link{{Label: "The club’s list", URL: kit.ReturnURL(i.SourceID), Kind: "secondary"}}
		if i.Open() > 0 {
			actions = append([]kit.Link{{Label: "Record a payment", URL: kit.ReturnURL(i.SourceID) + "/payment"}}, actions...)
		}
		return actions
	}
	var actions []kit.Link
	if i.Open() > 0 {
		q := "?amount=" + i.Open().Plain() + "&party=" + kit.IDText(i.Party.Person)
		if i.Party.Club != 0 {
			q = "?amount=" + i.Open().Plain() + "&club=" + kit.IDText(i.Party.Club)
		}
		actions = append(actions, kit.Link{Label: "Record a payment", URL: paymentsPath + "/new" + q})
	}
	if i.Total > i.Credited+i.WrittenOff {
		actions = append(actions, kit.Link{Label: "Credit, waive or write off", URL: invoiceURL(i.ID, "credit"), Kind: "secondary"})
	}
	if len(undoable(i)) > 0 {
		actions = append(actions, kit.Link{Label: "Undo a credit", URL: invoiceURL(i.ID, "undo"), Kind: "secondary"})
	}
	return actions
}

// invoicePrint prints an invoice.
func (s *Desk) invoicePrint(c echo.Context) error {
	i, err := kit.ByID(s.Site, s.treasury.Invoice)(c)
	if err != nil {
		return err
	}
	out := reports.Invoice{
		Number: i.Number.String(), Reference: i.Number.Reference(), Payer: i.Name, For: i.Text, Day: i.Day, Due: i.Due,
		Credited: i.Credited + i.WrittenOff, Paid: i.Paid, Open: max(0, i.Open()),
	}
	if out.Account, err = s.treasury.PayInto(c.Request().Context()); err != nil {
		return err
	}
	for _, l := range i.Lines {
		out.Lines = append(out.Lines, reports.ChargeLine{Text: l.Text, Count: 1, Rate: l.Amount, Amount: l.Amount})
	}
	return kit.SendPrint(c, s.FileName("invoice "+out.Number, out.Payer, out.Day), s.Press().InvoicePDF, out)
}
