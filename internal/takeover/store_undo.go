package takeover

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// reference is a column that names a row of a table.
type reference struct{ table, column string }

// referencesTo are the columns of the database that name a row of a table.
func referencesTo(ctx context.Context, q store.Queryer, dialect store.Dialect, table string) ([]reference, error) {
	query := `
		SELECT m.name, f."from"
		FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
		WHERE m.type = 'table' AND f."table" = $1
		ORDER BY m.name, f."from"`
	if dialect == store.Postgres {
		query = `
		SELECT CAST(t.relname AS TEXT), CAST(a.attname AS TEXT)
		FROM pg_constraint AS c
		JOIN pg_class AS t ON t.oid = c.conrelid
		JOIN pg_class AS o ON o.oid = c.confrelid
		JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
		WHERE c.contype = 'f' AND o.relname = CAST($1 AS TEXT) AND o.relnamespace = t.relnamespace
		ORDER BY 1, 2`
	}
	list, err := store.All(ctx, q, func(s store.Scanner) (r reference, err error) {
		err = s.Scan(&r.table, &r.column)
		return r, err
	}, query, table)
	if err != nil {
		return nil, fmt.Errorf("read what refers to %s: %w", table, err)
	}
	return list, nil
}

// keptByIt are tables whose rows go with a take-over without being written down one by one, and the condition of those.
var keptByIt = map[string]string{
	"takeover_row": "t.takeover_id <> $1",
	"rating": `NOT EXISTS (SELECT 1
	                       FROM takeover_made x
	                       JOIN rating_correction c ON c.id = x.row_id AND x.made_in = 'rating_correction'
	                       WHERE x.takeover_id = $1 AND c.person_id = t.person_id)`,
}

// builtIn counts the rows by a reference that are not of the take-over itself.
func builtIn(ctx context.Context, q store.Queryer, id ID, of string, r reference) (int, error) {
	not := `TRUE`
	switch r.table {
	case "membership_term", "membership_consent", "earlier_membership", "departure", "office", "rating_correction":
		not = `NOT EXISTS (SELECT 1
		                   FROM takeover_made x
		                   WHERE x.takeover_id = $1 AND x.made_in = '` + r.table + `' AND x.row_id = t.id)`
	default:
		if own, ok := keptByIt[r.table]; ok {
			not = own
		}
	}
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT count(*)
		FROM `+r.table+` t
		JOIN takeover_made m ON m.row_id = t.`+r.column+` AND m.made_in = '`+of+`' AND m.takeover_id = $1 AND m.was = ''
		WHERE `+not, id)
	if err != nil {
		return 0, fmt.Errorf("look for what refers to what was made: %w", err)
	}
	return n, nil
}

func endTakeover(ctx context.Context, tx *store.Tx, id ID, at civil.Instant, by, why string) error {
	n, err := tx.Exec(ctx, `
		UPDATE takeover
		SET undone_at = $2, undone_by = $3, undone_why = $4
		WHERE id = $1 AND undone_at IS NULL`, id, at, by, why)
	if err != nil {
		return fmt.Errorf("undo a take-over: %w", err)
	}
	if n == 0 {
		return apperr.New(apperr.Conflict, "This take-over is already undone.")
	}
	return nil
}

// deleteRows removes which rows meant whom: the same file again makes everything again.
func deleteRows(ctx context.Context, tx *store.Tx, id ID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM takeover_row WHERE takeover_id = $1`, id); err != nil {
		return fmt.Errorf("remove which rows were taken over: %w", err)
	}
	return nil
}

// laterOf counts the rows of later take-overs that mean people whom this one found in the register.
func laterOf(ctx context.Context, q store.Queryer, id ID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT count(*)
		FROM takeover_row r
		WHERE r.takeover_id > $1
		  AND r.person_id IN (SELECT o.person_id FROM takeover_row o WHERE o.takeover_id = $1)
		  AND NOT EXISTS (SELECT 1
		                  FROM takeover_made m
		                  WHERE m.takeover_id = $1 AND m.made_in = 'person' AND m.was = '' AND m.row_id = r.person_id)`, id)
	if err != nil {
		return 0, fmt.Errorf("look for later take-overs: %w", err)
	}
	return n, nil
}

// mergedSince are people whose data a take-over changed and whose record was joined with another one since: the number that is
// gone, and the one that it leads to.
func mergedSince(ctx context.Context, q store.Queryer, id ID) ([][2]PersonID, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (x [2]PersonID, err error) {
		err = s.Scan(&x[0], &x[1])
		return x, err
	}, `
		SELECT a.gone_id, a.kept_id
		FROM person_alias a
		JOIN takeover_made m ON m.row_id = a.gone_id AND m.made_in = 'person'
		WHERE m.takeover_id = $1 AND m.was <> ''
		ORDER BY a.gone_id`, id)
	if err != nil {
		return nil, fmt.Errorf("look for merges: %w", err)
	}
	return list, nil
}

// insertEarlier gives an earlier membership back under its own number.
func insertEarlier(ctx context.Context, tx *store.Tx, e members.Earlier) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO earlier_membership (id, person_id, from_day, to_day, told, source, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, e.ID, e.Person, e.From, e.To, e.Told, e.Source, e.RecordedAt, e.RecordedBy); err != nil {
		return fmt.Errorf("give an earlier membership back: %w", err)
	}
	return nil
}

// deleteMade removes a row that was made. Its table is one that this package has written down.
func deleteMade(ctx context.Context, tx *store.Tx, m made) error {
	if _, err := tx.Exec(ctx, `DELETE FROM `+m.in+` WHERE id = $1`, m.id); err != nil {
		return fmt.Errorf("remove what was made in %s: %w", m.in, err)
	}
	return nil
}
