package merging

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// sameScope is the condition that a row o is in the scope of t.
func (r reference) sameScope() string {
	var b strings.Builder
	for _, column := range r.scope {
		b.WriteString(" AND o." + column + " = t." + column)
	}
	if r.where != "" {
		b.WriteString(" AND " + r.where + " AND " + strings.ReplaceAll(r.where, "t.", "o."))
	}
	return b.String()
}

// clashes reads where both records have a row of which one person has one.
func (r reference) clashes(ctx context.Context, q store.Queryer, kept, gone members.PersonID) ([]string, error) {
	place := r.place
	if place == "" {
		place = "''"
	}
	return store.All(ctx, q, store.Value[string], `
		SELECT DISTINCT `+place+`
		FROM `+r.table+` t
		JOIN `+r.table+` o ON o.`+r.column+` = $1`+r.sameScope()+`
		WHERE t.`+r.column+` = $2
		ORDER BY 1
		LIMIT 5`, kept, gone)
}

// namesBoth reports whether a row names both records where it must name two people.
func (p twoPeople) namesBoth(ctx context.Context, q store.Queryer, kept, gone members.PersonID) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (
			SELECT 1
			FROM `+p.table+`
			WHERE `+p.one+` = $1 AND `+p.other+` = $2 OR `+p.one+` = $2 AND `+p.other+` = $1)`, kept, gone)
}

// rowKey is what finds a row of a table beside the person: whole numbers and texts.
type rowKey []any

func (k rowKey) encode() (string, error) {
	text, err := json.Marshal([]any(k))
	return string(text), err
}

func decodeKey(text string) (rowKey, error) {
	var k []any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&k); err != nil {
		return nil, fmt.Errorf("read the key of a row: %w", err)
	}
	for i, v := range k {
		if n, ok := v.(json.Number); ok {
			whole, err := n.Int64()
			if err != nil {
				return nil, fmt.Errorf("read the key of a row: %w", err)
			}
			k[i] = whole
		}
	}
	return k, nil
}

// rows reads the keys of the rows of a record; those of which the other has one in the same scope are apart.
func (r reference) rows(
	ctx context.Context, q store.Queryer, other, whose members.PersonID,
) (single, double []rowKey, err error) {
	twin := "FALSE"
	if r.once {
		twin = `EXISTS (SELECT 1 FROM ` + r.table + ` o WHERE o.` + r.column + ` = $2` + r.sameScope() + `)`
	} else {
		twin = `CAST($2 AS BIGINT) IS NULL`
	}
	columns, order := twin, "1"
	for _, column := range r.key {
		columns += ", t." + column
	}
	for i := range r.key {
		order += ", " + strconv.Itoa(i+2)
	}
	type row struct {
		key  rowKey
		twin bool
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (row, error) {
		out := row{key: make(rowKey, len(r.key))}
		targets := []any{&out.twin}
		for i := range out.key {
			targets = append(targets, &out.key[i])
		}
		err := s.Scan(targets...)
		for i, v := range out.key {
			if raw, ok := v.([]byte); ok {
				out.key[i] = string(raw)
			}
		}
		return out, err
	}, `
		SELECT `+columns+`
		FROM `+r.table+` t
		WHERE t.`+r.column+` = $1
		ORDER BY `+order, whose, other)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", r.table, err)
	}
	for _, one := range all {
		if one.twin {
			double = append(double, one.key)
		} else {
			single = append(single, one.key)
		}
	}
	return single, double, nil
}

// at is the condition that finds a row of a person, with its parameters after those that are given.
func (r reference) at(key rowKey, whose members.PersonID, args ...any) (string, []any) {
	args = append(slices.Clip(args), whose)
	where := r.column + " = $" + strconv.Itoa(len(args))
	for i, column := range r.key {
		args = append(args, key[i])
		where += " AND " + column + " = $" + strconv.Itoa(len(args))
	}
	return where, args
}

// take takes a row away and gives what it holds, as JSON.
func (r reference) take(ctx context.Context, tx *store.Tx, key rowKey, whose members.PersonID) (string, error) {
	where, args := r.at(key, whose)
	found, err := tx.Query(ctx, `SELECT * FROM `+r.table+` WHERE `+where, args...)
	if err != nil {
		return "", fmt.Errorf("read a row of %s: %w", r.table, err)
	}
	names, err := found.Columns()
	values, targets := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		targets[i] = &values[i]
	}
	if err == nil && found.Next() {
		err = found.Scan(targets...)
	}
	if err = errors.Join(err, found.Err(), found.Close()); err != nil {
		return "", fmt.Errorf("read a row of %s: %w", r.table, err)
	}
	held := map[string]any{}
	for i, name := range names {
		if raw, ok := values[i].([]byte); ok {
			values[i] = string(raw)
		}
		held[name] = values[i]
	}
	content, err := json.Marshal(held)
	if err != nil {
		return "", err
	}
	if _, err = tx.Exec(ctx, `DELETE FROM `+r.table+` WHERE `+where, args...); err != nil {
		return "", fmt.Errorf("take away a row of %s: %w", r.table, err)
	}
	return string(content), nil
}

// giveBack puts a row that was taken away where it was; given is false where there is one again, or nothing that it
// hangs on.
func (r reference) giveBack(
	ctx context.Context, tx *store.Tx, key rowKey, whose members.PersonID, content string,
) (given bool, err error) {
	where, args := r.at(key, whose)
	taken, err := store.One(ctx, tx, store.Value[bool], `SELECT EXISTS (SELECT 1 FROM `+r.table+` WHERE `+where+`)`, args...)
	if err != nil || taken {
		return false, err
	}
	if r.parent != "" {
		there, err := store.One(ctx, tx, store.Value[bool], `SELECT EXISTS (SELECT 1 FROM `+r.parent+` WHERE id = $1)`, key[0])
		if err != nil || !there {
			return false, err // what it was about was deleted since
		}
	}
	held := map[string]any{}
	d := json.NewDecoder(bytes.NewReader([]byte(content)))
	d.UseNumber()
	if err := d.Decode(&held); err != nil {
		return false, fmt.Errorf("read a row of %s that was taken away: %w", r.table, err)
	}
	var names, places []string
	var values []any
	for name, v := range held {
		if n, ok := v.(json.Number); ok {
			whole, err := n.Int64()
			if err != nil {
				return false, fmt.Errorf("read a row of %s that was taken away: %w", r.table, err)
			}
			v = whole
		}
		names, values = append(names, name), append(values, v)
		places = append(places, "$"+strconv.Itoa(len(values)))
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO `+r.table+` (`+strings.Join(names, ", ")+`)
		VALUES (`+strings.Join(places, ", ")+`)`, values...)
	if err != nil {
		return false, fmt.Errorf("give back a row of %s: %w", r.table, err)
	}
	return true, nil
}

