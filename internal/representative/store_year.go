package representative

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/store"
)

const closedColumns = `SELECT y.id, y.year, y.points_event_id, y.choice_id, y.closed_at, y.closed_by
		FROM points_year y
		WHERE y.undone_at IS NULL AND `

func scanClosed(s store.Scanner) (c Closed, err error) {
	err = s.Scan(&c.id, &c.Year, &c.Event, store.ZeroNull(&c.choice), &c.At, &c.By)
	return c, err
}

func orNone(c Closed, err error) (Closed, error) {
	if errors.Is(err, store.ErrNoRows) {
		return Closed{}, nil
	}
	if err != nil {
		return c, fmt.Errorf("read a points year: %w", err)
	}
	return c, nil
}

// yearEndedBy is the closed points year that ended with an event.
func yearEndedBy(ctx context.Context, q store.Queryer, id EventID) (Closed, error) {
	return orNone(store.One(ctx, q, scanClosed, closedColumns+`y.points_event_id = $1`, id))
}

func closedYearOf(ctx context.Context, q store.Queryer, year int) (Closed, error) {
	return orNone(store.One(ctx, q, scanClosed, closedColumns+`y.year = $1`, year))
}

// closedOver is the first closed points year that has a day in it or before it; 0: none.
func closedOver(ctx context.Context, q store.Queryer, day civil.Date) (int, error) {
	year, err := store.One(ctx, q, store.Value[int], `
		SELECT y.year
		FROM points_year y
		JOIN points_posting p ON p.points_event_id = y.points_event_id AND p.replaced_at IS NULL
		WHERE y.undone_at IS NULL AND p.day >= $1
		ORDER BY p.day
		LIMIT 1`, day)
	if errors.Is(err, store.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read whether a points year is closed: %w", err)
	}
	return year, nil
}

// postedOn is the day of what an event came to; zero: it is not posted.
func postedOn(ctx context.Context, q store.Queryer, id EventID) (civil.Date, error) {
	day, err := store.One(ctx, q, store.Value[civil.Date], `
		SELECT day FROM points_posting WHERE points_event_id = $1 AND replaced_at IS NULL`, id)
	if errors.Is(err, store.ErrNoRows) {
		return civil.Date{}, nil
	}
	if err != nil {
		return day, fmt.Errorf("read when an event was: %w", err)
	}
	return day, nil
}

func insertYear(ctx context.Context, tx *store.Tx, end YearEnd, now civil.Instant, by string) (int64, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO points_year (year, points_event_id, choice_id, closed_at, closed_by)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, end.Year, end.eventID, store.NullZero(end.Choice.id), now, by)
	if err != nil {
		return 0, fmt.Errorf("close a points year: %w", err)
	}
	return id, nil
}

func undoYear(ctx context.Context, tx *store.Tx, id int64, now civil.Instant, by, reason string) error {
	_, err := tx.Exec(ctx, `
		UPDATE points_year SET undone_at = $2, undone_by = $3, reason = $4
		WHERE id = $1 AND undone_at IS NULL`, id, now, by, reason)
	if err != nil {
		return fmt.Errorf("undo a year end: %w", err)
	}
	return nil
}

// choiceOf is the choice for a year; its person is 0 when there is none.
func choiceOf(ctx context.Context, q store.Queryer, year int) (Choice, error) {
	all, err := choices(ctx, q, year)
	if err != nil || len(all) == 0 {
		return Choice{Year: year}, err
	}
	names, err := publicNames(ctx, q, []PersonID{all[0].Person})
	all[0].Name = names[all[0].Person]
	return all[0], err
}

// choices are the choices that count, of one year or, for 0, of all.
func choices(ctx context.Context, q store.Queryer, year int) ([]Choice, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (c Choice, err error) {
		var number committee.Number
		var y, no int64
		err = s.Scan(&c.id, &c.Year, &c.Person, (*zero)(&y), (*zero)(&no), &c.Reason, &c.At, &c.By)
		number.Year, number.No = int(y), int(no)
		c.Resolution = number.String()
		return c, err
	}, `
		SELECT c.id, c.year, c.person_id, r.year, r.number, c.reason, c.recorded_at, c.recorded_by
		FROM points_choice c
		LEFT JOIN committee_resolution r ON r.id = c.resolution_id
		WHERE c.withdrawn_at IS NULL AND ($1 = 0 OR c.year = $1)
		ORDER BY c.year DESC`, year)
	if err != nil {
		return nil, fmt.Errorf("read who was chosen: %w", err)
	}
	return all, nil
}

func insertChoice(
	ctx context.Context, tx *store.Tx, in Choosing, resolution committee.ResolutionID, now civil.Instant, by string,
) (choiceID, error) {
	if err := withdrawChoice(ctx, tx, in.Year, now); err != nil {
		return 0, err
	}
	id, err := store.One(ctx, tx, store.Value[choiceID], `
		INSERT INTO points_choice (year, person_id, resolution_id, reason, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, in.Year, in.Person, resolution, in.Reason, now, by)
	if err != nil {
		return 0, fmt.Errorf("keep a choice: %w", err)
	}
	return id, nil
}

func withdrawChoice(ctx context.Context, tx *store.Tx, year int, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE points_choice SET withdrawn_at = $2 WHERE year = $1 AND withdrawn_at IS NULL`, year, now)
	if err != nil {
		return fmt.Errorf("replace a choice: %w", err)
	}
	return nil
}

// withdrawBaselessChoices withdraws the choices of years whose championship is posted no longer, and says which those are.
func withdrawBaselessChoices(ctx context.Context, tx *store.Tx, now civil.Instant) ([]int, error) {
	years, err := store.All(ctx, tx, store.Value[int], `
		UPDATE points_choice SET withdrawn_at = $1
		WHERE withdrawn_at IS NULL AND NOT EXISTS (
			SELECT 1
			FROM points_event e
			JOIN points_posting p ON p.points_event_id = e.id AND p.replaced_at IS NULL
			WHERE e.ends_year AND e.withdrawn_at IS NULL AND CAST(substr(p.day, 1, 4) AS INTEGER) = points_choice.year)
		RETURNING year`, now)
	if err != nil {
		return nil, fmt.Errorf("withdraw the choices of years without a championship: %w", err)
	}
	return years, nil
}

func wishesOf(ctx context.Context, q store.Queryer, year int) (map[PersonID]Wish, error) {
	type row struct {
		person PersonID
		wishes bool
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.person, &r.wishes)
		return r, err
	}, `SELECT person_id, wishes FROM points_wish WHERE year = $1`, year)
	if err != nil {
		return nil, fmt.Errorf("read who wishes to go: %w", err)
	}
	out := make(map[PersonID]Wish, len(rows))
	for _, r := range rows {
		if out[r.person] = Declines; r.wishes {
			out[r.person] = Wishes
		}
	}
	return out, nil
}

func setWishes(
	ctx context.Context, tx *store.Tx, year int, wishes map[PersonID]Wish, now civil.Instant, by string,
) error {
	for id, w := range wishes { // as many as are asked in a year
		if _, err := tx.Exec(ctx, `DELETE FROM points_wish WHERE year = $1 AND person_id = $2`, year, id); err != nil {
			return fmt.Errorf("replace a wish: %w", err)
		}
		if w == NotAsked {
			continue
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO points_wish (year, person_id, wishes, recorded_at, recorded_by)
			VALUES ($1, $2, $3, $4, $5)`, year, id, w == Wishes, now, by); err != nil {
			return fmt.Errorf("keep a wish: %w", err)
		}
	}
	return nil
}
