package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/migrations"
)

var ctx = context.Background()

func TestPlaceholdersAreNumberedNotPositional(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		var a, b string
		err := db.QueryRow(ctx, "SELECT CAST($2 AS TEXT), CAST($1 AS TEXT)", "first", "second").Scan(&a, &b)
		if err != nil || a != "second" || b != "first" {
			t.Errorf("SELECT $2, $1 = %q, %q, %v", a, b, err)
		}
	})
}

// each gives the test a database with a table of its own.
func each(t *testing.T, test func(t *testing.T, db *store.DB)) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		makeTable(t, db)
		test(t, db)
	})
}

// makeTable makes a table and takes it away after the test, so that the next one
// need not have a new database made.
func makeTable(t *testing.T, db *store.DB) {
	t.Helper()
	run := func(statement string) {
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, statement)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE TABLE noted_here (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)")
	t.Cleanup(func() { run("DROP TABLE noted_here") })
}

func set(tx *store.Tx, name, value string) error {
	_, err := tx.Exec(ctx, "INSERT INTO noted_here (name, value) VALUES ($1, $2)", name, value)
	return err
}

func count(t *testing.T, db *store.DB) int {
	t.Helper()
	n, err := store.One(ctx, db, store.Value[int], "SELECT count(*) FROM noted_here")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTxIsAllOrNothing(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		ran := 0
		after := func(tx *store.Tx) { tx.AfterCommit(func() { ran++ }) }
		boom := errors.New("boom")
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			after(tx)
			return errors.Join(set(tx, "a", "1"), boom)
		}); !errors.Is(err, boom) {
			t.Errorf("err = %v, want boom", err)
		}
		func() {
			defer func() { recover() }()
			db.InTx(ctx, func(tx *store.Tx) error { after(tx); set(tx, "b", "1"); panic("boom") })
		}()
		if n := count(t, db); n != 0 || ran != 0 {
			t.Errorf("after a rollback: %d rows, %d hooks; want none", n, ran)
		}
		if err := db.InTx(ctx, func(tx *store.Tx) error { after(tx); return set(tx, "c", "1") }); err != nil {
			t.Fatal(err)
		}
		if n := count(t, db); n != 1 || ran != 1 {
			t.Errorf("after a commit: %d rows, %d hooks; want one of each", n, ran)
		}
	})
}

// TestARehearsalKeepsNothing: whether it is one is asked at the end, when all of
// the input has been read.
func TestARehearsalKeepsNothing(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		only, ran := false, 0
		rehearsal := store.Rehearsing(ctx, func() bool { return only })
		try := func(key string) error {
			return db.InTx(rehearsal, func(tx *store.Tx) error {
				tx.AfterCommit(func() { ran++ })
				return set(tx, key, "1")
			})
		}
		if err := try("a"); err != nil || count(t, db) != 1 || ran != 1 {
			t.Fatalf("while it is none: %v, %d rows, %d hooks; want it kept", err, count(t, db), ran)
		}
		only = true
		if err := try("b"); !errors.Is(err, store.ErrRehearsed) || count(t, db) != 1 || ran != 1 {
			t.Errorf("a rehearsal: %v, %d rows, %d hooks; want ErrRehearsed and nothing kept", err, count(t, db), ran)
		}
		boom := errors.New("boom")
		if err := db.InTx(rehearsal, func(*store.Tx) error { return boom }); !errors.Is(err, boom) {
			t.Errorf("a rehearsal that meets a refusal: %v, want the refusal", err)
		}
	})
}

func TestUniqueIsRecognisedAndFailsTheTx(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		err := db.InTx(ctx, func(tx *store.Tx) error {
			if err := set(tx, "a", "1"); err != nil {
				return err
			}
			err := set(tx, "a", "2")
			if err2 := set(tx, "b", "1"); !errors.Is(err2, store.ErrTxFailed) {
				t.Errorf("a statement after a failed one: %v, want ErrTxFailed", err2)
			}
			return err
		})
		if !store.IsUnique(err) {
			t.Errorf("IsUnique(%v) = false", err)
		}
		swallowed := db.InTx(ctx, func(tx *store.Tx) error {
			set(tx, "a", "1")
			set(tx, "a", "2")
			return nil
		})
		if swallowed == nil || count(t, db) != 0 {
			t.Errorf("a swallowed error was committed: %v, %d rows", swallowed, count(t, db))
		}
	})
}

func TestReadersCannotWrite(t *testing.T) {
	db := storetest.SQLite(t)
	makeTable(t, db)
	rows, err := db.Query(ctx, "INSERT INTO noted_here (name, value) VALUES ('x', 'y') RETURNING name")
	if err == nil {
		rows.Next()
		err = rows.Err()
		rows.Close()
	}
	if err == nil || count(t, db) != 0 {
		t.Errorf("a reader wrote: %v", err)
	}
}

func TestManyWritersWaitForEachOther(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		if err := db.InTx(ctx, func(tx *store.Tx) error { return set(tx, "n", "0") }); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range 10 {
					if err := db.InTx(ctx, func(tx *store.Tx) error {
						_, err := tx.Exec(ctx, "UPDATE noted_here SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'n'")
						return err
					}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if got, err := store.One(
			ctx, db, store.Value[string], "SELECT value FROM noted_here WHERE name = 'n'",
		); got != "80" || err != nil {
			t.Errorf("80 increments gave %s, %v", got, err)
		}
	})
}

func TestMigratingTwiceChangesNothing(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		if n, err := db.Migrate(ctx); n != 0 || err != nil {
			t.Errorf("second Migrate applied %d, %v", n, err)
		}
	})
}

// An older program would not know what the newer one's columns mean.
func TestADatabaseOfANewerProgramIsRefused(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		version := func(statement string, args ...any) {
			t.Helper()
			err := db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, statement, args...)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		const newer = 99999
		version("INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, TRUE)", newer)
		defer version("DELETE FROM goose_db_version WHERE version_id = $1", newer)
		if n, err := db.Migrate(ctx); n != 0 || !errors.Is(err, migrations.ErrNewer) {
			t.Errorf("Migrate applied %d, %v, want %v", n, err, migrations.ErrNewer)
		}
	})
}
