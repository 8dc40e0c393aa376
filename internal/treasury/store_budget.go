package treasury

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// budgetOf reads what is expected of a year; version 0: nothing was said.
func budgetOf(ctx context.Context, q store.Queryer, until civil.Date) (ledger.Balances, int64, error) {
	version, err := store.One(ctx, q, store.Value[int64], `
		SELECT version
		FROM books_budget
		WHERE until_day = $1`, until)
	if errors.Is(err, store.ErrNoRows) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("read a budget: %w", err)
	}
	type line struct {
		code  ledger.Code
		cents money.Cents
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (l line, err error) {
		err = s.Scan(&l.code, &l.cents)
		return l, err
	}, `
		SELECT account, cents
		FROM books_budget_line
		WHERE until_day = $1`, until)
	if err != nil {
		return nil, 0, fmt.Errorf("read a budget: %w", err)
	}
	out := ledger.Balances{}
	for _, l := range all {
		out[l.code] = l.cents
	}
	return out, version, nil
}

// keepBudget puts a budget in the place of the one before.
func keepBudget(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, until civil.Date, amounts map[ledger.Code]money.Cents,
) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO books_budget (until_day, recorded_at, recorded_by)
		VALUES ($1, $2, $3)
		ON CONFLICT (until_day) DO UPDATE
		SET version = books_budget.version + 1, recorded_at = excluded.recorded_at, recorded_by = excluded.recorded_by`,
		until, permit.Now(), store.NullZero(permit.Person())); err != nil {
		return fmt.Errorf("keep a budget: %w", err)
	}
	// What was expected of an account that is closed since stays: the form does not have it.
	if _, err := tx.Exec(ctx, `
		DELETE FROM books_budget_line
		WHERE until_day = $1 AND account NOT IN (SELECT code FROM ledger_account WHERE closed)`, until); err != nil {
		return fmt.Errorf("keep a budget: %w", err)
	}
	var args []any
	for code, cents := range amounts {
		if cents > 0 {
			args = append(args, until, string(code), int64(cents))
		}
	}
	if len(args) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO books_budget_line (until_day, account, cents)
		VALUES `+store.Values(len(args)/3, 3), args...); err != nil {
		return fmt.Errorf("keep a budget: %w", err)
	}
	return nil
}
