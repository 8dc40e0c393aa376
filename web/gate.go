package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"path"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
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

	within time.Duration // a page takes no longer
	unsent *unsent
}

// Bounds of the gate. Everybody at a congress may read from one network.
const (
	gatePatience = 15 * time.Second
	pageWithin   = 20 * time.Second
	mostWaiting  = 400
	mostUnsent   = 32 << 20 // bytes that one network has asked for and not taken
)

func newGate(slots int) *gate {
	return &gate{
		pages: kit.NewLine(slots, gatePatience, mostWaiting), files: kit.NewLine(1, gatePatience, mostWaiting),
		data: kit.NewLine(1, gatePatience, mostWaiting), within: pageWithin, unsent: newUnsent(mostUnsent),
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
		if g.unsent.full(network) {
			return errUnread
		}
		leave, err := g.enter(c.Request().Context(), c.Request().URL.Path, network)
		if err != nil {
			return err // the reader has gone, or waits too long
		}
		page, err := g.made(c, leave, next, (*heldPage).squeeze)
		defer kit.GiveBack(page.body)
		defer g.unsent.add(network, page.body.Len())()
		if sent := page.send(); err == nil {
			err = sent
		}
		return err
	}
}

// made makes a page in its place and does the rest of the work on it, and leaves the place.
func (g *gate) made(
	c echo.Context, leave func(), next echo.HandlerFunc, rest func(*heldPage, *http.Request),
) (*heldPage, error) {
	page := &heldPage{ResponseWriter: c.Response().Writer, body: kit.TakeBuffer()}
	c.Response().Writer = page
	defer func() { c.Response().Writer = page.ResponseWriter }()
	return page, g.inTime(c, leave, func(c echo.Context) error {
		err := next(c)
		rest(page, c.Request())
		return err
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
	most int

	mu        sync.Mutex
	ofNetwork map[string]int
}

func newUnsent(most int) *unsent { return &unsent{most: most, ofNetwork: map[string]int{}} }

func (u *unsent) full(network string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.ofNetwork[network] >= u.most
}

// add counts so many bytes until they are sent.
func (u *unsent) add(network string, bytes int) (sent func()) {
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

// heldPage keeps an answer until it is sent.
type heldPage struct {
	http.ResponseWriter
	status int
	body   *bytes.Buffer
}

func (p *heldPage) WriteHeader(status int) { p.status = status }

func (p *heldPage) Write(b []byte) (int, error) { return p.body.Write(b) }

// send sends the answer, if there is one: a handler that failed wrote none.
func (p *heldPage) send() error {
	if p.status == 0 {
		return nil
	}
	p.ResponseWriter.WriteHeader(p.status)
	_, err := p.ResponseWriter.Write(p.body.Bytes())
	return err
}
