package treasury

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

func keptWhy(ctx context.Context, q store.Queryer, id PaymentID) (string, error) {
	why, err := store.One(ctx, q, store.Value[string], `
		SELECT reason
		FROM subscription_kept
		WHERE payment_id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read what was decided of a subscription: %w", err)
	}
	return why, nil
}

func setKept(ctx context.Context, tx *store.Tx, id PaymentID, why string, at civil.Instant, by string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO subscription_kept (payment_id, reason, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (payment_id) DO UPDATE SET reason = $2, recorded_at = $3, recorded_by = $4`, id, why, at, by)
	if err != nil {
		return fmt.Errorf("keep what was decided of a subscription: %w", err)
	}
	return nil
}

// peopleWithUnused are who paid a subscription of which no term is in force, and about which nothing is decided.
func peopleWithUnused(ctx context.Context, q store.Queryer) ([]members.PersonID, error) {
	people, err := store.All(ctx, q, store.Value[members.PersonID], `
		SELECT DISTINCT t.person_id
		FROM departure d
		JOIN departure_term x ON x.departure_id = d.id
		JOIN membership_term t ON t.id = x.term_id
		WHERE d.undone_at IS NULL AND t.payment_id IS NOT NULL AND t.from_day > d.day
		  AND NOT EXISTS (SELECT 1 FROM subscription_kept k WHERE k.payment_id = t.payment_id)
		ORDER BY t.person_id`)
	if err != nil {
		return nil, fmt.Errorf("look for subscriptions that were not used: %w", err)
	}
	return people, nil
}
