package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

func passing(g *gate, ctx context.Context, h echo.HandlerFunc) (*httptest.ResponseRecorder, error) {
	rec := httptest.NewRecorder()
	req := httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx)
	return rec, g.through(h)(echo.New().NewContext(req, rec))
}

func TestTheGateLetsOnlySoManyMakePages(t *testing.T) {
	g := newGate(3, nil)
	var now, most atomic.Int32
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			rec, err := passing(g, context.Background(), func(c echo.Context) error {
				n := now.Add(1)
				defer now.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				return c.String(http.StatusTeapot, "page")
			})
			if err != nil || rec.Code != http.StatusTeapot || rec.Body.String() != "page" {
				t.Errorf("answer %d %q, %v", rec.Code, rec.Body, err)
			}
		})
	}
	wg.Wait()
	if most.Load() > 3 {
		t.Errorf("%d pages were made at once, want 3 at most", most.Load())
	}
}

func TestFilesAreMadeOneAtATime(t *testing.T) {
	madeOneAtATime(t, []string{"/standings.pdf", "/ratings.xlsx"}, func(g *gate) *kit.Line { return g.files })
}

func TestDataIsMadeOneAtATime(t *testing.T) {
	madeOneAtATime(t, []string{"/ratings.json", "/ratings.csv", "/ratings.txt", "/events/open/timetable.ics"},
		func(g *gate) *kit.Line { return g.data })
}

// madeOneAtATime asks for addresses that wait in a line of their own, and for pages between them.
func madeOneAtATime(t *testing.T, addresses []string, own func(*gate) *kit.Line) {
	t.Helper()
	g := newGate(3, nil)
	var now, most atomic.Int32
	var wg sync.WaitGroup
	for n := range 30 {
		wg.Go(func() {
			path := append([]string{"/standings"}, addresses...)[n%(len(addresses)+1)]
			rec := httptest.NewRecorder()
			h := func(c echo.Context) error {
				if path != "/standings" {
					if now.Add(1) > 1 {
						most.Store(2)
					}
					defer now.Add(-1)
				}
				return c.String(http.StatusOK, path)
			}
			if err := g.through(h)(echo.New().NewContext(
				httptest.NewRequest(http.MethodGet, path, nil), rec,
			)); err != nil || rec.Body.String() != path {
				t.Errorf("%s: %q, %v", path, rec.Body, err)
			}
		})
	}
	wg.Wait()
	if most.Load() > 1 {
		t.Error("two of them were made at once")
	}
	allFree(t, g.pages, 3)
	allFree(t, own(g), 1)
}

