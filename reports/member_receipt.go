package reports

import "io"

// MemberReceiptPDF writes the treasurer's answer to someone who joined or
// renewed by themselves.
func (by Press) MemberReceiptPDF(w io.Writer, r MemberReceipt) error {
	d := by.newDocument(documentTitle("Receipt "+r.Number, r.Member))
	y := d.startPage(topLine{over: "Membership", tail: r.Year, title: "Receipt " + r.Number})
	number := ""
	if r.MemberNo != "" {
		number = "Member no. " + r.MemberNo
	}
	y = d.facts(y+6, []fact{
		{"Member", r.Member, number},
		{"Counted with", r.Club, ""},
		{"Subscription year", r.Year, ""},
		{"Issued", dateText(r.Issued), r.IssuedBy},
	})
	y = charges{
		payer: r.Member, number: r.Number, total: r.Subscription, paid: r.Paid, rateSource: r.RateSource,
		lines: []ChargeLine{{Text: "Annual subscription", Count: 1, Rate: r.Subscription, Amount: r.Subscription}},
	}.draw(d, y+8)
	r.drawDates(d, y+10)
	d.finish(joined(" · ", by.Society, r.Member), "Receipt "+r.Number)
	return d.writeTo(w)
}

// drawDates says from when until when the payment makes someone a member, and
// why (Rule 2.2).
func (r MemberReceipt) drawDates(d *document, y float64) {
	until, rule := "cancelled", "The membership that this payment was for has since been cancelled."
	if !r.Until.IsZero() {
		until, rule = r.Until.Long(), ""
		if r.Rule != "" {
			rule = "Rule 2.2: " + r.Rule
		}
	}
	d.rule(margin, y, pageWidth-margin, y, strongLine, 0)
	d.facts(y+8, []fact{
		{"Payment received", dateText(r.Received), r.How},
		{"Registered from", dateText(r.From), ""},
		{"Registered until", until, rule},
	})
}
