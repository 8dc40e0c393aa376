package auth

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

func TestBackOff(t *testing.T) {
	for _, tt := range []struct {
		b    backOff
		n    int
		want time.Duration
	}{
		{pairBackOff, 0, 0}, {pairBackOff, 4, 0},
		{pairBackOff, 5, 30 * time.Second}, {pairBackOff, 6, time.Minute}, {pairBackOff, 7, 2 * time.Minute},
		{pairBackOff, 11, 32 * time.Minute}, {pairBackOff, 12, time.Hour}, {pairBackOff, 1 << 30, time.Hour},
		{networkBackOff, 59, 0}, {networkBackOff, 60, 5 * time.Second}, {networkBackOff, 64, time.Minute},
	} {
		if got := tt.b.after(tt.n); got != tt.want {
			t.Errorf("after %d failures %v, want %v", tt.n, got, tt.want)
		}
	}
}

func TestACrowdedAccountLeavesOneFreeAttempt(t *testing.T) {
	last := civil.MustParseInstant("2026-07-01T00:00:00.000Z")
	crowd := failures{crowdedFrom, last}
	if at := openAt(failures{}, failures{}, crowd); !at.IsZero() {
		t.Errorf("a network that has not tried yet must wait until %s", at)
	}
	if at := openAt(failures{1, last}, failures{}, crowd); at != last.Add(30*time.Second) {
		t.Errorf("after one failure: open at %s, want in 30 seconds", at)
	}
	if at := openAt(failures{1, last}, failures{}, failures{crowdedFrom - 1, last}); !at.IsZero() {
		t.Errorf("a quiet account after one failure: open at %s, want now", at)
	}
}

func TestGuessingIsSlowedDownFromOneNetworkOnly(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		try := func(email, password, network string) error {
			_, err := w.SignIn(ctx, Credentials{Email: email, Password: password, Network: network})
			return err
		}
		const thief, home = "203.0.113.9", "192.0.2.1"
		for range pairBackOff.free {
			w.refused(try("aroha@example.nz", "guess", thief), apperr.Invalid, "is wrong")
			w.later(time.Second)
		}
		w.refused(try("aroha@example.nz", goodPassword, thief), apperr.TooMany, "Try again in 29 seconds.")
		w.must(try("aroha@example.nz", goodPassword, home)) // the owner is not locked out
		w.later(29 * time.Second)
		w.refused(try("aroha@example.nz", "guess", thief), apperr.Invalid, "is wrong")
		w.refused(try("aroha@example.nz", "guess", thief), apperr.TooMany, "Try again in 1 minute.")
		w.refused(
			try("AROHA@example.nz ", "guess", thief), apperr.TooMany, "Try again in 1 minute.",
		) // spelling is no way round
		w.later(time.Minute)
		w.must(try("aroha@example.nz", goodPassword, thief)) // and success is forgiven
		w.refused(try("aroha@example.nz", "guess", thief), apperr.Invalid, "is wrong")

		for range pairBackOff.free {
			w.refused(try("nobody@example.nz", "guess", thief), apperr.Invalid, "is wrong")
		}
		w.refused(try("nobody@example.nz", "guess", thief), apperr.TooMany, "") // like an account that is there
		w.later(failureWindow)
		w.refused(try("nobody@example.nz", "guess", thief), apperr.Invalid, "is wrong")
	})
}

func TestSprayingOverAccountsIsSlowedDown(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		for i := range networkBackOff.free {
			_, err := w.SignIn(ctx, Credentials{
				Email: fmt.Sprintf("a%d@example.nz", i), Password: "guess", Network: "203.0.113.9",
			})
			w.refused(err, apperr.Invalid, "is wrong")
		}
		_, err := w.SignIn(ctx, Credentials{Email: "fresh@example.nz", Password: "guess", Network: "203.0.113.9"})
		w.refused(err, apperr.TooMany, "5 seconds")
		w.later(5 * time.Second)
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword, Network: "203.0.113.9"})
		w.must(err)
	})
}

func TestManyGuessesAtOnceDoNotSlipThrough(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		var mu sync.Mutex
		var wg sync.WaitGroup
		answered := 0
		for range 40 {
			wg.Go(func() {
				_, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: "guess", Network: "203.0.113.9"})
				mu.Lock()
				defer mu.Unlock()
				switch apperr.KindOf(err) {
				case apperr.Invalid:
					answered++
				case apperr.TooMany:
				default:
					w.t.Error(err)
				}
			})
		}
		wg.Wait()
		if answered > pairBackOff.free+20 { // PostgreSQL lets the attempts of one moment pass each other
			w.t.Errorf("%d guesses were answered", answered)
		}
		if w.db.Dialect() == "sqlite" && answered != pairBackOff.free {
			w.t.Errorf("%d guesses were answered, want %d", answered, pairBackOff.free)
		}
	})
}

func TestWaitsInWords(t *testing.T) {
	for _, tt := range []struct {
		d    time.Duration
		want string
	}{
		{time.Millisecond, "a second"}, {1500 * time.Millisecond, "2 seconds"}, {59 * time.Second, "59 seconds"},
		{time.Minute, "1 minute"}, {61 * time.Second, "2 minutes"}, {time.Hour, "60 minutes"}, {61 * time.Minute, "2 hours"},
	} {
		if got := inWords(tt.d); got != tt.want {
			t.Errorf("%v is %q, want %q", tt.d, got, tt.want)
		}
	}
}
