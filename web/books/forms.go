package books

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
)

// partyFields ask for a member or a club.
func (s *Desk) partyFields(c echo.Context, in *kit.Filling) ([]kit.Field, error) {
	clubs, err := s.clubOptions(c)
	if err != nil {
		return nil, err
	}
	club := kit.Field{
		Name: "club", Label: "Club", Type: "select", Options: append([]kit.Option{{Label: "A member, named above"}}, clubs...),
	}
	member := kit.PersonField("party", "Member", "Name or member number. Leave it empty for a club.").Proposing(kit.NamesPath)
	return []kit.Field{member, club}, nil
}

func (s *Desk) clubOptions(c echo.Context) (out []kit.Option, err error) {
	list, err := s.clubs.Clubs(c.Request().Context())
	for _, one := range list {
		out = append(out, kit.Option{Value: kit.IDText(one.ID), Label: one.Name})
	}
	return out, err
}

// party reads a member or a club; what is wrong stands at the member.
func (s *Desk) party(c echo.Context, in *kit.Filling) (ledger.Party, error) {
	club, typed := kit.Chosen[int64](in, "club"), in.Text("party")
	switch {
	case club != 0 && typed != "":
		in.Problem("party", "Enter a member or choose a club, not both.")
		return ledger.Party{}, nil
	case club != 0 || typed == "":
		return ledger.Party{Club: club}, nil
	}
	return s.memberNamed(c, in, "party")
}

// memberNamed reads a member by name or number.
func (s *Desk) memberNamed(c echo.Context, in *kit.Filling, field string) (ledger.Party, error) {
	id, err := s.PersonNamed(c, in, field)
	return ledger.Party{Person: int64(id)}, err
}

// accountOptions are the accounts that a form offers.
func (s *Desk) accountOptions(c echo.Context, takes func(ledger.Account) bool) ([]kit.Option, error) {
	all, err := s.treasury.Accounts(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	out := []kit.Option{{Label: "Choose an account"}}
	for _, a := range all {
		if !a.Closed && !a.Code.OfParties() && takes(a) {
			out = append(out, kit.Option{Value: string(a.Code), Label: string(a.Code) + " " + a.Name})
		}
	}
	return out, nil
}

// linesOfForm is how many things a form of an invoice asks for at once.
const linesOfForm = 5

// newInvoice makes an invoice by hand.
func (s *Desk) newInvoice() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(c echo.Context, in *kit.Filling, _ kit.Nothing) {
			in.SetDay("due", s.Today().AddDays(treasury.DaysToPay))
			in.Set("club", c.QueryParam("club"))
			in.Set("party", c.QueryParam("member"))
		},
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Make an invoice", treasurerCrumb, invoicesCrumb)
			p.Action, p.Submit, p.Back = invoicesPath+"/new", "Make the invoice", invoicesPath
			fields, err := s.partyFields(c, p.In())
			if err != nil {
				return err
			}
			p.Group("Who is asked to pay", fields...)
			due := kit.DayField("due", "To be paid by", "")
			due.Required = true
			p.Group(
				"What for", kit.Field{Name: "text", Label: "Title", Hint: "For example: Books from the New Year order.", Required: true},
				due, kit.Field{Name: "tag", Label: "Project or event", Hint: "To count it with others of the kind. You may leave it empty."},
			)
			options, err := s.accountOptions(c, func(a ledger.Account) bool {
				return a.Kind == ledger.Income && a.Code != ledger.FeesWaived || a.Code == ledger.Funds
			})
			if err != nil {
				return err
			}
			p.Group("Things to pay").Text("Leave lines that you do not need empty.")
			for n := 1; n <= linesOfForm; n++ {
				f := kit.AmountField(fmt.Sprintf("amount_%d", n), fmt.Sprintf("Amount %d", n), "")
				f.Required = n == 1
				p.Row(
					kit.Field{Name: fmt.Sprintf("line_%d", n), Label: fmt.Sprintf("Thing %d", n)}, f,
					kit.Field{Name: fmt.Sprintf("account_%d", n), Label: fmt.Sprintf("Account %d", n), Type: "select", Options: options},
				)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			party, err := s.party(c, in)
			if err != nil {
				return kit.Done{}, err
			}
			input := treasury.InvoiceInput{Party: party, Due: in.Day("due"), Text: in.Text("text"), Tag: in.Text("tag")}
			for n := 1; n <= linesOfForm; n++ {
				text, sum := in.Text(fmt.Sprintf("line_%d", n)), fmt.Sprintf("amount_%d", n)
				account := in.Text(fmt.Sprintf("account_%d", n))
				if n > 1 && text == "" && in.Text(sum) == "" && account == "" {
					break
				}
				input.Lines = append(input.Lines, treasury.InvoiceLine{
					Text: text, Amount: in.Amount(sum), Account: ledger.Code(account),
				})
			}
			id, err := s.treasury.MakeInvoice(c.Request().Context(), s.Actor(c), input)
			return kit.Done{To: invoiceURL(id), Message: "The invoice is made."}, err
		},
	}
}

