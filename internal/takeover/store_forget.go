package takeover

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// deleteOld removes files that have waited since before an instant, whoever sent them.
func deleteOld(ctx context.Context, tx *store.Tx, before civil.Instant) (int64, error) {
	n, err := tx.Exec(ctx, `DELETE FROM takeover_file WHERE takeover_id IS NULL AND sent_at < $1`, before)
	if err != nil {
		return 0, fmt.Errorf("remove files that have waited for long: %w", err)
	}
	return n, nil
}

// forgotten is kept in place of what a person’s data was.
const forgotten = "[]"

// forgetWas removes what people’s data was before take-overs that were made before an instant, or were undone.
func forgetWas(ctx context.Context, tx *store.Tx, before civil.Instant) (int64, error) {
	n, err := tx.Exec(ctx, `
		UPDATE takeover_made
		SET was = '`+forgotten+`'
		WHERE made_in = 'person' AND was NOT IN ('', '`+forgotten+`')
		  AND takeover_id IN (SELECT id FROM takeover WHERE taken_at < $1 OR undone_at IS NOT NULL)`, before)
	if err != nil {
		return 0, fmt.Errorf("remove what people’s data was: %w", err)
	}
	return n, nil
}

// countForgotten is of how many people it is no longer known what a take-over has changed.
func countForgotten(ctx context.Context, q store.Queryer, id ID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT count(*)
		FROM takeover_made
		WHERE takeover_id = $1 AND was = '`+forgotten+`'`, id)
	if err != nil {
		return 0, fmt.Errorf("look for what is no longer known: %w", err)
	}
	return n, nil
}
