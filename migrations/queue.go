package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3/lock"
)

// How long a program waits for another that migrates the same database: it asks every second, and for longer than any
// migration takes.
const (
	askEvery = 1 // seconds
	askTimes = 1800
)

// queue is a lock on the connection that migrates, which ends with it. While it is held no statement is cut short: a
// migration takes as long as it takes.
type queue struct{ lock.SessionLocker }

func newQueue() (lock.SessionLocker, error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(askEvery, askTimes))
	if err != nil {
		return nil, fmt.Errorf("queue for the migrations: %w", err)
	}
	return queue{locker}, nil
}

// SessionLock waits for the lock, and then lifts the time limits of the connection.
func (q queue) SessionLock(ctx context.Context, conn *sql.Conn) error {
	if err := q.SessionLocker.SessionLock(ctx, conn); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, `SELECT set_config('statement_timeout', '0', FALSE), set_config('lock_timeout', '0', FALSE)`)
	if err != nil {
		return errors.Join(fmt.Errorf("lift the time limits: %w", err), q.SessionLocker.SessionUnlock(ctx, conn))
	}
	return nil
}

// SessionUnlock gives the lock and the time limits back.
func (q queue) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `RESET statement_timeout; RESET lock_timeout`)
	return errors.Join(err, q.SessionLocker.SessionUnlock(ctx, conn))
}
