// Package moving moves the whole society from one database to another: SQLite and PostgreSQL, either way.
//
// Invariants: while a move goes on neither end is served, and after it the target alone; every row is compared before the
// move ends, and the audit log's chain is read; a move that was cut off goes on where it was; nothing is moved over
// what a database holds. The society goes on as it was: letters that wait leave from the target, and are not held.
package moving

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Report says what was moved.
type Report struct {
	Tables  int
	Rows    int64
	Entries int64 // of the audit log, with the one that says that the society was moved
	Resumed bool  // whether the move had been begun before
}

// Move moves the society. say is told what is being done.
func Move(ctx context.Context, from, to *store.DB, clock civil.Clock, say func(string)) (Report, error) {
	r := Report{}
	if err := alone(ctx, from, to); err != nil { // before anything is written: what is served goes on
		return r, err
	}
	if err := ready(ctx, from, to); err != nil {
		return r, err
	}
	target, err := begin(ctx, from, to, clock())
	if err != nil {
		return r, err
	}
	r.Resumed = target.filled != "" || target.ended
	if target.ended {
		r.Entries, err = audit.Verify(ctx, to)
		return r, err
	}
	if err := waitForCopies(ctx, from, to, say); err != nil {
		return r, err
	}
	c, err := store.NewCopying(ctx, from, to)
	if err != nil {
		return r, err
	}
	defer c.Close()
	filled := strings.Fields(target.filled)
	for i, name := range c.Tables() {
		if slices.Contains(filled, name) {
			continue
		}
		say(fmt.Sprintf("copying %d of %d: %s", i+1, len(c.Tables()), name))
		if err := fill(ctx, c, to, &target, name); err != nil {
			return r, err
		}
	}
	if r.Tables, r.Rows, err = compare(ctx, c, from, to, say); err != nil {
		return r, err
	}
	// The source ends first, for this target alone: of several that it was moved to at the same time, one is served.
	if err := end(ctx, from, half{side: "from", move: target.move}, clock()); err != nil {
		return r, err
	}
	if err := finish(ctx, to, clock, target, r); err != nil {
		return r, err
	}
	r.Entries, err = audit.Verify(ctx, to)
	return r, err
}

// ready brings both databases to the schema of this program, if they are ours.
func ready(ctx context.Context, from, to *store.DB) error {
	for _, db := range []*store.DB{from, to} {
		ours, empty, err := db.Ours(ctx)
		switch {
		case err != nil:
			return err
		case db == from && !ours:
			return errors.New("there is no society in the database to move from")
		case !ours && !empty:
			return errors.New("the database to move to holds tables of another program: name an empty database")
		}
		if _, err := db.Migrate(ctx); err != nil {
			return err
		}
	}
	return nil
}

// begin writes at both ends that the move has begun, or finds that it has, and gives the target's.
func begin(ctx context.Context, from, to *store.DB, now civil.Instant) (half, error) {
	source, err := read(ctx, from)
	if err != nil {
		return half{}, err
	}
	target, err := read(ctx, to)
	if err != nil {
		return half{}, err
	}
	switch {
	case source.side == "from" && target.side == "to" && source.move == target.move:
		return target, nil // the same move, begun before
	case source.ended && source.side == "from":
		return half{}, errors.New("the society was moved away from this database already: nzgs move --release has it " +
			"serve again, if the move is given up")
	case source.side == "to" && !source.ended:
		return half{}, errors.New("a move to the database to move from was begun and has not ended: finish that one first")
	case target.side != "":
		return half{}, errors.New("the database to move to holds part of another move, or what one brought: name an empty one")
	}
	if entries, err := audit.Written(ctx, to); err != nil || entries > 0 {
		return half{}, errors.Join(err, errors.New("the database to move to holds a society: name an empty database"))
	}
	// Each target has a move of its own: what an earlier one was given goes no further.
	next := half{side: "from", move: rand.Text()}
	if err := write(ctx, from, source, next, now); err != nil {
		return half{}, err
	}
	next.side = "to"
	return next, write(ctx, to, target, next, now)
}

// alone refuses while another program uses one of the databases, where that can be known.
func alone(ctx context.Context, ends ...*store.DB) error {
	for _, db := range ends {
		n, err := db.OtherCopies(ctx)
		if err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("another nzgs is using one of the databases (%d connections): stop every copy first, and move again", n)
		}
	}
	return nil
}

