package web

import (
	"context"
	"net/http"
	"path"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/spool"
	"nzgs/web/kit"
)

// gate lets only so many pages be made at a time; further readers wait in
// line, network by network. Making pages is work for the processor, so
// that more at once would not be ready sooner: in line, the slowest reader
// waits little longer than the median one, and the memory that pages take
// while they are made is bounded. Files stand in a line of their own first and
// are made one at a time, for each takes as much memory as many pages; so does
// what programs read, in another, for they ask again and again. A file that takes longer than a page may, as the whole of
// a long register does, goes on beside these lines.
type gate struct {
	pages, files, data *kit.Line

	within  time.Duration // a page takes no longer
	long    time.Duration // a file that takes longer than a page takes no longer than that besides
	longs   map[*kit.Line]*kit.Places
	unsent  *unsent // what is kept in memory
	inFiles *unsent // what is too long for that
	spools  *spool.Folder
}

// Bounds of the gate. Everybody at a congress may read from one network.
const (
	gatePatience = 15 * time.Second
	pageWithin   = 20 * time.Second
	longWithin   = 5 * time.Minute
	mostWaiting  = 400
	mostUnsent   = 32 << 20  // bytes that one network has asked for and not taken
	mostInFiles  = 256 << 20 // the same of what is kept in files
)

func newGate(slots int, spools *spool.Folder) *gate {
	g := &gate{
		pages: kit.NewLine(slots, gatePatience, mostWaiting), files: kit.NewLine(1, gatePatience, mostWaiting),
		data: kit.NewLine(1, gatePatience, mostWaiting), within: pageWithin, long: longWithin, unsent: newUnsent(mostUnsent),
		inFiles: newUnsent(mostInFiles), spools: spools,
	}
	g.longs = map[*kit.Line]*kit.Places{g.files: kit.NewPlaces(2, 1), g.data: kit.NewPlaces(2, 1)}
	return g
}

// enter waits until what the address asks for may be made. Whoever entered
// leaves.
func (g *gate) enter(ctx context.Context, address, network string) (leave func(), err error) {
	first := g.lineOf(address)
	if first == nil {
		return g.pages.Leave, g.pages.Enter(ctx, network)
	}
	if err := first.Enter(ctx, network); err != nil {
		return nil, err
	}
	if err := g.pages.Enter(ctx, network); err != nil {
		first.Leave()
		return nil, err
	}
	return func() { g.pages.Leave(); first.Leave() }, nil
}

// lineOf is the line in which an address of a PDF, a spreadsheet or data waits before
// that of the pages; nil for a page.
func (g *gate) lineOf(address string) *kit.Line {
	switch path.Ext(address) {
	case ".pdf", ".xlsx":
		return g.files
	case ".csv", ".json", ".txt", ".ics":
		return g.data
	}
	return nil
}

// through makes a page inside the gate and sends it outside, so that a reader
// on a slow line holds no slot.
func (g *gate) through(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		network := kit.Network(c)
		if g.full(network) {
			return errUnread
		}
		leave, err := g.enter(c.Request().Context(), c.Request().URL.Path, network)
		if err != nil {
			return err // the reader has gone, or waits too long
		}
		page, err := g.made(c, leave, next, (*heldPage).squeeze)
		return g.send(network, page, err)
	}
}

// whole sends what a handler answers once it is whole.
func (g *gate) whole(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		page := g.hold(c)
		err := page.fill(c, func() error { return next(c) })
		return g.send(kit.Network(c), page, err)
	}
}

// made makes a page in its place and does the rest of the work on it, and leaves the place.
func (g *gate) made(
	c echo.Context, leave func(), next echo.HandlerFunc, rest func(*heldPage, *http.Request),
) (*heldPage, error) {
	page := g.hold(c)
	return page, page.fill(c, func() error {
		return g.inTime(c, page, leave, func(c echo.Context) error {
			err := page.ended(next(c))
			if err != nil {
				page.forget(c.Response())
			}
			rest(page, c.Request())
			return err
		})
	})
}

