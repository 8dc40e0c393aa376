package store_test

import (
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// club adds a row to a table that the database numbers, under a number or the next one.
func club(t *testing.T, tx *store.Tx, name string, id any) int64 {
	t.Helper()
	columns, value := "name, name_key, sort_key, created_at", "$1, $1, $1, '2026-11-21T01:00:00.000Z'"
	args := []any{name}
	if id != nil {
		columns, value, args = columns+", id", value+", $2", append(args, id)
	}
	n, err := store.One(ctx, tx, store.Value[int64], "INSERT INTO club ("+columns+") VALUES ("+value+") RETURNING id", args...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestReservedNumbersAreGivenToNoRow(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		err := db.InTx(ctx, func(tx *store.Tx) error {
			first := club(t, tx, "before", nil)
			from, err := tx.Reserve(ctx, 5000, 0, "club", "person")
			if err != nil {
				return err
			}
			if from <= first || from%1000 != 0 {
				t.Errorf("after row %d the numbers from %d are reserved", first, from)
			}
			club(t, tx, "reserved", from)
			if n := club(t, tx, "next", nil); n < from+5000 || n > from+5001 {
				t.Errorf("the next row is %d, with %d to %d reserved", n, from, from+4999)
			}
			again, err := tx.Reserve(ctx, 5000, 0, "club", "person")
			if err != nil {
				return err
			}
			if again <= from+5000 {
				t.Errorf("reserved again from %d, after %d", again, from)
			}
			if err := tx.StartAt(ctx, 900_000, "club"); err != nil {
				return err
			}
			if n := club(t, tx, "last", nil); n != 900_000 {
				t.Errorf("the row is %d, want 900000", n)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// Numbers that are kept free stay free in a copy, and are not kept twice when no row has been added in between.
func TestACopyNumbersOnFromWhereItsSourceIs(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		if db.Dialect() == store.SQLite && testing.Short() {
			t.Skip("it needs PostgreSQL")
		}
		var first, again int64
		if err := db.InTx(ctx, func(tx *store.Tx) (err error) {
			club(t, tx, "before", nil)
			if first, err = tx.Reserve(ctx, 5000, 0, "club"); err == nil {
				again, err = tx.Reserve(ctx, 5000, 0, "club")
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if again < first+5000 {
			t.Errorf("reserved from %d and again from %d", first, again)
		}
		to := storetest.SQLite(t)
		if db.Dialect() == store.SQLite {
			to = storetest.Postgres(t)
		}
		if err := store.Copy(ctx, db, to); err != nil {
			t.Fatal(err)
		}
		if err := to.InTx(ctx, func(tx *store.Tx) error {
			if n := club(t, tx, "next", nil); n < again+5000 {
				t.Errorf("the next row is %d, with %d to %d reserved", n, again, again+4999)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
}
