package merging

import (
	"context"
	"slices"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// A table that refers to people is carried by a merge, or says why not: one that is new cannot be forgotten.
func TestEveryReferenceToAPersonIsKnown(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		query := `
			SELECT m.name || '.' || f."from"
			FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
			WHERE m.type = 'table' AND f."table" = 'person'`
		if db.Dialect() == store.Postgres {
			query = `
			SELECT t.relname || '.' || a.attname
			FROM pg_constraint AS c
			JOIN pg_class AS t ON t.oid = c.conrelid
			JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
			WHERE c.contype = 'f' AND c.confrelid = 'person'::regclass`
		}
		are, err := store.All(context.Background(), db, store.Value[string], query)
		if err != nil {
			t.Fatal(err)
		}
		var known []string
		for _, r := range references {
			known = append(known, r.table+"."+r.column)
		}
		for _, name := range are {
			if !slices.Contains(known, name) {
				t.Errorf("%s refers to a person: say in references.go what a merge does with it", name)
			}
		}
		for _, name := range known {
			if !slices.Contains(are, name) {
				t.Errorf("%s is in references.go and refers to no person", name)
			}
		}
	})
}

// Rows are found again by their keys, which are those of the table.
func TestKeysOfReferencesFindOneRow(t *testing.T) {
	db := storetest.SQLite(t)
	for _, r := range references {
		if r.stays != "" {
			continue
		}
		keys, err := store.All(context.Background(), db, store.Value[string],
			`SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk`, r.table)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range keys {
			if k != r.column && !slices.Contains(r.key, k) {
				t.Errorf("%s.%s: %s is a part of the key", r.table, r.column, k)
			}
		}
		if r.once && r.both == refuse && r.clash == "" {
			t.Errorf("%s.%s: no words for where both have one", r.table, r.column)
		}
	}
}
