package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func insertLink(ctx context.Context, tx *store.Tx, hash string, link Link, account AccountID, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO one_time_link (token_hash, purpose, account_id, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5)`, hash, string(link.Purpose), store.NullZero(account), now, link.Expires)
	return err
}

func linkByHash(ctx context.Context, q store.Queryer, hash string) (linkRow, error) {
	var l linkRow
	var n nameColumns
	var disabled, ready *bool
	var lettersOnly bool
	err := q.QueryRow(ctx, `
		SELECT l.id, l.purpose, l.expires_at, l.used_at, l.change_id, l.letters_only,
		       a.id, a.person_id, a.email, a.disabled, a.password_hash <> '',
		       p.family_name, p.given_names, COALESCE(p.family_first, FALSE)
		FROM one_time_link l
		LEFT JOIN account a ON a.id = l.account_id
		LEFT JOIN person p ON p.id = a.person_id
		WHERE l.token_hash = $1`, hash).Scan(&l.id, &l.purpose, &l.expires, &l.used, store.ZeroNull(&l.change), &lettersOnly,
		store.ZeroNull(&l.account.ID), store.ZeroNull(&l.account.Person), store.EmptyNull(&l.account.Email), &disabled,
		&ready,
		store.EmptyNull(&n.family), store.EmptyNull(&n.given), &n.familyFirst)
	if lettersOnly {
		l.stops = stopsLetters
	}
	l.account.Name = n.name()
	l.account.Disabled = disabled != nil && *disabled
	l.account.Ready = ready != nil && *ready
	return l, err
}

// limitLink has a link that stops a change of address stop only where letters go.
func limitLink(ctx context.Context, tx *store.Tx, id int64) error {
	_, err := tx.Exec(ctx, `UPDATE one_time_link SET letters_only = TRUE WHERE id = $1`, id)
	return err
}

// useLink marks a link as used; ErrNoRows when it was used first by someone else.
func useLink(ctx context.Context, tx *store.Tx, id int64, now civil.Instant) error {
	_, err := store.One(ctx, tx, store.Value[int64], `
		UPDATE one_time_link
		SET used_at = $2
		WHERE id = $1 AND used_at IS NULL
		RETURNING id`, id, now)
	return err
}

// deleteLinksOf cancels the account's unused links, but those that stop a change
// of address: they are in the hands of whoever had the account before it.
func deleteLinksOf(ctx context.Context, tx *store.Tx, account AccountID) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM one_time_link
		WHERE account_id = $1 AND used_at IS NULL AND purpose <> 'stop_address'`, account)
	return err
}

func deleteSetUpLinks(ctx context.Context, tx *store.Tx) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM one_time_link
		WHERE purpose = 'set_up' AND used_at IS NULL`)
	return err
}

func deleteOldLinks(ctx context.Context, tx *store.Tx, until civil.Instant) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM one_time_link WHERE expires_at <= $1`, until)
}
