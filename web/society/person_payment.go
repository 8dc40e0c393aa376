package society

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// paymentLines are the payments that a person made for themselves; one that
// was reversed stays in sight with its reason.
func (s *Desk) paymentLines(c echo.Context, id members.PersonID) ([]PaymentLine, error) {
	actor := s.Actor(c)
	if !auth.Can(actor, auth.ViewOwn, auth.Object{Person: id}, s.Today()) {
		return nil, nil
	}
	payments, err := s.treasury.PaymentsOf(c.Request().Context(), actor, id)
	if err != nil {
		return nil, err
	}
	reasons := map[treasury.PaymentID]string{}
	for _, p := range payments {
		if p.Reverses != 0 {
			reasons[p.Reverses] = p.Reason
		}
	}
	mayReverse := auth.Can(actor, auth.RecordPayment, auth.Object{}, s.Today())
	var lines []PaymentLine
	for _, p := range payments {
		if p.Reverses != 0 {
			continue
		}
		line := PaymentLine{
			Receipt: p.Receipt.String(), Day: p.ReceivedOn.Long(), Amount: p.Amount.String(), Method: p.Method.Label(),
			Reversed: reasons[p.ID],
		}
		if p.ReversedBy == 0 {
			line.ReceiptURL = receiptURL(id, p.ID)
		}
		if mayReverse && p.ReversedBy == 0 {
			line.ReverseURL = personPaymentURL(id, p.ID)
		}
		lines = append(lines, line)
	}
	return lines, nil
}

func personPaymentURL(id members.PersonID, payment treasury.PaymentID) string {
	return fmt.Sprintf("%s/payments/%d", kit.PersonURL(id), payment)
}

func (s *Desk) personPaymentReverse(c echo.Context) error { return s.showPersonReverse(c, nil) }

func (s *Desk) showPersonReverse(c echo.Context, refused error) error {
	file, p, err := s.personPaymentAt(c)
	if err != nil {
		return err
	}
	id, name := file.Person.ID, file.Person.Name.String()
	page := ReversePage{
		Page: s.Page(
			c, "Reverse a payment", kit.Crumb{Label: "Register", URL: kit.RegisterPath},
			kit.Crumb{Label: name, URL: kit.PersonURL(id)},
		),
		Facts: []kit.Fact{
			{Label: "Receipt", Value: p.Receipt.String()}, {Label: "From", Value: name},
			{Label: "Amount", Value: p.Amount.String()}, {Label: "Received", Value: p.ReceivedOn.Long()},
		},
		Effect: "The term that it paid for is cancelled; the history keeps it.",
		Action: personPaymentURL(id, p.ID), Back: kit.PersonURL(id),
	}
	status := http.StatusOK
	switch {
	case refused == nil:
	case page.Invalid(refused):
		status = http.StatusUnprocessableEntity
	case page.Conflicting(refused):
		status = http.StatusConflict
	default:
		return refused
	}
	page.Field = page.Page.Field(kit.Field{
		Name: "reason", Label: "Reason", Value: kit.FormText(c, "reason"), Required: true,
	})
	return reverseView.Render(c, status, page)
}

// personPaymentAt finds the payment that the address names among the person's.
func (s *Desk) personPaymentAt(c echo.Context) (members.File, treasury.Payment, error) {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return members.File{}, treasury.Payment{}, err
	}
	payment, err := kit.PathID[treasury.PaymentID](c, "payment")
	if err != nil {
		return members.File{}, treasury.Payment{}, err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	file, err := s.members.File(ctx, actor, id)
	if err != nil {
		return file, treasury.Payment{}, err
	}
	payments, err := s.treasury.PaymentsOf(ctx, actor, id)
	if err != nil {
		return file, treasury.Payment{}, err
	}
	for _, p := range payments {
		if p.ID == payment && p.Reverses == 0 {
			return file, p, nil
		}
	}
	return file, treasury.Payment{}, apperr.New(apperr.NotFound, "Payment not found for this person.")
}

func (s *Desk) personPaymentReverseSave(c echo.Context) error {
	file, p, err := s.personPaymentAt(c)
	if err != nil {
		return err
	}
	if err := s.treasury.ReverseOwn(c.Request().Context(), s.Actor(c), p.ID, kit.FormText(c, "reason")); err != nil {
		return s.showPersonReverse(c, err)
	}
	s.Flash(c, kit.KindSuccess, "The payment "+p.Receipt.String()+" is reversed, and its term cancelled.")
	return kit.SeeOther(c, kit.PersonURL(file.Person.ID))
}
