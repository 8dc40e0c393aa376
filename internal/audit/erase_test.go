package audit_test

import (
	"strings"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// What a person's entries say can be erased, twice too, and the chain holds; nothing else that was changed passes for it.
func TestErasedEntriesVerify(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		for _, a := range []string{"a", "b", "c"} {
			if err := write(ctx, db, a); err != nil {
				t.Fatal(err)
			}
		}
		older := copyOf(t, db)
		erase := func(seq int64, detail string) {
			t.Helper()
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				n, err := audit.Erase(ctx, tx, audit.Entry{At: now, By: audit.By{Name: "program"}, Object: "person", ObjectID: 7},
					func(r audit.Record) (string, string, bool) { return detail, r.By.Name, r.Seq == seq })
				if n != 1 {
					t.Errorf("%d entries were erased", n)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		erase(2, `{"after":{"name":"(erased)"}}`)
		erase(2, `{}`)
		erase(1, `{}`)
		if n, err := audit.Verify(ctx, db); n != 6 || err != nil {
			t.Fatalf("Verify = %d, %v", n, err)
		}
		if n, erased, err := audit.Check(ctx, db); n != 6 || erased != 2 || err != nil {
			t.Errorf("Check = %d, %d erased, %v", n, erased, err) // one of them twice
		}
		if n, err := audit.Prefix(ctx, db, older); n != 3 || err != nil {
			t.Errorf("beside an older backup: %d, %v", n, err)
		}
		for _, attack := range []string{
			`UPDATE audit_entry SET detail = '{"after":1}' WHERE seq = 2`, `UPDATE audit_entry SET action = 'x' WHERE seq = 2`,
			`UPDATE audit_entry SET detail = '{}' WHERE seq = 3`, `UPDATE audit_entry SET detail = '{}' WHERE seq = 5`,
		} {
			err := db.InTx(ctx, func(tx *store.Tx) error {
				if _, err := tx.Exec(ctx, attack); err != nil {
					return err
				}
				if _, err := audit.Verify(ctx, tx); err == nil || !strings.Contains(err.Error(), "was changed") {
					t.Errorf("%s: Verify = %v", attack, err)
				}
				return store.ErrNoRows // nothing is kept
			})
			if err == nil {
				t.Error("kept")
			}
		}
	})
}
