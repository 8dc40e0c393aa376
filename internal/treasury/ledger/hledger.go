package ledger

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

var kindNames = map[Kind]string{
	Asset: "Assets", Liability: "Liabilities", Equity: "Equity", Income: "Income", Expense: "Expenses",
}

// PlainName is an account as the plain-text journal names it: "Assets:1000 Bank account".
func (a Account) PlainName() string {
	return kindNames[a.Kind] + ":" + string(a.Code) + " " + plain(a.Name)
}

// WriteJournal writes a journal that hledger and ledger read: accounts and the currency declared, entries in the order
// given. names are those of the members and clubs whose balances lines change.
func WriteJournal(w io.Writer, accounts []Account, entries []Entry, names map[Party]string) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "commodity NZD\n    format 1000.00 NZD\n\ntag party\ntag project\n\n")
	called := map[Code]string{}
	for _, a := range accounts {
		called[a.Code] = a.PlainName()
		fmt.Fprintf(out, "account %s\n", a.PlainName())
	}
	for _, e := range entries {
		fmt.Fprintf(out, "\n%s * (%s) %s\n", e.Day, e.Number, plain(e.Text))
		for _, l := range e.Lines {
			fmt.Fprintf(out, "    %s  %s NZD", called[l.Account], l.Amount.Plain())
			var notes []string
			if name := names[l.Party]; !l.Party.IsZero() && name != "" {
				notes = append(notes, "party: "+noted(name))
			}
			if l.Tag != "" {
				notes = append(notes, "project: "+noted(l.Tag))
			}
			if len(notes) > 0 {
				fmt.Fprintf(out, "  ; %s", strings.Join(notes, ", "))
			}
			fmt.Fprintln(out)
		}
	}
	return out.Flush()
}

// plain is a text without what the journal's grammar gives a meaning.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case ';', '|':
			return ','
		case '\n', '\r', '\t':
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// noted is the value of a tag, which ends at a comma.
func noted(s string) string { return strings.ReplaceAll(plain(s), ",", " ") }
