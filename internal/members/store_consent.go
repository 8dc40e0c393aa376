package members

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// InsertConsents keeps what was stated of new members within tx; the caller
// writes the audit entry.
func InsertConsents(ctx context.Context, tx *store.Tx, now civil.Instant, consents []Consent) error {
	const columns = 6
	for chunk := range slices.Chunk(consents, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, c := range chunk {
			args = append(args, c.Person, c.On, c.Wording, store.NullZero(c.Return), c.StatedBy, now)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO membership_consent (person_id, stated_on, wording, return_id, stated_by, recorded_at)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("keep the consent of new members: %w", err)
		}
	}
	return nil
}

// consentsOf reads what was stated of a person's consent, the latest first.
func consentsOf(ctx context.Context, q store.Queryer, id PersonID) ([]Consent, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (Consent, error) {
		var c Consent
		err := s.Scan(&c.Person, &c.On, &c.Wording, store.ZeroNull(&c.Return), &c.StatedBy)
		return c, err
	}, `
		SELECT person_id, stated_on, wording, return_id, stated_by
		FROM membership_consent
		WHERE person_id = $1
		ORDER BY id DESC`, id)
	if err != nil {
		return nil, fmt.Errorf("read a member's consent: %w", err)
	}
	return list, nil
}
