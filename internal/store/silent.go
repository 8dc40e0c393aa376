package store

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Times of watching the hosts. Together they leave less than three seconds between the promotion of a standby and the moment
// when nothing waits any more for the host that hangs.
const (
	probeEvery    = 500 * time.Millisecond  // between looks at a host that answers
	probePatience = 1500 * time.Millisecond // for it to answer
	probeAgain    = 100 * time.Millisecond  // between looks for the next, while one hangs
	returnEvery   = 500 * time.Millisecond  // between looks at one that is passed over
)

// hosts are the connections of a program whose address names several hosts. A host that hangs, as one whose disk or system
// stands still, says nothing and refuses nothing: connections to it would be waited for in vain, and the next host would
// only be asked once each had its time limit. They are given up as soon as another host takes changes.
type hosts struct {
	dialed pgconn.DialFunc

	mu     sync.Mutex
	open   map[net.Conn]end // and to where
	passed map[string]int64 // addresses that are passed over, and on which timeline another one took over

	highest int64           // timeline that was seen; 0 before, and where there are none
	behind  map[string]bool // addresses of which the log says that they are refused for theirs
	log     *slog.Logger    // nil while none is watched
}

// end is the other end of a connection.
type end struct {
	address  string
	timeline int64 // 0 where it cannot be known
	taken    bool  // false while it is being made
}

// tracked is a connection that is forgotten when it is closed.
type tracked struct {
	net.Conn
	hosts   *hosts
	address string
}

func (c tracked) Close() error {
	c.hosts.mu.Lock()
	delete(c.hosts.open, c.Conn)
	c.hosts.mu.Unlock()
	return c.Conn.Close()
}

// watchedHosts has the connections of a configuration told apart by their hosts: nil where it names one alone.
func watchedHosts(config *pgx.ConnConfig) *hosts {
	if len(hostsOf(&config.Config)) < 2 {
		return nil
	}
	h := &hosts{dialed: config.DialFunc,
		open: make(map[net.Conn]end), passed: make(map[string]int64), behind: make(map[string]bool)}
	config.DialFunc = h.dial
	config.ValidateConnect = h.current(config.ValidateConnect)
	return h
}

// errPassedOver is the error of a connection to a host that is passed over: the next one is asked.
var errPassedOver = errors.New("this host did not answer when another one took over")

func (h *hosts) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if h.isPassedOver(address) {
		return nil, errPassedOver
	}
	conn, err := h.dialed(ctx, network, address)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, passed := h.passed[address]; passed { // since the look above
		conn.Close()
		return nil, errPassedOver
	}
	h.open[conn] = end{address: address}
	return tracked{conn, h, address}, nil
}

func (h *hosts) isPassedOver(address string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, passed := h.passed[address]
	return passed
}

// passOver gives up all connections to an address, and makes no more to it: another one took over, on a timeline.
func (h *hosts) passOver(address string, timeline int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.passed[address] = timeline
	for conn, at := range h.open {
		if at.address == address {
			conn.Close() // whoever waits for it is told that it is gone
			delete(h.open, conn)
		}
	}
}

// others are the address that was in use before, if any, and those to which connections were taken and are open, without
// the one in use now.
func (h *hosts) others(before, now string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := []string{before}
	for _, at := range h.open {
		if at.taken {
			out = append(out, at.address)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(address string) bool { return address == "" || address == now })
}

// takeBack has an address asked again.
func (h *hosts) takeBack(address string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.passed, address)
}

// passedOver are the addresses that are passed over, with the timelines.
func (h *hosts) passedOver() map[string]int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.passed)
}

// RunWatchingHosts watches the host in use, where the address of the database names several, until ctx ends. One that does
// not answer is given up when another one takes changes. It is asked again when it follows, or has taken over since, and
// not while it is a primary as before: it does not have what was kept in the meantime.
func (db *DB) RunWatchingHosts(ctx context.Context, log *slog.Logger) {
	if db.hosts == nil {
		return
	}
	db.hosts.logTo(log)
	w := &hostWatch{hosts: db.hosts, config: db.listening.Copy(), log: log}
	defer w.leave()
	go w.takeBack(ctx) // raced by TestAHostThatHangsIsGivenUp
	for wait := time.Duration(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = w.look(ctx)
	}
}

