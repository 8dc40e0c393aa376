package treasury

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/treasury/ledger"
)

// Position is where the money stands: what the treasurer looks at first.
type Position struct {
	CameIn  Sum // in the last thirty days, without what was reversed
	Open    Sum // of invoices
	Overdue Sum // of these, past their day
	DueSoon Sum // of these, due within thirty days
	Credit  money.Cents
}

// Sum is an amount and of how many it is.
type Sum struct {
	Amount money.Cents
	Count  int
}

func (s *Sum) add(amount money.Cents) { s.Amount, s.Count = s.Amount+amount, s.Count+1 }

// lookBack and lookAhead are the days that the treasurer's desk looks at.
const lookBack, lookAhead = 30, 30

// Position says where the money stands today.
func (s *Service) Position(ctx context.Context, actor auth.Actor) (Position, error) {
	var out Position
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return out, err
	}
	today := s.cases.Today()
	var err error
	if out.CameIn, err = receivedSince(ctx, s.db, today.AddDays(1-lookBack)); err != nil {
		return out, err
	}
	open, err := openByDay(ctx, s.db)
	if err != nil {
		return out, err
	}
	for _, o := range open {
		out.Open.add(o.amount)
		switch {
		case o.due.Before(today):
			out.Overdue.add(o.amount)
		case !o.due.After(today.AddDays(lookAhead)):
			out.DueSoon.add(o.amount)
		}
	}
	out.Credit, err = creditInAll(ctx, s.db)
	return out, err
}

// YearMoney is what a year brought and cost.
type YearMoney struct {
	Year             ledger.Period
	Income, Expenses money.Cents
}

// MoneyByYear is what each of the years up to a last day brought and cost, the oldest first. The last one is still running
// where its last day is to come.
func (s *Service) MoneyByYear(ctx context.Context, actor auth.Actor, last civil.Date, years int) ([]YearMoney, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	if err := checkYear(last); err != nil {
		return nil, err
	}
	out := make([]YearMoney, years)
	for i, year := years-1, ledger.YearTo(last); i >= 0; i, year = i-1, year.Before() {
		out[i].Year = year
	}
	flows, err := flowsByDay(ctx, s.db, out[0].Year.From, last)
	for _, f := range flows {
		for i := range out {
			if f.day.Before(out[i].Year.From) || f.day.After(out[i].Year.To) {
				continue
			}
			if f.kind == ledger.Income {
				out[i].Income -= f.cents
			} else {
				out[i].Expenses += f.cents
			}
			break
		}
	}
	return out, err
}
