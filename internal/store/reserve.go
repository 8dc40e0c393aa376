package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// Reserve keeps size numbers of rows free in tables whose rows the database numbers, the same in all of them, and
// gives the first, which is above a number. No row gets one of them but by name.
func (tx *Tx) Reserve(ctx context.Context, size, above int64, tables ...string) (int64, error) {
	last := above
	for _, name := range tables {
		n, err := tx.lastNumber(ctx, name)
		if err != nil {
			return 0, fmt.Errorf("look for free numbers in %s: %w", name, err)
		}
		last = max(last, n)
	}
	// PostgreSQL gives others numbers in the meantime: what is rounded up leaves room for them.
	const room = 1000
	from := (last/room + 2) * room
	return from, tx.StartAt(ctx, from+size, tables...)
}

// TakeNumber gives the next number of a table whose rows the database numbers; no row and no one else gets it. It waits
// for no other transaction.
func (tx *Tx) TakeNumber(ctx context.Context, table string) (n int64, err error) {
	if tx.db.dialect == Postgres {
		err = tx.QueryRow(ctx, `SELECT nextval(pg_get_serial_sequence($1, 'id'))`, table).Scan(&n)
	} else if err = tx.QueryRow(ctx, `INSERT INTO `+table+` DEFAULT VALUES RETURNING id`).Scan(&n); err == nil {
		_, err = tx.Exec(ctx, `DELETE FROM `+table+` WHERE id = $1`, n)
	}
	if err != nil {
		return 0, fmt.Errorf("take a number of %s: %w", table, err)
	}
	return n, nil
}

// HoldFree keeps the rows of a table that no other transaction holds until tx has ended, and gives the keys of those that
// one holds. It waits for none.
func (tx *Tx) HoldFree(ctx context.Context, table, key string) ([]int64, error) {
	if tx.db.dialect == SQLite {
		return nil, nil // one writer
	}
	free, err := All(ctx, tx, Value[int64], `SELECT `+key+` FROM `+table+` ORDER BY `+key+` FOR UPDATE SKIP LOCKED`)
	if err != nil {
		return nil, fmt.Errorf("hold %s: %w", table, err)
	}
	all, err := All(ctx, tx, Value[int64], `SELECT `+key+` FROM `+table+` ORDER BY `+key)
	if err != nil {
		return nil, fmt.Errorf("hold %s: %w", table, err)
	}
	return slices.DeleteFunc(all, func(n int64) bool { return slices.Contains(free, n) }), nil
}

// StartAt has the database number the next row of each table from there.
func (tx *Tx) StartAt(ctx context.Context, from int64, tables ...string) error {
	for _, name := range tables {
		if tx.db.dialect == Postgres {
			var set int64
			if err := tx.QueryRow(
				ctx, `SELECT setval(pg_get_serial_sequence($1, 'id'), $2, FALSE)`, name, from,
			).Scan(&set); err != nil {
				return fmt.Errorf("number the rows of %s: %w", name, err)
			}
			continue
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sqlite_sequence WHERE name = $1`, name); err != nil {
			return fmt.Errorf("number the rows of %s: %w", name, err)
		}
		if _, err := tx.Exec(
			ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, name, from-1,
		); err != nil {
			return fmt.Errorf("number the rows of %s: %w", name, err)
		}
	}
	return nil
}

// NumberAbove has the database number the next row of each table above a number, unless it does already.
func (tx *Tx) NumberAbove(ctx context.Context, above int64, tables ...string) error {
	for _, name := range tables {
		last, err := tx.lastNumber(ctx, name)
		if err != nil {
			return fmt.Errorf("look for free numbers in %s: %w", name, err)
		}
		if last >= above {
			continue
		}
		if err := tx.StartAt(ctx, above+1, name); err != nil {
			return err
		}
	}
	return nil
}

// lastNumber is the largest number that a row of the table has had, or that was kept free.
func (tx *Tx) lastNumber(ctx context.Context, table string) (int64, error) {
	return lastNumber(ctx, tx, tx.db.dialect, table)
}

// rower is whoever gives one row.
type rower interface {
	QueryRow(ctx context.Context, query string, args ...any) *sql.Row
}

func lastNumber(ctx context.Context, q rower, dialect Dialect, table string) (n int64, err error) {
	if dialect == Postgres { // pg_sequence_last_value does not know where StartAt has put it
		var sequence string
		if err := q.QueryRow(ctx, `SELECT pg_get_serial_sequence($1, 'id')`, table).Scan(&sequence); err != nil {
			return 0, err
		}
		err = q.QueryRow(ctx, `SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM `+sequence).Scan(&n)
		return n, err
	}
	err = q.QueryRow(ctx, `SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = $1`, table).Scan(&n)
	return n, err
}
