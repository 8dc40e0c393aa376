package events_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// stream is a reader of live pages that goes after the first message.
type stream struct {
	*httptest.ResponseRecorder
	gone func()
}

func (s stream) SetWriteDeadline(time.Time) error { return nil }

func (s stream) Write(b []byte) (int, error) {
	s.gone()
	return s.ResponseRecorder.Write(b)
}

// TestOneWatcherTooManyIsToldToComeBack, and can still ask for the revision.
func TestOneWatcherTooManyIsToldToComeBack(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	watch := func() (status int, retry string) {
		ctx, gone := context.WithCancel(t.Context())
		w := stream{httptest.NewRecorder(), gone}
		d.Site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/events/1/live", nil).WithContext(ctx))
		gone()
		return w.Code, w.Header().Get("Retry-After")
	}
	stop := d.Site.Events().FillLive(1)
	if status, retry := watch(); status != http.StatusServiceUnavailable || retry != "30" {
		t.Errorf("status %d, retry after %q, want 503 and 30", status, retry)
	}
	d.Site.Browser("").Get("/events/1/revision").Wants(t, http.StatusOK)
	stop()
	for range 2 { // the first of them has gone again
		if status, _ := watch(); status != http.StatusOK {
			t.Errorf("status %d where a page has gone, want 200", status)
		}
	}
}

// hanging is a reader who takes nothing after the first message: what is written waits until its deadline.
type hanging struct {
	*httptest.ResponseRecorder
	written  int
	deadline time.Time
}

func (w *hanging) SetWriteDeadline(at time.Time) error { w.deadline = at; return nil }

func (w *hanging) Write(b []byte) (int, error) {
	if w.written++; w.written == 1 {
		return w.ResponseRecorder.Write(b)
	}
	return 0, os.ErrDeadlineExceeded
}

// TestWhoTakesNothingGivesThePlaceBack: a stream whose messages nobody takes ends, for each has its time to be taken.
func TestWhoTakesNothingGivesThePlaceBack(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	w := &hanging{ResponseRecorder: httptest.NewRecorder()}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		d.Site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/events/1/live", nil))
	}()
	for d.Site.Events().Viewers() == 0 {
		time.Sleep(time.Millisecond)
	}
	d.guests("Ash") // a change, of which the reader is told
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the reader holds the place")
	}
	if left := time.Until(w.deadline); left <= 0 || left > 30*time.Second {
		t.Errorf("a message has until %s", w.deadline)
	}
	if n := d.Site.Events().Viewers(); n != 0 {
		t.Errorf("%d places are taken", n)
	}
}
