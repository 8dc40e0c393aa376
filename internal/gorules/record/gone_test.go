package record

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"nzgs/internal/gorules"
)

// attack is a record of 1 MB whose check took 20 seconds.
func attack() string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 1))
	b.WriteString("(;SZ[52]RE[B+3.5]KM[7]")
	for i := range 60_000 {
		fmt.Fprintf(&b, ";%c[%s]", "BW"[i%2], gorules.At(r.IntN(52), r.IntN(52)))
	}
	return b.String() + ")"
}

// Bug: a record was checked to the end after whoever sent it had gone.
func TestNothingIsCheckedForNobody(t *testing.T) {
	game := one(t, attack())
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	line := &Line{}
	if board, err := gorules.NewBoard(19, 19); err == nil {
		line.Board = board
	}
	for name, work := range map[string]func(ctx context.Context) error{
		"check":   func(ctx context.Context) error { return (&Checker{}).Check(ctx, game, &Report{}) },
		"examine": func(ctx context.Context) error { _, err := Examine(ctx, game, Options{}, nil); return err },
		"frames": func(ctx context.Context) error {
			_, err := Frames(ctx, one(t, "(;SZ[19]"+strings.Repeat(";B[];W[]", 2000)+")"), Options{}, 0)
			return err
		},
		"estimate": func(ctx context.Context) error { _, err := gorules.PlayOut(ctx, line.Board, 1000, 1); return err },
	} {
		if err := work(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("%s for nobody: %v", name, err)
		}
	}
	begin := time.Now()
	short, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if _, err := Examine(short, game, Options{}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if took := time.Since(begin); took > 2*time.Second {
		t.Errorf("the check ended %s after its time", took)
	}
}

// The search for dead stones, which can take longer than all else, ends too.
func TestTheSearchForDeadStonesEndsWithItsContext(t *testing.T) {
	l := playedOut(t, rand.New(rand.NewPCG(3, 3)), 19, 250)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if a := claimOf(l, 40).answer(gone); a.Any.Finding != NotDecided {
		t.Errorf("finding %v for nobody", a.Any.Finding)
	}
}

// Beyond its bounds nothing of a record is played.
func TestBoundsComeBeforeAnyWork(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		most       int
		refused    bool
	}{
		{"as many moves", "(;SZ[9];B[aa];W[bb])", 2, false},
		{"a move too many", "(;SZ[9];B[aa];W[bb];B[cc])", 2, true},
		{"set up between moves", "(;SZ[9];B[aa];AB[ab];AB[ac];AB[ad])", 2, true},
		{"no bound", "(;SZ[9];B[aa];W[bb];B[cc])", 0, false},
	} {
		var r Report
		c := Checker{Options: Options{Bounds: Bounds{Moves: tt.most}}}
		err := c.Check(t.Context(), one(t, tt.text), &r)
		if (err != nil) != tt.refused || tt.refused && r.Played != 0 {
			t.Errorf("%s: %v, %d moves played", tt.name, err, r.Played)
		}
	}
}

// A search may be given a share of the work alone.
func TestTheSearchHasItsShareOfWork(t *testing.T) {
	l := playedOut(t, rand.New(rand.NewPCG(3, 3)), 19, 250)
	d := claimOf(l, 40)
	d.work = 1
	if a := d.answer(t.Context()); a.Any.Finding != NotDecided {
		t.Errorf("finding %v without work", a.Any.Finding)
	}
}
