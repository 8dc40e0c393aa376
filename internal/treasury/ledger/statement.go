package ledger

import (
	"cmp"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// Period is a stretch of days, both included.
type Period struct{ From, To civil.Date }

// YearTo is the year that ends on a day.
func YearTo(last civil.Date) Period {
	return Period{From: last.AddDays(1).AddMonths(-12), To: last}
}

// Before is the year before a year.
func (p Period) Before() Period { return YearTo(p.From.AddDays(-1)) }

// Figures are what is added up of a year.
type Figures struct {
	Flow     Balances // lines of the year
	Closing  Balances // all lines up to its end
	Receipts Balances // money that came in, by the account that it came from
	Payments Balances // money that went out, by the account that it went to; above zero
}

// Row is a line of a statement, with the year before beside it.
type Row struct {
	Code       Code
	Name       string
	This, Last money.Cents
	Budget     money.Cents // of income and expenses, and their sums and the surplus
}

// Part is a part of a statement with its sum.
type Part struct {
	Title string
	Rows  []Row
	Total Row
}

// Statements are the accounts of a year.
type Statements struct {
	Year, Last  Period
	Budgeted    bool // there is a budget for the year
	Income      Part
	Expenses    Part
	Surplus     Row
	Assets      Part
	Liabilities Part
	Opening     Row // funds at the beginning
	Funds       Row // funds at the end: the opening ones, what was booked to them by hand, and the surplus
	Gifts       Row // what was booked to the funds themselves: what the society had when the books began
	Resources   []Part
	Commitments []Part
	Cash
}

// Close makes the statements of a year from what was added up, and what was expected of it: above zero for income and
// expenses alike; nil: there is no budget.
func Close(accounts []Account, year Period, this, last Figures, budget Balances) Statements {
	s := Statements{Year: year, Last: year.Before(), Budgeted: budget != nil}
	part := func(title string, kind Kind, a, b, expected Balances) Part {
		is := func(x Account) bool { return x.Kind == kind }
		return partOf(title, accounts, a, b, expected, money.Cents(kind.Sign()), is)
	}
	s.Income = part("Income", Income, this.Flow, last.Flow, budget)
	s.Expenses = part("Expenses", Expense, this.Flow, last.Flow, budget)
	s.Surplus = minus("Surplus", s.Income.Total, s.Expenses.Total)
	s.Assets = part("Assets", Asset, this.Closing, last.Closing, nil)
	s.Liabilities = part("Liabilities", Liability, this.Closing, last.Closing, nil)
	s.Funds = minus("Accumulated funds at the end", s.Assets.Total, s.Liabilities.Total)
	s.Opening = Row{
		Name: "Accumulated funds at the beginning",
		This: -fundsOf(accounts, this.Closing) + fundsOf(accounts, this.Flow),
		Last: -fundsOf(accounts, last.Closing) + fundsOf(accounts, last.Flow),
	}
	s.Gifts = minus("Booked to the funds by hand", s.Funds, plus("", s.Opening, s.Surplus))
	s.Resources = grouped(accounts, this.Closing, last.Closing, 1, resources)
	s.Commitments = grouped(accounts, this.Closing, last.Closing, -1, commitments)
	s.Cash = cashOf(accounts, this, last)
	return s
}

// fundsOf sums the accounts that make up the funds: equity, income and expenses.
func fundsOf(accounts []Account, b Balances) money.Cents {
	var sum money.Cents
	for _, a := range accounts {
		if a.Kind != Asset && a.Kind != Liability {
			sum += b[a.Code]
		}
	}
	return sum
}

func partOf(
	title string, accounts []Account, this, last, budget Balances, sign money.Cents, takes func(Account) bool,
) Part {
	p := Part{Title: title, Total: Row{Name: "Total"}}
	for _, a := range accounts {
		r := Row{a.Code, a.Name, sign * this[a.Code], sign * last[a.Code], budget[a.Code]}
		if !takes(a) || r.This == 0 && r.Last == 0 && r.Budget == 0 {
			continue
		}
		p.Rows = append(p.Rows, r)
		p.Total.This += r.This
		p.Total.Last += r.Last
		p.Total.Budget += r.Budget
	}
	slices.SortStableFunc(p.Rows, func(a, b Row) int { return cmp.Compare(a.Code, b.Code) })
	return p
}

func plus(name string, all ...Row) Row {
	out := Row{Name: name}
	for _, r := range all {
		out.This, out.Last, out.Budget = out.This+r.This, out.Last+r.Last, out.Budget+r.Budget
	}
	return out
}

func minus(name string, a, b Row) Row {
	return Row{Name: name, This: a.This - b.This, Last: a.Last - b.Last, Budget: a.Budget - b.Budget}
}
