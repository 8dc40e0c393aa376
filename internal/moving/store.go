package moving

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// half is one end of a move, as its database has it; the zero value for none.
type half struct {
	move, side string
	ended      bool
	filled     string
}

func read(ctx context.Context, q store.Queryer) (e half, err error) {
	e, err = store.One(ctx, q, func(s store.Scanner) (e half, err error) {
		return e, s.Scan(&e.move, &e.side, &e.ended, &e.filled)
	}, `SELECT move, side, ended_at IS NOT NULL, filled FROM moving WHERE id = 1`)
	if errors.Is(err, store.ErrNoRows) {
		return half{}, nil
	}
	if err != nil {
		return half{}, fmt.Errorf("look for a move: %w", err)
	}
	return e, nil
}

// errOvertaken is the error of a move whose end is no longer as it left it.
var errOvertaken = errors.New("another nzgs move has begun with one of these databases, or this one was given up: nothing " +
	"more was written")

// only makes of a statement that changed no row an error.
func only(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errOvertaken
	}
	return err
}

// write begins at one end, in place of what was read there.
func write(ctx context.Context, db *store.DB, was, e half, now civil.Instant) error {
	err := db.InTx(ctx, func(tx *store.Tx) error {
		if was.side != "" {
			if err := only(tx.Exec(
				ctx, `DELETE FROM moving WHERE move = $1 AND side = $2 AND (ended_at IS NOT NULL) = $3`, was.move, was.side, was.ended,
			)); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `INSERT INTO moving (id, move, side, begun_at) VALUES (1, $1, $2, $3)`, e.move, e.side, now)
		return err
	})
	if store.IsUnique(err) {
		return errOvertaken
	}
	return err
}

// whole writes down which tables of a target are whole.
func whole(ctx context.Context, tx *store.Tx, e half, filled string) error {
	return only(tx.Exec(ctx, `
		UPDATE moving
		SET filled = $1
		WHERE id = 1 AND side = 'to' AND move = $2 AND filled = $3 AND ended_at IS NULL`, filled, e.move, e.filled))
}

func ended(ctx context.Context, tx *store.Tx, e half, now civil.Instant) error {
	return only(tx.Exec(ctx, `UPDATE moving SET ended_at = $1 WHERE id = 1 AND side = $2 AND move = $3`, now, e.side, e.move))
}

// Forget leaves nothing of a move in a database that was restored from a backup.
func Forget(ctx context.Context, db *store.DB) error {
	return db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM moving`)
		return err
	})
}
