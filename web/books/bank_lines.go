package books

import (
	"strings"

	"nzgs/internal/booking"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

// standingLabels are where a line of the bank stands, as people read it.
var standingLabels = map[string]string{"waiting": "To be booked", "booked": "Booked", "aside": "Set aside"}

// linesFile is the lines of the bank as a list.
func linesFile(list booking.LineList, banks []treasury.BankAccount) reports.Table {
	names := map[treasury.BankID]string{}
	for _, b := range banks {
		names[b.ID] = b.Name
	}
	t := reports.Table{Title: "Bank lines", Columns: kit.Columns(
		"Day", "Account", "Payer or payee", "Reference", "Particulars", "Code", "Amount", "Balance", "Standing", "Booked as", "Why not",
	)}
	for _, l := range list.Lines {
		var as []string
		for _, b := range l.As {
			as = append(as, b.Number)
		}
		line := []reports.Cell{
			reports.Date(l.Day), reports.Text(names[l.Bank]), reports.Text(l.Payee), reports.Text(l.Reference),
			reports.Text(l.Particulars), reports.Text(l.Code), reports.Money(l.Amount), {}, reports.Text(standingLabels[l.Standing()]),
			reports.Text(strings.Join(as, ", ")), reports.Text(l.Aside),
		}
		if l.Balance != nil {
			line[7] = reports.Money(*l.Balance)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}
