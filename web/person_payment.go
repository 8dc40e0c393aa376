package web

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/treasury"
)

// paymentLines are the payments that a person made for themselves; one that
// was taken back stays in sight with its reason.
func (s *Server) paymentLines(c echo.Context, id members.PersonID) ([]PaymentLine, error) {
	actor := s.actor(c)
	if !auth.Can(actor, auth.ViewOwn, auth.Object{Person: id}, s.today()) {
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
	mayReverse := auth.Can(actor, auth.RecordPayment, auth.Object{}, s.today())
	var lines []PaymentLine
	for _, p := range payments {
		if p.Reverses != 0 {
			continue
		}
		line := PaymentLine{Receipt: p.Receipt.String(), Day: p.ReceivedOn.Long(), Amount: p.Amount.String(), Method: p.Method.Label(), Reversed: reasons[p.ID]}
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
	return fmt.Sprintf("%s/payments/%d", personURL(id), payment)
}

func (s *Server) personPaymentReverse(c echo.Context) error { return s.showPersonReverse(c, nil) }

func (s *Server) showPersonReverse(c echo.Context, refused error) error {
	file, p, err := s.personPaymentAt(c)
	if err != nil {
		return err
	}
	id, name := file.Person.ID, file.Person.Name.String()
	page := ReversePage{
		Page:   s.page(c, "Take back a payment", Crumb{"Register", registerPath}, Crumb{name, personURL(id)}),
		Facts:  []Fact{{Label: "Receipt", Value: p.Receipt.String()}, {Label: "From", Value: name}, {Label: "Amount", Value: p.Amount.String()}, {Label: "Received", Value: p.ReceivedOn.Long()}},
		Effect: "The term that it paid for is cancelled; the history keeps it.",
		Action: personPaymentURL(id, p.ID), Back: personURL(id),
	}
	status := http.StatusOK
	switch {
	case refused == nil:
	case page.invalid(refused):
		status = http.StatusUnprocessableEntity
	case page.conflicting(refused):
		status = http.StatusConflict
	default:
		return refused
	}
	page.Field = page.Page.field(Field{Name: "reason", Label: "Reason", Value: formText(c, "reason"), Required: true})
	return reverseView.render(c, status, page)
}

// personPaymentAt finds the payment that the address names among the person's.
func (s *Server) personPaymentAt(c echo.Context) (members.File, treasury.Payment, error) {
	id, err := pathID[members.PersonID](c, "id")
	if err != nil {
		return members.File{}, treasury.Payment{}, err
	}
	payment, err := pathID[treasury.PaymentID](c, "payment")
	if err != nil {
		return members.File{}, treasury.Payment{}, err
	}
	ctx, actor := c.Request().Context(), s.actor(c)
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
	return file, treasury.Payment{}, apperr.New(apperr.NotFound, "There is no such payment of this person.")
}

func (s *Server) personPaymentReverseSave(c echo.Context) error {
	file, p, err := s.personPaymentAt(c)
	if err != nil {
		return err
	}
	if err := s.treasury.ReverseOwn(c.Request().Context(), s.actor(c), p.ID, formText(c, "reason")); err != nil {
		return s.showPersonReverse(c, err)
	}
	s.flash(c, KindSuccess, "The payment "+p.Receipt.String()+" is taken back, and its term cancelled.")
	return seeOther(c, personURL(file.Person.ID))
}
