package takeover

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Forget removes files that nobody has taken over for long, and what people’s data was before old take-overs.
func (s *Service) Forget(ctx context.Context) error {
	permit, err := s.cases.Allow(auth.System("the calendar").By(), nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		files, err := deleteOld(ctx, tx, s.cases.Today().AddDays(-keepDays).Midnight())
		if err != nil {
			return nil, err
		}
		people, err := forgetWas(ctx, tx, s.cases.Today().AddDays(-undoDays).Midnight())
		if err == nil && files+people == 0 {
			err = usecase.ErrSame
		}
		return permit.Did("forget.takeover_file", "takeover_file", 0, nil, map[string]any{"files": files, "people": people}), err
	})
}

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
