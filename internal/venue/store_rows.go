package venue

import (
	"context"
	"encoding/base64"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// rowsOf reads the rows of a table that belong to the event, in the order of their numbers.
func rowsOf(ctx context.Context, q store.Queryer, t *table, event EventID) (Table, error) {
	order := "1"
	if !t.numbered {
		order = []string{"1", "1, 2", "1, 2, 3"}[min(len(t.columns), 3)-1]
	}
	scan := func(s store.Scanner) ([]any, error) {
		row, to := make([]any, len(t.columns)), make([]any, len(t.columns))
		for i := range row {
			to[i] = &row[i]
		}
		if err := s.Scan(to...); err != nil {
			return nil, err
		}
		for i, c := range t.columns {
			row[i] = c.cell(row[i])
		}
		return row, nil
	}
	rows, err := store.All(ctx, q, scan, `
		SELECT `+strings.Join(t.names(), ", ")+`
		FROM `+t.name+`
		WHERE `+t.of+`
		ORDER BY `+order, event)
	if err != nil {
		return Table{}, fmt.Errorf("read the rows of %s: %w", t.name, err)
	}
	if rows == nil {
		rows = [][]any{}
	}
	return Table{Name: t.name, Columns: t.names(), Rows: rows}, nil
}

// cell is a value of the database as a document has it: both databases give the same.
func (c column) cell(v any) any {
	switch v := v.(type) {
	case []byte:
		if c.kind == blob {
			return base64.StdEncoding.EncodeToString(v)
		}
		return string(v)
	case int64:
		if c.kind == truth {
			return v != 0
		}
	}
	return v
}

// value is a cell of a document as the database takes it.
func (c column) value(v any) any {
	if s, ok := v.(string); ok && c.kind == blob {
		data, _ := base64.StdEncoding.DecodeString(s) // checked when it was read
		return data
	}
	return v
}

// kept is what stays at home when the rows of an event are replaced: what was made of its records, and who asked
// for letters, and the numbers in the register of those who entered something. So does what was made public of lots.
type kept struct {
	reports []recordReport
	letters letters
	authors []author
	lots    []Table
}

// author is who a row is of, or the entry of an application.
type author struct {
	table, column string
	row, person   int64
}

// wipe takes every row of the event out, but for its sections, and gives what stays at home.
func wipe(ctx context.Context, tx *store.Tx, event EventID) (out kept, err error) {
	if out.authors, err = authorsOf(ctx, tx, event); err != nil {
		return out, err
	}
	if out.lots, err = lotsOf(ctx, tx, event); err != nil {
		return out, err
	}
	if out.reports, err = wipeReports(ctx, tx, event); err != nil {
		return out, err
	}
	if out.letters, err = wipeLetters(ctx, tx, event); err != nil {
		return out, err
	}
	if _, err := tx.Exec(ctx, `UPDATE result_change SET undoes_id = NULL WHERE `+ofGames, event); err != nil {
		return out, fmt.Errorf("make room for results: %w", err)
	}
	for _, t := range slices.Backward(tables) {
		if t.name == "section" {
			continue
		}
		if _, err := tx.Exec(ctx, `DELETE FROM `+t.name+` WHERE `+t.of, event); err != nil {
			return out, fmt.Errorf("make room in %s: %w", t.name, err)
		}
	}
	return out, nil
}

func authorsOf(ctx context.Context, tx *store.Tx, event EventID) ([]author, error) {
	var out []author
	for _, t := range tables {
		for _, c := range t.columns {
			if !c.free {
				continue
			}
			found, err := store.All(ctx, tx, func(s store.Scanner) (author, error) {
				a := author{table: t.name, column: c.name}
				err := s.Scan(&a.row, &a.person)
				return a, err
			}, `
				SELECT id, `+c.name+`
				FROM `+t.name+`
				WHERE `+c.name+` IS NOT NULL AND `+t.of, event)
			if err != nil {
				return nil, fmt.Errorf("read who entered what: %w", err)
			}
			out = append(out, found...)
		}
	}
	entered, err := store.All(ctx, tx, func(s store.Scanner) (author, error) {
		a := author{table: "application", column: "entry_id"}
		err := s.Scan(&a.row, &a.person)
		return a, err
	}, `
		SELECT id, entry_id
		FROM application
		WHERE event_id = $1 AND entry_id IS NOT NULL`, event)
	if err != nil {
		return nil, fmt.Errorf("read who entered online: %w", err)
	}
	return append(out, entered...), nil
}

// wipeReports removes what was made of the event's records, and gives it.
func wipeReports(ctx context.Context, tx *store.Tx, event EventID) ([]recordReport, error) {
	reports, err := store.All(ctx, tx, scanReport, `
		SELECT p.record_id, p.made_as, p.report
		FROM game_record_report p
		JOIN game_record c ON c.id = p.record_id
		JOIN game g ON g.id = c.game_id
		JOIN round r ON r.id = g.round_id
		JOIN section s ON s.id = r.section_id
		WHERE s.event_id = $1`, event)
	if err != nil {
		return nil, fmt.Errorf("read the reports of records: %w", err)
	}
	for _, r := range reports {
		if _, err := tx.Exec(ctx, `DELETE FROM game_record_report WHERE record_id = $1`, r.record); err != nil {
			return nil, fmt.Errorf("make room for a report: %w", err)
		}
	}
	return reports, nil
}

// recordReport is what was made of a record.
type recordReport struct {
	record, made int64
	report       string
}

func scanReport(s store.Scanner) (recordReport, error) {
	var r recordReport
	err := s.Scan(&r.record, &r.made, &r.report)
	return r, err
}

// putBack keeps what stayed at home of the rows that are still there.
func (k kept) putBack(ctx context.Context, tx *store.Tx) error {
	for _, a := range k.authors {
		if a.table == "application" { // its entry may have been removed at the venue
			if _, err := tx.Exec(ctx, `
				UPDATE application
				SET entry_id = $2
				WHERE id = $1 AND EXISTS (SELECT 1 FROM entry WHERE id = $2)`, a.row, a.person); err != nil {
				return fmt.Errorf("keep who entered online: %w", err)
			}
			continue
		}
		if _, err := tx.Exec(ctx, `
			UPDATE `+a.table+`
			SET `+a.column+` = $2
			WHERE id = $1`, a.row, a.person); err != nil {
			return fmt.Errorf("keep who entered what: %w", err)
		}
	}
	for _, r := range k.reports {
		if _, err := tx.Exec(ctx, `
			INSERT INTO game_record_report (record_id, made_as, report)
			SELECT c.id, $2, $3
			FROM game_record c
			WHERE c.id = $1`, r.record, r.made, r.report); err != nil {
			return fmt.Errorf("keep a report: %w", err)
		}
	}
	if err := k.putLotsBack(ctx, tx); err != nil {
		return err
	}
	return k.letters.putBack(ctx, tx)
}

// refuseOthers refuses a document with numbers of rows that are not this event's to have: those of other events, and
// numbers that the site will give one day.
func refuseOthers(ctx context.Context, q store.Queryer, t *table, event EventID, rows [][]any, below int64) error {
	ids := make([]int64, 0, len(rows))
	for _, row := range rows {
		id, _ := row[0].(int64)
		if id < 1 || id >= below {
			return apperr.New(apperr.Invalid, "Row %d of %s is not one of this event’s.", id, t.name)
		}
		ids = append(ids, id)
	}
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In([]any{event}, chunk)
		n, err := store.One(ctx, q, store.Value[int], `
			SELECT COUNT(*)
			FROM `+t.name+`
			WHERE id IN `+list+` AND NOT (`+t.of+`)`, args...)
		if err != nil {
			return fmt.Errorf("look for rows of other events: %w", err)
		}
		if n > 0 {
			return apperr.New(apperr.Invalid, "%d rows of %s are of other events.", n, t.name)
		}
	}
	return nil
}

