package representative

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

const amendSQL = `
	INSERT INTO points_system (from_day, national, regional, loss, fixed, resolution_id, recorded_at, recorded_by)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
	RETURNING id`

// peopleByName are the people of the register by folded name, with the given or the family name first.
func peopleByName(ctx context.Context, q store.Queryer) (map[string][]PersonID, error) {
	type row struct {
		id            PersonID
		family, given string
	}
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.id, &r.family, &r.given)
		return r, err
	}, `
		SELECT id, family_name, given_names
		FROM person
		WHERE id NOT IN (SELECT gone_id FROM person_alias)
		ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read the register: %w", err)
	}
	out := make(map[string][]PersonID, 2*len(rows))
	for _, r := range rows {
		first, last := members.NameKey(r.given, r.family), members.NameKey(r.family, r.given)
		out[first] = append(out[first], r.id)
		if last != first {
			out[last] = append(out[last], r.id)
		}
	}
	return out, nil
}

func insertImport(ctx context.Context, tx *store.Tx, in Import) (ImportID, error) {
	id, err := store.One(ctx, tx, store.Value[ImportID], `
		INSERT INTO points_import (file_name, recorded_at, recorded_by)
		VALUES ($1, $2, $3)
		RETURNING id`, in.File, in.At, in.By)
	if err != nil {
		return 0, fmt.Errorf("keep a file of points: %w", err)
	}
	return id, nil
}

func insertOpening(ctx context.Context, tx *store.Tx, id ImportID, o opening) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO points_opening (import_id, person_id, day, points, source, represented)
		VALUES ($1, $2, $3, $4, $5, $6)`, id, o.person, o.day, int64(o.points), o.source, o.represented)
	if err != nil {
		return fmt.Errorf("keep a balance: %w", err)
	}
	return nil
}

func insertImportedEvent(ctx context.Context, tx *store.Tx, id ImportID, e event, in Import) (EventID, error) {
	out, err := store.One(ctx, tx, store.Value[EventID], `
		INSERT INTO points_event (import_id, kind, ends_year, declared_at, declared_by)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, id, string(e.kind), e.ends, in.At, in.By)
	if err != nil {
		return 0, fmt.Errorf("keep the event %s: %w", e.name, err)
	}
	return out, nil
}

// insertImportedYear closes the points year that an event of a file ended.
func insertImportedYear(
	ctx context.Context, tx *store.Tx, id ImportID, e event, person PersonID, in Import,
) (err error) {
	year, choice := e.day.Year(), choiceID(0)
	if err := withdrawChoice(ctx, tx, year, in.At); err != nil {
		return err
	}
	if person != 0 {
		choice, err = store.One(ctx, tx, store.Value[choiceID], `
			INSERT INTO points_choice (year, person_id, import_id, recorded_at, recorded_by)
			VALUES ($1, $2, $3, $4, $5)
			RETURNING id`, year, person, id, in.At, in.By)
		if err != nil {
			return fmt.Errorf("keep who represented after %d: %w", year, err)
		}
	}
	if _, err = tx.Exec(ctx, `
		INSERT INTO points_year (year, points_event_id, choice_id, closed_at, closed_by)
		VALUES ($1, $2, $3, $4, $5)`, year, e.id, store.NullZero(choice), in.At, in.By); err != nil {
		return fmt.Errorf("close the points year %d: %w", year, err)
	}
	return nil
}

// undoImport takes a file's facts out of the count, and says how many files that was.
func undoImport(ctx context.Context, tx *store.Tx, id ImportID, now civil.Instant, by string) (int64, error) {
	n, err := tx.Exec(ctx, `
		UPDATE points_import SET undone_at = $2, undone_by = $3 WHERE id = $1 AND undone_at IS NULL`, id, now, by)
	if err != nil || n == 0 {
		return 0, err
	}
	const events = `(SELECT id FROM points_event WHERE import_id = $1)`
	for _, query := range []string{
		`UPDATE points_posting SET replaced_at = $2 WHERE replaced_at IS NULL AND points_event_id IN ` + events,
		`UPDATE points_opening SET withdrawn_at = $2 WHERE withdrawn_at IS NULL AND import_id = $1`,
		`UPDATE points_choice SET withdrawn_at = $2 WHERE withdrawn_at IS NULL AND import_id = $1`,
	} {
		if _, err := tx.Exec(ctx, query, id, now); err != nil {
			return 0, fmt.Errorf("take a file back: %w", err)
		}
	}
	for _, query := range []string{
		`UPDATE points_year SET undone_at = $2, undone_by = $3, reason = 'The file was withdrawn.'
		 WHERE undone_at IS NULL AND points_event_id IN ` + events,
		`UPDATE points_event SET withdrawn_at = $2, withdrawn_by = $3 WHERE import_id = $1`,
	} {
		if _, err := tx.Exec(ctx, query, id, now, by); err != nil {
			return 0, fmt.Errorf("take a file back: %w", err)
		}
	}
	return n, nil
}

func imports(ctx context.Context, q store.Queryer) ([]Import, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (i Import, err error) {
		err = s.Scan(&i.ID, &i.File, &i.At, &i.By, &i.Undone, &i.Events, &i.Openings)
		return i, err
	}, `
		SELECT i.id, i.file_name, i.recorded_at, i.recorded_by, i.undone_at IS NOT NULL,
		       (SELECT COUNT(*) FROM points_event e WHERE e.import_id = i.id),
		       (SELECT COUNT(*) FROM points_opening o WHERE o.import_id = i.id)
		FROM points_import i
		ORDER BY i.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the files of points: %w", err)
	}
	return all, nil
}
