package bank

import (
	"slices"
	"strings"

	"nzgs/internal/money"
	"nzgs/internal/sheet"
)

// layout is the headings by which a bank's file is known, and what they hold.
type layout struct {
	bank    string
	known   []string // headings that must be there, normalised
	columns map[Field][]string
}

// layouts are the files of New Zealand's banks, those with the most headings first.
var layouts = []layout{
	{"Kiwibank", []string{"accountnumber", "date", "memodescription", "amount"}, map[Field][]string{
		Account: {"accountnumber"}, Date: {"date"}, Amount: {"amount"}, Credit: {"amountcredit"}, Debit: {"amountdebit"},
		Payee: {"opname", "memodescription"}, Reference: {"tpref", "opref"}, Particulars: {"tppart", "oppart"},
		Code: {"tpcode", "opcode"}, Balance: {"balance"},
	}},
	{"ASB", []string{"date", "uniqueid", "trantype", "payee", "memo", "amount"}, map[Field][]string{
		Date: {"date"}, Identity: {"uniqueid"}, Payee: {"payee"}, Reference: {"memo"}, Code: {"chequenumber"}, Amount: {"amount"},
	}},
	{"ANZ", []string{"type", "details", "particulars", "code", "reference", "amount", "date"}, map[Field][]string{
		Date: {"date"}, Payee: {"details"}, Particulars: {"particulars"}, Code: {"code"}, Reference: {"reference"}, Amount: {"amount"},
	}},
	{"ANZ", []string{"transactiondate", "type", "details", "particulars", "code", "reference", "amount"}, map[Field][]string{
		Date: {"transactiondate"}, Payee: {"details"}, Particulars: {"particulars"}, Code: {"code"}, Reference: {"reference"},
		Amount: {"amount"}, Balance: {"balance"},
	}},
	{"BNZ", []string{"date", "amount", "payee", "particulars", "code", "reference"}, map[Field][]string{
		Date: {"date"}, Amount: {"amount"}, Payee: {"payee"}, Particulars: {"particulars"}, Code: {"code"},
		Reference: {"reference"}, Account: {"thispartyaccount"},
	}},
	{"Westpac", []string{"date", "amount", "otherparty", "description", "reference", "particulars"}, map[Field][]string{
		Date: {"date"}, Amount: {"amount"}, Payee: {"otherparty", "description"}, Reference: {"reference"},
		Particulars: {"particulars"}, Code: {"analysiscode"},
	}},
}

// headRows is how far down the headings may stand: ASB's file has some lines before them.
const headRows = 30

// table is a file's rows below its headings.
type table struct {
	layout
	head   sheet.Row
	column map[Field][]int // positions, the first with something in it counts
	rows   []sheet.Row
}

func (s *Statement) readCSV(data []byte, o Options) {
	list := s.readable(data)
	if list == nil || len(list.Rows) == 0 {
		return
	}
	rows := list.Rows
	t, ok := s.headings(rows, o)
	if !ok {
		t, ok = s.withoutHeadings(rows, o)
	}
	if !ok {
		s.unknown(rows[0], o)
		return
	}
	s.Bank = t.bank
	s.accountBefore(rows, t.head.Number)
	s.checkCurrency(rows, t)
	var days []string
	var at []int
	var totals []total
	var sum sums
	for _, row := range t.rows {
		day := t.text(row, Date)
		if !mayBeDay(day) {
			if figures := t.takeTotals(row, sum); len(figures) > 0 {
				totals = append(totals, figures...)
				continue
			}
			if t.without(row, Amount, Credit, Debit) || slices.Equal(row.Cells, t.head.Cells) {
				continue // a remark among the lines, or the headings once more
			}
		} else if t.without(row, Amount, Credit, Debit) && slices.ContainsFunc(row.Cells, isBalance) {
			continue // what the account held on a day
		}
		amount, ok := s.amountOf(t, row)
		if !ok {
			continue
		}
		sum.add(amount)
		l := Line{
			Row: row.Number, Amount: amount, Payee: t.text(row, Payee), Reference: t.text(row, Reference),
			Particulars: t.text(row, Particulars), Code: t.text(row, Code), ID: t.text(row, Identity),
		}
		if text := t.text(row, Balance); text != "" {
			if balance, ok := parseAmount(text); ok {
				l.Balance = &balance
			} else {
				s.add(row.Number, t.heading(Balance), writeAmount, shortened(text))
			}
		}
		s.takeAccount(row.Number, t.text(row, Account))
		s.Lines, days, at = append(s.Lines, l), append(days, day), append(at, row.Number)
	}
	for i, day := range s.settleDays(o, days, at, t.heading(Date)) {
		s.Lines[i].Date = day
	}
	last := rows[len(rows)-1].Number
	if (list.Cut || list.Open && t.endsShort()) && slices.Contains(at, last) {
		s.add(last, "", "The file ends in the middle of this line. Ask the bank for the file again.")
	}
	s.checkTotals(totals, sum)
}

