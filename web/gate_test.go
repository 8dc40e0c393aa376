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
