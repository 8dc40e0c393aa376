package bank

import (
	"slices"
	"strings"

	"nzgs/internal/money"
	"nzgs/internal/sheet"
)

// sums are what lines add up to: all together, what came in, and what went out (below zero).
type sums struct{ all, in, out money.Cents }

func (s *sums) add(amount money.Cents) {
	s.all += amount
	if amount > 0 {
		s.in += amount
	} else {
		s.out += amount
	}
}

func (s sums) without(t sums) sums { return sums{s.all - t.all, s.in - t.in, s.out - t.out} }

// way is which of the lines a total is of.
type way int

const (
	anyWay way = iota
	moneyIn
	moneyOut
	eitherWay // its words say both: "Total paid in"
)

// total is a figure of a row that only adds up others.
type total struct {
	row    int
	amount money.Cents
	of     way
	before sums // of the lines above it
}

// wayWords are what a total of one way is called.
var wayWords = map[way][]string{
	moneyIn:  {"credit", "deposit", "moneyin", "received", "receipt", "income", "paidin", "incoming", "totalin"},
	moneyOut: {"debit", "withdrawal", "moneyout", "payment", "paid", "spent", "outgoing", "totalout"},
}

// takeTotals reads the figures of a row that only adds up others; none: it is no such row.
func (t *table) takeTotals(row sheet.Row, before sums) (out []total) {
	at := slices.IndexFunc(row.Cells, isTotal)
	if at < 0 {
		return nil
	}
	label := sheet.NormaliseHeading(row.Cells[at])
	of := anyWay
	for _, w := range []way{moneyIn, moneyOut} {
		if slices.ContainsFunc(wayWords[w], func(word string) bool { return strings.Contains(label, word) }) {
			if of != anyWay {
				w = eitherWay
			}
			of = w
		}
	}
	for _, f := range []struct {
		Field
		way
	}{{Amount, of}, {Credit, moneyIn}, {Debit, moneyOut}} {
		if amount, ok := parseAmount(t.text(row, f.Field)); ok {
			out = append(out, total{row.Number, amount, f.way, before})
		}
	}
	return out
}

// checkTotals says which total is of no lines: all of them, those above it, or those since the total before it. Where a file has
// several figures without words, one may be of what came in and another of what went out.
func (s *Statement) checkTotals(totals []total, all sums) {
	var last sums
	for _, t := range totals {
		fits := false
		for _, of := range []sums{all, t.before, t.before.without(last)} {
			in, out := t.amount == of.in, t.amount == of.out || t.amount == -of.out
			switch t.of {
			case anyWay:
				fits = fits || t.amount == of.all || len(totals) > 1 && (in || out)
			case eitherWay:
				fits = fits || t.amount == of.all || in || out
			case moneyIn:
				fits = fits || in
			case moneyOut:
				fits = fits || out
			}
		}
		last = t.before
		if fits {
			continue
		}
		const again = " Ask the bank for the file again."
		switch t.of {
		case moneyIn:
			s.add(t.row, "", "The total of what came in is %s, but the lines add up to %s."+again, t.amount, all.in)
		case moneyOut:
			s.add(t.row, "", "The total of what went out is %s, but the lines add up to %s."+again, max(t.amount, -t.amount), -all.out)
		default:
			s.add(t.row, "", "The total is %s, but the lines add up to %s."+again, t.amount, all.all)
		}
	}
}
