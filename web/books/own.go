package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
)

// ownInvoices lists what the reader was asked to pay, and how to pay it.
func (s *Desk) ownInvoices(c echo.Context) error {
	return s.invoicesOf(c, ledger.Party{Person: int64(s.Actor(c).Person)}, "My invoices", kit.Crumb{Label: "My page", URL: "/me"})
}

// clubInvoices lists what a club was asked to pay, for its secretary.
func (s *Desk) clubInvoices(c echo.Context) error {
	id, err := kit.PathID[int64](c, "id")
	if err != nil {
		return err
	}
	return s.invoicesOf(c, ledger.Party{Club: id}, "Invoices of the club", kit.Crumb{Label: "Club", URL: kit.ClubDeskURL(id)})
}

func (s *Desk) invoicesOf(c echo.Context, party ledger.Party, title string, crumb kit.Crumb) error {
	list, credit, err := s.treasury.AccountPage(c.Request().Context(), s.Actor(c), party, pageOf(c, pageRows))
	if err != nil {
		return err
	}
	account, err := s.treasury.PayInto(c.Request().Context())
	if err != nil {
		return err
	}
	open := list.Open
	page := ListPage{
		Page: s.Page(c, title, crumb), Label: title, Heads: heads("Invoice", "For", "Due", "Standing", "Reference", "#Open"),
		Head:    kit.ListHead{Count: kit.Plural(list.Count, "invoice", "invoices")},
		Facts:   []kit.Fact{{Label: "To pay", Value: open.String()}, {Label: "Credit", Value: credit.Own.String()}},
		Actions: statementLinks(statementURL(party)),
	}
	if credit.Others > 0 {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "Left of what others paid", Value: credit.Others.String() + ": it is theirs, until the treasurer says otherwise",
		})
	}
	switch {
	case open > 0 && account != "":
		page.Facts = append(page.Facts, kit.Fact{Label: "Pay into", Value: account})
		page.Say = "Pay from your bank into the society’s account, and write the reference of the invoice with it: it tells the " +
			"treasurer which invoice is paid."
	case open > 0:
		page.Say = "Ask the treasurer how to pay: no bank account has been entered yet."
	}
	for _, i := range list.Invoices {
		reference := ""
		if i.Open() > 0 {
			reference = i.Number.Reference()
		}
		page.Rows = append(page.Rows, row(
			link(i.Number.String(), invoiceURL(i.ID)), cell(i.Text), cell(i.Due.Long()), stateCell(i, s.Today()), cell(reference),
			amountOrDash(i.Open()),
		))
	}
	if list.Count == 0 {
		page.Empty = &kit.Empty{Title: "No invoices"}
	}
	others, err := s.treasury.PaidForOthers(c.Request().Context(), s.Actor(c), party)
	if err != nil {
		return err
	}
	page.More = paidForOthers(others)
	return page.renderOf(c, pageRows, list.Count)
}

// paidForOthers lists what a member or a club paid for others, with its receipts.
func paidForOthers(list []treasury.ListedPayment) *Table {
	if len(list) == 0 {
		return nil
	}
	t := Table{Title: "Paid for others", Label: "Paid for others", Heads: heads("Receipt", "For", "Received", "#Amount")}
	for _, p := range list {
		t.Rows = append(t.Rows, row(
			link(p.Receipt.String(), paymentURL(p.ID, "receipt.pdf")), cell(p.Name), cell(p.ReceivedOn.Long()), amount(p.Amount),
		))
	}
	return &t
}
