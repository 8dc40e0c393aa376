package web

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/spool"
	"nzgs/web/kit"
)

// heldPage keeps an answer until its handler has ended well.
type heldPage struct {
	http.ResponseWriter
	status int
	body   *spool.Spool
	spools *spool.Folder
}

func (g *gate) hold(c echo.Context) *heldPage {
	return &heldPage{ResponseWriter: c.Response().Writer, body: g.spools.New(), spools: g.spools}
}

func (p *heldPage) WriteHeader(status int) { p.status = status }

func (p *heldPage) Write(b []byte) (int, error) { return p.body.Write(b) }

var errNoRoom = apperr.New(
	apperr.Busy, "Many long files are on their way, so there is no room for this one now. Try again in a few minutes.",
)

// fill has a handler write to the page. Of one that fails, even half-way, nothing is kept: the answer is the page that
// says so.
func (p *heldPage) fill(c echo.Context, answer func() error) error {
	well := false
	c.Response().Writer = p
	defer func() { // also of a panic
		c.Response().Writer = p.ResponseWriter
		if !well {
			p.forget(c.Response())
		}
	}()
	err := p.ended(answer())
	well = err == nil
	if errors.Is(err, spool.ErrFull) {
		return errNoRoom
	}
	return err
}

// ended is how a handler ended: not well where something that it wrote could not be kept, though it did not look.
func (p *heldPage) ended(err error) error {
	if err == nil {
		err = p.body.Err()
	}
	return err
}

// forget has the page not begun.
func (p *heldPage) forget(r *echo.Response) {
	_ = p.body.Close() // what is in it is given up
	p.status, p.body = 0, p.spools.New()
	unbegin(r)
}

// full says whether a network is to take first what it has asked for.
func (g *gate) full(network string) bool { return g.unsent.full(network) || g.inFiles.full(network) }

// send sends what was made of a page, and counts it until it is taken.
func (g *gate) send(network string, page *heldPage, err error) error {
	defer page.body.Close()
	if err != nil {
		return err
	}
	kept := g.unsent
	if page.body.InFile() {
		kept = g.inFiles
	}
	defer kept.add(network, page.body.Len())()
	return page.send()
}

// unbegin has an answer that was begun, and of which nothing was sent, not begun. What the handler said of the whole site,
// such as cookies, stays.
func unbegin(r *echo.Response) {
	if !r.Committed {
		return
	}
	r.Committed, r.Size, r.Status = false, 0, http.StatusOK
	for _, name := range []string{
		echo.HeaderContentType, echo.HeaderContentDisposition, echo.HeaderContentLength, echo.HeaderContentEncoding,
		echo.HeaderLastModified, echo.HeaderLocation, "ETag",
	} {
		r.Header().Del(name)
	}
}

// sentAtOnce is how much of a file has the time-out of a connection to be taken: a reader on a slow line gets a long one.
const sentAtOnce = 1 << 20

// send sends the answer, if there is one.
func (p *heldPage) send() error {
	if p.status == 0 {
		return nil
	}
	if p.body.Len() > 0 {
		p.Header().Set(echo.HeaderContentLength, kit.IDText(p.body.Len()))
	}
	p.ResponseWriter.WriteHeader(p.status)
	if !p.body.InFile() {
		_, err := p.body.WriteTo(p.ResponseWriter)
		return err
	}
	_, err := p.body.WriteTo(&patient{ResponseWriter: p.ResponseWriter})
	return err
}

// patient writes with a time-out for each part.
type patient struct {
	http.ResponseWriter
	left int
}

func (w *patient) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left <= 0 {
		w.left = sentAtOnce
		// A recorder of a test has no deadlines.
		_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout))
	}
	return w.ResponseWriter.Write(b)
}
