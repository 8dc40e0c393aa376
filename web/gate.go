package web

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// gate lets only so many pages be made at a time; further readers wait in
// line, first come first served. Making pages is work for the processor, so
// that more at once would not be ready sooner: in line, the slowest reader
// waits little longer than the median one, and the memory that pages take
// while they are made is bounded. Files stand in a line of their own first and
// are made one at a time, for each takes as much memory as many pages.
type gate struct{ pages, files kit.Line }

func newGate(slots int) *gate { return &gate{make(kit.Line, slots), make(kit.Line, 1)} }

// enter waits until what the address asks for may be made. Whoever entered
// leaves.
func (g *gate) enter(ctx context.Context, path string) (leave func(), err error) {
	leave = g.pages.Leave
	if isFile(path) {
		if err := g.files.Enter(ctx); err != nil {
			return nil, err
		}
		leave = func() { g.pages.Leave(); g.files.Leave() }
	}
	if err := g.pages.Enter(ctx); err != nil {
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
		leave, err := g.enter(c.Request().Context(), c.Request().URL.Path)
		if err != nil {
			return err // the reader has gone
		}
		page := &heldPage{ResponseWriter: c.Response().Writer, body: kit.TakeBuffer()}
		defer kit.GiveBack(page.body)
		c.Response().Writer = page
		err = func() error {
			defer leave()
			return next(c)
		}()
		c.Response().Writer = page.ResponseWriter
		if sent := page.send(); err == nil {
			err = sent
		}
		return err
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
