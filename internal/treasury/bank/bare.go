package bank

import (
	"slices"
	"strings"

	"nzgs/internal/sheet"
)

// kiwibankBare is Kiwibank’s other file: the account, and below it lines without headings.
var kiwibankBare = map[Field]string{Date: "A", Payee: "B", Amount: "D", Balance: "E"}

// withoutHeadings takes a file that has none: its columns were named by letters, as a spreadsheet names them, or it is
// Kiwibank’s. What stands above the first day belongs to no line.
func (s *Statement) withoutHeadings(rows []sheet.Row, o Options) (table, bool) {
	t := table{column: map[Field][]int{}}
	columns := o.Columns
	if account := accountIn(rows[0].Cell(0)); len(columns) == 0 && len(rows[0].Cells) == 1 && strings.HasPrefix(account, "38") {
		t.bank, columns = "Kiwibank", kiwibankBare
	}
	for field, letter := range columns {
		letter = strings.ToUpper(letter)
		if len(letter) != 1 || letter[0] < 'A' || letter[0] > 'Z' {
			return t, false
		}
		t.column[field] = []int{int(letter[0] - 'A')}
	}
	if !t.enough() {
		return t, false
	}
	first := slices.IndexFunc(rows, func(row sheet.Row) bool { return mayBeDay(t.text(row, Date)) })
	if first < 0 {
		return t, false
	}
	t.head.Number, t.rows = rows[first].Number, rows[first:]
	return t, true
}

// enough reports whether there is a day, and an amount or what goes in and out.
func (t *table) enough() bool {
	has := func(f Field) bool { return len(t.column[f]) > 0 }
	return has(Date) && (has(Amount) || has(Credit) || has(Debit))
}

// accountBefore finds the account in the lines before the headings.
func (s *Statement) accountBefore(rows []sheet.Row, head int) {
	for _, row := range rows {
		if row.Number >= head || s.Account != "" {
			return
		}
		text := strings.Join(row.Cells, " ")
		if len(row.Cells) == 1 || strings.Contains(strings.ToLower(text), "account") {
			s.Account = accountIn(text)
		}
	}
}

// guesses are headings as banks here and elsewhere write them, normalised, for a file whose columns nobody has named yet.
var guesses = map[Field][]string{
	Date:   {"date", "transactiondate", "day", "processeddate", "valuedate", "posteddate"},
	Amount: {"amount", "amountnzd", "value", "sum"}, Credit: {"credit", "creditamount", "deposit", "moneyin", "in"},
	Debit:     {"debit", "debitamount", "withdrawal", "moneyout", "out"},
	Payee:     {"payee", "otherparty", "name", "details", "description", "narrative", "transactiondetails"},
	Reference: {"reference", "memo"}, Particulars: {"particulars"}, Code: {"code", "analysiscode"},
	Identity: {"uniqueid", "transactionid", "id"}, Balance: {"balance", "runningbalance", "closingbalance"},
	Account: {"accountnumber", "account", "thispartyaccount"},
}

// Guess proposes what the columns of a file are that nobody has named, for a person to look at.
func Guess(headings []string) map[Field]string {
	out := map[Field]string{}
	for _, f := range Fields() {
		for _, name := range guesses[f] {
			at := slices.IndexFunc(headings, func(h string) bool { return sheet.NormaliseHeading(h) == name })
			if at >= 0 {
				out[f] = headings[at]
				break
			}
		}
	}
	if out[Amount] != "" {
		delete(out, Credit)
		delete(out, Debit)
	}
	return out
}
