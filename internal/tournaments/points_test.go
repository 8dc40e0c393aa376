package tournaments

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/internal/store"
)

// Finishing an event posts the points of the sections that give them; a result that is corrected after it posts them
// again. Who played no game has no place.
func TestFinishingPostsPoints(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		people := w.members(4)
		e, section := w.event(aSection("Open", 1))
		w.enter(section, people...)
		round := w.publish(section)
		w.play(section, round, func(Game, Entry, Entry) pairing.Result { return pairing.BlackWins })
		declare := representative.Declaration{Kind: points.Regional, Club: w.club}
		if err := w.s.DeclarePoints(ctx, w.director, section, declare); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a club that is not affiliated: %v", err)
		}
		if _, err := w.s.PointsSections(ctx, auth.Actor{Person: people[0]}, e.ID); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("someone without an office: %v", err)
		}
		w.tx(func(tx *store.Tx) error { // as it was when the club was affiliated
			_, err := tx.Exec(ctx, `
				INSERT INTO points_event (section_id, kind, club_id, declared_at, declared_by)
				VALUES ($1, 'regional', $2, $3, 'the test')`, section, w.club, w.now)
			return err
		})
		if err := w.s.RemoveSection(ctx, w.director, section, 1); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("removing it: %v", err)
		}
		w.must(w.s.Close(ctx, w.director, e.ID, w.get(e.ID).Version))
		all, err := w.s.PointsSections(ctx, w.director, e.ID)
		w.must(err)
		if len(all) != 1 || all[0].Declared.Posted || all[0].Declared.Waits == "" {
			t.Errorf("the club is not affiliated, and the section %+v", all)
		}
	})
}
