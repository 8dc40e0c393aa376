package postal

import (
	"slices"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
)

// Everyone's address is given out for letters and labels only to whoever manages the
// vote, sees contact data, and has signed in lately.
func TestAddressesOfAVoteAskForARecentSignIn(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		by := w.actors["secretary"]
		by.Session, by.Proof = 4, auth.Proof{At: w.now.Add(-10 * time.Minute)}
		if list, err := w.Addressees(ctx, by, w.vote); apperr.KindOf(err) != apperr.Prove || len(list) > 0 {
			t.Errorf("ten minutes after signing in: %d people, %v", len(list), err)
		}
		by.Proof.At = w.now.Add(-9 * time.Minute)
		list, err := w.Addressees(ctx, by, w.vote)
		w.must(err)
		if len(list) != 14 || list[0].Name == "" {
			t.Errorf("%d people: %+v", len(list), list)
		}
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
				SELECT person_id, 'died', '2026-07-01', 'Her family', $2, 'Secretary' FROM postal_voter WHERE vote_id = $1 AND name = $3`,
				w.vote, w.now, list[3].Name)
			return err
		}))
		if left, err := w.Addressees(ctx, by, w.vote); err != nil || len(left) != 13 || slices.Contains(left, list[3]) {
			t.Errorf("who has died gets a paper: %+v, %v", left, err)
		}
		for _, name := range []string{"ana", "member", "administrator", "treasurer"} {
			if list, err := w.Addressees(ctx, w.actors[name], w.vote); apperr.KindOf(err) != apperr.Forbidden || len(list) > 0 {
				t.Errorf("%s: %d people, %v", name, len(list), err)
			}
		}
		if _, err := w.Addressees(ctx, auth.Actor{}, w.vote); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("a stranger: %v", err)
		}
	})
}
