package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/moving"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/migrations"
)

// A command that changes something is refused in a database that was moved away, or is of another version; what stands there
// can still be read.
func TestCommandsChangeNothingThatIsNotServed(t *testing.T) {
	data := t.TempDir()
	if err := os.Chmod(data, 0o700); err != nil {
		t.Fatal(err)
	}
	soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	defer soc.Close()
	run := func(statement string) {
		t.Helper()
		if err := soc.db.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(t.Context(), statement)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	ask := func(args ...string) error {
		cmd := root()
		cmd.SetOut(new(bytes.Buffer))
		cmd.SetErr(new(bytes.Buffer))
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(append(args, "--data", data))
		return cmd.ExecuteContext(t.Context())
	}
	if err := ask("ratings", "recalculate"); err != nil {
		t.Fatalf("before: %v", err)
	}
	refused := func(says string, is error) {
		t.Helper()
		for _, args := range [][]string{
			{"link", "a@example.nz"}, {"let-in", "a@example.nz", "--reason", "lost"}, {"ratings", "recalculate"},
		} {
			if err := ask(args...); err == nil || is != nil && !errors.Is(err, is) || !strings.Contains(err.Error(), says) {
				t.Errorf("%v: %v; want %q", args, err, says)
			}
		}
		for _, args := range [][]string{{"audit", "verify"}, {"ratings", "recalculate", "--check"}} {
			if err := ask(args...); err != nil {
				t.Errorf("%v, which changes nothing: %v", args, err)
			}
		}
	}
	const newest = ` WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)`
	run(`UPDATE goose_db_version SET version_id = version_id + 1000` + newest)
	refused("newer nzgs", migrations.ErrNewer)
	run(`UPDATE goose_db_version SET version_id = version_id - 1000` + newest)
	run(`UPDATE goose_db_version SET is_applied = FALSE` + newest)
	refused("this nzgs needs", nil)
	run(`UPDATE goose_db_version SET is_applied = TRUE`)
	if _, err := moving.Move(t.Context(), soc.db, storetest.SQLite(t), civil.SystemClock, func(string) {}); err != nil {
		t.Fatal(err)
	}
	refused("was moved from this database", moving.ErrHeld)
}

// A copy that still serves when a newer program has brought the database further stops, and says why.
func TestAnOldCopyLeavesANewerDatabase(t *testing.T) {
	cfg := &config.Config{Society: "Test", Addr: "127.0.0.1:0", Database: storetest.EmptyPostgres(t), LogFormat: "text"}
	soc, err := openAlone(t.Context(), cfg, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	defer soc.Close()
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	left := make(chan bool)
	go func() { soc.leaveMoved(ctx, stop); close(left) }() // raced by this test itself
	if ctx.Err() != nil {
		t.Fatalf("before: %v", context.Cause(ctx))
	}
	if err := soc.db.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (100000, TRUE)`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	<-left
	if err := context.Cause(ctx); !errors.Is(err, migrations.ErrNewer) || !noLongerServes(err) {
		t.Errorf("it stopped: %v", err)
	}
}
