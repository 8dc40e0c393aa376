package booking

import (
	"context"

	"nzgs/internal/apperr"
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

// Reconcile compares the bank's closing balance with the books. When they agree, nothing more is booked to the account up to
// that day, and the books are locked as far as every account agrees.
func (s *Service) Reconcile(ctx context.Context, actor auth.Actor, in ReconcileInput) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		// What is compared with the statement stays so until it is kept that they agree.
		if err := treasury.HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		b, err := bankOf(ctx, tx, in.Bank)
		if err != nil {
			return nil, err
		}
		before, err := lastReconciled(ctx, tx, in.Bank)
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
				open, n = open+l.Left(), n+1
			}
		}
		f := in.check(permit.Now().Date(), before)
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
		locked, err := lockAgreed(ctx, tx, permit)
		if err != nil {
			return nil, err
		}
		return locked.Then(permit.Did("reconcile.bank", "reconciliation", id, nil, map[string]any{
			"account": b.Account, "day": in.Day, "balance": in.Balance,
		})), nil
	})
}

func (in ReconcileInput) check(today civil.Date, before *Reconciled) apperr.Fields {
	var f apperr.Fields
	switch {
	case in.Day.IsZero():
		f.Add("day", "Enter the last day of the statement.")
	case !in.Day.Before(today):
		f.Add("day", "Enter a day before today: what comes in today is still to be booked.")
	case before != nil && !in.Day.After(before.Day):
		f.Add("day", "The books agree with the bank up to %s already.", before.Day.Long())
	}
	return f
}

// lockAgreed locks the books up to the day up to which every account at a bank that has lines agrees with the bank.
func lockAgreed(ctx context.Context, tx *store.Tx, permit usecase.Permit) (*usecase.Entry, error) {
	all, err := treasury.BankAccounts(ctx, tx)
	if err != nil {
		return nil, err
	}
	var until civil.Date
	for _, b := range all {
		last, err := lastReconciled(ctx, tx, b.ID)
		if err != nil {
			return nil, err
		}
		n, err := countLines(ctx, tx, b.ID)
		switch {
		case err != nil:
			return nil, err
		case last == nil && n > 0:
			return nil, nil // it waits for this account
		case last != nil && (until.IsZero() || last.Day.Before(until)):
			until = last.Day
		}
	}
	locked, err := treasury.LockedUntil(ctx, tx)
	if err != nil || until.IsZero() || !until.After(locked) {
		return nil, err
	}
	entry, f, err := treasury.LockIn(ctx, tx, permit, treasury.LockInput{Until: until, Why: treasury.Reconciled})
	if err != nil {
		return nil, err
	}
	return entry, f.Err()
}
