package auth

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// refuseGone refuses what would let someone act for a record that was merged with another.
func refuseGone(ctx context.Context, q store.Queryer, person PersonID) error {
	kept, err := store.One(ctx, q, store.Value[PersonID], `SELECT kept_id FROM person_alias WHERE gone_id = $1`, person)
	switch {
	case errors.Is(err, store.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("ask whether a record was merged: %w", err)
	}
	return apperr.New(apperr.Conflict, "Number %d was merged with number %d. Do this for that record.", person, kept)
}

// AccountOf is a person's account; its number is 0 without one.
func AccountOf(ctx context.Context, q store.Queryer, person PersonID) (Account, error) {
	a, err := store.One(ctx, q, func(s store.Scanner) (a Account, err error) {
		err = s.Scan(&a.ID, &a.Person, &a.Email, &a.Disabled, &a.Version)
		return a, err
	}, `
		SELECT id, person_id, email, disabled, version
		FROM account
		WHERE person_id = $1`, person)
	if errors.Is(err, store.ErrNoRows) {
		return Account{}, nil
	}
	return a, err
}

// exchangeAccounts gives account a, of person x (0: x has none), to y, and b, of y, to x.
func exchangeAccounts(ctx context.Context, tx *store.Tx, a AccountID, x PersonID, b AccountID, y PersonID) error {
	give := func(id AccountID, person PersonID) error {
		_, err := tx.Exec(ctx, `
			UPDATE account
			SET person_id = $2, version = version + 1
			WHERE id = $1`, id, person)
		if err != nil {
			return fmt.Errorf("carry an account: %w", err)
		}
		return nil
	}
	if a == 0 {
		return give(b, x)
	}
	// A person has one account at any time: the first one waits with a record that is gone again at once.
	waiting, err := store.One(ctx, tx, store.Value[PersonID], `
		INSERT INTO person (family_name, given_names, name_key, sort_key, created_at)
		SELECT family_name, given_names, name_key, sort_key, created_at
		FROM person
		WHERE id = $1
		RETURNING id`, x)
	if err != nil {
		return fmt.Errorf("carry an account: %w", err)
	}
	if err := give(a, waiting); err != nil {
		return err
	}
	if err := give(b, x); err != nil {
		return err
	}
	if err := give(a, y); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM person WHERE id = $1`, waiting); err != nil {
		return fmt.Errorf("carry an account: %w", err)
	}
	return nil
}

func setDisabled(ctx context.Context, tx *store.Tx, id AccountID, disabled bool) error {
	_, err := tx.Exec(ctx, `
		UPDATE account
		SET disabled = $2, version = version + 1
		WHERE id = $1`, id, disabled)
	if err != nil {
		return fmt.Errorf("close or open an account: %w", err)
	}
	return nil
}
