package store

import (
	"context"

	"nzgs/migrations"
)

// Migrate brings the schema up to date and returns how many migrations it applied.
func (db *DB) Migrate(ctx context.Context) (int, error) {
	return migrations.Up(ctx, db.write, migrations.Dialect(db.dialect))
}
