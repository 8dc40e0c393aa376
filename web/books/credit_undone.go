package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// undoable are the credits of an invoice that the treasurer can undo.
func undoable(i treasury.InvoiceFile) (out []kit.Option) {
	for _, c := range i.Credits {
		if c.Undoable() {
			out = append(out, kit.Option{
				Value: kit.IDText(c.ID), Label: c.No() + ", " + c.Kind.Label() + ": " + c.Amount.String(), Hint: c.Reason,
			})
		}
	}
	return out
}

// undoCredit has a credit count no longer.
func (s *Desk) undoCredit() kit.Form[treasury.InvoiceFile] {
	return kit.Form[treasury.InvoiceFile]{
		Site: s.Site, Load: kit.ByID(s.Site, s.treasury.Invoice),
		Show: func(c echo.Context, p *kit.FormPage, i treasury.InvoiceFile) error {
			p.Page = s.Page(
				c, "Undo a credit on "+i.Number.String(), treasurerCrumb, invoicesCrumb,
				kit.Crumb{Label: i.Number.String(), URL: invoiceURL(i.ID)},
			)
			p.Action, p.Submit, p.Back = invoiceURL(i.ID, "undo"), "Undo the credit", invoiceURL(i.ID)
			p.Facts = invoiceFacts(i.Invoice, s.Today())
			p.Say("Both stay in the books. What was paid settles the invoice again, as far as nothing else has taken it and it was not " +
				"paid back. A membership that ended by the credit comes back with it.")
			p.Group("", kit.Field{
				Name: "credit", Label: "What is undone", Type: "radios", Required: true, Options: undoable(i),
			}, kit.Field{Name: "reason", Label: "Reason", Type: "textarea", Required: true})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, i treasury.InvoiceFile) (kit.Done, error) {
			return kit.Done{To: invoiceURL(i.ID), Message: "The credit is undone."},
				s.clubs.UndoCredit(c.Request().Context(), s.Actor(c), treasury.UndoCreditInput{
					Invoice: i.ID, Credit: kit.Chosen[int64](in, "credit"), Reason: in.Text("reason"),
				})
		},
	}
}
