package reports

import (
	"fmt"
	"io"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// ClubReceiptPDF writes the treasurer's answer to a club's return.
func (by Press) ClubReceiptPDF(w io.Writer, r ClubReceipt) error {
	d := by.newDocument(documentTitle("Receipt "+r.Number, r.Club))
	y := d.startPage(topLine{over: "Club affiliation", tail: r.Year, title: "Receipt " + r.Number})
	y = d.facts(y+6, []fact{
		{"Club", r.Club, ""},
		{"Subscription year", r.Year, ""},
		{"Issued", dateText(r.Issued), r.IssuedBy},
	})
	y = charges{r.Club, r.Number, r.Lines, r.Total, r.Paid, r.RateSource}.draw(d, y+8)
	y = r.drawDates(d, y+10)
	for _, note := range r.Notes {
		if y+12 > contentBottom {
			y = d.startPage(topLine{over: r.Club, title: "Receipt " + r.Number})
		}
		y = d.paragraph(margin, y+6, textWidth, 4.8, note, noteStyle) - 3
	}
	d.finish(joined(" · ", by.Society, r.Club), "Receipt "+r.Number)
	return d.writeTo(w)
}

// fact is a label, what it says, and a remark beside or below it.
type fact struct{ label, text, remark string }

// facts sets label and text pairs below each other.
func (d *document) facts(y float64, facts []fact) float64 {
	const column = 50.0
	for _, f := range facts {
		if f.text == "" && f.remark == "" {
			continue
		}
		d.text(margin, y, f.label, noteStyle)
		y = d.paragraph(margin+column, y, textWidth-column, 5.2, f.text, style{size: 11, weight: bold})
		if f.remark != "" {
			y = d.paragraph(margin+column, y, textWidth-column, 4.8, f.remark, noteStyle)
		}
		y += 2
	}
	return y
}

// receiptDates is what the dates of a receipt take below its sums.
const receiptDates = 60.0

// charges is the arithmetic of a receipt.
type charges struct {
	payer, number string
	lines         []ChargeLine
	total, paid   money.Cents
	rateSource    string
}

// draw sets number × rate = amount, the total, what was paid, and what is left.
func (r charges) draw(d *document, y float64) float64 {
	g := grid{
		columns: []gridColumn{
			{title: "For", share: 1, lines: uncut},
			{title: "Number", width: 18, align: right},
			{title: "Rate", width: 26, align: right},
			{title: "Amount", width: 30, align: right},
		},
		minHeight: 9, style: style{size: 11}, leading: 5,
	}
	var rows [][]gridCell
	for _, line := range r.lines {
		count, rate := "", ""
		if line.Count != 0 {
			count, rate = fmt.Sprint(line.Count), "× "+line.Rate.String()
		}
		rows = append(rows, cells(line.Text, count, rate, line.Amount.String()))
	}
	top := topLine{over: r.payer, title: "Receipt " + r.number}
	y = g.draw(d, top, y, rows)
	y = d.with(top, y, 36+receiptDates, contentBottom) // the dates go with the sums
	y = d.sum(y+7, "Total", r.total, bodyStyle)
	y = d.sum(y+6.5, "Received", r.paid, style{size: 13, weight: bold})
	switch {
	case r.paid < r.total:
		y = d.sum(y+6.5, "Still to pay", r.total-r.paid, bodyBold)
	case r.paid > r.total:
		y = d.sum(y+6.5, "Kept as credit", r.paid-r.total, bodyStyle)
	}
	if r.rateSource != "" {
		y = d.paragraph(
			margin, y+8, textWidth, 4.6, "Annual subscription set by: "+r.rateSource+" (Rule 2.2).", noteStyle,
		) - 4.6
	}
	return y
}

func (d *document) sum(y float64, label string, amount money.Cents, st style) float64 {
	d.textRight(pageWidth-margin-34, y, label, st)
	d.textRight(pageWidth-margin, y, amount.String(), st)
	return y
}

// drawDates says from when the club is affiliated, and why (Rule 2.3: the
// later of list received and full fee received).
func (r ClubReceipt) drawDates(d *document, y float64) float64 {
	const waiting = "not yet"
	received := func(day civil.Date) string {
		if day.IsZero() {
			return waiting
		}
		return day.Long()
	}
	effective, remark := received(r.Effective), "The later of the two days above (Rule 2.3)."
	if r.Effective.IsZero() {
		remark = "Affiliation takes effect when both the list and the full fee are in (Rule 2.3)."
	}
	d.rule(margin, y, pageWidth-margin, y, strongLine, 0)
	return d.facts(y+8, []fact{
		{"List of members received", received(r.ListReceived), ""},
		{"Full fee received", received(r.FeeReceived), ""},
		{"Affiliated from", effective, remark},
	})
}

func dateText(d civil.Date) string {
	if d.IsZero() {
		return ""
	}
	return d.Long()
}
