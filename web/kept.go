package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// keeper gives everybody whom nobody knows the same copy of a public page: it is made once, and made again when what it
// rests on has changed. When many ask for one that is not kept, one of them makes it and the others wait for that.
//
// Nobody waits longer for it than for a page of their own: of each network one stands in line for the page, and
// whoever of them has a place first makes it for all.
type keeper struct {
	gate   *gate
	plain  *keptPages // pages by their address alone
	asked  *keptPages // with a question in the address, of which there are as many as somebody cares to type
	budget *kit.Budget

	mu      sync.Mutex
	flights map[string]*flight // by address, look and state
}

// Bounds of what is kept, and of what one network is given of it without standing in line.
const (
	mostKept      = 24 << 20 // bytes
	mostAsked     = 8 << 20
	keptAtOnce    = 10000
	keptASecond   = 2000
	countsAsOne   = 64 << 10 // bytes
	longestKeptAt = 600      // bytes of an address
)

func newKeeper(g *gate) *keeper {
	return &keeper{
		gate: g, plain: newKeptPages(mostKept), asked: newKeptPages(mostAsked), flights: map[string]*flight{},
		budget: kit.NewBudget(keptAtOnce, keptASecond, time.Now),
	}
}

// flight is a page that is being made.
type flight struct {
	done   chan struct{} // closed when it is over
	page   *keptPage     // nil: nobody made it, and who waited begins again
	making bool
	inLine map[string]chan struct{} // by network of which one stands in line; closed when they give up
}

// through answers with the kept page, or has it made.
func (k *keeper) through(s *Server, on kit.Rests, next echo.HandlerFunc) echo.HandlerFunc {
	alone := k.gate.through(next)
	return func(c echo.Context) error {
		if !isNobodys(c, s.Site) {
			return alone(c)
		}
		network := kit.Network(c)
		if k.gate.full(network) {
			return errUnread
		}
		leave, stood, err := k.standFor(c, network)
		if err != nil {
			return err
		}
		defer leave()
		now, err := s.stateOf(c, on)
		leave()
		if err != nil {
			return alone(c) // the handler says what is wrong
		}
		at, pages := lookOf(c), k.plain
		if c.Request().URL.RawQuery != "" {
			pages = k.asked
		}
		page, held, err := k.page(c, at, network, now, stood, pages, next)
		switch {
		case held != nil: // it has just been made
			if err != nil || page == nil || page.tag == "" {
				return k.gate.send(network, held, err)
			}
			defer held.body.Close()
			defer k.gate.unsent.add(network, int64(page.sends(c.Request().Header)))()
			return page.answer(held.ResponseWriter, c.Request())
		case err != nil:
			return err
		case page.tag == "":
			return alone(c)
		}
		defer k.gate.unsent.add(network, int64(page.sends(c.Request().Header)))()
		return page.answer(c.Response(), c.Request())
	}
}

// isNobodys says of a request whether everybody who sends it is to see the same: nobody is signed in, and the browser
// has no cookie of this site that changes a page.
func isNobodys(c echo.Context, site *kit.Site) bool {
	r := c.Request()
	if r.Method != http.MethodGet && r.Method != http.MethodHead || site.Actor(c).SignedIn() ||
		r.Header.Get("Authorization") != "" || len(r.RequestURI) > longestKeptAt {
		return false
	}
	for _, cookie := range r.Cookies() {
		name := strings.TrimPrefix(cookie.Name, "__Host-")
		if strings.HasPrefix(name, "nzgs") && name != kit.TableCookie {
			return false
		}
	}
	return true
}

// lookOf is what tells one page from another: its address, its language, and whether a script asks for the part that changes.
func lookOf(c echo.Context) string {
	look := "page "
	if kit.WantsMain(c.Request()) {
		look = "part "
	}
	if l := kit.LanguageOf(c); l != nil {
		look += l.Code + " "
	}
	return look + c.Request().URL.RequestURI()
}

