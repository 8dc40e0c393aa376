package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// errBehind is the error of a connection to a primary from before another one took over: the next host is asked.
var errBehind = errors.New("this host is a primary from before another one took over")

// timeline is the number that PostgreSQL counts up with each promotion; of a standby, and of an engine that has none or
// does not tell, it is 0.
func timeline(ctx context.Context, conn *pgconn.PgConn) (int64, error) {
	results, err := conn.Exec(ctx, `SELECT CASE WHEN pg_is_in_recovery() THEN '0'
		ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END`).ReadAll()
	var pg *pgconn.PgError
	// no such function, one that is there by name alone, or one that the user may not ask
	if errors.As(err, &pg) && slices.Contains([]string{"42883", "0A000", "42501"}, pg.Code) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("ask for the timeline: %w", err)
	}
	if len(results) != 1 || len(results[0].Rows) != 1 || len(results[0].Rows[0]) != 1 {
		return 0, errors.New("ask for the timeline: no answer")
	}
	return strconv.ParseInt(string(results[0].Rows[0][0]), 16, 64)
}

// briefTimeline is the timeline of a host that answers in time.
func briefTimeline(ctx context.Context, conn *pgx.Conn) (int64, error) {
	brief, stop := context.WithTimeout(ctx, probePatience)
	defer stop()
	return timeline(brief, conn.PgConn())
}

// survey asks each host once, so that the highest timeline is known before one is taken. What cannot be asked is left
// out.
func (h *hosts) survey(ctx context.Context, config *pgx.ConnConfig) {
	asked := make(map[string]bool)
	for at := ""; ctx.Err() == nil; asked[at] = true {
		config := config.Copy()
		config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
			if asked[address] {
				return nil, errPassedOver
			}
			if at != address { // the same one is tried again without encryption
				asked[at] = true
				at = address
			}
			return h.dial(ctx, network, address)
		}
		conn, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return
		}
		conn.Close(ctx) //nolint:errcheck // it was only asked
	}
}

// isBehind reports whether a higher timeline than n was seen.
func (h *hosts) isBehind(n int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return n != 0 && n < h.highest
}

// current is a check of new connections that also refuses a primary on a timeline below the highest that was seen.
func (h *hosts) current(is pgconn.ValidateConnectFunc) pgconn.ValidateConnectFunc {
	return func(ctx context.Context, conn *pgconn.PgConn) error {
		err := is(ctx, conn)
		var second *pgconn.NotPreferredError // is taken where there is no better one
		if err != nil && !errors.As(err, &second) {
			return err
		}
		n, unknown := timeline(ctx, conn)
		if unknown != nil {
			return unknown
		}
		if behind := h.admit(conn.Conn(), n); behind != nil {
			return behind
		}
		return err
	}
}

// trackedIn is the connection that was dialed for one that may be encrypted.
func trackedIn(conn net.Conn) (c tracked, ok bool) {
	if encrypted, is := conn.(interface{ NetConn() net.Conn }); is {
		conn = encrypted.NetConn()
	}
	c, ok = conn.(tracked)
	return c, ok
}

// admit notes that a connection is to a host on a timeline, or refuses it. Where the timeline is higher than all
// before, connections to hosts on lower ones are given up.
func (h *hosts) admit(conn net.Conn, n int64) error {
	c, ok := trackedIn(conn)
	if !ok {
		return nil // nothing else is dialed
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if n != 0 && n < h.highest {
		h.sayBehind(c.address, n)
		return errBehind
	}
	delete(h.behind, c.address)
	if _, open := h.open[c.Conn]; open {
		h.open[c.Conn] = end{c.address, n, true}
	}
	if n <= h.highest {
		return nil
	}
	h.highest = n
	for conn, at := range h.open {
		if at.timeline != 0 && at.timeline < n {
			h.sayBehind(at.address, at.timeline)
			conn.Close() // whoever waits for it is told that it is gone
			delete(h.open, conn)
		}
	}
	return nil
}

// sayBehind logs that a host is refused, once until it is taken again.
func (h *hosts) sayBehind(address string, n int64) {
	if h.behind[address] || h.log == nil {
		return
	}
	h.behind[address] = true
	h.log.Warn("a host of the database is a primary from before another one took over: it is refused until it follows",
		"host", address, "timeline", n, "highest", h.highest)
}

// logTo has h log what it refuses.
func (h *hosts) logTo(log *slog.Logger) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.log = log
}
