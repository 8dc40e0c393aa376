package ledger

import (
	"slices"

	"nzgs/internal/civil"
)

// chart is the chart of accounts that a small society starts with.
func chart() []Account {
	return []Account{
		{BankAccount, "Bank account", Asset, false},
		{CashAccount, "Cash in hand", Asset, false},
		{TermDeposits, "Term deposits", Asset, false},
		{MembersOwe, "Members’ balances", Asset, false},
		{ClubsOwe, "Clubs’ balances", Asset, false},
		{"1200", "Stock of books", Asset, false},
		{Loans, "Loans", Liability, false},
		{Unidentified, "Money not identified yet", Liability, false},
		{Funds, "Accumulated funds", Equity, false},
		{ClubFees, "Subscriptions through clubs", Income, false},
		{OwnFees, "Subscriptions of single members", Income, false},
		{FeesWaived, "Fees waived", Income, false},
		{EntryFees, "Entry fees", Income, false},
		{"4200", "Levies", Income, false},
		{BookSales, "Sales of books", Income, false},
		{"4400", "Donations", Income, false},
		{"4500", "Interest", Income, false},
		{OtherIncome, "Other income", Income, false},
		{"5000", "Events", Expense, false},
		{"5100", "Travel to the World Amateur Go Championship", Expense, false},
		{"5200", "Equipment", Expense, false},
		{"5300", "Website", Expense, false},
		{"5400", "Bank charges", Expense, false},
		{"5500", "Books bought", Expense, false},
		{WrittenOff, "Debts written off", Expense, false},
		{OtherExpenses, "Other expenses", Expense, false},
	}
}

// balancesOf sums the lines of entries up to and on a day; the zero day is without end.
func balancesOf(entries []Entry, until civil.Date) Balances {
	out := Balances{}
	for _, e := range entries {
		if !until.IsZero() && e.Day.After(until) {
			continue
		}
		for _, l := range e.Lines {
			out[l.Account] += l.Amount
		}
	}
	return out
}

// figuresOf adds up entries for a year: what the database adds up by itself for many entries.
func figuresOf(accounts []Account, entries []Entry, year Period) Figures {
	holds := map[Code]bool{}
	for _, a := range accounts {
		holds[a.Code] = a.HoldsMoney()
	}
	f := Figures{Flow: Balances{}, Closing: Balances{}, Receipts: Balances{}, Payments: Balances{}}
	undoes := map[int64]bool{}
	for _, e := range entries {
		undoes[e.ID] = !e.Day.Before(year.From) && !e.Day.After(year.To)
	}
	for _, e := range entries {
		within := !e.Day.Before(year.From) && !e.Day.After(year.To)
		touches := slices.ContainsFunc(e.Lines, func(l Line) bool { return holds[l.Account] })
		for _, l := range e.Lines {
			if !e.Day.After(year.To) {
				f.Closing[l.Account] += l.Amount
			}
			if !within {
				continue
			}
			f.Flow[l.Account] += l.Amount
			switch {
			case !touches || holds[l.Account]:
			case (l.Amount < 0) != undoes[e.Reverses]: // a reversal takes back on the side of what it reverses in the year
				f.Receipts[l.Account] -= l.Amount
			default:
				f.Payments[l.Account] += l.Amount
			}
		}
	}
	return f
}
