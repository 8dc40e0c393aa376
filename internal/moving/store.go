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

// write begins at one end; what an earlier move left there is gone.
func write(ctx context.Context, db *store.DB, e half, now civil.Instant) error {
	return db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM moving`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO moving (id, move, side, begun_at) VALUES (1, $1, $2, $3)`, e.move, e.side, now)
		return err
	})
}

func whole(ctx context.Context, tx *store.Tx, table string) error {
	_, err := tx.Exec(ctx, `UPDATE moving SET filled = filled || ' ' || CAST($1 AS TEXT) WHERE id = 1`, table)
	return err
}

func ended(ctx context.Context, tx *store.Tx, now civil.Instant) error {
	_, err := tx.Exec(ctx, `UPDATE moving SET ended_at = $1 WHERE id = 1`, now)
	return err
}

// Forget leaves nothing of a move in a database that was restored from a backup.
func Forget(ctx context.Context, db *store.DB) error {
	return db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM moving`)
		return err
	})
}
