package cancelling

import (
	"slices"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// reference is a table that refers to another.
type reference struct{ from, to string }

// referencesOf reads which table refers to which, from the database itself.
func referencesOf(t *testing.T, db *store.DB) []reference {
	t.Helper()
	query := `
		SELECT c.relname, p.relname
		FROM pg_constraint k
		JOIN pg_class c ON c.oid = k.conrelid
		JOIN pg_class p ON p.oid = k.confrelid
		WHERE k.contype = 'f'
		ORDER BY 1, 2`
	if db.Dialect() == store.SQLite {
		query = `
			SELECT m.name, f."table"
			FROM sqlite_master m
			JOIN pragma_foreign_key_list(m.name) f
			WHERE m.type = 'table'
			ORDER BY 1, 2`
	}
	list, err := store.All(ctx, db, func(s store.Scanner) (r reference, err error) {
		err = s.Scan(&r.from, &r.to)
		return r, err
	}, query)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Whatever a migration adds to an event is deleted with it, before what it refers to, or keeps it from being deleted.
func TestTheWholeEventIsDeleted(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		at := func(table string) int { return slices.IndexFunc(parts, func(p part) bool { return p.table == table }) }
		keeps := func(table string) bool {
			return slices.ContainsFunc(histories, func(h history) bool { return h.table == table })
		}
		references := referencesOf(t, db)
		if len(references) < 100 {
			t.Fatalf("only %d references: the test reads nothing", len(references))
		}
		for _, r := range references {
			to := at(r.to)
			if to < 0 || r.from == r.to {
				continue
			}
			switch from := at(r.from); {
			case from < 0 && !keeps(r.from):
				t.Errorf("%s refers to %s: add it to parts, or to histories", r.from, r.to)
			case from > to:
				t.Errorf("%s refers to %s and is deleted after it", r.from, r.to)
			}
		}
	})
}
