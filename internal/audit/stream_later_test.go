package audit_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// gapped is a log with numbers that no entry has, before its end and before what binds it.
func gapped(t *testing.T, db *store.DB) {
	t.Helper()
	fallen(t, db) // to entry 8
	must(t, db.InTx(ctx, func(tx *store.Tx) error { return tx.StartAt(ctx, 20, "audit_number") }))
	at(t, db, 0, "at.0")
	at(t, db, 1, "at.1")
	bind(t, db) // entry 22
}

// putIn writes an entry of an event by a number that is free.
func putIn(event, seq int64) func(tx *store.Tx) error {
	return func(tx *store.Tx) error {
		if err := tx.StartAt(ctx, seq, "audit_number"); err != nil {
			return err
		}
		audit.AtEvent(tx, event)
		if err := audit.Write(ctx, tx, entry("forged")); err != nil {
			return err
		}
		return tx.StartAt(ctx, 30, "audit_number")
	}
}

// No entry is put in before what is bound, whether it is bound itself later or not.
func TestNothingIsPutInBeforeWhatIsBound(t *testing.T) {
	for name, event := range map[string]int64{"into a stream that has none": 9, "after the end of one": 2} {
		t.Run(name, func(t *testing.T) {
			storetest.Both(t, func(t *testing.T, db *store.DB) {
				gapped(t, db)
				if n, err := audit.Verify(ctx, db); n != 11 || err != nil {
					t.Fatalf("before: %d, %v", n, err)
				}
				must(t, db.InTx(ctx, putIn(event, 10)))
				_, err := audit.Verify(ctx, db)
				wants(t, err, []string{"entry 10 was put in later: entry 22 says"})
				bind(t, db)
				_, err = audit.Verify(ctx, db)
				wants(t, err, []string{"entry 10 was put in later: entry 22 says"})
			})
		})
	}
}

// What an honest writer had begun before the others were bound, and saved after it, was not put in.
func TestWhoWritesWhileTheLogIsBoundPutsNothingIn(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		if db.Dialect() != store.Postgres {
			return // one writer at a time
		}
		at(t, db, 2, "before")
		must(t, db.InTx(ctx, func(tx *store.Tx) error {
			audit.AtEvent(tx, 1)
			if err := audit.Write(ctx, tx, entry("first")); err != nil {
				return err
			}
			bind(t, db)
			return audit.Write(ctx, tx, entry("second"))
		}))
		for range 2 {
			if n, err := audit.Verify(ctx, db); n < 4 || err != nil {
				t.Errorf("Verify = %d, %v", n, err)
			}
			bind(t, db)
		}
	})
}

// A stream whose row of what is bound was removed is bound with the others, and is not said to be until then.
func TestAStreamIsBoundWithoutItsRow(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		at(t, db, 3, "a")
		must(t, db.InTx(ctx, run(`DELETE FROM audit_bound WHERE stream = 3`)))
		if n, err := audit.Loose(ctx, db); n != 1 || err != nil {
			t.Errorf("Loose = %d, %v", n, err)
		}
		if mark := bind(t, db); mark.Seq != 2 {
			t.Errorf("it was not bound: %v", mark)
		}
		if n, err := audit.Loose(ctx, db); n != 0 || err != nil {
			t.Errorf("Loose = %d, %v", n, err)
		}
		if n, err := audit.Verify(ctx, db); n != 2 || err != nil {
			t.Errorf("Verify = %d, %v", n, err)
		}
	})
}

// What binds the log is no personal text: it is not taken for erased where someone says that it was.
func TestWhatBindsIsNotErased(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		fallen(t, db)
		must(t, db.InTx(ctx, func(tx *store.Tx) error {
			if err := run(`UPDATE audit_entry SET detail = '{}' WHERE seq = 7`, `UPDATE audit_bound SET number = 0`)(tx); err != nil {
				return err
			}
			records, err := audit.Find(ctx, tx, audit.Filter{Before: 8}, 1)
			if err != nil {
				return err
			}
			r := records[0]
			var b strings.Builder
			for _, f := range []any{r.PrevHash, r.Seq, r.At, r.By.PersonID, r.By.Name, r.Action, r.Object, r.ObjectID, r.Detail,
				r.Stream, r.Number} {
				text := fmt.Sprint(f)
				fmt.Fprintf(&b, "%d:%s", len(text), text)
			}
			sum := sha256.Sum256([]byte(b.String()))
			e := entry("erase.log")
			e.After = map[string]any{"erased": map[int64]string{7: hex.EncodeToString(sum[:])}}
			return audit.Write(ctx, tx, e)
		}))
		_, err := audit.Verify(ctx, db)
		wants(t, err, []string{"entry 7 was changed"})
	})
}

// No entry stands where none is read.
func TestNoEntryIsBelowOne(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		fallen(t, db)
		err := db.InTx(ctx, func(tx *store.Tx) error {
			must(t, run(`INSERT INTO audit_entry (seq, stream, number, at, actor_name, action, object, detail, prev_hash, hash)
				SELECT -5, 0, 1, at, actor_name, action, object, detail, prev_hash, hash FROM audit_entry WHERE seq = 2`)(tx))
			_, err := audit.Verify(ctx, tx)
			wants(t, err, []string{"below 1"})
			return context.Canceled // nothing is kept
		})
		if err == nil {
			t.Error("kept")
		}
	})
}
