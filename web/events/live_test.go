package events

import (
	"context"
	"testing"

	"nzgs/internal/auth"
)

// TestWatchersAreLimited: the streams of live pages are counted over all events,
// and a page that goes makes room for another.
func TestWatchersAreLimited(t *testing.T) {
	h := newHub(func(context.Context, auth.EventID) (int64, error) { return 1, nil })
	var last func()
	for i := range maxWatchers {
		_, stop, ok := h.watch(auth.EventID(1+i%2), 1)
		if !ok {
			t.Fatalf("watcher %d of %d was refused", i+1, maxWatchers)
		}
		last = stop
	}
	for id := range auth.EventID(4) {
		if _, _, ok := h.watch(id, 1); ok {
			t.Errorf("one more watches event %d", id)
		}
	}
	if n := len(h.watched()); n != 2 {
		t.Errorf("%d events are watched, want 2: a refused watcher leaves nothing", n)
	}
	last()
	if _, _, ok := h.watch(3, 1); !ok {
		t.Error("a page that went made no room")
	}
	if _, _, ok := h.watch(3, 1); ok {
		t.Error("one page that went made room for two")
	}
}
