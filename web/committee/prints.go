package committee

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/committee"
	"nzgs/reports"
	"nzgs/web/kit"
)

// sealPrint is the seal's register on paper, the earliest entry first.
func (s *Desk) sealPrint(c echo.Context) error {
	list, err := s.committee.SealRegister(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	out := reports.SealRegister{AsAt: s.Today().Long()}
	for i := len(list) - 1; i >= 0; i-- {
		e := list[i]
		out.Rows = append(out.Rows, reports.SealRow{
			Number: kit.IDText(e.ID), Day: e.Day, Instrument: e.Instrument, Resolution: e.Resolution.Number.String(),
			Decided: e.Resolution.Day,
			Signer:  e.SignedBy(), Countersigner: e.CountersignedBy(), Struck: struckText(e),
		})
	}
	return kit.SendPrint(c, s.TodaysFile("register of the seal", ""), s.Press().SealRegisterPDF, out)
}

// struckText says when, by whom and why an entry was struck out; "" of one that
// stands.
func struckText(e committee.Sealing) string {
	if !e.Struck() {
		return ""
	}
	return "Struck out on " + e.StruckAt.Date().Long() + " by " + e.StruckBy + ": " + e.StruckReason
}

// outPaymentPrint is a payment with its approvals on paper, for its invoice's
// file.
func (s *Desk) outPaymentPrint(c echo.Context) error {
	p, err := s.paymentOf(c)
	if err != nil {
		return err
	}
	out := reports.PaymentApproval{
		Number: kit.IDText(p.ID), Payee: p.Payee, Amount: p.Amount.String(), Purpose: p.Purpose, Day: p.Day.Long(),
		Method:     committee.MethodLabel(p.Method),
		Attachment: p.Attachment, Asked: p.AskedAt.Long(), State: p.Stage.Label(), Reason: p.Reason, Paid: p.PaidOn.Long(),
		Reference:  p.Reference,
		Arithmetic: p.Trace.Sentences(), AsAt: s.Clock().Long(),
	}
	if p.Resolution.ID != 0 {
		out.Resolution = p.Resolution.Number.String() + " of " + p.Resolution.Day.Long()
	}
	if p.AskedBy.Person != 0 {
		out.Asked += " by " + p.AskedBy.Name
	}
	for _, a := range p.Approvals {
		out.Approvals = append(out.Approvals, reports.ApprovalRow{Name: a.Name, Office: a.Title(), At: a.At.Long()})
	}
	return kit.SendPrint(c, s.FileName("payment "+kit.IDText(p.ID), p.Payee, p.Day), s.Press().PaymentApprovalPDF, out)
}
