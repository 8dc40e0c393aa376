package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/labstack/echo/v4"
)

func passing(g *gate, ctx context.Context, h echo.HandlerFunc) (*httptest.ResponseRecorder, error) {
	rec := httptest.NewRecorder()
	req := httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx)
	return rec, g.through(h)(echo.New().NewContext(req, rec))
}

func TestTheGateLetsOnlySoManyMakePages(t *testing.T) {
	g := newGate(3)
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
	g := newGate(3)
	var now, most atomic.Int32
	var wg sync.WaitGroup
	for n := range 30 {
		wg.Go(func() {
			path := []string{"/standings.pdf", "/ratings.xlsx", "/standings"}[n%3]
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
		t.Error("two files were made at once")
	}
	if len(g.pages) != 0 || len(g.files) != 0 {
		t.Errorf("%d and %d are still inside", len(g.pages), len(g.files))
	}
}

func TestWhoeverLeavesTheLineHoldsNoSlot(t *testing.T) {
	g := newGate(1)
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
	g := newGate(1)
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
	rec, err := passing(newGate(1), context.Background(), func(echo.Context) error { return refusal })
	if !errors.Is(err, refusal) || rec.Body.Len() != 0 {
		t.Errorf("err = %v, body %q", err, rec.Body)
	}
}