// carried is a row that a merge carried, or took away.
type carried struct {
	table, column, key, content string
}

func insertCarried(ctx context.Context, tx *store.Tx, id ID, rows []carried) error {
	const columns = 6
	no := 0
	for chunk := range slices.Chunk(rows, store.InsertRows(columns)) {
		var args []any
		for _, c := range chunk {
			no++
			args = append(args, id, no, c.table, c.column, c.key, c.content)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO person_merge_row (merge_id, no, table_name, column_name, row_key, content)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("write down what was carried: %w", err)
		}
	}
	return nil
}

// carriedBy reads what a merge carried, the last first.
func carriedBy(ctx context.Context, q store.Queryer, id ID) ([]carried, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (c carried, err error) {
		err = s.Scan(&c.table, &c.column, &c.key, &c.content)
		return c, err
	}, `
		SELECT table_name, column_name, row_key, content
		FROM person_merge_row
		WHERE merge_id = $1
		ORDER BY no DESC`, id)
	if err != nil {
		return nil, fmt.Errorf("read what was carried: %w", err)
	}
	return list, nil
}

const mergeColumns = `m.id, m.kept_id, m.gone_id, m.reason, m.moved_account, m.closed_id, m.was, m.merged_at, m.merged_by,
	m.undone_at, m.undone_by, m.undone_why`

