// Package storetest gives tests a fresh, migrated database of each kind.
package storetest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"nzgs/internal/store"
)

// EnvPostgres names the environment variable with the address of a PostgreSQL
// server on which tests may make schemas. `make test` sets it.
const EnvPostgres = "NZGS_TEST_POSTGRES"

// Each runs the test on a fresh SQLite database and on a fresh PostgreSQL
// schema. Without a server the second half is skipped, and fails where CI=true.
func Each(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// SQLite opens a fresh, migrated SQLite database in the test's own folder.
func SQLite(t testing.TB) *store.DB {
	t.Helper()
	return migrated(t, filepath.Join(t.TempDir(), "test.db"))
}

// Postgres opens a fresh, migrated PostgreSQL schema, dropped after the test.
func Postgres(t testing.TB) *store.DB {
	t.Helper()
	return migrated(t, PostgresDSN(t))
}

var schemas atomic.Int64

// PostgresDSN makes an empty schema and returns an address that uses it.
func PostgresDSN(t testing.TB) string {
	t.Helper()
	server := os.Getenv(EnvPostgres)
	if server == "" {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not set, and nothing may be skipped in CI: run make test", EnvPostgres)
		}
		t.Skipf("%s is not set: run make test", EnvPostgres)
	}
	ctx := context.Background()
	admin, err := store.Open(ctx, server)
	if err != nil {
		t.Fatal(err)
	}
	schema := fmt.Sprintf("t%d_%d_%d", os.Getpid(), time.Now().UnixNano(), schemas.Add(1))
	run := func(statement string) error {
		return admin.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, statement)
			return err
		})
	}
	if err := run("CREATE SCHEMA " + schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := run("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			t.Errorf("drop schema: %v", err)
		}
		admin.Close()
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	return u.String()
}

func migrated(t testing.TB, dsn string) *store.DB {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	if _, err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	return db
}
