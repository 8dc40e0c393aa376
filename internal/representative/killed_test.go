package representative_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/representative"
	"nzgs/internal/store"
)

const closingProcess, closingStatements = "NZGS_TEST_CLOSING", "NZGS_TEST_CLOSING_STATEMENTS"

// TestClosingProcess is not a test: it closes a points year in a process of its own, which is killed after so many
// statements.
func TestClosingProcess(t *testing.T) {
	path, is := os.LookupEnv(closingProcess)
	if !is {
		return
	}
	left, err := strconv.Atoi(os.Getenv(closingStatements))
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	s := representative.New(db, func() civil.Instant { return civil.MustParseInstant("2027-06-01T00:00:00.000Z") })
	end, err := s.YearEnd(ctx, officer, 2026)
	if err != nil {
		t.Fatal(err)
	}
	db.Watch(func(string, error) {
		if left--; left == 0 {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				self.Kill()
			}
			select {}
		}
	})
	if err := s.Close(ctx, officer, 2026, end.Revision); err != nil {
		t.Fatal(err)
	}
	db.Close()
}

// A process that is killed while it closes a year leaves nothing half posted, whichever statement was its last.
func TestKilledWhileClosingAYear(t *testing.T) {
	file := filepath.Join(t.TempDir(), "points.db")
	db, err := store.Open(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, db)
	w.chosen()
	w.must(db.Close())
	raw, err := os.ReadFile(file)
	w.must(err)
	const before, after = "10.00 7.00 5.00 – – –", "-22.50 5.25 3.75 – – –"
	for statements := 1; ; statements += 2 {
		path := filepath.Join(t.TempDir(), "copy.db")
		w.must(os.WriteFile(path, raw, 0o600))
		c := exec.Command(os.Args[0], "-test.run=^TestClosingProcess$")
		c.Env = append(os.Environ(), closingProcess+"="+path, closingStatements+"="+strconv.Itoa(statements))
		said, killed := c.CombinedOutput()
		if w.db, err = store.Open(ctx, path); err != nil {
			t.Fatal(err)
		}
		w.s = representative.New(w.db, func() civil.Instant { return w.now })
		end, err := w.s.YearEnd(ctx, officer, 2026)
		w.must(err)
		want := before
		if end.Closed.Year != 0 {
			want = after
		}
		w.wants("2026-12-01", want)
		w.settled()
		if killed == nil {
			if end.Closed.Year == 0 || statements < 10 {
				t.Errorf("it lived through %d statements: %s", statements, said)
			}
			w.must(w.db.Close())
			return
		}
		if end.Closed.Year == 0 { // whoever comes next can close it
			w.must(w.s.Close(ctx, officer, 2026, end.Revision))
			w.wants("2026-12-01", after)
		}
		w.must(w.db.Close())
		if statements > 200 {
			t.Fatalf("it was always killed: %s", said)
		}
	}
}
