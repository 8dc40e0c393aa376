package audit_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var (
	ctx = context.Background()
	now = civil.MustParseInstant("2026-07-01T00:00:00.000Z")
)

func write(ctx context.Context, db *store.DB, action string) error {
	return db.InTx(ctx, func(tx *store.Tx) error {
		return audit.Write(ctx, tx, audit.Entry{
			At: now, By: audit.By{Name: "program"}, Action: action, Object: "thing", ObjectID: 7,
			After: map[string]string{"name": "Ōtautahi"},
		})
	})
}

func TestChainHoldsUnderConcurrentWriters(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				for j := range 10 {
					if err := write(ctx, db, fmt.Sprintf("do.%d.%d", i, j)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if n, err := audit.Verify(ctx, db); n != 40 || err != nil {
			t.Errorf("Verify = %d, %v; want 40 entries", n, err)
		}
	})
}

func TestVerifyFindsTampering(t *testing.T) {
	for _, tt := range []struct{ name, statement, want string }{
		{"changed", `UPDATE audit_entry SET actor_name = 'someone else' WHERE seq = 2`, "entry 2 was changed"},
		{"changed detail", `UPDATE audit_entry SET detail = '{}' WHERE seq = 3`, "entry 3 was changed"},
		{"removed in the middle", `DELETE FROM audit_entry WHERE seq = 2`, "entry 2 is missing"},
		{"removed at the end", `DELETE FROM audit_entry WHERE seq = 3`, "entries were removed"},
		{"swapped", `UPDATE audit_entry SET prev_hash = hash, hash = prev_hash WHERE seq = 2`, "entry 2 does not follow"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			storetest.Both(t, func(t *testing.T, db *store.DB) {
				for _, a := range []string{"a", "b", "c"} {
					if err := write(ctx, db, a); err != nil {
						t.Fatal(err)
					}
				}
				if err := db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, tt.statement); return err }); err != nil {
					t.Fatal(err)
				}
				if _, err := audit.Verify(ctx, db); err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("Verify = %v, want %q", err, tt.want)
				}
			})
		})
	}
}

func TestARequestIsCarriedOutOnce(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		keyed := audit.WithRequestKey(ctx, "k1")
		if err := write(keyed, db, "first"); err != nil {
			t.Fatal(err)
		}
		if err := write(keyed, db, "again"); apperr.KindOf(err) != apperr.Replayed {
			t.Errorf("the same request again: %v, want replayed", err)
		}
		if r, found, err := audit.ByRequestKey(ctx, db, "k1"); !found || err != nil || r.Action != "first" ||
			r.ObjectID != 7 {
			t.Errorf("ByRequestKey = %+v, %v, %v", r, found, err)
		}
		if n, err := audit.Verify(ctx, db); n != 1 || err != nil {
			t.Errorf("Verify = %d, %v; want one entry", n, err)
		}
	})
}

func TestFindByKindAndObject(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		for i, of := range []struct {
			object string
			id     int64
		}{{"game", 1}, {"club", 1}, {"game", 2}, {"game", 1}, {"account", 1}} {
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				return audit.Write(ctx, tx, audit.Entry{
					At: now, By: audit.By{Name: "program"}, Action: fmt.Sprintf("do.%d", i+1), Object: of.object, ObjectID: of.id,
				})
			}); err != nil {
				t.Fatal(err)
			}
		}
		for _, tt := range []struct {
			filter audit.Filter
			limit  int
			want   string
		}{
			{audit.Filter{}, 10, "5 4 3 2 1"},
			{audit.Filter{}, 2, "5 4"},
			{audit.Filter{Before: 4}, 2, "3 2"},
			{audit.Filter{Object: "game"}, 10, "4 3 1"},
			{audit.Filter{Object: "game", Before: 4}, 10, "3 1"},
			{audit.Filter{Object: "game", ObjectID: 1}, 10, "4 1"},
			{audit.Filter{Object: "nothing"}, 10, ""},
		} {
			records, err := audit.Find(ctx, db, tt.filter, tt.limit)
			if err != nil {
				t.Fatal(err)
			}
			var seqs []string
			for _, r := range records {
				seqs = append(seqs, fmt.Sprint(r.Seq))
			}
			if got := strings.Join(seqs, " "); got != tt.want {
				t.Errorf("Find(%+v, %d) = %s, want %s", tt.filter, tt.limit, got, tt.want)
			}
		}
		kinds, err := audit.Objects(ctx, db)
		if got := strings.Join(kinds, " "); got != "account club game" || err != nil {
			t.Errorf("Objects = %s, %v", got, err)
		}
	})
}

func TestObjectsOfAnEmptyLog(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		if kinds, err := audit.Objects(ctx, db); len(kinds) != 0 || err != nil {
			t.Errorf("Objects = %q, %v; want none", kinds, err)
		}
	})
}
