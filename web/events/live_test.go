package events

import (
	"context"
	"strconv"
	"testing"

	"nzgs/internal/auth"
)

// TestWatchersAreLimited: the streams of live pages are counted over all events,
// for each event and for each network, and a page that goes makes room for another.
func TestWatchersAreLimited(t *testing.T) {
	network := func(n int) string { return strconv.Itoa(n) }
	for _, tt := range []struct {
		name  string
		most  int
		event func(n int) auth.EventID
		of    func(n int) string
	}{
		{"all", maxWatchers, func(n int) auth.EventID { return auth.EventID(n % 4) }, network},
		{"an event", eventPlaces, func(int) auth.EventID { return 1 }, network},
		{
			"a network", netPlaces, func(n int) auth.EventID { return auth.EventID(n % 4) },
			func(int) string { return "the hall" },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHub(func(context.Context, auth.EventID) (int64, error) { return 1, nil })
			var last func()
			for n := range tt.most {
				_, stop, ok := h.watch(tt.event(n), tt.of(n), 1)
				if !ok {
					t.Fatalf("watcher %d of %d was refused", n+1, tt.most)
				}
				last = stop
			}
			watched := len(h.watched())
			one := func(n int) bool {
				_, _, ok := h.watch(tt.event(n), tt.of(n), 1)
				return ok
			}
			for n := range 4 {
				if one(tt.most + n) {
					t.Error("one more watches")
				}
			}
			if n := len(h.watched()); n != watched {
				t.Errorf("%d events are watched, want %d: a refused watcher leaves nothing", n, watched)
			}
			last()
			if !one(tt.most) {
				t.Error("a page that went made no room")
			}
			if one(tt.most) {
				t.Error("one page that went made room for two")
			}
		})
	}
}