// page gives the page that holds now. held is the answer when it was made for this request.
func (k *keeper) page(
	c echo.Context, at, network string, now state, stood bool, pages *keptPages, next echo.HandlerFunc,
) (page *keptPage, held *heldPage, err error) {
	if page = pages.get(at, now); page != nil {
		if !stood {
			err = k.pay(c, network, page)
		}
		return page, nil, err
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), gatePatience)
	defer cancel()
	key := at + "\n" + now.String()
	for {
		f, gone, scout := k.join(key, network)
		if !scout {
			page, err = f.wait(ctx, gone)
		} else {
			page, held, err = k.fetch(ctx, c, key, f, network, now, pages, next)
		}
		if page != nil || held != nil || err != nil {
			return page, held, err
		}
		if page = pages.get(at, now); page != nil {
			return page, nil, nil
		}
	}
}

// standFor has a network that has been given much stand in line before the database is asked how far things are: it would
// be asked as often as the network likes otherwise. stood says whether it did; it leaves once the answer is there.
func (k *keeper) standFor(c echo.Context, network string) (leave func(), stood bool, err error) {
	if k.budget.Allows(network) == nil {
		return func() {}, false, nil
	}
	if err := k.gate.pages.Enter(c.Request().Context(), network); err != nil {
		return nil, true, err
	}
	return sync.OnceFunc(k.gate.pages.Leave), true, nil
}

// pay has a network that has been given much stand in line with the pages. A long page counts as several: it is sent,
// or even unpacked, outside every line.
func (k *keeper) pay(c echo.Context, network string, page *keptPage) error {
	if k.budget.Allows(network) == nil {
		k.budget.Spend(network, 1+float64(page.sends(c.Request().Header)/countsAsOne))
		return nil
	}
	if err := k.gate.pages.Enter(c.Request().Context(), network); err != nil {
		return err
	}
	k.gate.pages.Leave()
	return nil
}

// join finds the flight of a page; scout says that nobody of the network stands in line for it yet. gone is closed when
// whoever does gives up.
func (k *keeper) join(key, network string) (f *flight, gone chan struct{}, scout bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f = k.flights[key]; f == nil {
		f = &flight{done: make(chan struct{}), inLine: map[string]chan struct{}{}}
		k.flights[key] = f
	}
	if gone = f.inLine[network]; f.making || gone != nil {
		return f, gone, false
	}
	gone = make(chan struct{})
	f.inLine[network] = gone
	return f, gone, true
}

// wait waits until the page is made; it gives none when nobody made it, or nobody of the network stands in line.
func (f *flight) wait(ctx context.Context, gone chan struct{}) (*keptPage, error) {
	select {
	case <-f.done:
		return f.page, nil
	case <-gone:
		return nil, nil
	case <-ctx.Done():
		return nil, tooLong(ctx)
	}
}

// tooLong is what is said to whoever waited for another who makes the page.
func tooLong(ctx context.Context) error {
	if context.Cause(ctx) == context.DeadlineExceeded {
		return errSlow
	}
	return ctx.Err()
}

// fetch stands in line for its network and makes the page, unless somebody else has.
func (k *keeper) fetch(
	ctx context.Context, c echo.Context, key string, f *flight, network string, now state, pages *keptPages,
	next echo.HandlerFunc,
) (page *keptPage, held *heldPage, err error) {
	inLine, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // raced by TestManyWhoAskAtOnceWaitForOne
		select {
		case <-f.done:
			cancel()
		case <-inLine.Done():
		}
	}()
	leave, err := k.gate.enter(inLine, c.Request().URL.Path, network)
	if err != nil {
		k.gaveUp(key, f, network)
		select {
		case <-f.done:
			return f.page, nil, nil
		default:
		}
		if ctx.Err() != nil {
			err = tooLong(ctx)
		}
		return nil, nil, err
	}
	if !k.begins(f) {
		leave()
		page, err = f.wait(ctx, nil)
		return page, nil, err
	}
	defer func() { k.end(key, f, page) }()
	at := lookOf(c)
	if page = pages.get(at, now); page != nil { // it was made while this one came
		leave()
		return page, nil, nil
	}
	held, err = k.gate.made(c, leave, next, func(p *heldPage, r *http.Request) {
		if page = p.keptAs(at, now); page.tag == "" {
			p.squeeze(r)
		}
	})
	switch {
	case err == nil:
		pages.put(page)
	case c.Request().Context().Err() != nil:
		page = nil // whoever made it has gone: another does
	}
	return page, held, err
}

