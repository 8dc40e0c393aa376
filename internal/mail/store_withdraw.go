package mail

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func queuedOf(ctx context.Context, q store.Queryer, keys []string) (map[string]Queued, error) {
	out := map[string]Queued{}
	for chunk := range slices.Chunk(keys, store.MaxIn) {
		condition, args := store.In(nil, chunk)
		if _, err := store.All(ctx, q, func(r store.Scanner) (key string, err error) {
			var l Queued
			var state State
			err = r.Scan(&key, &l.Body, &state)
			l.Waits = state == Waiting
			out[key] = l
			return key, err
		}, `
			SELECT letter_key, body, state
			FROM mail_letter
			WHERE letter_key IN `+condition, args...); err != nil {
			return nil, fmt.Errorf("look for queued letters: %w", err)
		}
	}
	return out, nil
}

// deleteWaiting takes out letters that were not handed over, with what was attached to them.
func deleteWaiting(ctx context.Context, tx *store.Tx, keys []string) error {
	for chunk := range slices.Chunk(keys, store.MaxIn) {
		condition, args := store.In(nil, chunk)
		if _, err := tx.Exec(ctx, `
			DELETE FROM mail_letter_attachment
			WHERE letter_id IN (SELECT id FROM mail_letter WHERE state = 'waiting' AND letter_key IN `+condition+`)`, args...); err != nil {
			return fmt.Errorf("withdraw what is attached to letters: %w", err)
		}
		if _, err := tx.Exec(ctx, `
			DELETE FROM mail_letter
			WHERE state = 'waiting' AND letter_key IN `+condition, args...); err != nil {
			return fmt.Errorf("withdraw letters: %w", err)
		}
	}
	return nil
}

func holdWaiting(ctx context.Context, tx *store.Tx, keys []string, until civil.Instant) error {
	for chunk := range slices.Chunk(keys, store.MaxIn-1) {
		condition, args := store.In([]any{until}, chunk)
		if _, err := tx.Exec(ctx, `
			UPDATE mail_letter
			SET due_at = $1
			WHERE state = 'waiting' AND letter_key IN `+condition, args...); err != nil {
			return fmt.Errorf("hold letters: %w", err)
		}
	}
	return nil
}
