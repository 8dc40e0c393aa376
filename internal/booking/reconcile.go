package booking

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// ReconcileInput is what the bank's statement says. Its fields are day and balance.
type ReconcileInput struct {
	Bank    treasury.BankID
	Day     civil.Date
	Balance money.Cents // at the end of the day
}

// Reconcile compares the bank's closing balance with the books, and locks them up to that day when they agree.
func (s *Service) Reconcile(ctx context.Context, actor auth.Actor, in ReconcileInput) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		b, err := bankOf(ctx, tx, in.Bank)
		if err != nil {
			return nil, err
		}
		locked, lock, err := treasury.LockIn(ctx, tx, permit, treasury.LockInput{Until: in.Day, Why: treasury.Reconciled})
		if err != nil {
			return nil, err
		}
		balances, err := treasury.Balances(ctx, tx, civil.Date{}, in.Day)
		if err != nil {
			return nil, err
		}
		waits, err := waiting(ctx, tx, in.Bank)
		if err != nil {
			return nil, err
		}
		var open money.Cents
		n := 0
		for _, l := range waits {
			if !l.Day.After(in.Day) {
				open, n = open+l.Amount, n+1
			}
		}
		f := lock
		switch have := balances[b.Account]; {
		case f.Has("day"):
		case n > 0:
			f.Add("day", "Lines of the bank that come to %s wait to be booked up to this day. Book them first.", open)
		case have != in.Balance:
			f.Add("balance", "The books have %s on that day, and the statement %s: they differ by %s. Look for what is missing or "+
				"was booked twice.", have, in.Balance, have-in.Balance)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		id, err := insertReconciled(ctx, tx, permit, in)
		if err != nil {
			return nil, err
		}
		return locked.Then(permit.Did("reconcile.bank", "reconciliation", id, nil, map[string]any{
			"account": b.Account, "day": in.Day, "balance": in.Balance,
		})), nil
	})
}
