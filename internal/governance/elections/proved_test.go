package elections

import (
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/governance/meetings"
)

// Confirming the results gives offices: a browser that was left open does not.
func TestConfirmingResultsAsksForARecentSignIn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.elected()
		w.state(meetings.Closed)
		by := w.secretary
		by.Session, by.Proof = 4, auth.Proof{At: w.now.Add(-10 * time.Minute)}
		if got := fields(w.s.Confirm(ctx, by, w.confirmation())); got != "prove" {
			t.Errorf("ten minutes after signing in: %s", got)
		}
		by.Proof.At = w.now.Add(-9 * time.Minute)
		w.must(w.s.Confirm(ctx, by, w.confirmation()))
	})
}
