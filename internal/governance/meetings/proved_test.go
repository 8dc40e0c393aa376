package meetings

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

// A browser that was left open neither records who counts nor prints everyone's address.
func TestTellersAndThePrintedRollAskForARecentSignIn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.noticed()
		w.arrive(id, 12)
		w.open(id)
		by := w.secretary
		by.Session, by.Proof = 4, auth.Proof{At: w.now.Add(-10 * time.Minute)}
		w.refused(
			"tellers, ten minutes after signing in", w.s.SetTellers(ctx, by, id, w.version(id), w.people[8:10]),
			apperr.Prove, "Sign in again",
		)
		roll, err := w.s.PrintedRoll(ctx, by, id, 1)
		w.refused("the roll, ten minutes after signing in", err, apperr.Prove, "Sign in again")
		if len(roll) > 0 {
			t.Errorf("%d people were given out", len(roll))
		}
		by.Proof.At = w.now.Add(-9 * time.Minute)
		w.must(w.s.SetTellers(ctx, by, id, w.version(id), w.people[8:10]))
		roll, err = w.s.PrintedRoll(ctx, by, id, 1)
		w.must(err)
		if len(roll) == 0 {
			t.Error("the roll is empty")
		}
	})
}
