package store_test

import (
	"context"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

func TestAMomentSeesNoLaterChange(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		people := func(q store.Queryer) int {
			n, err := store.One(ctx, q, store.Value[int], `SELECT count(*) FROM store_probe`)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		add := func() {
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO store_probe (n) VALUES (1)`)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `CREATE TABLE store_probe (n INTEGER NOT NULL)`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		add()
		if err := db.AtOnce(ctx, func(q store.Queryer) error {
			if n := people(q); n != 1 {
				t.Errorf("first %d rows", n)
			}
			add()
			if n := people(q); n != 1 {
				t.Errorf("then %d rows, within one moment", n)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
		if n := people(db); n != 2 {
			t.Errorf("afterwards %d rows", n)
		}
	})
}
