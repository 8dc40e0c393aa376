package letters

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

func scheduleOf(ctx context.Context, q store.Queryer, a About) (Schedule, error) {
	x, err := store.One(ctx, q, func(s store.Scanner) (x Schedule, err error) {
		err = s.Scan(&x.Active, &x.Days, &x.Since, &x.Version)
		return x, err
	}, `
		SELECT active, days, since, version
		FROM letter_schedule
		WHERE occasion = $1`, string(a.Occasion))
	if errors.Is(err, store.ErrNoRows) {
		x, err = Schedule{Days: a.Days}, nil
	}
	if err != nil {
		return x, fmt.Errorf("read when letters go: %w", err)
	}
	x.About = a
	return x, nil
}

// daysOf is how many days after its day an occasion is written about.
func daysOf(ctx context.Context, q store.Queryer, o Occasion) (int, error) {
	a, _ := OccasionOf(o)
	x, err := scheduleOf(ctx, q, a)
	if err != nil {
		return 0, err
	}
	return x.Days, nil
}

func saveSchedule(
	ctx context.Context, tx *store.Tx, o Occasion, version int64, active bool, days int, since, now civil.Instant,
) error {
	if since.IsZero() {
		since = now
	}
	n, err := tx.Exec(ctx, `
		INSERT INTO letter_schedule (occasion, active, days, since)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (occasion) DO UPDATE
		SET active = excluded.active, days = excluded.days, since = excluded.since, version = letter_schedule.version + 1
		WHERE letter_schedule.version = $5`, string(o), active, days, since, version)
	if err != nil {
		return fmt.Errorf("keep when letters go: %w", err)
	}
	if n == 0 {
		return usecase.Stale("when these letters go", "letter_schedule", 0)
	}
	return nil
}

func runOf(ctx context.Context, q store.Queryer, o Occasion, year int) (RunState, error) {
	state, err := store.One(ctx, q, store.Value[RunState], `
		SELECT state
		FROM letter_run
		WHERE occasion = $1 AND year = $2`, string(o), year)
	if errors.Is(err, store.ErrNoRows) {
		return Coming, nil
	}
	if err != nil {
		return "", fmt.Errorf("read what became of letters: %w", err)
	}
	return state, nil
}

// beginRun marks that an occasion is sent in a year; false when it was, or is held or skipped.
func beginRun(ctx context.Context, tx *store.Tx, o Occasion, year int, permit usecase.Permit) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO letter_run (occasion, year, state, set_by, set_at)
		VALUES ($1, $2, 'sent', $3, $4)
		ON CONFLICT DO NOTHING`, string(o), year, permit.Name(), permit.Now())
	if err != nil {
		return false, fmt.Errorf("begin letters: %w", err)
	}
	return n > 0, nil
}

func setRun(ctx context.Context, tx *store.Tx, o Occasion, year int, to RunState, permit usecase.Permit) error {
	statement := `DELETE FROM letter_run WHERE occasion = $1 AND year = $2 AND state <> 'sent'`
	args := []any{string(o), year}
	if to != Coming {
		statement = `
			INSERT INTO letter_run (occasion, year, state, set_by, set_at)
			VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (occasion, year) DO UPDATE
			SET state = excluded.state, set_by = excluded.set_by, set_at = excluded.set_at
			WHERE letter_run.state <> 'sent'`
		args = append(args, string(to), permit.Name(), permit.Now())
	}
	if _, err := tx.Exec(ctx, statement, args...); err != nil {
		return fmt.Errorf("decide about letters: %w", err)
	}
	return nil
}
