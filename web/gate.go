package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
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
// are made one at a time, for each takes as much memory as many pages.
type gate struct {
	pages, files *kit.Line
	within       time.Duration // a page takes no longer
	unsent       *unsent
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
		within: pageWithin, unsent: newUnsent(mostUnsent),
	}
}

// enter waits until what the address asks for may be made. Whoever entered
// leaves.
func (g *gate) enter(ctx context.Context, path, network string) (leave func(), err error) {
	leave = g.pages.Leave
	if isFile(path) {
		if err := g.files.Enter(ctx, network); err != nil {
			return nil, err
		}
		leave = func() { g.pages.Leave(); g.files.Leave() }
	}
	if err := g.pages.Enter(ctx, network); err != nil {
		if isFile(path) {
			g.files.Leave()
		}
		return nil, err
	}
	return leave, nil
}

// isFile says of an address whether it is one of a PDF or a spreadsheet.
func isFile(path string) bool {
	return strings.HasSuffix(path, ".pdf") || strings.HasSuffix(path, ".xlsx")
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
		page := &heldPage{ResponseWriter: c.Response().Writer, body: kit.TakeBuffer()}
		defer kit.GiveBack(page.body)
		c.Response().Writer = page
		err = g.inTime(c, leave, next)
		c.Response().Writer = page.ResponseWriter
		defer g.unsent.add(network, page.body.Len())()
		if sent := page.send(); err == nil {
			err = sent
		}
		return err
	}
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