// hostWatch is the watch of one program.
type hostWatch struct {
	hosts  *hosts
	config *pgx.ConnConfig
	log    *slog.Logger

	conn     *pgx.Conn // to the host in use; nil when there is none
	address  string    // of the host in use, or of the one that does not answer
	timeline int64     // of conn
}

// look looks once, and says when to look again.
func (w *hostWatch) look(ctx context.Context) time.Duration {
	if w.conn != nil {
		behind := w.hosts.isBehind(w.timeline)
		if !behind && w.answers(ctx) {
			return probeEvery
		}
		w.leave()
		if behind { // it may well answer
			w.address = ""
		}
	}
	before := w.address
	conn, address := w.connect(ctx, func(address string) bool { return address != before }) // the one before may hang
	if conn == nil && before != "" {
		conn, address = w.connect(ctx, func(address string) bool { return address == before })
	}
	if conn == nil {
		return probeAgain
	}
	n, err := briefTimeline(ctx, conn)
	if err != nil {
		conn.Close(canceled()) //nolint:errcheck // it is given up
		return probeAgain
	}
	w.conn, w.address, w.timeline = conn, address, n
	for _, address := range w.hosts.others(before, w.address) {
		w.hosts.passOver(address, n)
		w.log.Warn("a host of the database does not answer, and another one takes changes: it is passed over until it follows",
			"host", address, "now", w.address)
	}
	return probeEvery
}

// takeBack looks at hosts that are passed over until ctx ends. One that hangs takes its time to say nothing.
func (w *hostWatch) takeBack(ctx context.Context) {
	tick := time.NewTicker(returnEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for address, since := range w.hosts.passedOver() {
			if w.isUpToDate(ctx, address, since) {
				w.hosts.takeBack(address)
				w.log.Info("a host of the database is asked again", "host", address)
			}
		}
	}
}

// isUpToDate reports whether the host at an address answers, and is no primary that does not know of another that took over
// on a timeline.
func (w *hostWatch) isUpToDate(ctx context.Context, address string, since int64) bool {
	brief, stop := context.WithTimeout(ctx, 2*probePatience)
	defer stop()
	conn, _ := w.connectWhere(brief, nil, func(to string) bool { return to == address })
	if conn == nil {
		return false
	}
	defer conn.Close(brief) //nolint:errcheck // it was only asked
	n, err := timeline(brief, conn.PgConn())
	return err == nil && (n == 0 || n >= since)
}

// leave closes the connection to the host in use, without waiting for it.
func (w *hostWatch) leave() {
	if w.conn == nil {
		return
	}
	w.conn.Close(canceled()) //nolint:errcheck // it is given up
	w.conn = nil
}

// canceled is the context of what is not waited for.
func canceled() context.Context {
	now, cancel := context.WithCancel(context.Background())
	cancel()
	return now
}

// answers reports whether the host in use answers in time.
func (w *hostWatch) answers(ctx context.Context) bool {
	brief, stop := context.WithTimeout(ctx, probePatience)
	defer stop()
	_, err := w.conn.Exec(brief, "SELECT 1")
	return err == nil
}

// connect connects to one of some hosts that takes changes, and says at which address it is.
func (w *hostWatch) connect(ctx context.Context, may func(address string) bool) (*pgx.Conn, string) {
	return w.connectWhere(ctx, w.hosts.current(pgconn.ValidateConnectTargetSessionAttrsReadWrite), func(address string) bool {
		return may(address) && !w.hosts.isPassedOver(address)
	})
}

func (w *hostWatch) connectWhere(
	ctx context.Context, is pgconn.ValidateConnectFunc, may func(address string) bool,
) (conn *pgx.Conn, at string) {
	// The address is read off the connection: what is dialed may also be a request to cancel another one.
	config := w.config.Copy()
	config.ConnectTimeout = probePatience // for each host
	config.ValidateConnect = is
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		if !may(address) {
			return nil, errPassedOver
		}
		conn, err := w.hosts.dialed(ctx, network, address) // apart from those that are given up
		if err != nil {
			return nil, err
		}
		return tracked{conn, w.hosts, address}, nil
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, ""
	}
	c, _ := trackedIn(conn.PgConn().Conn())
	return conn, c.address
}
