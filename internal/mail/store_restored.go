package mail

import (
	"context"
	"fmt"

	"nzgs/internal/store"
)

func holdRestored(ctx context.Context, tx *store.Tx) (int, error) {
	n, err := tx.Exec(ctx, `
		UPDATE mail_letter
		SET restored = TRUE
		WHERE state = 'waiting'`)
	if err != nil {
		return 0, fmt.Errorf("hold the letters of the backup: %w", err)
	}
	return int(n), nil
}

func releaseRestored(ctx context.Context, tx *store.Tx) (int, error) {
	n, err := tx.Exec(ctx, `
		UPDATE mail_letter
		SET restored = FALSE
		WHERE state = 'waiting' AND restored`)
	if err != nil {
		return 0, fmt.Errorf("release the letters of the backup: %w", err)
	}
	return int(n), nil
}

func keepBackRestored(ctx context.Context, tx *store.Tx) (int, error) {
	n, err := tx.Exec(ctx, `
		UPDATE mail_letter
		SET restored = FALSE, state = 'failed', problem = $1
		WHERE state = 'waiting' AND restored`, KeptBack)
	if err != nil {
		return 0, fmt.Errorf("keep the letters of the backup back: %w", err)
	}
	return int(n), nil
}

func countRestored(ctx context.Context, q store.Queryer) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM mail_letter
		WHERE state = 'waiting' AND restored`)
	if err != nil {
		return 0, fmt.Errorf("count the letters of the backup: %w", err)
	}
	return n, nil
}
