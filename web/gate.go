package web

import (
	"context"
	"errors"
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
// what programs read, in another, for they ask again and again.
type gate struct {
	pages, files, data *kit.Line

	within  time.Duration // a page takes no longer
	unsent  *unsent       // what is kept in memory
	inFiles *unsent       // what is too long for that
	spools  *spool.Folder
}

// Bounds of the gate. Everybody at a congress may read from one network.
const (
	gatePatience = 15 * time.Second
	pageWithin   = 20 * time.Second
	mostWaiting  = 400
	mostUnsent   = 32 << 20  // bytes that one network has asked for and not taken
	mostInFiles  = 256 << 20 // the same of what is kept in files
)

func newGate(slots int, spools *spool.Folder) *gate {
	return &gate{
		pages: kit.NewLine(slots, gatePatience, mostWaiting), files: kit.NewLine(1, gatePatience, mostWaiting),
		data: kit.NewLine(1, gatePatience, mostWaiting), within: pageWithin, unsent: newUnsent(mostUnsent),
		inFiles: newUnsent(mostInFiles), spools: spools,
	}
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
		return g.inTime(c, leave, func(c echo.Context) error {
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
)

// inTime makes a page in its place, which it has only for so long: what the page
// asks the database for ends then.
func (g *gate) inTime(c echo.Context, leave func(), next echo.HandlerFunc) error {
	defer leave()
	whole := c.Request()
	ctx, cancel := context.WithTimeout(whole.Context(), g.within)
	defer cancel()
	c.SetRequest(whole.WithContext(ctx))
	defer c.SetRequest(whole)
	err := next(c)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return errSlow
	}
	return err
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