func scanMerge(s store.Scanner) (Merge, error) {
	var m Merge
	err := s.Scan(&m.ID, &m.Kept, &m.Gone, &m.Reason, &m.movedAccount, store.ZeroNull(&m.closed), &m.was, &m.At, &m.By,
		&m.UndoneAt, &m.UndoneBy, &m.UndoneWhy)
	return m, err
}

func mergesOf(ctx context.Context, q store.Queryer, person members.PersonID) ([]Merge, error) {
	list, err := store.All(ctx, q, scanMerge, `
		SELECT `+mergeColumns+`
		FROM person_merge m
		WHERE m.kept_id = $1 OR m.gone_id = $1
		ORDER BY m.id DESC`, person)
	if err != nil {
		return nil, fmt.Errorf("read what was merged: %w", err)
	}
	return list, nil
}

func mergeByID(ctx context.Context, q store.Queryer, id ID) (Merge, error) {
	return store.One(ctx, q, scanMerge, `
		SELECT `+mergeColumns+`
		FROM person_merge m
		WHERE m.id = $1`, id)
}

// erasedSince reports whether the person of a merge was erased after it: what was carried is no longer written down.
func erasedSince(ctx context.Context, q store.Queryer, m Merge) (bool, error) {
	erased, err := store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (
		    SELECT 1
		    FROM erasure e
		    WHERE e.person_id IN ($1, $2) AND e.done_at >= $3)`, m.Kept, m.Gone, m.At)
	if err != nil {
		return false, fmt.Errorf("look whether someone was erased: %w", err)
	}
	return erased, nil
}

func insertMerge(ctx context.Context, tx *store.Tx, m Merge) (ID, error) {
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO person_merge (kept_id, gone_id, reason, was, merged_at, merged_by)
		VALUES ($1, $2, $3, '', $4, $5)
		RETURNING id`, m.Kept, m.Gone, m.Reason, m.At, m.By)
	if err != nil {
		return 0, fmt.Errorf("write down a merge: %w", err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO person_alias (gone_id, kept_id, merge_id)
		VALUES ($1, $2, $3)`, m.Gone, m.Kept, id)
	if err != nil {
		return 0, fmt.Errorf("lead a number on: %w", err)
	}
	return id, nil
}

func finishMerge(ctx context.Context, tx *store.Tx, m Merge) error {
	_, err := tx.Exec(ctx, `
		UPDATE person_merge
		SET moved_account = $2, closed_id = $3, was = $4
		WHERE id = $1`, m.ID, m.movedAccount, store.NullZero(m.closed), m.was)
	if err != nil {
		return fmt.Errorf("write down a merge: %w", err)
	}
	return nil
}

func endMerge(ctx context.Context, tx *store.Tx, id ID, at civil.Instant, by, why string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM person_alias WHERE merge_id = $1`, id); err != nil {
		return fmt.Errorf("give a number back: %w", err)
	}
	_, err := tx.Exec(ctx, `
		UPDATE person_merge
		SET undone_at = $2, undone_by = $3, undone_why = $4
		WHERE id = $1`, id, at, by, why)
	if err != nil {
		return fmt.Errorf("write down that a merge is undone: %w", err)
	}
	return nil
}

func apartPairs(ctx context.Context, q store.Queryer) (map[[2]members.PersonID]bool, error) {
	pairs, err := store.All(ctx, q, func(s store.Scanner) (p [2]members.PersonID, err error) {
		err = s.Scan(&p[0], &p[1])
		return p, err
	}, `
		SELECT low_id, high_id
		FROM person_apart`)
	if err != nil {
		return nil, fmt.Errorf("read who is not one person: %w", err)
	}
	out := make(map[[2]members.PersonID]bool, len(pairs))
	for _, p := range pairs {
		out[p] = true
	}
	return out, nil
}

func insertApart(
	ctx context.Context, tx *store.Tx, low, high members.PersonID, at civil.Instant, by string,
) (fresh bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO person_apart (low_id, high_id, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (low_id, high_id) DO NOTHING`, low, high, at, by)
	if err != nil {
		return false, fmt.Errorf("note that two records are of two people: %w", err)
	}
	return n > 0, nil
}
