package kit

import (
	"context"
	"errors"
	"testing"
	"time"

	"nzgs/internal/apperr"
)

// waits has so many of a network wait, one after the other, and tells when each
// is let in.
func waits(t *testing.T, l *Line, network string, many int, in chan<- string) {
	t.Helper()
	for range many {
		before := l.waiting(network)
		go func() {
			if l.Enter(context.Background(), network) == nil {
				in <- network
			}
		}()
		for begin := time.Now(); l.waiting(network) == before; {
			if time.Since(begin) > 5*time.Second {
				t.Fatalf("%s is not in line", network)
			}
		}
	}
}

func (l *Line) waiting(network string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if q := l.queueOf(network); q != nil {
		return len(q.waiting)
	}
	return 0
}

// However many wait from one network, somebody from another waits for one of them.
func TestNetworksTakeTurns(t *testing.T) {
	l := NewLine(1, time.Minute, 1000)
	if err := l.Enter(t.Context(), "greedy"); err != nil {
		t.Fatal(err)
	}
	in := make(chan string, 1)
	waits(t, l, "greedy", 50, in)
	waits(t, l, "reader", 2, in)
	var order []string
	for range 5 {
		l.Leave()
		order = append(order, <-in)
	}
	want := []string{"greedy", "reader", "greedy", "reader", "greedy"}
	for i := range want {
		if order[i] != want[i] {
			t.Fatalf("let in %v, want %v", order, want)
		}
	}
	for range 48 {
		l.Leave()
		if l.waiting("greedy") > 0 {
			<-in
		}
	}
}

func TestNobodyWaitsInLineForEver(t *testing.T) {
	l := NewLine(1, 20*time.Millisecond, 1)
	if err := l.Enter(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if err := l.Enter(t.Context(), "a"); apperr.KindOf(err) != apperr.Busy {
		t.Errorf("whoever waits too long: %v", err)
	}
	if n := l.waiting("a"); n != 0 || l.inside != 1 {
		t.Errorf("%d wait, %d are inside", n, l.inside)
	}
	patient := NewLine(1, time.Minute, 1)
	if err := patient.Enter(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	in := make(chan string, 1)
	waits(t, patient, "a", 1, in)
	if err := patient.Enter(t.Context(), "a"); apperr.KindOf(err) != apperr.Busy {
		t.Errorf("one more of the network than may wait: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := patient.Enter(gone, "b"); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone: %v", err)
	}
	patient.Leave()
	<-in
	patient.Leave()
	if patient.inside != 0 || len(patient.queues) != 0 {
		t.Errorf("%d are inside an empty line, %d queues", patient.inside, len(patient.queues))
	}
}

func TestABudgetComesBackWithTime(t *testing.T) {
	now := time.Unix(0, 0)
	b := NewBudget(3, 0.5, func() time.Time { return now })
	for range 3 {
		if err := b.Allows("a"); err != nil {
			t.Fatal(err)
		}
		b.Spend("a", 1)
	}
	if err := b.Allows("a"); apperr.KindOf(err) != apperr.TooMany || b.Allows("b") != nil {
		t.Errorf("spent: %v; another network: %v", err, b.Allows("b"))
	}
	now = now.Add(time.Second)
	if b.Allows("a") == nil {
		t.Error("half of one is not one")
	}
	now = now.Add(time.Second)
	if err := b.Allows("a"); err != nil {
		t.Error(err)
	}
	b.Spend("a", 61) // what is done is paid for
	now = now.Add(time.Minute)
	if b.Allows("a") == nil {
		t.Error("what cost more than there was is forgotten")
	}
	now = now.Add(time.Hour)
	for i := range mostPurses {
		b.Spend(string(rune('a'+i%26))+time.Duration(i).String(), 1)
	}
	now = now.Add(time.Hour)
	b.Spend("another", 1)
	if n := len(b.left); n > 1 {
		t.Errorf("%d networks are remembered that have everything", n)
	}
}

func TestPlacesAreForEverybody(t *testing.T) {
	p := NewPlaces(3, 2)
	leave, ok := p.Take("a")
	if _, second := p.Take("a"); !ok || !second {
		t.Fatal("a has two")
	}
	if _, ok := p.Take("a"); ok {
		t.Error("a has a third")
	}
	if _, ok := p.Take("b"); !ok {
		t.Error("b has none")
	}
	if _, ok := p.Take("c"); ok {
		t.Error("more are taken than there are")
	}
	leave()
	leave() // once
	if _, ok := p.Take("c"); !ok || p.taken != 3 || p.names["a"] != 1 {
		t.Errorf("a place that was left is not taken: %d, %v", p.taken, p.names)
	}
}
