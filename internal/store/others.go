package store

import (
	"context"
	"fmt"
)

// Ours reports whether the database has been opened by this program before, and whether it has no table at all.
func (db *DB) Ours(ctx context.Context) (ours, empty bool, err error) {
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
	if db.dialect == Postgres {
		query = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`
	}
	names, err := All(ctx, db, Value[string], query)
	if err != nil {
		return false, false, fmt.Errorf("read the schema: %w", err)
	}
	for _, name := range names {
		ours = ours || name == "audit_entry"
	}
	return ours, len(names) == 0 || len(names) == 1 && names[0] == "goose_db_version", nil
}

// OtherCopies is how many connections of this program the PostgreSQL database has beside those of db, which was opened
// under another name ([OpenAs]). What connects as another user, or under a name that the address gives, is not seen.
func (db *DB) OtherCopies(ctx context.Context) (n int, err error) {
	if db.dialect != Postgres {
		return 0, nil // the lock of the data folder tells
	}
	n, err = One(ctx, db, Value[int], `
		SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`, programName)
	if err != nil {
		return 0, fmt.Errorf("look for other copies: %w", err)
	}
	return n, nil
}
