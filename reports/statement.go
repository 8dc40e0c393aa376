package reports

import (
	"io"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// Statement is the account of a member or a club with the society.
type Statement struct {
	To          string
	Address     string // of To, in lines, which stands in the window of the envelope; "" if it is not known
	From, Until civil.Date
	Before      money.Cents // what stood before the first line
	Lines       []StatementLine
	Open        []OpenInvoice
	Credit      money.Cents // paid ahead
	Others      money.Cents // what is left of what others paid on this account: it is theirs
	Account     string      // to pay into; empty if it is not known
	HowToPay    bool        // it is of today: what is open can be paid
}

// StatementLine is a charge, or below zero what lowers it.
type StatementLine struct {
	Day    civil.Date
	Text   string
	Amount money.Cents
}

// OpenInvoice is an invoice on which something is to pay.
type OpenInvoice struct {
	Number, Reference, For string
	Due                    civil.Date
	Open                   money.Cents
}

// StatementPDF writes the account of a member or a club: what was charged and paid, the balance after each, and how to pay
// what is open.
func (by Press) StatementPDF(w io.Writer, s Statement) error {
	d := by.newDocument(documentTitle("Statement of account", s.To))
	top := topLine{over: s.To, title: "Statement of account"}
	y := d.startStatement(s, by)
	period := "Up to " + s.Until.Long()
	if !s.From.IsZero() {
		period = s.From.Long() + " to " + s.Until.Long()
	}
	y = d.facts(y+6, []fact{{"For", s.To, ""}, {"Period", period, ""}})
	g := grid{
		columns: []gridColumn{
			{title: "Day", width: 34},
			{title: "What", share: 1, lines: uncut},
			{title: "Charged", width: 23, align: right},
			{title: "Paid, lowered", width: 25, align: right},
			{title: "Balance", width: 25, align: right},
		},
		minHeight: 7.5, style: style{size: 9.5}, leading: 4.4,
	}
	rows, balance := s.rows()
	y = g.draw(d, top, y+6, rows)
	height := 16.0
	if s.HowToPay && len(s.Open) == 0 {
		height += 14
	}
	if s.Others > 0 {
		height += 7
	}
	y = d.with(top, y, height, contentBottom)
	label, balance := s.balanceLabel(balance)
	y = d.sum(y+8, label, balance, style{size: 13, weight: bold})
	if s.Others > 0 {
		y = d.sum(y+7, "In it, paid by others and theirs", s.Others, bodyStyle)
	}
	if s.HowToPay {
		s.drawPay(d, top, y+10, by.Society)
	}
	d.finish(joined(" · ", by.Society, s.To), "Statement of account · "+asAt(s.Until.Long()))
	return d.writeTo(w)
}

// startStatement begins the first page: as a letter where the address is known.
func (d *document) startStatement(s Statement, by Press) float64 {
	if s.Address == "" {
		return d.startPage(topLine{over: "Account with the society", title: "Statement of account"})
	}
	const below = 94 // the window of the envelope
	d.addPage()
	d.wordmark(pageWidth-margin, margin)
	d.addressWindow(PostalAddressee{Name: s.To, Address: AddressLines(s.Address)}, by.returnTo())
	d.text(margin, below+4, "Statement of account", titleStyle)
	return below + 8
}

// balanceLabel is what the balance is called. What others paid is not the reader's, and what is to pay stands with the invoices.
func (s Statement) balanceLabel(balance money.Cents) (string, money.Cents) {
	switch {
	case balance == 0, s.Others > 0, balance > 0 && s.HowToPay && len(s.Open) == 0:
		return "Balance", balance
	case balance < 0:
		return "Your credit", -balance
	}
	return "Balance to pay", balance
}

// rows are the lines with the balance after each.
func (s Statement) rows() (rows [][]gridCell, balance money.Cents) {
	balance = s.Before
	if !s.From.IsZero() || s.Before != 0 {
		rows = append(rows, cells(dateText(s.From), "Brought forward", "", "", balance.String()))
	}
	for _, l := range s.Lines {
		balance += l.Amount
		charged, paid := "", ""
		if l.Amount > 0 {
			charged = l.Amount.String()
		} else {
			paid = (-l.Amount).String()
		}
		rows = append(rows, cells(l.Day.Long(), l.Text, charged, paid, balance.String()))
	}
	if len(s.Lines) == 0 {
		rows = append(rows, cells("", "Nothing was charged or paid.", "", "", balance.String()))
	}
	return rows, balance
}

// drawPay says which invoices are open, and how to pay them.
func (s Statement) drawPay(d *document, top topLine, y float64, society string) {
	if len(s.Open) == 0 {
		y = d.with(top, y, 12, contentBottom)
		d.paragraph(margin, y+4, textWidth, 5, "No invoice is open.", bodyStyle)
		return
	}
	const head, how = 14.0, 26.0
	y = d.with(top, y, head+9, contentBottom)
	d.text(margin, y+4, "To be paid", headingStyle)
	g := grid{
		columns: []gridColumn{
			{title: "Invoice", width: 25},
			{title: "For", share: 1, lines: uncut},
			{title: "By", width: 34},
			{title: "Reference", width: 25, bold: bold},
			{title: "Open", width: 25, align: right},
		},
		minHeight: 7.5, style: style{size: 9.5}, leading: 4.4,
	}
	var rows [][]gridCell
	for _, i := range s.Open {
		rows = append(rows, cells(i.Number, i.For, dateText(i.Due), i.Reference, i.Open.String()))
	}
	y = d.with(top, g.draw(d, top, y+6, rows), how+12, contentBottom)
	if s.Credit > 0 {
		y = d.sum(y+7, "Paid ahead", s.Credit, bodyStyle)
	}
	pay := []fact{{"How to pay", noAccount, ""}}
	if s.Account != "" {
		pay = []fact{{
			"Pay into", s.Account,
			society + ". Write the reference of the invoice in the field Reference: it tells us which invoice is paid.",
		}}
	}
	d.facts(y+10, pay)
}
