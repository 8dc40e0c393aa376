package books

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

// paymentFilter is what the address asks for of the payments.
func paymentFilter(c echo.Context) (treasury.PaymentFilter, *kit.Filling, string) {
	in := kit.Asked(c)
	from, until, problem := between(in)
	return treasury.PaymentFilter{
		From: from, Until: until, Method: treasury.Method(in.Text("method")), Standing: in.Text("standing"), Text: in.Text("q"),
		Payer: in.Text("payer"), ByOthers: in.Text("standing") == "others",
	}, in, problem
}

// payments lists the payments received.
func (s *Desk) payments(c echo.Context) error {
	filter, in, problem := paymentFilter(c)
	filter.Page = pageOf(c, pageRows)
	list, err := s.treasury.Payments(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(list.Payments))
	page := ListPage{
		Page: s.Page(c, "Payments received", treasurerCrumb), Label: "Payments received",
		Facts: []kit.Fact{
			{Label: "Received", Value: list.Received.String()}, {Label: "Of it still credit", Value: list.Left.String()},
		},
		Filters: paymentFilters(in), Heads: heads("Received", "From", "Receipt", "How", "Reference", "#Amount", "#Credit left"),
		Head: kit.ListHead{
			Count:   count(list.Count) + " of " + kit.Plural(list.All, "payment", "payments"),
			Exports: exports(c, paymentsPath), Problem: problem,
		},
	}
	if s.keeps(c) {
		page.Actions = []kit.Link{
			{Label: "Record a payment", URL: paymentsPath + "/new"},
			{Label: "A transfer for several", URL: paymentsPath + "/several", Kind: "secondary"},
		}
	}
	for _, p := range list.Payments {
		page.Rows = append(page.Rows, paymentRow(p))
	}
	page.Sums = []string{"Sum", "", "", "", "", list.Received.String(), list.Left.String()}
	if len(page.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No payments", Text: "Clear the filters, or record a payment."}
	}
	return page.renderOf(c, pageRows, list.Count)
}

func paymentRow(p treasury.ListedPayment) Row {
	day, note := link(p.ReceivedOn.Long(), paymentURL(p.ID)), ""
	if p.ReversedBy != 0 {
		day.Note = "Reversed: not counted in the sum"
	}
	if !p.Payer.IsZero() {
		note = "Paid by " + p.Payer.Name
	}
	from := link(p.Name, partyURL(p.Party()))
	from.Note = note
	return row(
		day, from, cell(p.Receipt.String()), cell(p.Method.Label()), cell(p.Reference), amount(p.Amount), amountOrDash(p.Left),
	)
}

func paymentFilters(in *kit.Filling) *kit.Filters {
	f := &kit.Filters{Action: paymentsPath, Target: listID, Fields: []kit.Field{
		{ID: "q", Name: "q", Label: "Name, receipt or reference", Type: "search", Value: in.Text("q")},
		{ID: "payer", Name: "payer", Label: "Who paid", Type: "search", Value: in.Text("payer")},
		dayFilter(in, "from", "From"), dayFilter(in, "until", "Until"), methodChoice(in.Text("method"), "Every way"),
		choice(
			"standing", "Standing", in.Text("standing"), kit.Option{Label: "All"},
			kit.Option{Value: "standing", Label: "Not reversed"}, kit.Option{Value: "reversed", Label: "Reversed"},
			kit.Option{Value: "credit", Label: "With credit left"},
			kit.Option{Value: "others", Label: "Paid by someone else"},
		),
	}}
	for _, name := range []string{"q", "payer", "from", "until", "method", "standing"} {
		if in.Text(name) != "" {
			f.Clear = paymentsPath
		}
	}
	return f
}

func methodChoice(chosen, none string) kit.Field {
	options := []kit.Option{{Label: none}}
	for _, m := range treasury.Methods {
		options = append(options, kit.Option{Value: string(m), Label: m.Label()})
	}
	return choice("method", "How it came in", chosen, options...)
}

// paymentsFile is the list of payments as a file: all that the filter asks for.
func (s *Desk) paymentsFile(c echo.Context) error {
	filter, _, _ := paymentFilter(c)
	list, err := s.treasury.EachPayment(c.Request().Context(), s.Actor(c), filter)
	if err != nil {
		return err
	}
	people := 0
	err = s.send(c, "payments", paymentTable(counted(&people, list), s.Today()))
	kit.NamesPeople(c, people)
	return err
}

func paymentTable(list treasury.Each[treasury.ListedPayment], today civil.Date) reports.Table {
	var received money.Cents
	return reports.Table{
		Title: "Payments received",
		NoteAfter: func() string {
			return "As at " + today.Long() + ". Received without what was reversed: " + received.String()
		},
		Columns: kit.Columns(
			"Received", "On account of", "Paid by", "Address of the payer", "E-mail of the payer", "Receipt", "How", "Reference",
			"Amount", "Credit left", "Reversed",
		),
		Each: rowsOf(list, func(p treasury.ListedPayment) []reports.Cell {
			reversed := "reversed"
			if p.ReversedBy == 0 {
				reversed, received = "", received+p.Amount
			}
			return []reports.Cell{
				reports.Date(p.ReceivedOn), reports.Text(p.Name), reports.Text(p.From()), reports.Text(p.Payer.Address),
				reports.Text(p.Payer.Email), reports.Text(p.Receipt.String()),
				reports.Text(p.Method.Label()), reports.Text(p.Reference), reports.Money(p.Amount), reports.Money(p.Left),
				reports.Text(reversed),
			}
		}),
	}
}