// stopping is how long a copy that alone does not see has to see the move by itself, and to stop.
const stopping = 4 * time.Second

// waitForCopies waits before anything is copied, so that what such a copy still keeps is moved too, as that a letter left.
func waitForCopies(ctx context.Context, from, to *store.DB, say func(string)) error {
	if err := alone(ctx, from, to); err != nil { // one may have started before it could see the move
		return err
	}
	if from.Dialect() != store.Postgres {
		return nil
	}
	wait := time.NewTimer(stopping)
	defer wait.Stop()
	say("waiting for copies that still run to stop")
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-wait.C:
		return nil
	}
}

// fill copies one table and writes down that it is whole, in one transaction.
func fill(ctx context.Context, c *store.Copying, to *store.DB, target *half, name string) error {
	filled := target.filled + " " + name
	err := to.InTx(ctx, func(tx *store.Tx) error {
		if err := whole(ctx, tx, *target, filled); err != nil { // before the rows: another move waits here, and stops
			return err
		}
		if target.filled == "" {
			if err := c.Empty(ctx, tx); err != nil {
				return err
			}
		}
		return c.Fill(ctx, tx, name)
	})
	if err == nil {
		target.filled = filled
	}
	return err
}

// compare reads every row of both ends, and the log with its chain.
func compare(ctx context.Context, c *store.Copying, from, to *store.DB, say func(string)) (tables int, rows int64, err error) {
	for i, name := range c.Tables() {
		say(fmt.Sprintf("comparing %d of %d: %s", i+1, len(c.Tables()), name))
		n, err := c.Compare(ctx, name)
		if err != nil {
			return 0, 0, fmt.Errorf("the move is not whole, and the target is not to be used: %w; begin again with an empty database", err)
		}
		tables, rows = tables+1, rows+n
	}
	entries, err := audit.Verify(ctx, to)
	if err != nil {
		return 0, 0, fmt.Errorf("the audit log of the target: %w", err)
	}
	was, err := audit.Ends(ctx, from)
	if err != nil {
		return 0, 0, err
	}
	n, err := audit.Written(ctx, from)
	if err != nil {
		return 0, 0, err
	}
	if moved, err := audit.Ends(ctx, to); err != nil || n != entries || !slices.Equal(moved, was) {
		return 0, 0, errors.Join(err, errors.New("the log of the source went on during the move: begin again with an empty database"))
	}
	return tables, rows, nil
}

// finish has the target be served from here on, and writes the move into its log.
func finish(ctx context.Context, to *store.DB, clock civil.Clock, target half, r Report) error {
	cases := usecase.New(to, clock)
	permit, err := cases.Allow(auth.System("the console").By(), nil)
	if err != nil {
		return err
	}
	return cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := ended(ctx, tx, target, permit.Now()); err != nil {
			return nil, err
		}
		return permit.Did("move.society", "society", 0, nil, map[string]any{
			"to": to.Dialect(), "move": target.move, "tables": r.Tables, "rows": r.Rows,
		}), nil
	})
}

func end(ctx context.Context, db *store.DB, e half, now civil.Instant) error {
	return db.InTx(ctx, func(tx *store.Tx) error { return ended(ctx, tx, e, now) })
}

// ErrHeld is the error of a database that a move holds.
var ErrHeld = errors.New("this database is not to be served")

// Serves refuses a database that a move holds: it was moved away, or is only half filled.
func Serves(ctx context.Context, db *store.DB) error {
	e, err := read(ctx, db)
	why := ""
	switch {
	case err != nil:
		return err
	case e.side == "from" && e.ended:
		why = "the society was moved from this database to another, which is to be served instead; if that move is " +
			"given up, nzgs move --release has this one serve again"
	case e.side == "from":
		why = "the society is being moved from this database to another: run the same nzgs move again, or give the " +
			"move up with nzgs move --release"
	case e.side == "to" && !e.ended:
		why = "a move to this database has not ended: run the same nzgs move again"
	default:
		return nil
	}
	return fmt.Errorf("%w: %s", ErrHeld, why)
}

// Release gives a move up: the database that it was to leave, or has left, is served again.
func Release(ctx context.Context, db *store.DB) error {
	e, err := read(ctx, db)
	switch {
	case err != nil:
		return err
	case e.side != "from":
		return errors.New("no move goes out of this database: there is nothing to give up")
	}
	return Forget(ctx, db)
}
