package events_test

import (
	"context"
	"net/http"
	"net/http/httptest"
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
