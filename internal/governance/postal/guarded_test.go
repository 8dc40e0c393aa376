package postal

import "testing"

// Once papers are entered, sealed to the tellers' keys, nobody registers or
// proves another key.
func TestKeysStayOncePapersAreEntered(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn")
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")))
		_, err := w.RegisterKey(ctx, w.actors["ben"], w.proof("ben"), w.vote, keyring()[2].identity.Card().String())
		w.refused(err, "", "Papers are entered already")
		w.refused(w.ProveKey(ctx, w.actors["ben"], w.vote, "an answer"), "", "Papers are entered already")
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
