package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// refund asks for a credit to be paid back: a payment out, which two officers approve (rule 3.4).
func (s *Desk) refund() kit.Form[treasury.PaymentFile] {
	return kit.Form[treasury.PaymentFile]{
		Site: s.Site, Load: kit.ByID(s.Site, s.treasury.PaymentFileOf),
		Fill: func(_ echo.Context, in *kit.Filling, f treasury.PaymentFile) {
			in.Set("amount", f.Left.Plain())
			in.Set("purpose", "Refund of what is left of "+f.Receipt.String())
			in.Set("method", string(constitution.Transfer))
		},
		Show: func(c echo.Context, p *kit.FormPage, f treasury.PaymentFile) error {
			p.Page = s.Page(
				c, "Pay back a credit", treasurerCrumb, paymentsCrumb,
				kit.Crumb{Label: f.Receipt.String(), URL: paymentURL(f.ID)},
			)
			p.Action, p.Submit, p.Back = paymentURL(f.ID, "refund"), "Ask for the payment", paymentURL(f.ID)
			p.Facts = []kit.Fact{{Label: "To", Value: f.From()}, {Label: "Left of the payment", Value: f.Left.String()}}
			if !f.Payer.IsZero() {
				p.Say("It goes back to who paid, not to " + f.Name + ".")
			}
			p.Say("Two officers approve it, and whoever is paid is not one of them (rule 3.4). The credit is used when the payment is " +
				"recorded as made.")
			way := kit.Field{Name: "method", Label: "How it is to be paid", Type: "radios", Required: true}
			for _, m := range committee.PaymentMethods {
				way.Options = append(way.Options, kit.Option{Value: string(m), Label: committee.MethodLabel(m)})
			}
			p.Group("", kit.AmountField("amount", "Amount", ""), kit.Field{Name: "purpose", Label: "Purpose", Required: true}, way)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, f treasury.PaymentFile) (kit.Done, error) {
			id, err := s.committee.AskPayment(c.Request().Context(), s.Actor(c), committee.PaymentInput{
				Refund: f.Party(), RefundOf: f.ID, Amount: in.Amount("amount"), Purpose: in.Text("purpose"), Day: s.Today(),
				Method: constitution.PaymentMethod(in.Text("method")),
			})
			return kit.Done{To: kit.Below(kit.OutPaymentsPath, id), Message: "The payment is asked for."}, err
		},
	}
}