// begins says whether the page is to be made now by whoever asks: nobody else makes it.
func (k *keeper) begins(f *flight) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f.making {
		return false
	}
	f.making = true
	return true
}

// gaveUp has another of the network stand in line, if somebody of it waits. Others keep their places.
func (k *keeper) gaveUp(key string, f *flight, network string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	close(f.inLine[network])
	delete(f.inLine, network)
	if !f.making && len(f.inLine) == 0 && k.flights[key] == f {
		delete(k.flights, key)
	}
}

// end gives those who wait the page, or has them begin again.
func (k *keeper) end(key string, f *flight, page *keptPage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f.page = page
	if k.flights[key] == f {
		delete(k.flights, key)
	}
	close(f.done)
}

// keptAs is the page that has been made as it is kept. One that is only for who asked is noted as such, so that nobody
// waits for another's.
func (p *heldPage) keptAs(at string, now state) *keptPage {
	h, body := p.Header(), p.text()
	if p.status != http.StatusOK || body == nil || h.Get("Set-Cookie") != "" || strings.Contains(h.Get("Cache-Control"), "no-store") ||
		bytes.Contains(body, []byte(`name="key"`)) { // the once-key of a form is of one reader
		return &keptPage{at: at, state: now}
	}
	return newKept(at, now, h, body)
}

// mostTextKept is how long what is kept may be before it is compressed.
const mostTextKept = mostKept / 3

// text is what stands on the page; nil where that is too long to be kept.
func (p *heldPage) text() []byte {
	if p.body.Len() > mostTextKept {
		return nil
	}
	b := make([]byte, p.body.Len())
	if _, err := p.body.ReadAt(b, 0); err != nil && err != io.EOF {
		return nil
	}
	return b
}

// answer sends a kept page, or says that the reader has it already.
func (p *keptPage) answer(w http.ResponseWriter, r *http.Request) error {
	h := w.Header()
	for name, values := range p.header {
		h[name] = values
	}
	h.Set("ETag", p.tag)
	h.Set("Vary", "Accept-Encoding, Cookie, X-Part")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache")
	}
	if strings.HasPrefix(h.Get("Content-Type"), "application/json") {
		h.Set("Access-Control-Allow-Origin", "*") // what everybody may know, pages of other sites may show
	}
	if hasTag(r.Header.Get("If-None-Match"), p.tag) {
		h.Del("Content-Type")
		h.Del("Content-Disposition")
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if p.packed && takesGzip(r.Header) {
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(p.sends(r.Header)))
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	return p.write(&patient{ResponseWriter: w, left: sentAtOnce}, r.Header)
}

// sends is how many bytes of the page a reader is sent.
func (p *keptPage) sends(h http.Header) int {
	if p.packed && !takesGzip(h) {
		return p.whole
	}
	return len(p.body)
}

// write sends what stands on the page. For whoever does not take it compressed it is unpacked as they take it: many who
// take nothing would fill the memory otherwise.
func (p *keptPage) write(w io.Writer, h http.Header) error {
	if p.packed && !takesGzip(h) {
		return unpack(w, p.body)
	}
	for part := range slices.Chunk(p.body, sentAtOnce) {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// hasTag says whether a reader has the page with a tag (RFC 9110, 13.1.2).
func hasTag(header, tag string) bool {
	for have := range strings.SplitSeq(header, ",") {
		if have = strings.TrimSpace(have); have == "*" || strings.TrimPrefix(have, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}
