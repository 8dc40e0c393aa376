package storetest

import (
	"context"
	"testing"

	"nzgs/internal/store"
)

var ctx = context.Background()

func run(t *testing.T, db *store.DB, statement string) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement)
		return err
	}); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func value(t *testing.T, db *store.DB, query string) int {
	t.Helper()
	n, err := store.One(ctx, db, store.Value[int], query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

const (
	insertClub = `INSERT INTO club (name, name_key, sort_key, created_at) VALUES ('A', 'a', 'a', '2026-01-01T00:00:00.000Z')`
	clubs      = `SELECT count(*) FROM club`
	heads      = `SELECT count(*) FROM audit_stream WHERE stream = 0 AND seq = 0`
)

// Whatever a test did, the next one finds what the migrations left: no row of
// its own, theirs as they were, numbers that begin at 1, the same tables.
func TestNothingIsLeftOfTheTestBefore(t *testing.T) {
	for name, statements := range map[string][]string{
		"a row":              {insertClub},
		"a row, taken again": {insertClub, `DELETE FROM club`},
		"a row that the migrations made, changed": {`UPDATE audit_stream SET seq = 7`},
		"a row that the migrations made, gone":    {`DELETE FROM audit_stream WHERE stream <> 1`},
		"rows that lean on each other": {
			insertClub,
			`INSERT INTO club_return (club_id, year, state, created_at) SELECT id, 2026, 'draft', created_at FROM club`,
		},
		"a table":                                {`CREATE TABLE left_behind (n INTEGER)`},
		"a table that the migrations made, gone": {`DROP TABLE rating_head`},
		"a column":                               {`ALTER TABLE club ADD COLUMN left_behind INTEGER`},
		"an index that the migrations made, gone":   {`DROP INDEX person_name`},
		"a table that the migrations made, renamed": {`ALTER TABLE rating_head RENAME TO left_behind`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Run("test", func(t *testing.T) {
				Both(t, func(t *testing.T, db *store.DB) {
					for _, statement := range statements {
						run(t, db, statement)
					}
				})
			})
			t.Run("next", func(t *testing.T) {
				Both(t, func(t *testing.T, db *store.DB) {
					if n := value(t, db, clubs); n != 0 {
						t.Errorf("%d clubs, want none", n)
					}
					if n := value(t, db, heads); n != 1 {
						t.Errorf("%d heads of the audit log, want 1", n)
					}
					run(t, db, insertClub)
					if n := value(t, db, `SELECT id FROM club`); n != 1 {
						t.Errorf("the first club has number %d, want 1", n)
					}
					if n, err := db.Migrate(ctx); n != 0 || err != nil {
						t.Errorf("%d migrations were wanting, %v", n, err)
					}
					value(t, db, `SELECT count(*) FROM rating_head`)
					if err := db.InTx(ctx, func(tx *store.Tx) error {
						_, err := tx.Exec(ctx, `SELECT left_behind FROM club`)
						return err
					}); err == nil {
						t.Error("a column is left behind")
					}
				})
			})
		})
	}
}

// Bug: numbers that a test kept free before any row had one stayed free in the next test.
func TestNumbersKeptFreeAreNotLeft(t *testing.T) {
	for range 2 {
		t.Run("", func(t *testing.T) {
			Both(t, func(t *testing.T, db *store.DB) {
				run(t, db, insertClub)
				if n := value(t, db, `SELECT id FROM club`); n != 1 {
					t.Errorf("the first club has number %d, want 1", n)
				}
				run(t, db, `DELETE FROM club`)
				if err := db.InTx(ctx, func(tx *store.Tx) error { return tx.StartAt(ctx, 900, "club") }); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// Tests that run at the same time have a database each.
func TestTestsAtTheSameTimeAreApart(t *testing.T) {
	for range 3 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			Both(t, func(t *testing.T, db *store.DB) {
				run(t, db, insertClub)
				if n := value(t, db, clubs); n != 1 {
					t.Errorf("%d clubs, want 1", n)
				}
			})
		})
	}
}
