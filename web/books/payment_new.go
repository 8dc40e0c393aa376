package books

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
)

// newPayment records a payment of a member or a club.
func (s *Desk) newPayment() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(c echo.Context, in *kit.Filling, _ kit.Nothing) {
			s.fillPayment(in)
			for _, name := range []string{"club", "party", "amount"} {
				in.Set(name, c.QueryParam(name))
			}
		},
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Record a payment", treasurerCrumb, paymentsCrumb)
			p.Action, p.Submit, p.Back = paymentsPath+"/new", "Record the payment", paymentsPath
			p.Say("It settles what the member or club owes, the oldest invoice first; what is beyond that is the credit of who paid it. Of a " +
				"club it then settles the fees of its lists that are open. A subscription is recorded where a member joins or renews.")
			fields, err := s.partyFields(c, p.In())
			if err != nil {
				return err
			}
			p.Group("On whose account", fields...)
			p.Group("The payment", paymentFields("Amount")...)
			clubs, err := s.clubOptions(c)
			p.AskPayer(clubs)
			return err
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			party, err := s.party(c, in)
			if err != nil {
				return kit.Done{}, err
			}
			payer, err := s.payer(c, in)
			if err != nil {
				return kit.Done{}, err
			}
			p, err := s.clubs.Take(c.Request().Context(), s.Actor(c), treasury.ReceiveInput{
				Party: party, Amount: in.Amount("amount"), ReceivedOn: in.Day("received_on"),
				Method: treasury.Method(in.Text("method")), Reference: in.Text("reference"), PaidBy: payer,
			})
			return kit.Done{To: paymentURL(p.ID), Message: "The payment is recorded: " + p.Receipt.String() + "."}, err
		},
	}
}

func (s *Desk) fillPayment(in *kit.Filling) {
	in.SetDay("received_on", s.Today())
	in.Set("method", string(treasury.Bank))
}

func paymentFields(amount string) []kit.Field {
	day := kit.DayField("received_on", "Received", "")
	day.Required = true
	method := methodChoice("", "Choose one")
	method.Required = true
	return []kit.Field{kit.AmountField("amount", amount, ""), day, method, {
		Name: "reference", Label: "Reference", Hint: "As on the bank statement. You may leave it empty.", MaxLength: 100,
	}}
}

// payer reads who paid in the place of whoever it is for.
func (s *Desk) payer(c echo.Context, in *kit.Filling) (treasury.Payer, error) {
	p, err := s.Payer(c, in)
	return treasury.Payer{
		Party: treasury.PartyOf(p.Person, p.Club), Name: p.Name, Address: p.Address, Email: p.Email, Quiet: p.Quiet,
	}, err
}

// shownOfTransfer is for how many a form of a transfer asks at first: more can be opened.
const shownOfTransfer = 8

// newTransfer records one transfer for several members or clubs.
func (s *Desk) newTransfer() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(_ echo.Context, in *kit.Filling, _ kit.Nothing) { s.fillPayment(in) },
		Show: func(c echo.Context, p *kit.FormPage, _ kit.Nothing) error {
			p.Page = s.Page(c, "Record a transfer for several", treasurerCrumb, paymentsCrumb)
			p.Action, p.Submit, p.Back = paymentsPath+"/several", "Record the transfer", paymentsPath
			p.Say("Each gets a payment on their account, which settles what they owe, the oldest invoice first, and of a club then the " +
				"fees of its lists. Who paid gets one receipt for all; each of the others sees the own part.")
			clubs, err := s.clubOptions(c)
			if err != nil {
				return err
			}
			p.Group("The transfer", paymentFields("Amount of all of it")...)
			p.Group("Who paid", kit.PayerFields(clubs)...)
			p.Group("Who it is for", kit.Field{Name: "parts", Type: "hidden"}).Text("Leave lines that you do not need empty.")
			for n := 1; n <= treasury.MaxTransferParts; n++ {
				if n == shownOfTransfer+1 {
					moreRows(p, n, treasury.MaxTransferParts, "party", "club", "amount")
				}
				sum := kit.AmountField(fmt.Sprintf("amount_%d", n), fmt.Sprintf("Amount %d", n), "")
				sum.Required = false
				club := kit.Field{
					Name: fmt.Sprintf("club_%d", n), Label: fmt.Sprintf("or club %d", n), Type: "select",
					Options: append([]kit.Option{{Label: "No club"}}, clubs...),
				}
				p.Row(
					kit.PersonField(fmt.Sprintf("party_%d", n), fmt.Sprintf("Member %d", n), "").Proposing(kit.NamesPath), club, sum,
				)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			payer, err := s.payer(c, in)
			if err != nil {
				return kit.Done{}, err
			}
			input := treasury.TransferInput{
				Payer: payer, Amount: in.Amount("amount"), ReceivedOn: in.Day("received_on"),
				Method: treasury.Method(in.Text("method")), Reference: in.Text("reference"),
			}
			if input.Parts, err = s.transferParts(c, in); err != nil {
				return kit.Done{}, err
			}
			p, err := s.clubs.TakeTransfer(c.Request().Context(), s.Actor(c), input)
			return kit.Done{
				To: paymentURL(p.ID), Message: fmt.Sprintf("The transfer is recorded as %d payments, from %s.", len(input.Parts), p.Receipt),
			}, err
		},
	}
}

// moreRows begins the rows of a form that are opened when there are not enough: from the one that is numbered first to last.
// What was typed in one of its fields, or proposed, has them open.
func moreRows(p *kit.FormPage, first, last int, fields ...string) {
	g := p.Group("More rows")
	for n := first; n <= last; n++ {
		for _, name := range fields {
			if p.In().Text(fmt.Sprintf("%s_%d", name, n)) != "" {
				return
			}
		}
	}
	g.Fold(fmt.Sprintf("%d to %d", first, last))
}

// transferParts reads for whom a transfer is. An empty line between others stays one, so that problems stand at their lines.
func (s *Desk) transferParts(c echo.Context, in *kit.Filling) (out []treasury.TransferPart, err error) {
	last := 0
	typed := func(name string, n int) string { return in.Text(fmt.Sprintf("%s_%d", name, n)) }
	for n := 1; n <= treasury.MaxTransferParts; n++ {
		if typed("party", n) != "" || typed("club", n) != "" || typed("amount", n) != "" {
			last = n
		}
	}
	for n := 1; n <= last; n++ {
		part := treasury.TransferPart{Party: ledger.Party{Club: kit.Chosen[int64](in, fmt.Sprintf("club_%d", n))}}
		if typed("amount", n) != "" {
			part.Amount = in.Amount(fmt.Sprintf("amount_%d", n))
		}
		field := fmt.Sprintf("party_%d", n)
		switch {
		case in.Text(field) != "" && part.Party.Club != 0:
			in.Problem(field, "Enter a member or choose a club, not both.")
		case in.Text(field) != "":
			if part.Party, err = s.memberNamed(c, in, field); err != nil {
				return nil, err
			}
		}
		out = append(out, part)
	}
	return out, nil
}
