package treasury

import (
	"context"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
)

// YearEnd is what the accounts of a year say, and what is still open in the books.
type YearEnd struct {
	ledger.Statements
	Locked   civil.Date // the last day that takes no entries
	Adopted  *Lock      // by which general meeting; nil: not yet
	OpenNow  []Invoice  // invoices of the year or before that are open today
	Balanced bool       // all lines sum to zero
}

// LastYearEnd is the last day of the year that ended last: on the day and month of the last accounts that were adopted,
// else on 30 June.
func (s *Service) LastYearEnd(ctx context.Context) (civil.Date, error) {
	as := civil.On(s.cases.Today().Year(), time.June, 30)
	all, err := locks(ctx, s.db)
	if err != nil {
		return civil.Date{}, err
	}
	for _, l := range all {
		if l.Why == YearClosed {
			as = l.Until
			break
		}
	}
	today := s.cases.Today()
	last := endLike(as, today.Year())
	if !last.Before(today) {
		last = endLike(as, today.Year()-1)
	}
	return last, nil
}

// endLike is the last day, in a calendar year, of accounts that end as others do: those to the end of February end on its
// last day in every year.
func endLike(as civil.Date, year int) civil.Date {
	if as.AddDays(1).Day() == 1 {
		return civil.On(year, as.Month()+1, 1).AddDays(-1)
	}
	return civil.On(year, as.Month(), as.Day())
}

// YearTo reads the accounts of the year that ends on a day.
func (s *Service) YearTo(ctx context.Context, actor auth.Actor, last civil.Date) (YearEnd, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return YearEnd{}, err
	}
	if err := checkYear(last); err != nil {
		return YearEnd{}, err
	}
	return yearTo(ctx, s.db, last)
}

func yearTo(ctx context.Context, q store.Queryer, last civil.Date) (out YearEnd, err error) {
	year := ledger.YearTo(last)
	accounts, err := Accounts(ctx, q)
	if err != nil {
		return out, err
	}
	this, err := figures(ctx, q, accounts, year)
	if err != nil {
		return out, err
	}
	if this.Closing, err = Balances(ctx, q, civil.Date{}, last); err != nil {
		return out, err
	}
	before, err := figures(ctx, q, accounts, year.Before())
	if err != nil {
		return out, err
	}
	before.Closing = ledger.Balances{} // what a year began with: adding up every line again would take as long
	for code, v := range this.Closing {
		before.Closing[code] = v - this.Flow[code]
	}
	budget, _, err := budgetOf(ctx, q, last)
	if err != nil {
		return out, err
	}
	out.Statements = ledger.Close(accounts, year, this, before, budget)
	out.Balanced = this.Closing.Sum() == 0
	if out.Locked, err = LockedUntil(ctx, q); err != nil {
		return out, err
	}
	all, err := locks(ctx, q)
	if err != nil {
		return out, err
	}
	out.Adopted = adopted(all, last)
	out.OpenNow, err = OpenInvoices(ctx, q, last)
	return out, err
}

// adopted is the lock with which the accounts of a year were adopted; nil: none.
func adopted(all []Lock, until civil.Date) *Lock {
	for i, l := range all {
		if l.Why == YearClosed && l.Until == until {
			return &all[i]
		}
	}
	return nil
}

// figures adds up a year in the database, all but what it ended with.
func figures(
	ctx context.Context, q store.Queryer, accounts []ledger.Account, year ledger.Period,
) (f ledger.Figures, err error) {
	if f.Flow, err = Balances(ctx, q, year.From, year.To); err != nil {
		return f, err
	}
	var holding []string
	for _, a := range accounts {
		if a.HoldsMoney() {
			holding = append(holding, string(a.Code))
		}
	}
	f.Receipts, f.Payments, err = cashFlows(ctx, q, year, holding)
	return f, err
}