func TestWhoeverLeavesTheLineHoldsNoSlot(t *testing.T) {
	g := newGate(1, nil)
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	inside, release := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		_, err := passing(g, context.Background(), func(c echo.Context) error {
			close(inside)
			<-release
			return c.NoContent(http.StatusOK)
		})
		done <- err
	}()
	<-inside
	if _, err := passing(g, gone, func(echo.Context) error { t.Error("made a page for nobody"); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want that the reader has gone", err)
	}
	close(release)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAPanicInThePageFreesItsSlot(t *testing.T) {
	g := newGate(1, nil)
	func() {
		defer func() { recover() }()
		passing(g, context.Background(), func(echo.Context) error { panic("boom") })
	}()
	rec, err := passing(g, context.Background(), func(c echo.Context) error { return c.String(http.StatusOK, "next") })
	if err != nil || rec.Body.String() != "next" {
		t.Errorf("after a panic: %q, %v", rec.Body, err)
	}
}

func TestARefusalInsideTheGateReachesTheErrorHandler(t *testing.T) {
	refusal := errors.New("refused")
	rec, err := passing(newGate(1, nil), context.Background(), func(echo.Context) error { return refusal })
	if !errors.Is(err, refusal) || rec.Body.Len() != 0 {
		t.Errorf("err = %v, body %q", err, rec.Body)
	}
}

// A place in the line is for so long, and whoever asks may come again.
func TestAPageThatTakesTooLongLosesItsPlace(t *testing.T) {
	g := newGate(1, nil)
	g.within = 10 * time.Millisecond
	_, err := passing(g, t.Context(), func(c echo.Context) error {
		<-c.Request().Context().Done() // as a query of the database does
		return c.Request().Context().Err()
	})
	if apperr.KindOf(err) != apperr.Busy {
		t.Error(err)
	}
	allFree(t, g.pages, 1)
}

// A file of a whole register takes longer than a page may. It holds up neither pages nor other files meanwhile; a
// second long one, and one that does not end, are given up with what to do.
func TestALongFileGoesOnBesideThePages(t *testing.T) {
	ask := func(g *gate, address string, h echo.HandlerFunc) (string, error) {
		rec := httptest.NewRecorder()
		err := g.through(h)(echo.New().NewContext(httptest.NewRequest(http.MethodGet, address, nil), rec))
		return rec.Body.String(), err
	}
	short := func(c echo.Context) error { return c.String(http.StatusOK, "short") }
	until := func(end <-chan struct{}) echo.HandlerFunc {
		return func(c echo.Context) error {
			select {
			case <-end:
				return c.String(http.StatusOK, "whole")
			case <-c.Request().Context().Done():
				return c.Request().Context().Err()
			}
		}
	}
	for _, address := range []string{"/members.pdf", "/members.csv"} {
		g := newGate(1, nil)
		g.within = 10 * time.Millisecond
		made, done := make(chan struct{}), make(chan error, 1)
		go func() {
			body, err := ask(g, address, until(made))
			if err == nil && body != "whole" {
				err = errors.New("half of it was sent: " + body)
			}
			done <- err
		}()
		for g.longs[g.lineOf(address)].Taken() == 0 {
			time.Sleep(time.Millisecond)
		}
		for _, other := range []string{"/", address} {
			if body, err := ask(g, other, short); err != nil || body != "short" {
				t.Errorf("%s beside %s: %q, %v", other, address, body, err)
			}
		}
		if _, err := ask(g, address, until(nil)); err != errLong {
			t.Errorf("a second long one: %v", err)
		}
		close(made)
		if err := <-done; err != nil {
			t.Error(err)
		}
		for g.longs[g.lineOf(address)].Taken() > 0 {
			time.Sleep(time.Millisecond)
		}
		g.long = 10 * time.Millisecond
		if _, err := ask(g, address, until(nil)); err != errTooLong {
			t.Errorf("one that does not end: %v", err)
		}
		allFree(t, g.pages, 1)
		allFree(t, g.lineOf(address), 1)
	}
}

// A file that does not look whether anyone still waits for it, as a print, or whether its time is over, keeps its place until it
// is made no more: whoever goes and asks again has no second one made beside it.
func TestALongFileKeepsItsPlaceUntilItEnds(t *testing.T) {
	g := newGate(3, nil)
	g.within, g.long = 10*time.Millisecond, 10*time.Millisecond
	release, ended := make(chan struct{}), make(chan struct{})
	ctx, goes := context.WithCancel(t.Context())
	go func() {
		defer close(ended)
		r := httptest.NewRequest(http.MethodGet, "/members.pdf", nil).WithContext(ctx)
		_ = g.through(func(echo.Context) error { <-release; return nil })(echo.New().NewContext(r, httptest.NewRecorder()))
	}()
	places := g.longs[g.files]
	for places.Taken() == 0 {
		time.Sleep(time.Millisecond)
	}
	goes()
	time.Sleep(50 * time.Millisecond) // beyond all that it may take
	if n := places.Taken(); n != 1 {
		t.Errorf("%d places are taken while it is being made", n)
	}
	late := func(c echo.Context) error { <-c.Request().Context().Done(); return c.Request().Context().Err() }
	r := httptest.NewRequest(http.MethodGet, "/ratings.pdf", nil)
	if err := g.through(late)(echo.New().NewContext(r, httptest.NewRecorder())); err != errLong {
		t.Errorf("another long one: %v", err)
	}
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/outbox.xlsx", nil), httptest.NewRecorder())
	c.Set("actor", auth.Actor{Account: 1, Person: 1})
	if err := g.through(late)(c); err != errTooLong {
		t.Errorf("an officer’s beside it: %v", err)
	}
	close(release)
	<-ended
	for places.Taken() > 0 {
		time.Sleep(time.Millisecond)
	}
	allFree(t, g.files, 1)
}

// allFree fails unless so many places of a line are free.
func allFree(t *testing.T, l *kit.Line, places int) {
	t.Helper()
	for n := range places {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := l.Enter(ctx, "test"); err != nil {
			t.Errorf("%d of %d places are free: %v", n, places, err)
			return
		}
		defer l.Leave()
	}
}

// slowReader takes an answer when it is told to.
type slowReader struct {
	http.ResponseWriter
	take chan struct{}
}

func (r slowReader) Write(b []byte) (int, error) {
	<-r.take
	return len(b), nil
}

// Whoever asks for pages and does not take them is given no more, and holds
// neither a place nor, beyond a bound, memory.
func TestPagesThatNobodyTakesAreBounded(t *testing.T) {
	g := newGate(1, nil)
	g.unsent = newUnsent(1000)
	page := func(c echo.Context) error { return c.String(http.StatusOK, strings.Repeat("x", 1000)) }
	ask := func(from string, w http.ResponseWriter) error {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = from
		return g.through(page)(echo.New().NewContext(r, w))
	}
	take, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- ask("192.0.2.1:1", slowReader{httptest.NewRecorder(), take}) }()
	for begin := time.Now(); !g.unsent.full("192.0.2.1"); {
		if time.Since(begin) > 5*time.Second {
			t.Fatal("the page is not made")
		}
	}
	allFree(t, g.pages, 1)
	if err := ask("192.0.2.1:2", httptest.NewRecorder()); apperr.KindOf(err) != apperr.Busy {
		t.Errorf("one more page for the network: %v", err)
	}
	if err := ask("192.0.2.2:1", httptest.NewRecorder()); err != nil {
		t.Errorf("another network: %v", err)
	}
	close(take)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := ask("192.0.2.1:3", httptest.NewRecorder()); err != nil || len(g.unsent.ofNetwork) != 0 {
		t.Errorf("after they were taken: %v, %v", err, g.unsent.ofNetwork)
	}
}
