package audit_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

func entry(action string) audit.Entry {
	return audit.Entry{At: now, By: audit.By{Name: "program"}, Action: action, Object: "thing", ObjectID: 7}
}

// at writes an entry of an event, of the society for 0.
func at(t *testing.T, db *store.DB, event int64, action string) {
	t.Helper()
	must(t, db.InTx(ctx, func(tx *store.Tx) error {
		if event > 0 {
			audit.AtEvent(tx, event)
		}
		return audit.Write(ctx, tx, entry(action))
	}))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func bind(t *testing.T, db *store.DB) (mark audit.Mark) {
	t.Helper()
	must(t, db.InTx(ctx, func(tx *store.Tx) error {
		seq, hash, err := audit.BoundHead(ctx, tx, now)
		mark = audit.MarkOf(seq, hash)
		return err
	}))
	return mark
}

// Whoever writes at one event holds up no one at another, nor the society.
func TestEventsDoNotWaitForEachOther(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		if db.Dialect() != store.Postgres {
			return // one writer at a time
		}
		must(t, db.InTx(ctx, func(tx *store.Tx) error {
			audit.AtEvent(tx, 1)
			if err := audit.Write(ctx, tx, entry("first")); err != nil {
				return err
			}
			at(t, db, 2, "second") // commits while the first is open
			at(t, db, 0, "third")
			bind(t, db)
			return audit.Write(ctx, tx, entry("fourth"))
		}))
		if n, err := audit.Verify(ctx, db); n != 5 || err != nil {
			t.Errorf("Verify = %d, %v", n, err)
		}
	})
}

