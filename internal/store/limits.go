package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"
)

// Nothing waits for the database without an end. A page has its own, shorter limit; these are for what is sent in, and
// for the program's own work.
const (
	lockPatience      = 10 * time.Second // for a lock that another transaction holds
	statementPatience = 60 * time.Second // for one statement
	idlePatience      = 60 * time.Second // for a transaction that asks nothing
	commitPatience    = 15 * time.Second // for a commit, which waits for the standby; PostgreSQL's own limits leave it out
	queuePatience     = 15 * time.Second // in the queue for the writer, or for a connection
	connectPatience   = 5 * time.Second  // for a host to answer
	silencePatience   = 15 * time.Second // for a machine that no longer answers at all, as one without power
	hostPatience      = 2 * time.Second  // for one of several: the next may be the one that took over
)

// ErrQueue is the error of a transaction that did not begin: too many others were before it.
var ErrQueue = errors.New("the queue for writing is too long")

// ErrUncertain is the error of a transaction whose end the database did not answer: it may have been kept.
var ErrUncertain = errors.New("the database did not answer whether the change was kept")

// Queued is told that a transaction stands in the queue for the writer, and gives what is to be run when it has left it.
type Queued func() (left func())

// WhenQueued has f told of each transaction that stands in the queue. It is set before the database is used.
func (db *DB) WhenQueued(f Queued) { db.queued = f }

// writer waits for a connection that writes, within limits.
func (db *DB) writer(ctx context.Context) (*sql.Conn, error) {
	if db.queued != nil {
		defer db.queued()()
	}
	queue, cancel := context.WithTimeout(ctx, db.patience)
	defer cancel()
	conn, err := db.write.Conn(queue)
	if err != nil && ctx.Err() == nil && queue.Err() != nil {
		return nil, fmt.Errorf("%w: %w", ErrQueue, err)
	}
	return conn, err
}

// begin begins a transaction. A connection that turns out to be dead has done nothing yet: the next one is taken.
func (db *DB) begin(ctx context.Context) (conn *sql.Conn, tx *sql.Tx, err error) {
	for range maxAttempts {
		if conn, err = db.writer(ctx); err != nil {
			return nil, nil, err
		}
		if tx, err = conn.BeginTx(ctx, nil); err == nil {
			return conn, tx, nil
		}
		conn.Close()
		if !errors.Is(err, driver.ErrBadConn) {
			break
		}
	}
	return nil, nil, err
}

// limitCommit has a commit that begins now cut off when it takes too long; inTime says afterwards that it was not.
func (db *DB) limitCommit(cut func()) (inTime func() bool) {
	if db.dialect != Postgres {
		return func() bool { return true }
	}
	return time.AfterFunc(commitPatience, cut).Stop
}

// maxAttempts is how often InTx tries when PostgreSQL breaks a deadlock or a serialization conflict at our cost.
const maxAttempts = 5

// pause is how long InTx waits before its nth further try: longer each time. Its rival has been served in the meantime.
func pause(ctx context.Context, n int) error {
	wait := time.NewTimer(time.Duration(n*n) * 5 * time.Millisecond)
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-wait.C:
		return nil
	}
}

// Insist is InTx for what has happened already and is only to be written down, as that a letter has left: while the
// database cannot keep it, it is tried again for about two minutes. fn comes to the same when it is kept twice.
func (db *DB) Insist(ctx context.Context, fn func(*Tx) error) (err error) {
	for wait := 50 * time.Millisecond; ; wait *= 2 {
		if err = db.InTx(ctx, fn); !IsUnavailable(err) || wait > time.Minute {
			return err
		}
		again := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			again.Stop()
			return err
		case <-again.C:
		}
	}
}
