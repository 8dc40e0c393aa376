package postal

import (
	"testing"

	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// Motions, roll and tellers' keys are those that were frozen and proven:
// nothing goes on after somebody changed them in the database.
func TestAVoteThatWasChangedInTheDatabaseDoesNotGoOn(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		for name, change := range map[string]string{
			"a motion's wording": `UPDATE postal_motion SET wording = 'That everything be sold.' WHERE vote_id = $1 AND number = 1`,
			"a motion's kind":    `UPDATE postal_motion SET kind = 'ordinary' WHERE vote_id = $1 AND number = 2`,
			"a voter less":       `DELETE FROM postal_voter WHERE vote_id = $1 AND person_id = (SELECT MAX(person_id) FROM postal_voter WHERE vote_id = $1)`,
			"a voter's name":     `UPDATE postal_voter SET name = 'Somebody Else' WHERE vote_id = $1 AND person_id = (SELECT MAX(person_id) FROM postal_voter WHERE vote_id = $1)`,
		} {
			w.on("2026-03-15")
			w.reach(StateReported, draft, "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn", "yn")
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, change, w.vote); return err }))
			if err := w.Declare(ctx, w.actors["secretary"], w.proof("secretary"), w.vote, w.version()); err == nil {
				t.Errorf("%s: declared all the same", name)
			}
			w.on("2026-03-15")
			w.reach(StateTellers, draft)
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, change, w.vote); return err }))
			if _, err := w.MakePapers(ctx, w.actors["secretary"], w.vote, w.version()); err == nil {
				t.Errorf("%s: papers are made all the same", name)
			}
		}
		w.on("2026-03-15")
		w.reach(StateClosed, draft, "yn")
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		p, err := ballot.ParsePackage([]byte(f.pack))
		w.must(err)
		spy := ballot.Teller{Name: "Nobody At All", Card: keyring()[2].identity.Card()}
		p, err = p.WithTellers(append(p.Tellers, spy))
		w.must(err)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { return setPackage(ctx, tx, w.vote, p) }))
		if err := w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")); err == nil {
			t.Error("papers are sealed to a key that no teller has proven")
		}
	})
}
