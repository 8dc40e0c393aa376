package treasury

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Budget is what a year is expected to bring and to cost.
type Budget struct {
	Until    civil.Date      // the year's last day
	Accounts []BudgetAccount // of income and expenses that take one, in the order of their codes
	Adopted  bool            // the accounts of the year are adopted: the budget stays as it is
	Version  int64           // 0: there is none yet
}

// BudgetAccount is an account with what is expected of it, and what it came to.
type BudgetAccount struct {
	ledger.Account
	Amount     money.Cents // expected; 0: nothing
	This, Last money.Cents // actual, of the year and the one before
}

// BudgetOf reads the budget of the year that ends on a day.
func (s *Service) BudgetOf(ctx context.Context, actor auth.Actor, until civil.Date) (Budget, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return Budget{}, err
	}
	if err := checkYear(until); err != nil {
		return Budget{}, err
	}
	y, err := yearTo(ctx, s.db, until)
	if err != nil {
		return Budget{}, err
	}
	out := Budget{Until: until, Adopted: y.Adopted != nil}
	var amounts ledger.Balances
	if amounts, out.Version, err = budgetOf(ctx, s.db, until); err != nil {
		return out, err
	}
	accounts, err := Accounts(ctx, s.db)
	actual := map[ledger.Code]ledger.Row{}
	for _, r := range append(y.Income.Rows, y.Expenses.Rows...) {
		actual[r.Code] = r
	}
	for _, a := range accounts {
		if takesBudget(a) {
			r := actual[a.Code]
			out.Accounts = append(out.Accounts, BudgetAccount{a, amounts[a.Code], r.This, r.Last})
		}
	}
	return out, err
}

// takesBudget reports whether a budget has a line for an account.
func takesBudget(a ledger.Account) bool {
	return (a.Kind == ledger.Income || a.Kind == ledger.Expense) && a.Code != ledger.FeesWaived && !a.Closed
}

// SetBudget says what is expected of each account in a year, under the version that was read. The field of an account is
// amount_CODE.
func (s *Service) SetBudget(
	ctx context.Context, actor auth.Actor, until civil.Date, version int64, amounts map[ledger.Code]money.Cents,
) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	if err := checkYear(until); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		before, now, err := budgetOf(ctx, tx, until)
		switch {
		case err != nil:
			return nil, err
		case now != version:
			return nil, usecase.Stale("this budget", "books_budget", int64(until.Year()))
		}
		all, err := locks(ctx, tx)
		if err != nil {
			return nil, err
		}
		if adopted(all, until) != nil {
			return nil, apperr.New(apperr.Invalid, "The accounts of this year are adopted: its budget stays as it is.")
		}
		if err := checkBudget(ctx, tx, amounts); err != nil {
			return nil, err
		}
		if err := keepBudget(ctx, tx, permit, until, amounts); err != nil {
			return nil, err
		}
		return permit.Did("set.budget", "books_budget", int64(until.Year()), before, map[string]any{
			"until": until, "amounts": amounts,
		}), nil
	})
}

func checkBudget(ctx context.Context, q store.Queryer, amounts map[ledger.Code]money.Cents) error {
	accounts, err := Accounts(ctx, q)
	if err != nil {
		return err
	}
	var f apperr.Fields
	takes := 0
	for _, a := range accounts {
		amount, named := amounts[a.Code]
		switch {
		case !named || !takesBudget(a):
			continue
		case amount < 0 || amount > money.MaxInput:
			f.Add("amount_"+string(a.Code), "Enter %s, or leave it empty.", money.InUse().Units)
		}
		takes++
	}
	if takes != len(amounts) {
		return apperr.New(apperr.Invalid, "An account of this budget has been closed. Open the page again.")
	}
	return f.Err()
}

func checkYear(last civil.Date) error {
	if last.IsZero() || last.Year() < 1901 || last.Year() > 9990 {
		return apperr.New(apperr.NotFound, "Choose the last day of a year.")
	}
	return nil
}
