package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func scanAddressChange(r store.Scanner) (addressChange, error) {
	var c addressChange
	err := r.Scan(&c.id, &c.account, &c.old.signIn, &c.old.letters, &c.new, &c.use, &c.asked)
	return c, err
}

func insertAddressChange(ctx context.Context, tx *store.Tx, c addressChange, now civil.Instant) (int64, error) {
	return store.One(ctx, tx, store.Value[int64], `
		INSERT INTO address_change (account_id, old_email, old_letters, new_email, new_use, asked_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, c.account, c.old.signIn, c.old.letters, c.new, string(c.use), now)
}

func addressChangeByID(ctx context.Context, q store.Queryer, id int64) (addressChange, error) {
	return store.One(ctx, q, scanAddressChange, `
		SELECT id, account_id, old_email, old_letters, new_email, new_use, asked_at
		FROM address_change
		WHERE id = $1`, id)
}

// confirmAddressChange marks a change as confirmed; ErrNoRows when it has ended or
// was confirmed first by someone else.
func confirmAddressChange(ctx context.Context, tx *store.Tx, id int64, now civil.Instant) (addressChange, error) {
	return store.One(ctx, tx, scanAddressChange, `
		UPDATE address_change
		SET confirmed_at = $2
		WHERE id = $1 AND confirmed_at IS NULL AND ended_at IS NULL
		RETURNING id, account_id, old_email, old_letters, new_email, new_use, asked_at`, id, now)
}

// endAddressChanges ends a change of the account and all after it, with their links
// that were not used: each address until then has one that stops it.
func endAddressChanges(ctx context.Context, tx *store.Tx, account AccountID, from int64, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		DELETE FROM one_time_link
		WHERE account_id = $1 AND change_id >= $2 AND used_at IS NULL`, account, from); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		UPDATE address_change
		SET ended_at = $3
		WHERE account_id = $1 AND id >= $2 AND ended_at IS NULL`, account, from, now)
	return err
}

// endAddressChange ends one change, with the links that confirm it or stop its letters; who signs in can still stop it all.
func endAddressChange(ctx context.Context, tx *store.Tx, id int64, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		DELETE FROM one_time_link
		WHERE change_id = $1 AND used_at IS NULL AND (letters_only OR purpose = 'confirm_address')`, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		UPDATE address_change
		SET ended_at = $2
		WHERE id = $1 AND ended_at IS NULL`, id, now)
	return err
}

func deleteAddressChanges(ctx context.Context, tx *store.Tx, until civil.Instant) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM address_change
		WHERE asked_at <= $1 AND id NOT IN (SELECT change_id FROM one_time_link WHERE change_id IS NOT NULL)`, until)
}

// updatePersonEmail has the register say where letters to a person go.
func updatePersonEmail(ctx context.Context, tx *store.Tx, person PersonID, email string) error {
	_, err := tx.Exec(ctx, `
		UPDATE person
		SET email = $2, email_key = $3, version = version + 1
		WHERE id = $1`, person, email, EmailKey(email))
	return err
}