// creditInvoice lowers an invoice.
func (s *Desk) creditInvoice() kit.Form[treasury.InvoiceFile] {
	return kit.Form[treasury.InvoiceFile]{
		Site: s.Site, Load: kit.ByID(s.Site, s.treasury.Invoice),
		Fill: func(_ echo.Context, in *kit.Filling, i treasury.InvoiceFile) {
			in.Set("amount", max(0, i.Open()).Plain())
		},
		Show: func(c echo.Context, p *kit.FormPage, i treasury.InvoiceFile) error {
			p.Page = s.Page(
				c, "Lower "+i.Number.String(), treasurerCrumb, invoicesCrumb,
				kit.Crumb{Label: i.Number.String(), URL: invoiceURL(i.ID)},
			)
			p.Action, p.Submit, p.Back = invoiceURL(i.ID, "credit"), "Lower the invoice", invoiceURL(i.ID)
			p.Facts = invoiceFacts(i.Invoice, s.Today())
			p.Say("An invoice is never changed. A credit lowers it and stays in the books with its reason.")
			p.Group("", kit.Field{Name: "kind", Label: "What is done", Type: "radios", Required: true, Options: []kit.Option{
				{Value: string(treasury.Credited), Label: "Credit", Hint: "It was wrong, or is not owed. What was paid already settles what else those owe who paid it; the rest is their credit."},
				{Value: string(treasury.Waived), Label: "Waive", Hint: "It is owed, and we do not ask for it."},
				{Value: string(treasury.WriteOff), Label: "Write off", Hint: "It is owed, and will not be paid."},
			}}, kit.AmountField("amount", "Amount", ""), kit.Field{
				Name: "reason", Label: "Reason", Type: "textarea", Required: true,
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, i treasury.InvoiceFile) (kit.Done, error) {
			return kit.Done{To: invoiceURL(i.ID), Message: "The invoice is lowered."},
				s.clubs.CreditInvoice(c.Request().Context(), s.Actor(c), treasury.CreditInput{
					Invoice: i.ID, Kind: treasury.CreditKind(in.Text("kind")), Amount: in.Amount("amount"), Reason: in.Text("reason"),
				})
		},
	}
}

// reversePayment reverses a payment that was neither on a list nor for a subscription.
func (s *Desk) reversePayment() kit.Form[treasury.PaymentFile] {
	return kit.Form[treasury.PaymentFile]{
		Site: s.Site, Load: kit.ByID(s.Site, s.treasury.PaymentFileOf),
		Show: func(c echo.Context, p *kit.FormPage, f treasury.PaymentFile) error {
			p.Page = s.Page(
				c, "Reverse "+f.Receipt.String(), treasurerCrumb, paymentsCrumb,
				kit.Crumb{Label: f.Receipt.String(), URL: paymentURL(f.ID)},
			)
			p.Action, p.Submit, p.Kind, p.Back = paymentURL(f.ID, "reverse"), "Reverse the payment", "danger", paymentURL(f.ID)
			p.Say("Both stay in the books. What the payment settled is open again.")
			p.Facts = []kit.Fact{{Label: "From", Value: f.Name}, {Label: "Amount", Value: f.Amount.String()}}
			p.Group("", kit.Field{Name: "reason", Label: "Reason", Type: "textarea", Required: true})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, f treasury.PaymentFile) (kit.Done, error) {
			return kit.Done{To: paymentURL(f.ID), Message: "The payment is reversed."},
				s.clubs.ReverseTaken(c.Request().Context(), s.Actor(c), f.ID, in.Text("reason"))
		},
	}
}

// settleParts is which invoices of a form are to be settled, and by how much.
func settleParts(in *kit.Filling, open []treasury.Invoice) map[treasury.InvoiceID]treasury.Amount {
	parts := map[treasury.InvoiceID]treasury.Amount{}
	for _, i := range open {
		if field := fmt.Sprintf("amount_%d", i.ID); in.Text(field) != "" {
			parts[i.ID] = in.Amount(field)
		}
	}
	return parts
}

// settle lets what is left of a payment settle invoices.
func (s *Desk) settle() kit.Form[treasury.PaymentFile] {
	return kit.Form[treasury.PaymentFile]{
		Site: s.Site, Load: kit.ByID(s.Site, s.treasury.PaymentFileOf),
		Show: func(c echo.Context, p *kit.FormPage, f treasury.PaymentFile) error {
			p.Page = s.Page(
				c, "Settle invoices with "+f.Receipt.String(), treasurerCrumb, paymentsCrumb,
				kit.Crumb{Label: f.Receipt.String(), URL: paymentURL(f.ID)},
			)
			p.Action, p.Submit, p.Back = paymentURL(f.ID, "settle"), "Settle", paymentURL(f.ID)
			p.Facts = []kit.Fact{{Label: "From", Value: f.Name}, {Label: "Left of the payment", Value: f.Left.String()}}
			p.Group("Open invoices").Text("Enter how much of the payment each one takes. What is left stays credit.")
			for _, i := range f.Open {
				field := kit.AmountField(
					fmt.Sprintf("amount_%d", i.ID), i.Number.String()+", "+i.Name,
					fmt.Sprintf("%s. Still to pay: %s.", i.Text, i.Open()),
				)
				field.Required = false
				p.Row(field)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, f treasury.PaymentFile) (kit.Done, error) {
			return kit.Done{To: paymentURL(f.ID), Message: "Saved."},
				s.treasury.Settle(c.Request().Context(), s.Actor(c), treasury.SettleInput{Payment: f.ID, Parts: settleParts(in, f.Open)})
		},
	}
}
