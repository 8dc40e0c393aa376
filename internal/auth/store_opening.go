package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func insertOpening(ctx context.Context, tx *store.Tx, account AccountID, o opened, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO account_opening (account_id, kind, at, asked_by, approved_by, old_email)
		VALUES ($1, $2, $3, $4, $5, $6)`, account, string(o.kind), now, o.askedBy, o.approvedBy, o.oldEmail)
	return err
}

func openingsSince(ctx context.Context, q store.Queryer, since civil.Instant) ([]Opening, error) {
	return store.All(ctx, q, func(r store.Scanner) (Opening, error) {
		var o Opening
		var n nameColumns
		err := r.Scan(&o.Person, &n.family, &n.given, &n.familyFirst, &o.kind, &o.At, &o.AskedBy, &o.ApprovedBy)
		o.Name = n.name()
		return o, err
	}, `
		SELECT a.person_id, p.family_name, p.given_names, p.family_first, o.kind, o.at, o.asked_by, o.approved_by
		FROM account_opening o
		JOIN account a ON a.id = o.account_id
		JOIN person p ON p.id = a.person_id
		WHERE o.at > $1
		ORDER BY o.at DESC, o.id DESC`, since)
}

// wasOpened reports whether an account was ever opened but by a first link, or its
// owner once asked for another address.
func wasOpened(ctx context.Context, q store.Queryer, account AccountID) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM account_opening WHERE account_id = $1 AND kind NOT IN ('invite', 'address'))
		    OR EXISTS (SELECT 1 FROM address_change WHERE account_id = $1)`, account)
}

// formerAddresses are those that an account had since, newest first.
func formerAddresses(ctx context.Context, q store.Queryer, account AccountID, since civil.Instant) ([]string, error) {
	return store.All(ctx, q, store.Value[string], `
		SELECT old_email
		FROM account_opening
		WHERE account_id = $1 AND at > $2 AND old_email <> ''
		ORDER BY at DESC, id DESC`, account, since)
}

func forgetFormerAddresses(ctx context.Context, tx *store.Tx, until civil.Instant) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE account_opening
		SET old_email = ''
		WHERE at <= $1 AND old_email <> ''`, until)
}

// deleteRecoveryOf cancels the links for a new password that somebody has.
func deleteRecoveryOf(ctx context.Context, tx *store.Tx, person PersonID) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM one_time_link
		WHERE purpose = 'recover' AND used_at IS NULL
		  AND account_id IN (SELECT id FROM account WHERE person_id = $1)`, person)
	return err
}
