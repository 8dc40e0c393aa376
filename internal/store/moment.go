package store

import (
	"context"
	"database/sql"
	"fmt"
)

// moment reads the database as it stood when its first query began.
type moment struct {
	db *DB
	tx *sql.Tx
}

func (m moment) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := m.tx.QueryContext(ctx, m.db.native(query), args...)
	m.db.tell(query, err)
	return rows, err
}

func (m moment) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	row := m.tx.QueryRowContext(ctx, m.db.native(query), args...)
	m.db.tell(query, row.Err())
	return row
}

// AtOnce gives fn what reads the database as it stood at one moment, whatever others change meanwhile: for a file that
// is read in several queries. fn asks nothing else of the database, because readers are few and would wait for each other.
func (db *DB) AtOnce(ctx context.Context, fn func(Queryer) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if db.dialect == Postgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	tx, err := db.read.BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("begin to read: %w", err)
	}
	defer tx.Rollback()
	return fn(moment{db, tx})
}