// endsShort reports whether the last line ends with its amount, which has fewer decimals than those of all other lines: the file
// may have been cut off within it.
func (t *table) endsShort() bool {
	lines, last := t.rows[:len(t.rows)-1], t.rows[len(t.rows)-1]
	if at := t.column[Amount]; len(lines) == 0 || len(at) == 0 || at[0] != len(last.Cells)-1 {
		return false
	}
	return decimals(t.text(last, Amount)) < 2 && !slices.ContainsFunc(lines, func(row sheet.Row) bool {
		return t.text(row, Date) != "" && decimals(t.text(row, Amount)) != 2
	})
}

// decimals is how many digits an amount has behind its point.
func decimals(amount string) int {
	_, after, _ := strings.Cut(amount, ".")
	return len(after)
}

// checkCurrency looks for money of another country: in a column, or in the lines before the headings. It says so once.
func (s *Statement) checkCurrency(rows []sheet.Row, t table) {
	other := func(text string) bool {
		text = strings.ToUpper(strings.TrimSpace(text))
		return len(text) == 3 && sheet.NormaliseHeading(text) != "" && !slices.Contains(money.InUse().Names(), text)
	}
	at := slices.IndexFunc(t.head.Cells, func(cell string) bool {
		return slices.Contains([]string{"currency", "currencycode", "accountcurrency", "ccy", "curr"}, sheet.NormaliseHeading(cell))
	})
	for _, row := range rows {
		currency := ""
		switch {
		case row.Number > t.head.Number && at >= 0:
			currency = row.Cell(at)
		case row.Number < t.head.Number:
			if label, value, found := strings.Cut(strings.Join(row.Cells, ":"), ":"); found &&
				strings.Contains(strings.ToLower(label), "currency") {
				currency = strings.Trim(value, ": ")
			}
		}
		if other(currency) {
			s.add(row.Number, "", "The statement is in %s. Only %s is booked.", shortened(currency), money.InUse().Code)
			return
		}
	}
}

// isTotal recognises a row that only adds up others.
func isTotal(text string) bool {
	return strings.HasPrefix(sheet.NormaliseHeading(text), "total")
}

// isBalance recognises a row that only says what the account held.
func isBalance(text string) bool {
	text = sheet.NormaliseHeading(text)
	return text == "openingbalance" || text == "closingbalance" || text == "balancebroughtforward" || text == "balancecarriedforward"
}

// without reports whether a row has nothing of some fields.
func (t *table) without(row sheet.Row, fields ...Field) bool {
	return !slices.ContainsFunc(fields, func(f Field) bool { return t.text(row, f) != "" })
}

// headings finds the headings and whose they are.
func (s *Statement) headings(rows []sheet.Row, o Options) (table, bool) {
	for i, row := range rows[:min(len(rows), headRows)] {
		names := make([]string, len(row.Cells))
		for k, cell := range row.Cells {
			names[k] = sheet.NormaliseHeading(cell)
		}
		if len(o.Columns) > 0 {
			if t, ok := named(row, names, o.Columns); ok {
				t.rows = rows[i+1:]
				return t, true
			}
			continue
		}
		for _, l := range layouts {
			if !slices.ContainsFunc(l.known, func(k string) bool { return !slices.Contains(names, k) }) {
				t := table{layout: l, head: row, rows: rows[i+1:], column: map[Field][]int{}}
				for field, headings := range l.columns {
					for _, h := range headings {
						if k := slices.Index(names, h); k >= 0 {
							t.column[field] = append(t.column[field], k)
						}
					}
				}
				return t, true
			}
		}
	}
	return table{}, false
}

