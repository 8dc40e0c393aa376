package storetest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// forget begins as a program whose tests have run nothing.
func forget(t *testing.T) {
	if os.Getenv(EnvPostgres) == "" {
		Postgres(t) // skips, or fails where nothing may be skipped
	}
	tried.Lock()
	defer tried.Unlock()
	clear(tried.outcomes)
	clear(tried.prepared)
}

// TestEachStatementRunsOnPostgres: a test is run there when it has a statement
// that was not there before, or a statement fails for the first time.
func TestEachStatementRunsOnPostgres(t *testing.T) {
	forget(t)
	t.Setenv(EnvBoth, "")
	insert := func(number int) func(t *testing.T, db *store.DB) {
		return func(t *testing.T, db *store.DB) {
			day := civil.MustParseDate("2026-07-01")
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				return members.InsertTerms(ctx, tx, slices.Repeat([]members.Term{{Person: 77, From: day, To: day}}, number))
			}); err == nil {
				t.Error("a term was taken of a person who is not there")
			}
		}
	}
	read := func(t *testing.T, db *store.DB) {
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			_, err := members.InsertPerson(ctx, tx, civil.MustParseInstant("2026-07-01T00:00:00.000Z"),
				members.PersonInput{FamilyName: "Testcase", GivenNames: "Ann"})
			return err
		}); err != nil {
			t.Error(err)
		}
	}
	own := func(t *testing.T, db *store.DB) { value(t, db, clubs) }
	for _, tt := range []struct {
		name string
		test func(t *testing.T, db *store.DB)
		both string
		want string
	}{
		{"new", read, "", "sqlite postgres"},
		{"the same", read, "", "sqlite"},
		{"the same, where both are asked for", read, "1", "sqlite postgres"},
		{"a new one that fails", insert(1), "", "sqlite postgres"},
		{"with a longer list", insert(3), "", "sqlite"},
		{"only the test's own", own, "", "sqlite"},
	} {
		t.Setenv(EnvBoth, tt.both)
		var ran []string
		t.Run(tt.name, func(t *testing.T) {
			Each(t, func(t *testing.T, db *store.DB) {
				ran = append(ran, string(db.Dialect()))
				tt.test(t, db)
			})
		})
		if got := strings.Join(ran, " "); got != tt.want {
			t.Errorf("%s: ran on %s, want %s", tt.name, got, tt.want)
		}
	}
}

// complaints is a test that keeps what it was failed with.
type complaints struct {
	testing.TB
	said []string
}

func (c *complaints) Errorf(format string, args ...any) {
	c.said = append(c.said, fmt.Sprintf(format, args...))
}

// TestPostgresIsAskedWhetherItUnderstands: what tests on SQLite alone have run.
func TestPostgresIsAskedWhetherItUnderstands(t *testing.T) {
	forget(t)
	c := &complaints{TB: t}
	d := &diary{texts: map[string]string{
		"good": `SELECT id FROM club WHERE id = $1`,
		"bad":  `INSERT OR IGNORE INTO club (id) VALUES ($1)`,
	}}
	d.prepare(c)
	if len(c.said) != 1 || !strings.Contains(c.said[0], "INSERT OR IGNORE") {
		t.Errorf("said %q, want only what is wrong with INSERT OR IGNORE", c.said)
	}
}
