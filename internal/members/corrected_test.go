package members

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// A term is kept as corrected exactly while a row takes its place, whatever order terms and their corrections came
// in, and went again.
func TestATermIsKeptAsCorrectedWhileARowTakesItsPlace(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, kinds := context.Background(), []string{"new", "renewal", "carried_over", "void"}
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO person (id, family_name, given_names, name_key, sort_key, created_at)
				VALUES (1, 'Kōwhai', 'Tama', 'tama kowhai', 'kowhai tama', '2026-01-01T00:00:00.000Z')`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(rt *rapid.T) {
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				if _, err := tx.Exec(ctx, `DELETE FROM membership_term`); err != nil {
					return err
				}
				free := []int64{} // terms that no row corrects
				for n := range rapid.IntRange(1, 12).Draw(rt, "terms") {
					var corrects any
					kind := kinds[rapid.IntRange(0, 2).Draw(rt, "kind")]
					if len(free) > 0 && rapid.Bool().Draw(rt, "corrects one") {
						at := rapid.IntRange(0, len(free)-1).Draw(rt, "which")
						corrects, kind = free[at], kinds[rapid.IntRange(0, 3).Draw(rt, "how")]
						free = append(free[:at], free[at+1:]...)
					}
					if len(free) > 0 && corrects == nil && rapid.Bool().Draw(rt, "one goes") {
						at := rapid.IntRange(0, len(free)-1).Draw(rt, "which goes")
						back, err := store.All(ctx, tx, store.Value[int64], `
							SELECT corrects_id FROM membership_term WHERE id = $1 AND corrects_id IS NOT NULL`, free[at])
						if err != nil {
							return err
						}
						if _, err := tx.Exec(ctx, `DELETE FROM membership_term WHERE id = $1`, free[at]); err != nil {
							return err
						}
						free = append(append(free[:at], free[at+1:]...), back...)
					}
					id, err := store.One(ctx, tx, store.Value[int64], `
						INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, corrects_id, reason, recorded_at)
						VALUES (1, 2026, '2026-07-01', '2027-06-30', $1, '{}', $2, 'as asked', '2026-07-01T00:00:00.000Z')
						RETURNING id`, kind, corrects)
					if err != nil {
						return err
					}
					free = append(free, id)
					wrong, err := store.All(ctx, tx, store.Value[int64], `
						SELECT t.id
						FROM membership_term t
						WHERE t.corrected <> EXISTS (SELECT 1 FROM membership_term x WHERE x.corrects_id = t.id)`)
					if err != nil {
						return err
					}
					if len(wrong) > 0 {
						rt.Errorf("after %d terms these are kept wrongly: %v", n+1, wrong)
					}
				}
				return nil
			}); err != nil {
				rt.Fatal(err)
			}
		})
	})
}
