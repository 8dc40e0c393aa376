package store_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// listener hears what is rung.
type listener struct {
	bell  *store.Bell
	heard chan string
	log   lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func listen(t *testing.T, db *store.DB) *listener {
	t.Helper()
	l := &listener{bell: db.NewBell("test_bell"), heard: make(chan string, 100)}
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { l.bell.RunRinging(ctx) })
	running.Go(func() {
		l.bell.RunListening(ctx, slog.New(slog.NewTextHandler(&l.log, nil)), func(text string) { l.heard <- text })
	})
	t.Cleanup(func() { stop(); running.Wait() })
	return l
}

func (l *listener) wants(t *testing.T, text string) {
	t.Helper()
	select {
	case got := <-l.heard:
		if got != text {
			t.Fatalf("heard %q, want %q", got, text)
		}
	case <-time.After(time.Minute):
		t.Fatalf("%q was not heard\n%s", text, &l.log)
	}
}

// What one copy rings the others hear, and itself not; after an outage they listen again by themselves, and are told that
// something may have been missed.
func TestTheBellIsHeardAtOtherCopies(t *testing.T) {
	door := storetest.NewInterrupted(t)
	a, b := listen(t, limited(t, door.Address)), listen(t, limited(t, door.Address))
	a.wants(t, "")
	b.wants(t, "")
	a.bell.Ring("7")
	b.wants(t, "7")
	b.bell.Ring("8 and more")
	a.wants(t, "8 and more")
	door.Shut()
	a.bell.Ring("lost")
	door.Open()
	for _, l := range []*listener{a, b} {
		for got := ""; ; { // what was rung in between may have been heard before or after
			select {
			case got = <-l.heard:
			case <-time.After(time.Minute):
				t.Fatalf("no one listens again\n%s", &l.log)
			}
			if got == "" {
				break
			}
		}
	}
	b.bell.Ring("9")
	a.wants(t, "9")
	if said := a.log.String() + b.log.String(); said != "" {
		t.Errorf("an outage is no fault of the notifications: %s", said)
	}
}

// Where notifications are not passed on, as by PgBouncer, the log says so, once, and nothing else goes wrong.
func TestABellThatIsNotHeard(t *testing.T) {
	door := storetest.NewInterrupted(t)
	door.KeepBack('A') // NotificationResponse
	l := listen(t, limited(t, door.Address))
	for end := time.Now().Add(time.Minute); l.log.String() == ""; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the log says nothing")
		}
	}
	l.bell.Ring("7")
	if said := l.log.String(); strings.Count(said, "\n") != 1 || !strings.Contains(said, "does not pass notifications on") {
		t.Errorf("the log says %s", said)
	}
	select {
	case got := <-l.heard:
		t.Errorf("heard %q", got)
	default:
	}
}

// With SQLite there is no other copy.
func TestTheBellOfSQLite(t *testing.T) {
	l := listen(t, storetest.SQLite(t))
	l.bell.Ring("7")
	select {
	case got := <-l.heard:
		t.Errorf("heard %q", got)
	case <-time.After(20 * time.Millisecond):
	}
}