// FilePage is one invoice or one payment with what happened to it.
type FilePage struct {
	kit.Page
	Actions []kit.Link
	Say     string
	Facts   []kit.Fact
	Tables  []Table
}

// Table is a part of such a page.
type Table struct {
	Title, Label string
	Heads        []Head
	Rows         []Row
	Sums         []string
	Pager        *kit.Pager
}

var fileView = kit.NewView[FilePage](templates, "file.html")

// payment shows one payment and what it settles.
func (s *Desk) payment(c echo.Context) error {
	p, err := kit.ByID(s.Site, s.treasury.PaymentFileOf)(c)
	if err != nil {
		return err
	}
	page := FilePage{
		Page: s.Page(c, "Payment "+p.Receipt.String(), treasurerCrumb, paymentsCrumb),
		Facts: []kit.Fact{
			{Label: "On account of", Value: p.Name, URL: partyURL(p.Party())}, {Label: "Amount", Value: p.Amount.String()},
			{Label: "Received", Value: p.ReceivedOn.Long()}, {Label: "How", Value: p.Method.Label()},
		},
	}
	page.Facts = append(page.Facts, payerFacts(p.Payer)...)
	if p.Reference != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Reference", Value: p.Reference})
	}
	if p.ReversedBy != 0 {
		page.Say = "This payment was reversed: " + p.Reason
		return fileView.Render(c, http.StatusOK, page)
	}
	page.Facts = append(page.Facts, kit.Fact{Label: "Credit left", Value: p.Left.String()})
	page.Actions = append(page.Actions, kit.Link{Label: "Receipt", URL: paymentURL(p.ID, "receipt.pdf"), Kind: "secondary"})
	if s.keeps(c) && p.Left > 0 && len(p.Open) > 0 {
		page.Actions = append(page.Actions, kit.Link{Label: "Settle invoices", URL: paymentURL(p.ID, "settle")})
	}
	if s.keeps(c) && p.Left > 0 {
		page.Actions = append(page.Actions, kit.Link{Label: "Pay back", URL: paymentURL(p.ID, "refund"), Kind: "secondary"})
	}
	if s.keeps(c) {
		page.Actions = append(page.Actions, kit.Link{Label: "Reverse", URL: s.reverseURL(p), Kind: "secondary"})
	}
	page.Tables = []Table{settledTable(p), togetherTable(p)}
	return fileView.Render(c, http.StatusOK, page)
}

// payerFacts say who paid in the place of whoever a payment is for.
func payerFacts(p treasury.Payer) []kit.Fact {
	if p.IsZero() {
		return nil
	}
	f := kit.Fact{Label: "Paid by", Value: p.Name}
	if !p.Party.IsZero() {
		f.URL = partyURL(p.Party)
	}
	facts := []kit.Fact{f}
	if p.Address != "" {
		facts = append(facts, kit.Fact{Label: "Address of the payer", Value: p.Address})
	}
	if p.Email != "" {
		facts = append(facts, kit.Fact{Label: "E-mail of the payer", Value: p.Email})
	}
	if p.Quiet {
		facts = append(facts, kit.Fact{Label: "The member", Value: "is not told who paid"})
	}
	return facts
}

// togetherTable are the other payments that came with the same transfer.
func togetherTable(p treasury.PaymentFile) Table {
	t := Table{
		Title: "Came with the same transfer", Label: "Payments of the same transfer", Heads: heads("Receipt", "On account of", "#Amount"),
	}
	for _, x := range p.Together {
		receipt := link(x.Receipt.String(), paymentURL(x.ID))
		if x.ReversedBy != 0 {
			receipt.Note = "Reversed"
		}
		t.Rows = append(t.Rows, row(receipt, link(x.Name, partyURL(x.Party())), amount(x.Amount)))
	}
	return t
}

// reverseURL is where a payment is reversed: with what it was for.
func (s *Desk) reverseURL(p treasury.PaymentFile) string {
	if p.Return != 0 {
		return kit.ReturnURL(p.Return) + "/payments/" + kit.IDText(p.ID)
	}
	for _, t := range p.Settlements {
		if t.Subscription {
			return kit.PersonURL(p.Person) + "/payments/" + kit.IDText(p.ID)
		}
	}
	return paymentURL(p.ID, "reverse")
}

func settledTable(p treasury.PaymentFile) Table {
	t := Table{Title: "What it settles", Label: "What the payment settles", Heads: heads("Invoice", "Since", "#Amount")}
	for _, x := range p.Settlements {
		to := link(x.Number.String(), invoiceURL(x.Invoice))
		if x.Invoice == 0 {
			to = link("Paid back", kit.Below(kit.OutPaymentsPath, x.Refund))
		}
		t.Rows = append(t.Rows, row(to, cell(x.Day.Long()), amount(x.Amount)))
	}
	if p.Left > 0 {
		t.Rows = append(t.Rows, row(cell("Credit, for the next invoice"), cell(""), amount(p.Left)))
	}
	return t
}
