package meetings

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
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
		exec := func(query string, args ...any) {
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, query, args...)
				return err
			}))
		}
		exec(`UPDATE person SET address = '1 Test Street'`)
		posted := func() (n int) {
			roll, err := w.s.PrintedRoll(ctx, by, id, 1)
			w.must(err)
			for _, e := range roll {
				if e.Postal != "" {
					n++
				}
			}
			return n
		}
		before := posted()
		exec(`INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
			SELECT id, 'died', '2026-07-01', 'Their family', $1, 'Secretary' FROM person`, w.now)
		if before == 0 || posted() != 0 {
			t.Errorf("letters by post to %d, and to %d of those who have died", before, posted())
		}
	})
}
