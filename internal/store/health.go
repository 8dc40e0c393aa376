package store

import (
	"context"
	"errors"
	"fmt"
)

// TryWrite writes something and rolls it back: nil says that a change could be kept now.
func (db *DB) TryWrite(ctx context.Context) error {
	err := db.InTx(Rehearsing(ctx, func() bool { return true }), func(tx *Tx) error { return writeNothing(ctx, tx) })
	if errors.Is(err, ErrRehearsed) {
		return nil
	}
	return fmt.Errorf("try to write: %w", err)
}

func writeNothing(ctx context.Context, tx *Tx) error {
	_, err := tx.Exec(ctx, `UPDATE goose_db_version SET is_applied = is_applied WHERE version_id = 0`)
	return err
}

// Settle waits until what is in the database is kept as safely as a commit that was confirmed: a commit that was cut off
// may stand at the primary alone, and one after it waits for the standby to have both. With SQLite all is on the disk.
func (db *DB) Settle(ctx context.Context) error {
	if db.dialect != Postgres || rehearsing(ctx) {
		return nil
	}
	if err := db.InTx(ctx, func(tx *Tx) error {
		tx.Logged() // nothing is changed
		return writeNothing(ctx, tx)
	}); err != nil {
		return fmt.Errorf("wait for the standby: %w", err)
	}
	return nil
}

// Migrated is the number of the highest migration that the database has.
func (db *DB) Migrated(ctx context.Context) (int64, error) {
	n, err := One(ctx, db, Value[int64], `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied`)
	if err != nil {
		return 0, fmt.Errorf("read the database's version: %w", err)
	}
	return n, nil
}

// Size is how many bytes the database takes.
func (db *DB) Size(ctx context.Context) (int64, error) {
	query := `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`
	if db.dialect == Postgres {
		query = `SELECT pg_database_size(current_database())`
	}
	n, err := One(ctx, db, Value[int64], query)
	if err != nil {
		return 0, fmt.Errorf("ask how big the database is: %w", err)
	}
	return n, nil
}
