package ledger

import (
	"maps"

	"nzgs/internal/money"
)

// Cash is the statement of receipts and payments under the headings of the reporting standard for the smallest societies
// (Tier 4, cash): those that have something.
type Cash struct {
	Received        []Part
	Paid            []Part
	AllReceived     Row
	AllPaid         Row
	Operating       Row
	CapitalReceived []Part
	CapitalPaid     []Part
	Change          Row // of the money in the bank and in cash
	Brought         Row // money that the society had when the books began
	MoneyBefore     Row
	MoneyAfter      Row
}

// heading is a heading of the standard, with which accounts stand under it.
type heading struct {
	title string
	takes func(Account) bool
}

// codes takes the accounts from a code up to before another.
func codes(from, before Code) func(Account) bool {
	return func(a Account) bool { return a.Code >= from && a.Code < before }
}

// anyOther takes what none before it took.
func anyOther(Account) bool { return true }

// The headings, in the order of the standard. An account stands under the first that takes it; what belongs to a heading by
// its number is said where an account is added.
var (
	received = []heading{
		{"Donations, fundraising and other similar receipts", codes("4400", "4500")},
		{"Fees, subscriptions and other receipts from members", func(a Account) bool {
			return a.Code.OfParties() || codes("4000", "4300")(a)
		}},
		{"Receipts from providing goods or services", codes("4300", "4400")},
		{"Interest, dividends and other investment income receipts", codes("4500", "4600")},
		{"Other operating receipts", anyOther},
	}
	paid = []heading{
		{"Payments related to public fundraising", codes("5800", "5850")},
		{"Volunteer and employee related payments", codes("5850", "5900")},
		{"Payments related to providing goods or services", func(a Account) bool {
			return codes("5000", "5400")(a) || codes("5500", "5600")(a)
		}},
		{"Grants and donations paid", codes("5700", "5800")},
		{"Other operating payments", anyOther},
	}
	capitalReceived = []heading{
		{"Receipts from borrowings", codes("2000", "2100")}, {"Receipts from the sale of resources", anyOther},
	}
	capitalPaid = []heading{
		{"Repayments of borrowings", codes("2000", "2100")}, {"Purchase of resources", anyOther},
	}
	resources = []heading{
		{"Bank accounts and cash", Account.HoldsMoney}, {"Money owed to the society", codes("1100", "1200")},
		{"Other resources", func(a Account) bool { return a.Kind == Asset }},
	}
	commitments = []heading{{"Money payable by the society", func(a Account) bool { return a.Kind == Liability }}}
)

// capital reports whether money that comes from an account or goes to it is none of the year's operations: loans, and what is
// bought to be kept.
func capital(a Account) bool {
	return codes("2000", "2100")(a) || a.Kind == Asset && !a.HoldsMoney() && !a.Code.OfParties()
}

func cashOf(accounts []Account, this, last Figures) Cash {
	this, had := this.withoutBrought(accounts)
	last, hadLast := last.withoutBrought(accounts)
	var operating, lasting []Account
	for _, a := range accounts {
		switch {
		case capital(a):
			lasting = append(lasting, a)
		default:
			operating = append(operating, a)
		}
	}
	c := Cash{
		Received: grouped(operating, this.Receipts, last.Receipts, 1, received), Paid: grouped(operating, this.Payments, last.Payments, 1, paid),
		CapitalReceived: grouped(lasting, this.Receipts, last.Receipts, 1, capitalReceived),
		CapitalPaid:     grouped(lasting, this.Payments, last.Payments, 1, capitalPaid),
	}
	rename(c.Received, map[Code]string{
		MembersOwe: "Received from members", ClubsOwe: "Received from clubs", Funds: "Booked to the funds by hand",
	})
	rename(c.Paid, map[Code]string{
		MembersOwe: "Paid back to members", ClubsOwe: "Paid back to clubs", Funds: "Booked to the funds by hand",
	})
	c.AllReceived = plus("Operating receipts in all", totals(c.Received)...)
	c.AllPaid = plus("Operating payments in all", totals(c.Paid)...)
	c.Operating = minus("Operating surplus", c.AllReceived, c.AllPaid)
	lastingChange := minus("", plus("", totals(c.CapitalReceived)...), plus("", totals(c.CapitalPaid)...))
	c.Change = plus("Change of the money held", c.Operating, lastingChange)
	c.Brought = Row{Name: "Had when the books began", This: had, Last: hadLast}
	held := partOf("", accounts, this.Closing, last.Closing, nil, 1, Account.HoldsMoney).Total
	c.MoneyAfter = Row{Name: "Money held at the end", This: held.This, Last: held.Last}
	c.MoneyBefore = minus("Money held at the beginning", c.MoneyAfter, plus("", c.Change, c.Brought))
	return c
}

// grouped are accounts under headings: each under the first that takes it. A heading without anything is left out.
func grouped(accounts []Account, this, last Balances, sign int, under []heading) []Part {
	var out []Part
	taken := map[Code]bool{}
	for _, h := range under {
		p := partOf(h.title, accounts, this, last, nil, money.Cents(sign), func(a Account) bool { return !taken[a.Code] && h.takes(a) })
		for _, a := range accounts {
			taken[a.Code] = taken[a.Code] || h.takes(a)
		}
		if p.Total.Name = h.title; len(p.Rows) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// withoutBrought are the figures without the money that was booked to the funds in the first year that has some: the society had
// it when the books began. What is booked to them in a later year came in or went out in it.
func (f Figures) withoutBrought(accounts []Account) (out Figures, had money.Cents) {
	for _, a := range accounts {
		if a.Kind == Equity && f.Closing[a.Code] != f.Flow[a.Code] {
			return f, 0
		}
	}
	out = f
	out.Receipts, out.Payments = maps.Clone(f.Receipts), maps.Clone(f.Payments)
	for _, a := range accounts {
		if a.Kind == Equity {
			had += f.Receipts[a.Code] - f.Payments[a.Code]
			delete(out.Receipts, a.Code)
			delete(out.Payments, a.Code)
		}
	}
	return out, had
}

func totals(parts []Part) (out []Row) {
	for _, p := range parts {
		out = append(out, p.Total)
	}
	return out
}

// rename calls what members and clubs owe what it is in a statement of money.
func rename(parts []Part, names map[Code]string) {
	for _, p := range parts {
		for i, r := range p.Rows {
			if name := names[r.Code]; name != "" {
				p.Rows[i].Name = name
			}
		}
	}
}
