package store_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// both is the address of a database at two doors.
func both(t *testing.T, first, second *storetest.Interrupted) string {
	t.Helper()
	u, err := url.Parse(first.Address)
	if err != nil {
		t.Fatal(err)
	}
	next, err := url.Parse(second.Address)
	if err != nil {
		t.Fatal(err)
	}
	u.Host += "," + next.Host
	return u.String()
}

// written is a log that is read while it is written.
type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *written) has(part string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Contains(w.text.String(), part)
}

// A host that takes connections and says nothing is given up when the next one takes changes: what waits for it ends, and
// what comes later does not wait. It is asked again when it is up to date.
func TestAHostThatHangsIsGivenUp(t *testing.T) {
	first := storetest.NewInterrupted(t)
	second := first.Another()
	db, err := store.Open(ctx, both(t, first, second))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	watching, stop := context.WithCancel(ctx)
	var log written
	done := make(chan struct{})
	go func() { db.RunWatchingHosts(watching, slog.New(slog.NewTextHandler(&log, nil))); close(done) }() // raced by this test itself
	defer func() { stop(); <-done }()
	one := func() error {
		_, err := store.One(ctx, db, store.Value[int], `SELECT 1`)
		return err
	}
	until := time.Now().Add(time.Minute)
	says := func(what string) {
		t.Helper()
		for !log.has(what) {
			if time.Now().After(until) {
				t.Fatalf("the log does not say %q", what)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	first.Hang()
	if err := one(); !store.IsUnavailable(err) {
		t.Errorf("what waited: %v", err)
	}
	says("passed over")
	for range 3 {
		if err := one(); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	}
	first.GoOn()
	says("asked again")
	second.Shut()
	for one() != nil { // which was connected to the second
		if time.Now().After(until) {
			t.Fatal("the first is not used again")
		}
	}
}

// A program whose address names one host alone has no other to go to, and watches nothing.
func TestOneHostIsNotWatched(t *testing.T) {
	for _, db := range []*store.DB{storetest.SQLite(t), storetest.Postgres(t)} {
		db.RunWatchingHosts(ctx, slog.New(slog.DiscardHandler)) // ends by itself
	}
}
