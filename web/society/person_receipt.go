package society

import (
	"bytes"

	"github.com/labstack/echo/v4"

	"nzgs/internal/members"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

// personReceipt answers with the receipt of a payment that a person made for
// themselves.
func (s *Desk) personReceipt(c echo.Context) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	payment, err := kit.PathID[treasury.PaymentID](c, "payment")
	if err != nil {
		return err
	}
	r, err := s.treasury.ReceiptOf(c.Request().Context(), s.Actor(c), id, payment)
	if err != nil {
		return err
	}
	if !r.Membership || !r.Payment.Payer.IsZero() { // of something else, or made out to who paid
		return kit.SeeOther(c, kit.PaymentReceiptURL(payment))
	}
	names, err := s.clubNames(c)
	if err != nil {
		return err
	}
	out := memberReceipt(r, names)
	var b bytes.Buffer
	if err := s.Press().MemberReceiptPDF(&b, out); err != nil {
		return err
	}
	return kit.SendFile(c, kit.FormatPDF, s.FileName("receipt "+out.Number, out.Member, out.Issued), b.Bytes())
}

func receiptURL(id members.PersonID, payment treasury.PaymentID) string {
	return personPaymentURL(id, payment) + "/receipt.pdf"
}

func memberReceipt(r treasury.Receipt, names clubNames) reports.MemberReceipt {
	p := r.Payment
	out := reports.MemberReceipt{
		Number: p.Receipt.String(), Issued: p.RecordedAt.Date(), IssuedBy: r.IssuedBy,
		Member: r.Person.Name.String(), MemberNo: members.Number(r.Person.ID),
		Subscription: p.Amount, Paid: p.Amount, Received: p.ReceivedOn, How: p.Method.Label(),
	}
	if out.IssuedBy != "" {
		out.IssuedBy += ", Treasurer"
	}
	if p.Reference != "" {
		out.How += ", reference " + p.Reference
	}
	if r.Rate.ID != 0 {
		out.Year, out.RateSource = r.Rules.Days(r.Rate.Year).String(), r.Rate.Source()
	}
	if r.Registered {
		out.Year, out.Club = r.Rules.Days(r.Term.Year).String(), names[r.Term.Club]
		out.From, out.Until, out.Rule = r.Term.From, r.Term.To, r.Term.Trace.Text
	}
	return out
}
