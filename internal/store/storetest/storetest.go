// Package storetest gives tests a fresh, migrated database of each kind. The
// migrations run once per test program on SQLite and once per server on
// PostgreSQL; each test begins with what they made and nothing else.
package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"nzgs/internal/store"
)

// EnvPostgres names the environment variable with the address of a PostgreSQL
// server on which tests may make databases as its superuser. `make test` sets
// it.
const EnvPostgres = "NZGS_TEST_POSTGRES"

// EnvBoth names the environment variable that makes every test of Each run on
// both databases.
const EnvBoth = "NZGS_TEST_BOTH"

// Each runs the test on a fresh SQLite database, and then on a fresh PostgreSQL
// database when a statement of a store*.go file was run, or was refused, as no
// test of this program has had it there yet: each package's SQL is carried out
// on both, without every test being. With NZGS_TEST_BOTH every test is.
//
// Without a server the second half is skipped, and fails where CI=true.
func Each(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	var here *diary
	t.Run("sqlite", func(t *testing.T) {
		db := openSQLite(t)
		here = watch(db)
		test(t, db)
	})
	if os.Getenv(EnvBoth) == "" && os.Getenv(EnvPostgres) != "" && here != nil && !here.isNew() {
		return
	}
	t.Run("postgres", func(t *testing.T) {
		db := Postgres(t)
		there := watch(db)
		test(t, db)
		there.keep()
		if here != nil {
			here.keep() // also what a test does on one of them alone
		}
	})
}

// Both runs the test on a fresh database of each kind.
func Both(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// SQLite opens a fresh, migrated SQLite database in the test's own folder. Where
// there is a PostgreSQL server, it is asked afterwards whether it understands
// every statement of a store*.go file that was run.
func SQLite(t testing.TB) *store.DB {
	t.Helper()
	db := openSQLite(t)
	if os.Getenv(EnvPostgres) != "" {
		d := watch(db)
		t.Cleanup(func() { d.prepare(t) })
	}
	return db
}

func openSQLite(t testing.TB) *store.DB {
	t.Helper()
	content, err := sqliteTemplate()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, file)
}

// sqliteTemplate is the content of a migrated database file.
var sqliteTemplate = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "nzgs-template-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "template.db")
	if err := migrate(context.Background(), file); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

// serverOf is the server of PostgreSQL; a test is skipped where there is none.
func serverOf(t testing.TB) *server {
	t.Helper()
	if os.Getenv(EnvPostgres) == "" {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not set, and nothing may be skipped in CI: run make test", EnvPostgres)
		}
		t.Skipf("%s is not set: run make test", EnvPostgres)
	}
	s, err := theServer()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// EmptyPostgres is the address of a PostgreSQL database without a table, for tests of programs that make them.
func EmptyPostgres(t testing.TB) string {
	t.Helper()
	s := serverOf(t)
	name, address, err := s.makeEmpty(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.drop(context.Background(), name); err != nil {
			t.Errorf("drop the empty database: %v", err)
		}
	})
	return address
}

// Postgres opens a migrated PostgreSQL database in which nothing is left of the
// tests before.
func Postgres(t testing.TB) *store.DB {
	t.Helper()
	s := serverOf(t)
	d, err := s.take(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.giveBack(d) })
	return open(t, d.address)
}

func open(t testing.TB, dsn string) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return db
}

func migrate(ctx context.Context, dsn string) error {
	db, err := store.Open(ctx, dsn)
	if err != nil {
		return err
	}
	if _, err := db.Migrate(ctx); err != nil {
		db.Close()
		return err
	}
	return db.Close()
}
