package mail

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
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

// noteRestored notes that the database has just been restored.
func noteRestored(ctx context.Context, at civil.Instant) func(*store.Tx) error {
	return func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `
			INSERT INTO mail_just_restored (id, restored_at)
			VALUES (1, $1)
			ON CONFLICT (id) DO UPDATE SET restored_at = EXCLUDED.restored_at`, at); err != nil {
			return fmt.Errorf("note that a backup was restored: %w", err)
		}
		return nil
	}
}

func forgetRestored(ctx context.Context) func(*store.Tx) error {
	return func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM mail_just_restored`); err != nil {
			return fmt.Errorf("note that all is written since a restore: %w", err)
		}
		return nil
	}
}

func isJustRestored(ctx context.Context, q store.Queryer) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM mail_just_restored`)
	if err != nil {
		return false, fmt.Errorf("ask whether a backup was just restored: %w", err)
	}
	return n > 0, nil
}
