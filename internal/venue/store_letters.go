package venue

import (
	"context"
	"fmt"

	"nzgs/internal/store"
)

// letters are who asked for letters about the rounds of an entry, and what was said in them.
type letters struct{ asked, said [][]any }

// wipeLetters removes who asked for letters about the event's players, and gives them.
func wipeLetters(ctx context.Context, tx *store.Tx, event EventID) (out letters, err error) {
	const ofLetters = `letters_id IN (SELECT l.id FROM round_letters l WHERE l.` + ofEntries + `)`
	if out.asked, err = store.All(ctx, tx, cells(7), `
		SELECT entry_id, id, person_id, address, token, asked_at, confirmed_at
		FROM round_letters
		WHERE `+ofEntries, event); err != nil {
		return out, fmt.Errorf("read who asked for letters: %w", err)
	}
	if out.said, err = store.All(ctx, tx, cells(4), `
		SELECT letters_id, round, said, times
		FROM round_letter_said
		WHERE `+ofLetters, event); err != nil {
		return out, fmt.Errorf("read what letters said: %w", err)
	}
	for _, statement := range []string{
		`DELETE FROM round_letter_said WHERE ` + ofLetters, `DELETE FROM round_letters WHERE ` + ofEntries,
	} {
		if _, err := tx.Exec(ctx, statement, event); err != nil {
			return out, fmt.Errorf("make room for letters: %w", err)
		}
	}
	return out, nil
}

// cells reads rows of so many cells.
func cells(n int) func(store.Scanner) ([]any, error) {
	return func(s store.Scanner) ([]any, error) {
		row, to := make([]any, n), make([]any, n)
		for i := range row {
			to[i] = &row[i]
		}
		err := s.Scan(to...)
		return row, err
	}
}

// putBack keeps who asked for letters about the entries that are still there.
func (l letters) putBack(ctx context.Context, tx *store.Tx) error {
	for _, row := range l.asked {
		if _, err := tx.Exec(ctx, `
			INSERT INTO round_letters (entry_id, id, person_id, address, token, asked_at, confirmed_at)
			SELECT e.id, $2, $3, $4, $5, $6, $7
			FROM entry e
			WHERE e.id = $1`, row...); err != nil {
			return fmt.Errorf("keep who asked for letters: %w", err)
		}
	}
	for _, row := range l.said {
		if _, err := tx.Exec(ctx, `
			INSERT INTO round_letter_said (letters_id, round, said, times)
			SELECT l.id, $2, $3, $4
			FROM round_letters l
			WHERE l.id = $1`, row...); err != nil {
			return fmt.Errorf("keep what letters said: %w", err)
		}
	}
	return nil
}
