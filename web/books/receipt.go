package books

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

// paymentReceipt prints the receipt of a payment, for who paid: of all that came with the same transfer.
func (s *Desk) paymentReceipt(c echo.Context) error {
	all, err := kit.ByID(s.Site, s.treasury.ReceiptFor)(c)
	if err != nil {
		return err
	}
	first := all[0]
	out := reports.PlainReceipt{
		PaidBy: first.From(), Address: first.Payer.Address, Issued: first.RecordedAt.Date(),
		Received: first.ReceivedOn, How: first.Method.Label(),
	}
	for _, p := range all {
		if !p.Payer.IsZero() { // who paid for the others may be one of them
			out.PaidBy, out.Address = p.Payer.Name, p.Payer.Address
		}
	}
	if first.Reference != "" {
		out.How += ", reference " + first.Reference
	}
	var numbers []treasury.ReceiptNo
	for _, p := range all {
		numbers = append(numbers, p.Receipt)
		out.Amount += p.Amount
		out.Lines = append(out.Lines, receiptLines(p, len(all) > 1 || !p.Payer.IsZero())...)
	}
	out.Number = treasury.ReceiptsText(numbers)
	return kit.SendPrint(c, s.FileName("receipt "+first.Receipt.String(), out.PaidBy, out.Issued), s.Press().PlainReceiptPDF, out)
}

// receiptLines are what a payment was for, with whose account it was on where someone else paid.
func receiptLines(p treasury.PaymentFile, named bool) []reports.ChargeLine {
	of := ""
	if named {
		of = " (" + p.Name + ", " + p.Receipt.String() + ")"
	}
	var out []reports.ChargeLine
	add := func(text string, c treasury.Amount) {
		out = append(out, reports.ChargeLine{Text: text + of, Count: 1, Rate: c, Amount: c})
	}
	left := p.Amount
	for _, x := range p.Settlements {
		left -= x.Amount
		if x.Invoice == 0 {
			add("Paid back", x.Amount)
			continue
		}
		add("Invoice "+x.Number.String(), x.Amount)
	}
	if left > 0 {
		add("Credit, for the next invoice", left)
	}
	return out
}
