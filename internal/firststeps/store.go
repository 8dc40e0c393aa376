package firststeps

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// readFacts reads what stands in the society's data on the day. Each question ends with the first row that answers it.
func readFacts(ctx context.Context, q store.Queryer, day civil.Date) (Facts, error) {
	f, err := store.One(ctx, q, func(s store.Scanner) (f Facts, err error) {
		err = s.Scan(&f.Clubs, &f.Rates, &f.Members, &f.Event)
		return f, err
	}, `
		SELECT EXISTS (SELECT 1 FROM club),
		       EXISTS (SELECT 1 FROM subscription_rate WHERE kind = 'full'),
		       EXISTS (SELECT 1
		               FROM membership_term t
		               WHERE t.corrected = FALSE AND t.kind <> 'void'),
		       EXISTS (SELECT 1 FROM event WHERE status <> 'draft' AND NOT cancelled)`)
	if err != nil {
		return f, fmt.Errorf("read the first steps: %w", err)
	}
	f.Held, err = store.All(ctx, q, store.Value[auth.Role], `
		SELECT DISTINCT role
		FROM office
		WHERE role IN ('president', 'secretary', 'treasurer')
		  AND from_day <= $1 AND (until_day IS NULL OR until_day >= $1)`, day)
	if err != nil {
		return f, fmt.Errorf("read the officers of the first steps: %w", err)
	}
	return f, nil
}

func readAside(ctx context.Context, q store.Queryer) (map[Step]Aside, error) {
	out := map[Step]Aside{}
	_, err := store.All(ctx, q, func(s store.Scanner) (n int, err error) {
		var step Step
		var a Aside
		err = s.Scan(&step, &a.Reason, &a.At)
		out[step] = a
		return 0, err
	}, `
		SELECT step, reason, aside_at
		FROM first_step_aside`)
	if err != nil {
		return nil, fmt.Errorf("read the steps that were put aside: %w", err)
	}
	return out, nil
}

// insertAside puts a step aside; false: it was already.
func insertAside(ctx context.Context, tx *store.Tx, step Step, a Aside) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO first_step_aside (step, reason, aside_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (step) DO NOTHING`, step, a.Reason, a.At)
	if err != nil {
		return false, fmt.Errorf("put a first step aside: %w", err)
	}
	return n == 1, nil
}

// deleteAside takes a step up again; false: it was not put aside.
func deleteAside(ctx context.Context, tx *store.Tx, step Step) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM first_step_aside WHERE step = $1`, step)
	if err != nil {
		return false, fmt.Errorf("take a first step up again: %w", err)
	}
	return n == 1, nil
}
