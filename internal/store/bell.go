package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Bell tells the other copies of the program that something was changed, through PostgreSQL (LISTEN and NOTIFY), so that
// they need not ask for it. It is a help and no more: what is rung may be lost, as where PgBouncer or another engine does
// not pass it on, and whoever hears looks at the database for what is so. With SQLite there is no other copy.
type Bell struct {
	db      *DB
	channel string
	copy    string // tells this copy's rings from others'

	mu      sync.Mutex
	waiting map[string]bool // what is still to be rung
	kick    chan struct{}
}

// NewBell is the bell of a name, lower case letters and underscores.
func (db *DB) NewBell(channel string) *Bell {
	return &Bell{
		db: db, channel: channel, copy: rand.Text()[:10], waiting: make(map[string]bool), kick: make(chan struct{}, 1),
	}
}

// mostWaiting bounds what is still to be rung while the database does not answer; the rest is found by asking.
const mostWaiting = 1000

// Ring has the other copies hear text soon. It does not wait, and says nothing of what becomes of it. It is called after
// the commit: PostgreSQL has commits that notify wait for each other.
func (b *Bell) Ring(text string) {
	if b.db.dialect != Postgres {
		return
	}
	b.mu.Lock()
	if len(b.waiting) < mostWaiting {
		b.waiting[text] = true
	}
	b.mu.Unlock()
	select {
	case b.kick <- struct{}{}:
	default:
	}
}

// ringPatience is how long a ring may take.
const ringPatience = 2 * time.Second

// RunRinging sends what is rung, until ctx ends. What is rung twice in the meantime is sent once.
func (b *Bell) RunRinging(ctx context.Context) {
	if b.db.dialect != Postgres {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.kick:
		}
		b.mu.Lock()
		texts := make([]string, 0, len(b.waiting))
		for text := range b.waiting {
			texts = append(texts, b.copy+" "+text)
		}
		clear(b.waiting)
		b.mu.Unlock()
		brief, stop := context.WithTimeout(ctx, ringPatience)
		_, _ = b.db.write.ExecContext(brief, // where it fails, others ask
			`SELECT pg_notify($1, text) FROM unnest(CAST($2 AS TEXT[])) AS text`, b.channel, texts)
		stop()
	}
}

// Times of listening.
const (
	listenAgain   = 250 * time.Millisecond // before the first try after a connection was lost; longer each time
	listenAtMost  = 2 * time.Second        // between tries while the database does not answer
	listenLater   = time.Minute            // where notifications are not passed on
	listenCheck   = 20 * time.Second       // how long a quiet connection is believed in
	listenPatient = 5 * time.Second        // for the database to answer
)

// errDeaf is the error of a connection on which nothing is heard.
var errDeaf = errors.New("the database does not pass notifications on (is PgBouncer before it, or is it another engine?): " +
	"what is changed at another copy is seen within a second instead")

// RunListening has hear told what other copies rang, on one connection of its own, until ctx ends; text is "" after each
// connection that is made, because something may have been missed. A connection that is lost is made again, also to another
// host. Where nothing can be heard the log says so once, and it is tried again each minute.
func (b *Bell) RunListening(ctx context.Context, log *slog.Logger, hear func(text string)) {
	if b.db.dialect != Postgres {
		return
	}
	said := ""
	for wait := listenAgain; ; wait = min(2*wait, listenAtMost) {
		err := b.listen(ctx, func(text string) {
			wait = listenAgain / 2
			said = ""
			hear(text)
		})
		if ctx.Err() != nil {
			return
		}
		pause := wait
		if !IsUnavailable(err) && !errors.Is(err, context.DeadlineExceeded) {
			pause = listenLater
			if said != err.Error() {
				said = err.Error()
				log.Warn("changes at other copies are not heard of", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// listen hears until the connection is lost.
func (b *Bell) listen(ctx context.Context, hear func(text string)) error {
	connecting, stop := context.WithTimeout(ctx, listenPatient*2)
	defer stop()
	conn, err := pgx.ConnectConfig(connecting, b.db.listening.Copy())
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer func() {
		closing, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer stop()
		conn.Close(closing) //nolint:errcheck // it ends either way
	}()
	if _, err := conn.Exec(connecting, "LISTEN "+b.channel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	if err := b.try(ctx, conn, hear); err != nil {
		return err
	}
	hear("")
	for {
		quiet, stop := context.WithTimeout(ctx, listenCheck)
		n, err := conn.WaitForNotification(quiet)
		stop()
		switch {
		case err == nil:
			b.pass(n.Payload, hear)
		case ctx.Err() != nil:
			return ctx.Err()
		case quiet.Err() != nil && !conn.IsClosed(): // nothing was rung: is the server still there?
			if err := b.try(ctx, conn, hear); err != nil {
				return err
			}
		default:
			return fmt.Errorf("listen: %w", err)
		}
	}
}

// pass passes on what another copy rang.
func (b *Bell) pass(payload string, hear func(text string)) (ours bool) {
	from, text, _ := strings.Cut(payload, " ")
	if from == b.copy {
		return text == ""
	}
	if text != "" {
		hear(text)
	}
	return false
}

// try rings on another connection what only this copy hears, and waits until it has. What others rang first is passed on.
func (b *Bell) try(ctx context.Context, conn *pgx.Conn, hear func(text string)) error {
	waiting, stop := context.WithTimeout(ctx, listenPatient)
	defer stop()
	if _, err := b.db.write.ExecContext(waiting, `SELECT pg_notify($1, $2)`, b.channel, b.copy+" "); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	for {
		n, err := conn.WaitForNotification(waiting)
		switch {
		case err == nil:
			if b.pass(n.Payload, hear) {
				return nil
			}
		case ctx.Err() != nil:
			return ctx.Err()
		case waiting.Err() != nil:
			return errDeaf
		default:
			return fmt.Errorf("listen: %w", err)
		}
	}
}
