package web

import (
	"bytes"
	"context"
	"net/http"

	"github.com/labstack/echo/v4"
)

// gate lets only so many pages be made at a time; further readers wait in
// line, first come first served. Making pages is work for the processor, so
// that more at once would not be ready sooner: in line, the slowest reader
// waits little longer than the median one, and the memory that pages take
// while they are made is bounded.
type gate struct{ slots chan struct{} }

func newGate(slots int) *gate { return &gate{make(chan struct{}, slots)} }

func (g *gate) enter(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *gate) leave() { <-g.slots }

// through makes a page inside the gate and sends it outside, so that a reader
// on a slow line holds no slot.
func (g *gate) through(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := g.enter(c.Request().Context()); err != nil {
			return err // the reader has gone
		}
		page := &heldPage{ResponseWriter: c.Response().Writer, body: takeBuffer()}
		defer giveBack(page.body)
		c.Response().Writer = page
		err := func() error {
			defer g.leave()
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
