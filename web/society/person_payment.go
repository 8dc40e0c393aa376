package society

import (
	"fmt"

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
		if p.ReversedBy == 0 && s.treasury.CheckReceipt(actor, p) == nil {
			line.ReceiptURL = receiptURL(id, p.ID)
		}
		if !p.Payer.IsZero() {
			line.Method += ", paid by " + p.Payer.Name
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

// ownPayment is a payment that a person made for themselves.
type ownPayment struct {
	members.File
	payment treasury.Payment
}

// reverseOwn reverses such a payment.
func (s *Desk) reverseOwn() kit.Form[ownPayment] {
	return kit.Form[ownPayment]{
		Site: s.Site, Load: s.personPaymentAt,
		Show: func(c echo.Context, page *kit.FormPage, p ownPayment) error {
			id, name := p.Person.ID, p.Person.Name.String()
			page.Page = s.Page(c, "Reverse a payment", registerCrumb, kit.Crumb{Label: name, URL: kit.PersonURL(id)})
			page.Action, page.Back = personPaymentURL(id, p.payment.ID), kit.PersonURL(id)
			showReverse(page, p.payment, name, "What it paid for is owed again, and a term that rests on it is cancelled; the history keeps it.")
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p ownPayment) (kit.Done, error) {
			return kit.Done{
				To:      kit.PersonURL(p.Person.ID),
				Message: "The payment " + p.payment.Receipt.String() + " is reversed. A term that rested on it is cancelled.",
			}, s.clubs.ReverseOwn(c.Request().Context(), s.Actor(c), p.payment.ID, in.Text("reason"))
		},
	}
}

// personPaymentAt finds the payment that the address names among the person's.
func (s *Desk) personPaymentAt(c echo.Context) (ownPayment, error) {
	payment, err := kit.PathID[treasury.PaymentID](c, "payment")
	if err != nil {
		return ownPayment{}, err
	}
	file, err := kit.ByID(s.Site, s.members.File)(c)
	if err != nil {
		return ownPayment{}, err
	}
	payments, err := s.treasury.PaymentsOf(c.Request().Context(), s.Actor(c), file.Person.ID)
	if err != nil {
		return ownPayment{}, err
	}
	for _, p := range payments {
		if p.ID == payment && p.Reverses == 0 {
			return ownPayment{file, p}, nil
		}
	}
	return ownPayment{}, apperr.New(apperr.NotFound, "Payment not found for this person.")
}
