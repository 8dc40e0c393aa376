package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// devicesOf reports whether an account knows the browser, and any at all.
func devicesOf(ctx context.Context, q store.Queryer, account AccountID, hash string) (known, any bool, err error) {
	err = q.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM account_device WHERE account_id = $1 AND token_hash = $2),
		       EXISTS (SELECT 1 FROM account_device WHERE account_id = $1)`, account, hash).Scan(&known, &any)
	return known, any, err
}

func keepDevice(ctx context.Context, tx *store.Tx, account AccountID, hash string, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO account_device (account_id, token_hash, first_at, last_at)
		VALUES ($1, $2, $3, $3)
		ON CONFLICT (account_id, token_hash) DO UPDATE
		SET last_at = excluded.last_at`, account, hash, now)
	return err
}

func deleteOldDevices(ctx context.Context, tx *store.Tx, until civil.Instant) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM account_device WHERE last_at <= $1`, until)
}
