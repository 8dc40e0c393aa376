package handover

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// hold begins a handover, and makes whoever else changes it wait.
func hold(ctx context.Context, tx *store.Tx, id auth.OfficeID) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO handover (office_id)
		VALUES ($1)
		ON CONFLICT (office_id) DO UPDATE SET out_reason = handover.out_reason`, id)
	if err != nil {
		return fmt.Errorf("begin a handover: %w", err)
	}
	return nil
}

// fill reads who confirmed a handover.
func fill(ctx context.Context, q store.Queryer, h *Handover) error {
	var in auth.OfficeID
	err := q.QueryRow(ctx, `
		SELECT out_at, out_by, out_reason, in_at, in_by, in_office
		FROM handover
		WHERE office_id = $1`, h.Out.ID).Scan(&h.OutAt, &h.OutBy, &h.OutReason, &h.InAt, &h.InBy, store.ZeroNull(&in))
	if err != nil && !errors.Is(err, store.ErrNoRows) {
		return fmt.Errorf("read a handover: %w", err)
	}
	if in != 0 && (h.In == nil || h.In.ID != in) { // whoever took it over then does not follow any longer
		h.InAt, h.InBy = civil.Instant{}, ""
	}
	return nil
}

func itemsOf(ctx context.Context, q store.Queryer, id auth.OfficeID) ([]Item, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (i Item, err error) {
		err = s.Scan(&i.Key, &i.Text, &i.AddedBy, &i.DoneBy, &i.DoneAt)
		return i, err
	}, `
		SELECT item_key, text, added_by, done_by, done_at
		FROM handover_item
		WHERE office_id = $1
		ORDER BY id`, id)
	if err != nil {
		return nil, fmt.Errorf("read what is handed over: %w", err)
	}
	return all, nil
}

func insertItem(ctx context.Context, tx *store.Tx, id auth.OfficeID, i Item, at civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO handover_item (office_id, item_key, text, added_by, added_at)
		VALUES ($1, $2, $3, $4, $5)`, id, i.Key, i.Text, i.AddedBy, at)
	if err != nil {
		return fmt.Errorf("add what is handed over: %w", err)
	}
	return nil
}

func tickItem(ctx context.Context, tx *store.Tx, id auth.OfficeID, i Item, at civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO handover_item (office_id, item_key, text, added_by, added_at, done_by, done_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (office_id, item_key) DO UPDATE SET done_by = $6, done_at = $7`,
		id, i.Key, i.Text, i.AddedBy, at, i.DoneBy, i.DoneAt)
	if err != nil {
		return fmt.Errorf("note what was handed over: %w", err)
	}
	return nil
}

// confirmOut keeps who handed the office over.
func confirmOut(ctx context.Context, tx *store.Tx, id auth.OfficeID, by, reason string, at civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE handover
		SET out_at = $2, out_by = $3, out_reason = $4
		WHERE office_id = $1`, id, at, by, reason)
	if err != nil {
		return fmt.Errorf("confirm a handover: %w", err)
	}
	return nil
}

// confirmIn keeps who took the office over, by the office that they have in it.
func confirmIn(ctx context.Context, tx *store.Tx, id, in auth.OfficeID, by string, at civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE handover
		SET in_at = $2, in_by = $3, in_office = $4
		WHERE office_id = $1`, id, at, by, in)
	if err != nil {
		return fmt.Errorf("confirm a handover: %w", err)
	}
	return nil
}

// accountsAtBanks are the names of the society's accounts at banks that are in use.
func accountsAtBanks(ctx context.Context, q store.Queryer) ([]string, error) {
	all, err := store.All(ctx, q, store.Value[string], `
		SELECT a.name
		FROM bank_account b
		JOIN ledger_account a ON a.code = b.account
		WHERE a.closed = FALSE
		ORDER BY b.id`)
	if err != nil {
		return nil, fmt.Errorf("read the accounts at banks: %w", err)
	}
	return all, nil
}

// openVotesOf are the postal votes that are not declared of which a person is a teller.
func openVotesOf(ctx context.Context, q store.Queryer, person auth.PersonID) ([]string, error) {
	all, err := store.All(ctx, q, store.Value[string], `
		SELECT v.title
		FROM postal_teller t
		JOIN postal_vote v ON v.id = t.vote_id
		WHERE t.person_id = $1 AND v.state NOT IN ('draft', 'declared', 'destroyed')
		ORDER BY v.id`, person)
	if err != nil {
		return nil, fmt.Errorf("read of which votes someone is a teller: %w", err)
	}
	return all, nil
}

// sessionsOf counts the sessions of a person that have not reached their end.
func sessionsOf(ctx context.Context, q store.Queryer, person auth.PersonID, now civil.Instant) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM session s
		JOIN account a ON a.id = s.account_id
		WHERE a.person_id = $1 AND s.expires_at > $2`, person, now)
	if err != nil {
		return 0, fmt.Errorf("count where someone is signed in: %w", err)
	}
	return n, nil
}
