package erasing

import (
	"errors"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/demo"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// The rules of the database refuse nothing of what is erased, whoever of a whole society it is.
func TestAnyoneOfASocietyCanBeErased(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now := civil.MustParseInstant("2026-11-21T01:00:00.000Z")
		if err := demo.Fill(ctx, db, demo.Small(), now, func(string, int, int) {}); err != nil {
			t.Fatal(err)
		}
		ids, err := store.All(ctx, db, store.Value[auth.PersonID], `SELECT id FROM person ORDER BY id`)
		if err != nil {
			t.Fatal(err)
		}
		end := errors.New("nothing is kept")
		for _, id := range ids {
			err := db.InTx(ctx, func(tx *store.Tx) error {
				for _, names := range []bool{false, true} {
					if _, err := clearAll(ctx, tx, id, names); err != nil {
						return err
					}
				}
				return end
			})
			if !errors.Is(err, end) {
				t.Errorf("person %d: %v", id, err)
			}
		}
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Error(err)
		}
	})
}
