package logbook

import (
	"context"
	"fmt"

	"nzgs/internal/store"
)

// countPeople is how many people the society knows.
func countPeople(ctx context.Context, q store.Queryer) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM person
		WHERE id NOT IN (SELECT gone_id FROM person_alias)`)
	if err != nil {
		return 0, fmt.Errorf("count the people in the register: %w", err)
	}
	return n, nil
}
