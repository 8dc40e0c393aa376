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
