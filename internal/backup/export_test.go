package backup

import (
	"context"

	"nzgs/internal/store"
)

// Write writes a backup that is not encrypted.
func Write(ctx context.Context, db *store.DB, file string) (Report, error) {
	return Seal{}.Write(ctx, db, file)
}