// insertRows adds the rows of a table as the document numbers them. A row refers to what is there already, or to a row
// before it.
func insertRows(ctx context.Context, tx *store.Tx, t *table, extra map[string]any, rows [][]any) error {
	names, fixed := t.names(), []any{}
	for name, v := range extra {
		names, fixed = append(names, name), append(fixed, v)
	}
	marks := make([]string, len(names))
	for i := range marks {
		marks[i] = "$" + strconv.Itoa(i+1)
	}
	all := iter.Seq[[]any](func(yield func([]any) bool) {
		for _, row := range rows {
			args := make([]any, 0, len(names))
			for i, c := range t.columns {
				args = append(args, c.value(row[i]))
			}
			if !yield(append(args, fixed...)) {
				return
			}
		}
	})
	err := tx.ExecEach(
		ctx, `INSERT INTO `+t.name+` (`+strings.Join(names, ", ")+`) VALUES (`+strings.Join(marks, ", ")+`)`, all,
	)
	if err != nil {
		return &unkept{t.name, err}
	}
	return nil
}

// unkept is a row that the database refuses.
type unkept struct {
	table string
	err   error
}

func (u *unkept) Error() string { return "keep the rows of " + u.table + ": " + u.err.Error() }
func (u *unkept) Unwrap() error { return u.err }

