package postal

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// Papers go to all members (rule 5.9): who has no postal address is named to
// managers, and the despatch says how their papers reached them.
func TestTheDespatchAsksHowPapersReachedMembersWithoutAnAddress(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE person SET address = ' ' WHERE id = $1`, w.people[9])
			return err
		}))
		secretary := w.actors["secretary"]
		for _, state := range []State{StateDraft, StatePapers} {
			w.on("2026-03-15")
			w.reach(state, draft)
			without, err := w.WithoutAddress(ctx, secretary, w.vote)
			if err != nil || len(without) != 1 || without[0].Person != w.people[9] {
				t.Errorf("%s: %v, %v", state, without, err)
			}
		}
		for _, name := range []string{"ana", "member"} {
			if _, err := w.WithoutAddress(ctx, w.actors[name], w.vote); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%s reads who has no address: %v", name, err)
			}
		}
		d := Despatch{On: w.now.Date(), How: "By post", By: "A Helper"}
		if err := w.Service.Despatch(ctx, secretary, w.vote, w.version(), d); fields(err) != "rest" {
			t.Errorf("nothing said of who has no address: %v", err)
		}
		d.Rest = "by hand at the club"
		w.must(w.Service.Despatch(ctx, secretary, w.vote, w.version(), d))
		f, err := w.Vote(ctx, secretary, w.vote)
		if err != nil || !strings.HasSuffix(f.SentHow, "to 1 without a known postal address: by hand at the club") {
			t.Errorf("the despatch says %q, %v", f.SentHow, err)
		}
	})
}
