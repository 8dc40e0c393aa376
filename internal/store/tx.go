package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5/pgconn"
)

// Tx is an open transaction, the only thing that can write.
type Tx struct {
	db          *DB
	tx          *sql.Tx
	err         error
	afterCommit []func()
	marks       map[string]bool
	stream      *int64
}

// ErrTxFailed is returned by every call on a Tx after one of them failed.
var ErrTxFailed = errors.New("the transaction has failed and takes no more statements")

// InTx runs fn in one transaction: committed when fn returns nil, rolled back
// when it returns an error or panics. fn may be run again after a deadlock, so
// it must change nothing but the database.
func (db *DB) InTx(ctx context.Context, fn func(*Tx) error) error {
	var err error
	for n := range maxAttempts {
		if n > 0 && pause(ctx, n) != nil {
			return err
		}
		if err = db.inTx(ctx, fn); !isRetryable(err) {
			return err
		}
	}
	return err
}

func (db *DB) inTx(ctx context.Context, fn func(*Tx) error) (err error) {
	limited, cut := context.WithCancel(ctx)
	defer cut()
	conn, raw, err := db.begin(limited)
	if err != nil {
		return fmt.Errorf("begin a transaction: %w", err)
	}
	defer conn.Close()
	tx := &Tx{db: db, tx: raw}
	committed := false
	defer func() {
		if !committed {
			raw.Rollback() // also on panic, which is passed on
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	if tx.err != nil {
		return fmt.Errorf("a statement failed and its error was not returned: %w", tx.err)
	}
	if rehearsing(ctx) {
		return ErrRehearsed
	}
	inTime := db.limitCommit(cut)
	err = raw.Commit()
	late := !inTime()
	if !tx.marks[logged] {
		db.unlogged.Add(1)
	}
	if err != nil {
		if late || isDisconnected(err) || isShutDown(err) {
			err = fmt.Errorf("%w: %w", ErrUncertain, err)
		}
		return fmt.Errorf("commit: %w", err)
	}
	committed = true
	if isUnreplicated(conn) {
		return fmt.Errorf("commit: the standby has not answered: %w", ErrUncertain)
	}
	for _, f := range tx.afterCommit {
		f()
	}
	return nil
}

// ErrRehearsed is the error of a transaction that was only rehearsed: it met
// nothing that refuses it, and nothing was kept.
var ErrRehearsed = errors.New("this was only rehearsed: nothing was saved")

type rehearsalKey struct{}

// Rehearsing gives a context in which no transaction is kept while only holds: a
// change whose input is known to be wrong is tried for what else is wrong with it.
func Rehearsing(ctx context.Context, only func() bool) context.Context {
	return context.WithValue(ctx, rehearsalKey{}, only)
}

func rehearsing(ctx context.Context) bool {
	only, ok := ctx.Value(rehearsalKey{}).(func() bool)
	return ok && only()
}

func isRetryable(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// AfterCommit registers f to run once the transaction is committed; it does
// not run when the transaction is rolled back.
func (tx *Tx) AfterCommit(f func()) { tx.afterCommit = append(tx.afterCommit, f) }

// First reports whether this is the first call with that mark in this Tx.
func (tx *Tx) First(mark string) bool {
	if tx.marks[mark] {
		return false
	}
	if tx.marks == nil {
		tx.marks = make(map[string]bool)
	}
	tx.marks[mark] = true
	return true
}

// Stream is the one stream of the log in which a transaction writes all its entries: the first that is asked for. So no
// two that write the log wait for each other crosswise.
func (tx *Tx) Stream(first int64) int64 {
	if tx.stream == nil {
		tx.stream = &first
	}
	return *tx.stream
}

const logged = "logged"

// Logged notes that what the transaction changes stands in a log that it writes.
func (tx *Tx) Logged() { tx.First(logged) }

// Unlogged is how many transactions of this program have changed something without a log that says so.
func (db *DB) Unlogged() int64 { return db.unlogged.Load() }

// Exec runs a writing statement and returns how many rows it changed.
func (tx *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if tx.err != nil {
		return 0, ErrTxFailed
	}
	res, err := tx.tx.ExecContext(ctx, tx.db.native(query), args...)
	tx.db.tell(query, err)
	if err != nil {
		tx.err = err
		return 0, err
	}
	return res.RowsAffected()
}

// ExecEach runs one writing statement for every list of parameters; it is read by
// the database only once, which for many rows is most of the work.
func (tx *Tx) ExecEach(ctx context.Context, query string, all iter.Seq[[]any]) (err error) {
	if tx.err != nil {
		return ErrTxFailed
	}
	stmt, err := tx.tx.PrepareContext(ctx, tx.db.native(query))
	if err == nil {
		defer stmt.Close()
		for args := range all {
			if _, err = stmt.ExecContext(ctx, args...); err != nil {
				break
			}
		}
	}
	tx.db.tell(query, err)
	tx.err = err
	return err
}

// Query runs a query inside the transaction. The rows must be closed before
// the next statement.
func (tx *Tx) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if tx.err != nil {
		return nil, ErrTxFailed
	}
	rows, err := tx.tx.QueryContext(ctx, tx.db.native(query), args...)
	tx.db.tell(query, err)
	if err != nil {
		tx.err = err
	}
	return rows, err
}

// QueryRow runs a query, also INSERT … RETURNING, that gives at most one row.
// An absent row (ErrNoRows) does not fail the transaction.
func (tx *Tx) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	row := tx.tx.QueryRowContext(ctx, tx.db.native(query), args...)
	tx.db.tell(query, row.Err())
	return row
}
