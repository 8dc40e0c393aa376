package reports

import (
	"io"
	"strings"
)

// PaymentApproval is a payment out with those who approved it, to be filed with
// its invoice. Rule 3.4.
type PaymentApproval struct {
	Number     string // of the request
	Payee      string
	Amount     string // "$1,160.05"
	Purpose    string
	Day        string // of the invoice or claim
	Method     string
	Attachment string
	Resolution string
	Asked      string // when and by whom
	State      string
	Reason     string // of a rejection
	Approvals  []ApprovalRow
	Paid       string // when; empty: not yet
	Reference  string
	Arithmetic string
	AsAt       string
}

// ApprovalRow is an officer's approval.
type ApprovalRow struct{ Name, Office, At string }

// PaymentApprovalPDF writes a payment with its approvals, each over a line to
// sign on.
func (by Press) PaymentApprovalPDF(w io.Writer, p PaymentApproval) error {
	const title = "Payment out"
	f := &flow{
		document: by.newDocument(documentTitle(title, p.Payee, p.Amount)),
		top:      topLine{over: "Committee", tail: p.Number, title: title},
	}
	f.y = f.startPage(f.top) + 1
	f.row("Payee", p.Payee, "")
	f.row("Amount", p.Amount, "")
	f.row("Date", p.Day, "")
	f.row("Paid by", p.Method, "")
	f.row("Invoice", p.Attachment, "")
	f.row("Resolution", p.Resolution, "")
	f.row("Asked for", p.Asked, "")
	f.row("State", p.State, p.Reason)
	f.row("Paid on", p.Paid, p.Reference)
	f.y += 2
	f.rule(margin, f.y, pageWidth-margin, f.y, strongLine, 0)
	f.y += 3
	f.passage("Purpose", p.Purpose, bodyStyle)
	f.passage("Rule 3.4", p.Arithmetic, bodyStyle)
	for i, a := range p.Approvals {
		together := 1
		if i == 0 {
			together = min(len(p.Approvals), 6)
		}
		f.with(approvalHeight * float64(together))
		f.approval(a)
	}
	f.finish(strings.TrimSpace(title+" "+p.Number), asAt(p.AsAt))
	return f.writeTo(w)
}

// approvalHeight is what an approval takes, in millimetres.
const approvalHeight = 24.0

// approval is a line to sign on, over the officer's name and office, with when
// it was approved.
func (f *flow) approval(a ApprovalRow) {
	const signed, when = 86.0, 104.0
	f.room(approvalHeight)
	line := f.y + 14
	f.rule(margin, line, margin+signed, line, 0.25, 0)
	f.textWhole(margin, line+4.2, signed, leastSigned, joined(", ", a.Name, a.Office), noteStyle)
	f.textFit(margin+when, line-1.5, pageWidth-2*margin-when, a.At, bodyStyle)
	f.rule(margin+when, line, pageWidth-margin, line, 0.25, 0)
	f.text(margin+when, line+4.2, "Approved at", noteStyle)
	f.y += approvalHeight
}
