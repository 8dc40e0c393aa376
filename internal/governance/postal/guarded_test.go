package postal

import "testing"

// TestKeysStayOncePapersAreOut: whoever has a proved key then has no other one by
// themself, whether papers are entered or not.
func TestKeysStayOncePapersAreOut(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		refused := func() {
			t.Helper()
			_, err := w.RegisterKey(ctx, w.actors["ben"], w.vote, keyring()[2].identity.Card().String())
			w.refused(err, "5.5", "so your key stays")
			if err := w.ProveKey(ctx, w.actors["ben"], w.vote, "an answer"); err == nil {
				t.Error("a key is proved that nobody registered")
			}
		}
		w.reach(StateDespatched, draft)
		refused()
		w.advance(StateClosed, "yn")
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")))
		refused()
	})
}

// Papers that can no longer go out in time are not made.
func TestPapersAreNotMadeTooLate(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateTellers, draft)
		w.on("2026-04-07")
		_, err := w.MakePapers(ctx, w.actors["secretary"], w.vote, w.version())
		w.refused(err, "5.9", "too late for a closing on 20 April 2026")
	})
}

// TestAKeyThatWasNeverProvedIsStillProved: a vote whose papers were out before keys
// stayed, with a teller who had not proved one, goes on.
func TestAKeyThatWasNeverProvedIsStillProved(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn")
		w.changed(`UPDATE postal_teller SET proven_at = NULL WHERE vote_id = $1 AND position = 2`)
		w.proveKey("ben", 1)
		w.must(w.Enter(ctx, w.actors["ben"], w.vote, w.entries("yn")))
	})
}