var (
	errUnread = apperr.New(
		apperr.Busy, "Pages that were asked for from your network have not been taken yet. Try again in a few seconds.",
	)
	errSlow = apperr.New(apperr.Busy, "This page took too long to make. Try again in a few seconds.")
	errLong = apperr.New(
		apperr.Busy, "This file takes long to make, and another long one is being made now. Try again in a few minutes.",
	)
	errTooLong = apperr.New(apperr.Busy, "This file took too long to make. Ask for less at a time, or when less is going on.")
)

// inTime makes a page in its place, which it has only for so long: what the page asks the database for ends then. A file
// that is not ready by then goes on beside the pages.
func (g *gate) inTime(c echo.Context, page *heldPage, leave func(), next echo.HandlerFunc) error {
	leave = sync.OnceFunc(leave)
	defer leave()
	whole := c.Request()
	ctx, end := g.limit(c, page, leave)
	defer end()
	c.SetRequest(whole.WithContext(ctx))
	defer c.SetRequest(whole)
	err := next(c)
	if why := context.Cause(ctx); err != nil && (why == errSlow || why == errLong || why == errTooLong) {
		return why
	}
	return err
}

// limit gives a page its time; end says that the page is made, or is not made any more.
func (g *gate) limit(c echo.Context, page *heldPage, leave func()) (ctx context.Context, end func()) {
	r := c.Request()
	places := g.longs[g.lineOf(r.URL.Path)]
	if places == nil {
		return context.WithTimeoutCause(r.Context(), g.within, errSlow)
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	long := &longFile{page: page, places: places, of: whose(c), leave: leave, cancel: cancel, ended: make(chan struct{})}
	go func() { // raced by TestALongFileGoesOnBesideThePages
		select {
		case <-long.ended:
		case <-time.After(g.within):
			long.goOn(g.long)
		}
	}()
	return ctx, func() { close(long.ended); cancel(nil) }
}

// Whose a long file is: who asks without signing in shares one place with all who do, and takes none from an officer.
const (
	ofAnyone   = "anyone"
	ofSignedIn = "who has signed in"
)

func whose(c echo.Context) string {
	if kit.ActorOf(c).SignedIn() {
		return ofSignedIn
	}
	return ofAnyone
}

// longFile is a file that is being made.
type longFile struct {
	page   *heldPage
	places *kit.Places
	of     string // whose
	leave  func() // the places that it has as every file has
	cancel context.CancelCauseFunc
	ended  chan struct{} // closed when it is made no more
}

// goOn lets a file that has had the time of a page leave its places to others, and go on in that for a long one while
// no other has it. It keeps that until it is made no more: what sets a print does not look whether its time is over, or
// whether anyone still waits for it.
func (f *longFile) goOn(within time.Duration) {
	done, ok := f.places.Take(f.of)
	if !ok {
		f.cancel(errLong)
		return
	}
	defer done()
	f.leave()
	// The connection was to be done by then. A recorder of a test has no deadlines.
	_ = http.NewResponseController(f.page.ResponseWriter).SetWriteDeadline(time.Now().Add(within + writeTimeout))
	select {
	case <-f.ended:
		return
	case <-time.After(within):
		f.cancel(errTooLong)
	}
	<-f.ended
}

// unsent counts the bytes that each network has asked for and not taken yet.
type unsent struct {
	most int64

	mu        sync.Mutex
	ofNetwork map[string]int64
}

func newUnsent(most int64) *unsent { return &unsent{most: most, ofNetwork: map[string]int64{}} }

func (u *unsent) full(network string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.ofNetwork[network] >= u.most
}

// add counts so many bytes until they are sent.
func (u *unsent) add(network string, bytes int64) (sent func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.ofNetwork[network] += bytes
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if u.ofNetwork[network] -= bytes; u.ofNetwork[network] <= 0 {
			delete(u.ofNetwork, network)
		}
	}
}
