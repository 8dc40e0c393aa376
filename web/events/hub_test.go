package events

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"nzgs/internal/auth"
)

// TestAFullHallIsToldOneAfterTheOther: nobody is left out, each has the newest revision at the end, and not all are
// told at the same moment.
func TestAFullHallIsToldOneAfterTheOther(t *testing.T) {
	var revision atomic.Int64
	revision.Store(1)
	h := newHub(func(context.Context, auth.EventID) (int64, error) { return revision.Load(), nil })
	const hall = 400
	var all []chan int64
	for range hall {
		ch, stop, ok := h.watch(1, "the hall", 1)
		if !ok {
			t.Fatal("the hall is full")
		}
		defer stop()
		all = append(all, ch)
	}
	revision.Store(2)
	h.look(t.Context(), 1)
	told := slices.DeleteFunc(slices.Clone(all), func(ch chan int64) bool { return len(ch) == 0 })
	if len(told) == hall {
		t.Error("all are told at the same moment")
	}
	revision.Store(3) // while they are told of the one before
	h.look(t.Context(), 1)
	late := time.After(10 * time.Second)
	for n, ch := range all {
		for rev := int64(0); rev != 3; {
			select {
			case rev = <-ch:
			case <-late:
				t.Fatalf("watcher %d is not told", n)
			}
		}
	}
	ch, stop, _ := h.watch(1, "the hall", 2) // their page is of the revision before
	defer stop()
	if len(ch) != 1 || <-ch != 3 {
		t.Error("who came with an older page is not told")
	}
}

// TestEventsShareWhatIsTold: a small event does not wait for a big one.
func TestEventsShareWhatIsTold(t *testing.T) {
	h := newHub(func(context.Context, auth.EventID) (int64, error) { return 2, nil })
	for n := range 900 {
		if _, _, ok := h.watch(auth.EventID(1+n/890), "x", 1); !ok {
			t.Fatal("no place")
		}
	}
	big, small := h.share(h.rooms[1]), h.share(h.rooms[2])
	if big < 90 || big > 100 || small != 1 {
		t.Errorf("of a big event %d are told at once, of a small one %d", big, small)
	}
}
