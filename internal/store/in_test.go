package store_test

import (
	"fmt"
	"testing"

	"nzgs/internal/store"
)

func TestInFindsExactlyTheListedValues(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		const n = 300
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			var args []any
			for i := range n {
				args = append(args, fmt.Sprintf("k%03d", i), "v")
			}
			_, err := tx.Exec(ctx, "INSERT INTO noted_here (name, value) VALUES "+store.Values(n, 2), args...)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []int{0, 1, 2, 5, 17, 100, 300} {
			var names []string
			for i := range want {
				names = append(names, fmt.Sprintf("k%03d", i))
			}
			list, args := store.In([]any{"v"}, names)
			got, err := store.One(
				ctx, db, store.Value[int], "SELECT count(*) FROM noted_here WHERE value = $1 AND name IN "+list, args...,
			)
			if err != nil || got != want {
				t.Errorf("IN of %d values found %d, %v", want, got, err)
			}
		}
	})
}
