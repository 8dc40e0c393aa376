package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
)

// Snapshot writes the whole database, as it is now, to a new
// SQLite file at path, while others go on reading and writing. The file is
// its owner's alone: it holds everything the society knows about people.
func (db *DB) Snapshot(ctx context.Context, path string) error {
	empty, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s already exists", path)
	}
	if err != nil {
		return fmt.Errorf("make the copy's file: %w", err)
	}
	if err := empty.Close(); err != nil {
		return fmt.Errorf("make the copy's file: %w", err)
	}
	if db.dialect == SQLite {
		return db.vacuumInto(ctx, path)
	}
	to, err := Open(ctx, path)
	if err != nil {
		return err
	}
	if _, err := to.Migrate(ctx); err != nil {
		return errors.Join(err, to.Close())
	}
	return errors.Join(Copy(ctx, db, to), to.Close())
}

// vacuumInto copies by a connection of its own, so that the writer need not wait.
func (db *DB) vacuumInto(ctx context.Context, path string) error {
	var file string
	if err := db.read.QueryRowContext(
		ctx, `SELECT file FROM pragma_database_list WHERE name = 'main'`,
	).Scan(&file); err != nil {
		return fmt.Errorf("find the database's file: %w", err)
	}
	conn, err := sql.Open("sqlite", sqliteDSN(file, ""))
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `VACUUM INTO $1`, path); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	return nil
}

// CheckFile opens an SQLite database and has it check itself: pages, indexes
// and references.
func CheckFile(ctx context.Context, db *DB) error {
	problems, err := All(ctx, db, Value[string], `PRAGMA integrity_check(5)`)
	if err != nil {
		return fmt.Errorf("check the file: %w", err)
	}
	if len(problems) != 1 || problems[0] != "ok" {
		return fmt.Errorf("the file is damaged: %s", strings.Join(problems, "; "))
	}
	rows, err := db.read.QueryContext(ctx, `PRAGMA foreign_key_check`)
	if err != nil {
		return fmt.Errorf("check the references: %w", err)
	}
	defer rows.Close()
	if rows.Next() {
		return errors.New("the file is damaged: a row refers to one that is missing")
	}
	return rows.Err()
}

// HasTable reports whether the database has a table of that name.
func HasTable(ctx context.Context, db *DB, name string) (bool, error) {
	query := `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = $1`
	if db.Dialect() == Postgres {
		query = `SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = $1`
	}
	var n int
	if err := db.QueryRow(ctx, query, name).Scan(&n); err != nil {
		return false, fmt.Errorf("read the schema: %w", err)
	}
	return n > 0, nil
}

// table is a table of the schema with its columns.
type table struct {
	name     string
	columns  []string
	truths   []bool   // which columns PostgreSQL wants as true and false
	order    []string // the columns, so that rows come in the same order from both databases
	identity bool     // whether its ids are generated
}

// tablesInOrder lists the tables so that each stands before those it refers
// to: the order for deleting; inserting goes the other way.
func tablesInOrder(ctx context.Context, db *DB) ([]table, error) {
	names, refs, err := db.references(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	var order []string
	placed := map[string]bool{}
	var place func(name string)
	place = func(name string) {
		if placed[name] {
			return
		}
		placed[name] = true
		for _, child := range names {
			if child != name && refs[child][name] {
				place(child)
			}
		}
		order = append(order, name)
	}
	for _, n := range names {
		place(n)
	}
	out := make([]table, 0, len(order))
	for _, n := range order {
		t, err := db.table(ctx, n)
		if err != nil {
			return nil, fmt.Errorf("read the columns of %s: %w", n, err)
		}
		out = append(out, t)
	}
	return out, nil
}

// references lists the tables and which refers to which.
func (db *DB) references(ctx context.Context) ([]string, map[string]map[string]bool, error) {
	tables, pairs := `
		SELECT name
		FROM sqlite_master
		WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('goose_db_version', 'moving')
		ORDER BY name`, `
		SELECT m.name, f."table"
		FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
		WHERE m.type = 'table'`
	if db.dialect == Postgres {
		tables, pairs = `
		SELECT table_name
		FROM information_schema.tables
		WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
		    AND table_name NOT IN ('goose_db_version', 'moving')
		ORDER BY table_name`, `
		SELECT a.relname, b.relname
		FROM pg_constraint AS c
		JOIN pg_class AS a ON a.oid = c.conrelid
		JOIN pg_class AS b ON b.oid = c.confrelid
		WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`
	}
	names, err := All(ctx, db, Value[string], tables)
	if err != nil {
		return nil, nil, err
	}
	refs := map[string]map[string]bool{}
	_, err = All(ctx, db, func(s Scanner) (struct{}, error) {
		var child, parent string
		err := s.Scan(&child, &parent)
		if refs[child] == nil {
			refs[child] = map[string]bool{}
		}
		refs[child][parent] = true
		return struct{}{}, err
	}, pairs)
	return names, refs, err
}

func (db *DB) table(ctx context.Context, name string) (table, error) {
	t := table{name: name}
	query := `
		SELECT name, FALSE, '', (SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1 AND sql LIKE '%AUTOINCREMENT%') > 0
		FROM pragma_table_info($1)
		ORDER BY cid`
	if db.dialect == Postgres {
		query = `
		SELECT column_name, data_type = 'boolean', CASE WHEN data_type = 'text' THEN ' COLLATE "C"' ELSE '' END, is_identity = 'YES'
		FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = $1
		ORDER BY ordinal_position`
	}
	_, err := All(ctx, db, func(s Scanner) (struct{}, error) {
		var column, collation string
		var truth, identity bool
		err := s.Scan(&column, &truth, &collation, &identity)
		t.columns, t.truths, t.identity = append(t.columns, column), append(t.truths, truth), t.identity || identity
		t.order = append(t.order, column+collation+" NULLS FIRST")
		return struct{}{}, err
	}, query, name)
	return t, err
}
