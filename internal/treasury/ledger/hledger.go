package ledger

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"nzgs/internal/money"
)

var kindNames = map[Kind]string{
	Asset: "Assets", Liability: "Liabilities", Equity: "Equity", Income: "Income", Expense: "Expenses",
}

// PlainName is an account as the plain-text journal names it: "Assets:1000 Bank account".
func (a Account) PlainName() string {
	return kindNames[a.Kind] + ":" + string(a.Code) + " " + plain(a.Name)
}

// Plain is a journal that hledger and ledger read, written entry by entry: accounts and the currency declared, entries in
// the order given.
type Plain struct {
	out    *bufio.Writer
	called map[Code]string
}

// NewPlain begins a journal: with its currency, tags and accounts.
func NewPlain(w io.Writer, accounts []Account) *Plain {
	p := &Plain{out: bufio.NewWriter(w), called: map[Code]string{}}
	fmt.Fprintf(p.out, "commodity %[1]s\n    format 1000.00 %[1]s\n\ntag party\ntag project\n\n", money.InUse().Code)
	for _, a := range accounts {
		p.called[a.Code] = a.PlainName()
		fmt.Fprintf(p.out, "account %s\n", a.PlainName())
	}
	return p
}

// Write writes an entry; names are of the members and clubs of its lines, "" where a line is of none.
func (p *Plain) Write(e Entry, names []string) error {
	fmt.Fprintf(p.out, "\n%s * (%s) %s\n", e.Day, e.Number, plain(e.Text))
	for i, l := range e.Lines {
		fmt.Fprintf(p.out, "    %s  %s %s", p.called[l.Account], l.Amount.Plain(), money.InUse().Code)
		var notes []string
		if !l.Party.IsZero() && names[i] != "" {
			notes = append(notes, "party: "+noted(names[i]))
		}
		if l.Tag != "" {
			notes = append(notes, "project: "+noted(l.Tag))
		}
		if len(notes) > 0 {
			fmt.Fprintf(p.out, "  ; %s", strings.Join(notes, ", "))
		}
		if _, err := fmt.Fprintln(p.out); err != nil { // also of what was written before
			return err
		}
	}
	return nil
}

// Flush writes what is left.
func (p *Plain) Flush() error { return p.out.Flush() }

// plain is a text without what the journal's grammar gives a meaning.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case ';', '|':
			return ','
		case '\n', '\r', '\t':
			return ' '
		}
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// noted is the value of a tag, which ends at a comma. What stands in brackets would be read as the line's day.
func noted(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer(",", " ", "[", "(", "]", ")").Replace(plain(s))), " ")
}
