package treasury

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

func bankAccounts(ctx context.Context, q store.Queryer) ([]BankAccount, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (a BankAccount, err error) {
		err = s.Scan(&a.ID, &a.Account, &a.Name, &a.Number, &a.Days, &a.Columns, &a.Version)
		return a, err
	}, `
		SELECT b.id, b.account, a.name, b.number, b.days, b.columns, b.version
		FROM bank_account b
		JOIN ledger_account a ON a.code = b.account
		ORDER BY b.id`)
	if err != nil {
		return nil, fmt.Errorf("read the accounts at banks: %w", err)
	}
	return all, nil
}

// BankAccounts reads the accounts at banks.
func BankAccounts(ctx context.Context, q store.Queryer) ([]BankAccount, error) {
	return bankAccounts(ctx, q)
}

func insertBankAccount(ctx context.Context, tx *store.Tx, code ledger.Code, number string) (BankID, error) {
	id, err := store.One(ctx, tx, store.Value[BankID], `
		INSERT INTO bank_account (account, number)
		VALUES ($1, $2)
		RETURNING id`, string(code), number)
	if err != nil {
		return 0, fmt.Errorf("add a bank account: %w", err)
	}
	return id, nil
}

// agreedUntil is the last day on which an account at a bank agreed with the bank's statement; zero: none.
func agreedUntil(ctx context.Context, q store.Queryer, code ledger.Code) (civil.Date, error) {
	day, err := store.One(ctx, q, func(s store.Scanner) (d civil.Date, err error) {
		err = s.Scan(&d)
		return d, err
	}, `
		SELECT MAX(r.day)
		FROM reconciliation r
		JOIN bank_account b ON b.id = r.bank_id
		WHERE b.account = $1`, string(code))
	if err != nil {
		return day, fmt.Errorf("read how far an account agrees with the bank: %w", err)
	}
	return day, nil
}

func setBankNumber(ctx context.Context, tx *store.Tx, id BankID, version int64, number string) error {
	n, err := tx.Exec(ctx, `
		UPDATE bank_account
		SET number = $3, version = version + 1
		WHERE id = $1 AND version = $2`, id, version, number)
	switch {
	case err != nil:
		return fmt.Errorf("change a bank account: %w", err)
	case n == 0:
		return usecase.Stale("this bank account", "bank_account", int64(id))
	}
	return nil
}