// keepSections makes the event's sections those of the document. One that points, titles or last days belong to
// stays, without players, when the document does not have it, and so does one whose lots were made public.
func keepSections(ctx context.Context, tx *store.Tx, t *table, event EventID, rows [][]any, stays func(int64) bool) error {
	have, err := store.All(ctx, tx, store.Value[int64], `SELECT id FROM section WHERE event_id = $1`, event)
	if err != nil {
		return fmt.Errorf("read the sections: %w", err)
	}
	// Out of the way first: their order and addresses are each other's.
	if _, err := tx.Exec(ctx, `
		UPDATE section
		SET seq = id + 1000000000, slug = slug || '~' || CAST(id AS TEXT)
		WHERE event_id = $1`, event); err != nil {
		return fmt.Errorf("make room for sections: %w", err)
	}
	var added [][]any
	for _, row := range rows {
		id, _ := row[0].(int64)
		if !slices.Contains(have, id) {
			added = append(added, row)
			continue
		}
		have = slices.DeleteFunc(have, func(n int64) bool { return n == id })
		if err := updateSection(ctx, tx, t, row); err != nil {
			return err
		}
	}
	for _, id := range have {
		if stays(id) {
			continue
		}
		if err := removeSection(ctx, tx, id); err != nil {
			return err
		}
	}
	return insertRows(ctx, tx, t, map[string]any{"event_id": event}, added)
}

func updateSection(ctx context.Context, tx *store.Tx, t *table, row []any) error {
	sets, args := make([]string, 0, len(t.columns)), make([]any, 0, len(t.columns))
	for i, c := range t.columns {
		args = append(args, c.value(row[i]))
		if i > 0 {
			sets = append(sets, c.name+" = $"+strconv.Itoa(i+1))
		}
	}
	_, err := tx.Exec(ctx, `UPDATE section SET `+strings.Join(sets, ", ")+` WHERE id = $1`, args...)
	if err != nil {
		return &unkept{t.name, err}
	}
	return nil
}

func removeSection(ctx context.Context, tx *store.Tx, id int64) error {
	n, err := store.One(ctx, tx, store.Value[int], `
		SELECT (SELECT COUNT(*) FROM points_event WHERE section_id = $1)
		     + (SELECT COUNT(*) FROM title_section WHERE section_id = $1)
		     + (SELECT COUNT(*) FROM weekly_section WHERE section_id = $1)
		     + (SELECT COUNT(*) FROM application WHERE section_id = $1)
		     + (SELECT COUNT(*) FROM section_places WHERE section_id = $1)`, id)
	if err != nil {
		return fmt.Errorf("look for what belongs to a section: %w", err)
	}
	if n > 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, `DELETE FROM section WHERE id = $1`, id); err != nil {
		return fmt.Errorf("remove a section: %w", err)
	}
	return nil
}
