package reports

import (
	"io"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// Invoice is what a member or a club is asked to pay.
type Invoice struct {
	Number    string // "I-2026-0017"
	Reference string // what the payer writes to the bank
	Payer     string
	For       string
	Day, Due  civil.Date
	Lines     []ChargeLine
	Credited  money.Cents // what it was lowered by
	Paid      money.Cents
	Open      money.Cents
	Account   string // to pay into; empty if it is not known
}

// invoiceEnd is what the sums of an invoice take, and how to pay it.
const invoiceEnd = 80.0

// noAccount is said where the treasurer has not entered what is paid into.
const noAccount = "Ask the treasurer: no bank account has been entered yet."

// InvoicePDF writes an invoice with what is still to pay, where and with which reference.
func (by Press) InvoicePDF(w io.Writer, i Invoice) error {
	d := by.newDocument(documentTitle("Invoice "+i.Number, i.Payer))
	top := topLine{over: i.Payer, title: "Invoice " + i.Number}
	y := d.startPage(topLine{over: "Invoice", title: "Invoice " + i.Number})
	y = d.facts(y+6, []fact{{"To", i.Payer, ""}, {"For", i.For, ""}, {"Day", dateText(i.Day), ""}})
	var total money.Cents
	var rows [][]gridCell
	for _, l := range i.Lines {
		total += l.Amount
		rows = append(rows, cells(l.Text, l.Amount.String()))
	}
	g := grid{
		columns:   []gridColumn{{title: "For", share: 1, lines: uncut}, {title: "Amount", width: 34, align: right}},
		minHeight: 9, style: style{size: 11}, leading: 5,
	}
	y = g.draw(d, top, y+8, rows)
	y = d.with(top, y, invoiceEnd, contentBottom)
	y = d.sum(y+7, "Total", total, bodyStyle)
	if i.Credited > 0 {
		y = d.sum(y+6.5, "Lowered by", i.Credited, bodyStyle)
	}
	if i.Paid > 0 {
		y = d.sum(y+6.5, "Paid", i.Paid, bodyStyle)
	}
	y = d.sum(y+6.5, "To pay", i.Open, style{size: 13, weight: bold})
	d.rule(margin, y+8, pageWidth-margin, y+8, strongLine, 0)
	if i.Open == 0 {
		d.facts(y+16, []fact{{"Nothing is left to pay", "Thank you.", ""}})
	} else {
		to := fact{"Bank account", i.Account, by.Society}
		if i.Account == "" {
			to = fact{"How to pay", noAccount, ""}
		}
		d.facts(y+16, []fact{
			{"To be paid by", dateText(i.Due), ""},
			to,
			{"Reference", i.Reference, "Write this in the field Reference: it tells us which invoice is paid."},
		})
	}
	d.finish(joined(" · ", by.Society, i.Payer), "Invoice "+i.Number)
	return d.writeTo(w)
}

// PlainReceipt is the receipt of a payment that was neither on a list nor for a subscription.
type PlainReceipt struct {
	Number   string
	PaidBy   string // the receipt is made out to them
	Address  string // of who paid, in lines; "" if it is not known
	Issued   civil.Date
	Received civil.Date
	How      string
	Amount   money.Cents
	Lines    []ChargeLine
}

// PlainReceiptPDF writes the receipt of a payment, to who paid.
func (by Press) PlainReceiptPDF(w io.Writer, r PlainReceipt) error {
	d := by.newDocument(documentTitle("Receipt "+r.Number, r.PaidBy))
	top := topLine{over: r.PaidBy, title: "Receipt " + r.Number}
	y := d.startPage(topLine{over: "Receipt", title: "Receipt " + r.Number})
	y = d.facts(y+6, []fact{
		{"Received from", r.PaidBy, r.Address}, {"Received", dateText(r.Received), r.How},
		{"Issued", dateText(r.Issued), ""},
	})
	var rows [][]gridCell
	for _, l := range r.Lines {
		rows = append(rows, cells(l.Text, l.Amount.String()))
	}
	g := grid{
		columns:   []gridColumn{{title: "For", share: 1, lines: uncut}, {title: "Amount", width: 34, align: right}},
		minHeight: 9, style: style{size: 11}, leading: 5,
	}
	y = d.with(top, g.draw(d, top, y+8, rows), 10, contentBottom)
	d.sum(y+8, "Received", r.Amount, style{size: 13, weight: bold})
	d.finish(joined(" · ", by.Society, r.PaidBy), "Receipt "+r.Number)
	return d.writeTo(w)
}