// Who has all others wait, waits for events too, and they for it.
func TestAloneMeansAllStreams(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		if db.Dialect() != store.Postgres {
			return
		}
		done := make(chan error, 1)
		must(t, db.InTx(ctx, func(tx *store.Tx) error {
			if err := audit.Queue(ctx, tx); err != nil {
				return err
			}
			go func() { // raced by this test itself
				done <- db.InTx(ctx, func(tx *store.Tx) error {
					audit.AtEvent(tx, 5)
					return audit.Write(ctx, tx, entry("later"))
				})
			}()
			waits := `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
			for n := 0; n == 0; {
				var err error
				if n, err = store.One(ctx, db, store.Value[int], waits); err != nil {
					return err
				}
				select {
				case err := <-done:
					return fmt.Errorf("the other did not wait: %w", err)
				default:
				}
			}
			return audit.Write(ctx, tx, entry("alone"))
		}))
		must(t, <-done)
		records, err := audit.Find(ctx, db, audit.Filter{}, 10)
		if err != nil || len(records) != 2 || records[0].Action != "later" {
			t.Errorf("%+v, %v", records, err)
		}
	})
}

// Whoever reads the log while many write it finds no fault in it.
func TestTheLogIsCheckedWhileItIsWritten(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		var writers sync.WaitGroup
		for i := range 4 {
			writers.Go(func() {
				for j := range 15 {
					at(t, db, int64(i), fmt.Sprintf("do.%d.%d", i, j))
					if i == 0 {
						bind(t, db)
					}
				}
			})
		}
		stop, checked := make(chan struct{}), make(chan struct{})
		go func() { // raced by this test itself
			defer close(checked)
			var seen []audit.End
			for {
				if _, err := audit.Verify(ctx, db); err != nil {
					t.Error(err)
				}
				var err error
				if seen, err = audit.Continues(ctx, db, seen); err != nil {
					t.Error(err)
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		}()
		writers.Wait()
		close(stop)
		<-checked
		bind(t, db)
		n, err := audit.Verify(ctx, db)
		written, werr := audit.Written(ctx, db)
		if err != nil || werr != nil || n != written || n < 61 {
			t.Errorf("Verify = %d, %v; %d were written, %v", n, err, written, werr)
		}
	})
}

// A second binding of the same says nothing.
func TestBindingIsQuiet(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		at(t, db, 0, "a")
		if mark := bind(t, db); mark.Seq != 1 {
			t.Errorf("the society's own entries were bound: %v", mark)
		}
		at(t, db, 3, "b")
		if mark := bind(t, db); mark.Seq != 3 || bind(t, db) != mark {
			t.Errorf("%v, and then %v", mark, bind(t, db))
		}
	})
}

// fallen is the log of a society with two events: entries 1 and 4 are the society's, 2, 5 and 8 of event 1 and 3 and 6 of
// event 2; 7 binds what was before it.
func fallen(t *testing.T, db *store.DB) audit.Mark {
	t.Helper()
	for _, event := range []int64{0, 1, 2, 0, 1, 2} {
		at(t, db, event, fmt.Sprintf("at.%d", event))
	}
	mark := bind(t, db)
	at(t, db, 1, "last")
	return mark
}

const nought = `'0000000000000000000000000000000000000000000000000000000000000000'`

// The stream of event 1 is 1, that of event 2 is 2.
var streamAttacks = []struct {
	name   string
	attack func(tx *store.Tx) error
	verify string // what the check of the log says; "": the log is whole
	also   bool   // whether the head, the backup and whoever looked before show it
}{
	{"an entry is changed", run(`UPDATE audit_entry SET detail = '{"after":1}' WHERE seq = 5`), "entry 5 was changed", false},
	{"an entry is removed", run(`DELETE FROM audit_entry WHERE seq = 2`), "1 are missing between entries 0 and 5", false},
	{"the last is removed", run(`DELETE FROM audit_entry WHERE seq = 8`), "stream 1 of the log ends at entry 5", false},
	{"two are swapped", run(`UPDATE audit_entry SET number = 3 - number WHERE stream = 1 AND number < 3`), "are missing", false},
	{"an entry goes to another stream", run(`UPDATE audit_entry SET stream = 3, number = 1 WHERE seq = 8`,
		`UPDATE audit_stream SET number = 2, seq = 5, hash = (SELECT hash FROM audit_entry WHERE seq = 5) WHERE stream = 1`,
		`UPDATE audit_stream SET number = 1, seq = 8, hash = (SELECT hash FROM audit_entry WHERE seq = 8) WHERE stream = 3`),
		"entry 8 does not follow", false},
	{"a bound entry is cut off, and the end put back", run(`DELETE FROM audit_entry WHERE seq IN (5, 8)`,
		`UPDATE audit_stream SET number = 1, seq = 2, hash = (SELECT hash FROM audit_entry WHERE seq = 2) WHERE stream = 1`),
		"entry 5 is missing: entry 7 says", true},
	{"a whole stream is removed", run(`DELETE FROM audit_entry WHERE stream = 2`, `UPDATE audit_bound SET number = 0 WHERE stream = 2`,
		`UPDATE audit_stream SET number = 0, seq = 0, hash = `+nought+` WHERE stream = 2`), "entry 6 is missing: entry 7 says", true},
	{"a stream and its row are removed", run(`DELETE FROM audit_entry WHERE stream = 2`, `DELETE FROM audit_bound WHERE stream = 2`,
		`DELETE FROM audit_stream WHERE stream = 2`), "entry 6 is missing: entry 7 says", true},
	{"a stream is written again", func(tx *store.Tx) error {
		if err := run(`DELETE FROM audit_entry WHERE stream = 2`,
			`UPDATE audit_stream SET number = 0, seq = 0, hash = `+nought+` WHERE stream = 2`)(tx); err != nil {
			return err
		}
		for _, seq := range []int64{3, 6} { // the same numbers, as a forger has them
			if err := tx.StartAt(ctx, seq, "audit_number"); err != nil {
				return err
			}
			audit.AtEvent(tx, 2)
			if err := audit.Write(ctx, tx, entry("forged")); err != nil {
				return err
			}
		}
		return nil
	}, "entry 6 is not the one that entry 7 says it was", false},
	{"what is not bound counts as bound", run(`UPDATE audit_bound SET number = 9 WHERE stream = 1`), "counts as bound", false},
	{"an entry is added after the end", func(tx *store.Tx) error {
		audit.AtEvent(tx, 1)
		if err := audit.Write(ctx, tx, entry("forged")); err != nil {
			return err
		}
		return run(`UPDATE audit_stream SET number = 3, seq = 8, hash = (SELECT hash FROM audit_entry WHERE seq = 8) WHERE stream = 1`)(tx)
	}, "goes on to entry 9, but its head says 8", false},
	{"a stream without a row", run(`INSERT INTO audit_entry (seq, stream, number, at, actor_name, action, object, detail, prev_hash, hash)
		SELECT 99, 500, 1, at, actor_name, action, object, detail, prev_hash, hash FROM audit_entry WHERE seq = 2`), "", false},
	{"what was not bound yet is cut off, and the end put back", run(`DELETE FROM audit_entry WHERE seq = 8`,
		`UPDATE audit_stream SET number = 2, seq = 5, hash = (SELECT hash FROM audit_entry WHERE seq = 5) WHERE stream = 1`), "", true},
	{"all is written again", func(tx *store.Tx) error {
		if err := emptied(tx); err != nil {
			return err
		}
		for range 8 {
			if err := audit.Write(ctx, tx, entry("forged")); err != nil {
				return err
			}
		}
		return nil
	}, "", true},
}

func run(statements ...string) func(tx *store.Tx) error {
	return func(tx *store.Tx) error { return all(tx, statements...) }
}

func TestAttacksOnStreamsAreSeen(t *testing.T) {
	for _, tt := range streamAttacks {
		t.Run(tt.name, func(t *testing.T) {
			storetest.Both(t, func(t *testing.T, db *store.DB) {
				mark := fallen(t, db)
				var older *store.DB
				seen, err := audit.Ends(ctx, db)
				must(t, err)
				if n, err := audit.Verify(ctx, db); n != 8 || err != nil {
					t.Fatalf("before the attack: %d, %v", n, err)
				}
				must(t, audit.Compare(ctx, db, []audit.Mark{mark}))
				if tt.also {
					older = copyOf(t, db)
				}
				must(t, db.InTx(ctx, tt.attack))
				_, err = audit.Verify(ctx, db)
				switch {
				case tt.verify != "":
					wants(t, err, []string{tt.verify})
				case tt.name == "a stream without a row":
					wants(t, err, []string{"entry 99"})
				case err != nil:
					t.Errorf("Verify: %v; the attack is to leave a whole log", err)
				}
				if !tt.also {
					return
				}
				if _, err := audit.Prefix(ctx, db, older); err == nil {
					t.Error("a backup does not show it")
				}
				if _, err := audit.Continues(ctx, db, seen); err == nil {
					t.Error("whoever looked before does not see it")
				}
			})
		})
	}
}

// A log with streams is no prefix of one that has more of them, and an older backup is of one that went on in several.
func TestABackupOfSeveralStreamsIsAPrefix(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		fallen(t, db)
		older := copyOf(t, db)
		for _, event := range []int64{2, 4, 0, 1, 128} { // 128 and 1 share a stream
			at(t, db, event, "more")
		}
		bind(t, db)
		if n, err := audit.Prefix(ctx, db, older); n != 8 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		if n, err := audit.Verify(ctx, db); n != 14 || err != nil {
			t.Errorf("Verify = %d, %v", n, err)
		}
	})
}

// oldEntry is an entry as it was written before the log had streams.
func oldEntry(seq int, last string) (insert, hash string) {
	var b strings.Builder
	for _, f := range []string{last, fmt.Sprint(seq), now.String(), "0", "program", "old", "thing", "7", "{}"} {
		fmt.Fprintf(&b, "%d:%s", len(f), f)
	}
	sum := sha256.Sum256([]byte(b.String()))
	hash = hex.EncodeToString(sum[:])
	return fmt.Sprintf(`INSERT INTO audit_entry (seq, at, actor_name, action, object, object_id, detail, prev_hash, hash)
		VALUES (%d, '%s', 'program', 'old', 'thing', 7, '{}', '%s', '%s')`, seq, now, last, hash), hash
}

// What was written before the log had streams is the beginning of the society's, and is checked as before; so is a backup
// from then.
func TestTheLogFromBeforeGoesOn(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		backup, err := store.Open(ctx, filepath.Join(t.TempDir(), "old.db"))
		must(t, err)
		t.Cleanup(func() { backup.Close() })
		var old []string
		hash := strings.Trim(nought, "'")
		var marks []audit.Mark
		for seq := 1; seq <= 3; seq++ {
			var insert string
			insert, hash = oldEntry(seq, hash)
			old, marks = append(old, insert), append(marks, audit.MarkOf(int64(seq), hash))
		}
		must(t, backup.InTx(ctx, func(tx *store.Tx) error {
			return all(tx, append([]string{`CREATE TABLE audit_entry (seq INTEGER NOT NULL PRIMARY KEY, at TEXT, actor_id INTEGER,
				actor_name TEXT, action TEXT, object TEXT, object_id INTEGER, detail TEXT, request_key TEXT, prev_hash TEXT, hash TEXT)`,
				`CREATE TABLE audit_head (id INTEGER, seq INTEGER, hash TEXT)`, `INSERT INTO audit_head VALUES (1, 3, '` + hash + `')`,
			}, old...)...)
		}))
		must(t, db.InTx(ctx, func(tx *store.Tx) error {
			if err := all(tx, append(old, `UPDATE audit_stream SET number = 3, seq = 3, hash = '`+hash+`' WHERE stream = 0`)...); err != nil {
				return err
			}
			return tx.StartAt(ctx, 4, "audit_number")
		}))
		if n, err := audit.Verify(ctx, backup); n != 3 || err != nil {
			t.Errorf("the backup from before: %d, %v", n, err)
		}
		if seq, head, err := audit.Head(ctx, backup); seq != 3 || head != hash || err != nil {
			t.Errorf("its head: %d, %s, %v", seq, head, err)
		}
		fallen(t, db)
		if n, err := audit.Verify(ctx, db); n != 11 || err != nil {
			t.Errorf("Verify = %d, %v", n, err)
		}
		must(t, audit.Compare(ctx, db, marks))
		if n, err := audit.Prefix(ctx, db, backup); n != 3 || err != nil {
			t.Errorf("beside the backup from before: %d, %v", n, err)
		}
		for statement, says := range map[string]string{
			`UPDATE audit_entry SET actor_name = 'x' WHERE seq = 2`:                                    "entry 2 was changed",
			`DELETE FROM audit_entry WHERE seq = 2`:                                                    "entry 2 is missing",
			`DELETE FROM audit_entry WHERE seq <= 3`:                                                   "entry 1 is missing",
			`UPDATE audit_entry SET number = NULL WHERE seq = 5`:                                       "entry 5 has no number in its stream",
			`UPDATE audit_entry SET number = 2 WHERE seq = 2`:                                          "entry 2 was changed",
			`UPDATE audit_entry SET stream = 9 WHERE seq = 3`:                                          "entry 3 has no number",
			`DELETE FROM audit_entry WHERE seq IN (SELECT MAX(seq) FROM audit_entry WHERE stream = 0)`: "entries were removed",
		} {
			err := db.InTx(ctx, func(tx *store.Tx) error {
				must(t, all(tx, statement))
				_, err := audit.Verify(ctx, tx)
				wants(t, err, []string{says})
				return context.Canceled // nothing is kept
			})
			if err == nil {
				t.Error("kept")
			}
		}
	})
}
