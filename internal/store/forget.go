package store

import (
	"context"
	"errors"
	"fmt"
)

// ErrRead is the error of ForgetHistory while someone reads the database.
var ErrRead = errors.New("cut the write-ahead log: someone reads the database")

// ForgetHistory leaves in SQLite's files only what the tables hold now: what is
// in the write-ahead log goes into the database, and the log is cut to nothing.
// The log has every page as it was after each change, in the order of the
// changes, until then. While someone reads for long, such as a backup, the
// error is ErrRead. PostgreSQL keeps its log elsewhere: nothing is done.
func (db *DB) ForgetHistory(ctx context.Context) error {
	if db.dialect != SQLite {
		return nil
	}
	ctx = context.WithoutCancel(ctx) // the settings below are put back
	conn, err := db.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("cut the write-ahead log: %w", err)
	}
	defer conn.Close()
	// Other writers wait for this connection: it does not wait long for readers.
	_, err = conn.ExecContext(ctx, `PRAGMA busy_timeout(200)`)
	if err == nil {
		var busy, frames, moved int
		err = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved)
		if err == nil && busy != 0 {
			err = ErrRead
		}
	}
	_, back := conn.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout(%d)`, busyTimeout))
	if err = errors.Join(err, back); err != nil {
		return fmt.Errorf("cut the write-ahead log: %w", err)
	}
	return nil
}
