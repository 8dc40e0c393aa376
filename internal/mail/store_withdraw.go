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
			err = r.Scan(&key, &l.Subject, &l.Body, &state)
			l.Waits, l.Failed = state == Waiting, state == Failed || state == Left
			out[key] = l
			return key, err
		}, `
			SELECT letter_key, subject, body, `+stateOf+`
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
			WHERE letter_id IN (SELECT id FROM mail_letter WHERE state = 'waiting' AND letter_key IN `+condition+`)`,
			args...); err != nil {
			return fmt.Errorf("withdraw what is attached to letters: %w", err)
		}
		if _, err := tx.Exec(ctx, `
			UPDATE mail_bounce
			SET letter_id = NULL
			WHERE letter_id IN (SELECT id FROM mail_letter WHERE state = 'waiting' AND letter_key IN `+condition+`)`,
			args...); err != nil {
			return fmt.Errorf("withdraw letters that came back: %w", err)
		}
		if _, err := tx.Exec(ctx, `
			DELETE FROM mail_letter
			WHERE state = 'waiting' AND letter_key IN `+condition, args...); err != nil {
			return fmt.Errorf("withdraw letters: %w", err)
		}
	}
	return nil
}

func setOutdated(ctx context.Context, tx *store.Tx, keys []string, why string) error {
	for chunk := range slices.Chunk(keys, store.MaxIn-1) {
		condition, args := store.In([]any{why}, chunk)
		if _, err := tx.Exec(ctx, `
			UPDATE mail_letter
			SET outdated = $1
			WHERE state <> 'sent' AND letter_key IN `+condition, args...); err != nil {
			return fmt.Errorf("note that letters are no longer true: %w", err)
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

// waitingFor reads the keys of the letters to a person that wait in the outbox.
func waitingFor(ctx context.Context, q store.Queryer, person int64) ([]string, error) {
	keys, err := store.All(ctx, q, store.Value[string], `
		SELECT letter_key
		FROM mail_letter
		WHERE state = 'waiting' AND person_id = $1
		ORDER BY id`, person)
	if err != nil {
		return nil, fmt.Errorf("read what waits for a person: %w", err)
	}
	return keys, nil
}

// hasDied reports whether a letter is to someone who is known to have died.
func hasDied(ctx context.Context, q store.Queryer, person int64) (bool, error) {
	if person == 0 {
		return false, nil
	}
	dead, err := store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM departure WHERE person_id = $1 AND kind = 'died' AND undone_at IS NULL)`, person)
	if err != nil {
		return false, fmt.Errorf("ask who has died: %w", err)
	}
	return dead, nil
}
