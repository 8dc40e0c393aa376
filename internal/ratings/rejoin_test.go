package ratings

import (
	"testing"

	"nzgs/internal/store"
)

// What is kept in memory of rated games is not believed after records of two players were joined.
func TestFactsInMemoryAreOfOneCountOfMerges(t *testing.T) {
	onBoth(t, []string{"1d", "1k", "2k"}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-05-02", w.game(1, 0, 1, 0, BlackWins)))
		order, err := submissionsFrom(ctx, w.db, position{})
		if err != nil {
			t.Fatal(err)
		}
		kept := func(q store.Queryer) PersonID {
			t.Helper()
			f, err := w.s.facts.read(ctx, q, ids(order))
			if err != nil {
				t.Fatal(err)
			}
			return f[order[0].id].players[0]
		}
		if kept(w.db) != w.people[0] {
			t.Fatal("the first player did not play")
		}
		w.tx(func(tx *store.Tx) error {
			_, err := w.s.Rejoin(ctx, tx, func() error {
				for _, change := range []string{
					`UPDATE rating_game SET black_id = $1 WHERE black_id = $2`,
					`UPDATE rating_player SET person_id = $1 WHERE person_id = $2`,
				} {
					if _, err := tx.Exec(ctx, change, w.people[2], w.people[0]); err != nil {
						return err
					}
				}
				return nil
			})
			if kept(tx) == w.people[0] {
				t.Error("within the transaction the games are those of the record that is gone")
			}
			return err
		})
		if kept(w.db) == w.people[0] {
			t.Error("afterwards the games are those of the record that is gone")
		}
		report, err := w.s.Recalculate(ctx, desk, Check, nil)
		if err != nil || !report.OK() {
			t.Errorf("the list is not what the games give: %v %v", report.Differences, err)
		}
	})
}