// unknown says that nobody knows what the columns are.
func (s *Statement) unknown(first sheet.Row, o Options) {
	for _, cell := range first.Cells[:min(len(first.Cells), shownHeadings)] {
		if cell != "" {
			s.Unknown = append(s.Unknown, cell)
		}
	}
	switch {
	case len(o.Columns) > 0:
		s.add(0, "", "No row has the headings that were named. The first row has: %s.", headingsOf(first))
	case slices.ContainsFunc(first.Cells, mayBeDay) || accountIn(first.Cell(0)) != "":
		s.Unknown = []string{}
		s.add(0, "", "The file has no headings. Say by its letter which column is what: date and amount at least, such as date=A, amount=C.")
	default:
		s.add(
			0, "", "These are not the headings of a bank that is known here: %s. Say which column is what: date and amount at "+
				"least, such as date=Day, amount=Sum, payee=Name.", headingsOf(first),
		)
	}
}

// shownHeadings is how many headings of an unknown file are said.
const shownHeadings = 20

func headingsOf(row sheet.Row) string {
	var out []string
	for _, cell := range row.Cells[:min(len(row.Cells), shownHeadings)] {
		if cell != "" {
			out = append(out, "“"+shortened(cell)+"”")
		}
	}
	return strings.Join(out, ", ")
}

// named takes the columns that a person named; it needs a day, and an amount or what goes in and out.
func named(row sheet.Row, names []string, columns map[Field]string) (table, bool) {
	t := table{head: row, column: map[Field][]int{}}
	for field, heading := range columns {
		k := slices.Index(names, sheet.NormaliseHeading(heading))
		if k < 0 {
			return t, false
		}
		t.column[field] = []int{k}
	}
	return t, t.enough()
}

// text is what a row has of a field: of several columns the first with something in it.
func (t *table) text(row sheet.Row, f Field) string {
	for _, k := range t.column[f] {
		if text := row.Cell(k); text != "" {
			return text
		}
	}
	return ""
}

// heading is what the file calls a field.
func (t *table) heading(f Field) string {
	if at := t.column[f]; len(at) > 0 {
		return t.head.Cell(at[0])
	}
	return ""
}

// amountOf reads a row's amount, and looks whether what went in and out says the same.
func (s *Statement) amountOf(t table, row sheet.Row) (money.Cents, bool) {
	read := func(f Field) (amount money.Cents, given, ok bool) {
		text := t.text(row, f)
		if text == "" {
			return 0, false, true
		}
		amount, ok = parseAmount(text)
		if !ok {
			s.add(row.Number, t.heading(f), writeAmount, shortened(text))
		}
		return amount, true, ok
	}
	amount, given, ok1 := read(Amount)
	in, hasIn, ok2 := read(Credit)
	out, hasOut, ok3 := read(Debit)
	if !ok1 || !ok2 || !ok3 {
		return 0, false
	}
	parts := in - max(out, -out)
	switch {
	case !given && !hasIn && !hasOut:
		s.add(row.Number, t.heading(Amount), "The line has no amount. Ask the bank for the file again, or leave the line out.")
		return 0, false
	case !given:
		return parts, true
	case (hasIn || hasOut) && parts != amount:
		s.add(row.Number, t.heading(Amount), "The amount is %s, but the columns of what goes in and out give %s.", amount, parts)
		return 0, false
	}
	return amount, true
}

// takeAccount takes the account that a line is of: all must be of one.
func (s *Statement) takeAccount(row int, account string) {
	switch {
	case account == "":
	case s.Account == "":
		s.Account = account
	case !sameAccount(account, s.Account):
		s.add(row, "", "The line is of account %s, the ones before of %s. Send the file of one account.", account, s.Account)
	}
}
