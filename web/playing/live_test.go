package playing_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// hanging is a reader who takes nothing after the first message: what is written waits until its deadline.
type hanging struct {
	*httptest.ResponseRecorder
	deadline time.Time
	took     chan struct{}
}

func (w *hanging) SetWriteDeadline(at time.Time) error { w.deadline = at; return nil }

func (w *hanging) Write(b []byte) (int, error) {
	select {
	case <-w.took:
		return 0, os.ErrDeadlineExceeded
	default:
		close(w.took)
		return w.ResponseRecorder.Write(b)
	}
}

// Bug: who took no message of a game's live page held its place for good.
func TestWhoTakesNothingOfAGameGivesThePlaceBack(t *testing.T) {
	s, aroha, ruru, _ := members(t)
	offer(t, aroha, ruru, "go nz 19")
	r := httptest.NewRequest(http.MethodGet, "/play/1/live", nil)
	for name, value := range ruru.Cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := &hanging{ResponseRecorder: httptest.NewRecorder(), took: make(chan struct{})}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.ServeHTTP(w, r)
	}()
	<-w.took
	do(t, aroha, "at=D4") // of which the reader is told
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the reader holds the place")
	}
	if left := time.Until(w.deadline); left <= 0 || left > 30*time.Second {
		t.Errorf("a message has until %s", w.deadline)
	}
}
