package upkeep_test

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/upkeep"
)

var (
	ctx = context.Background()
	now = civil.MustParseInstant("2026-07-01T00:00:00.000Z")
)

func clock() civil.Instant { return now }

func run(t *testing.T, db *store.DB, statements ...string) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		for _, s := range statements {
			if _, err := tx.Exec(ctx, s); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, db *store.DB, times int) {
	t.Helper()
	for range times {
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			return audit.Write(ctx, tx, audit.Entry{At: now, By: audit.By{Name: "Console"}, Action: "edit.club", Object: "club"})
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// problems are what a fresh look finds wrong, by name.
func problems(s *upkeep.Service) map[string]string {
	now = now.Add(2 * time.Second) // an answer no longer holds
	out := map[string]string{}
	for _, c := range s.Ready(ctx) {
		if c.Problem != nil {
			out[c.Name] = c.Problem.Error()
		}
	}
	return out
}

func TestReady(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		s := upkeep.New(db, clock, "")
		write(t, db, 3)
		if got := problems(s); len(got) > 0 {
			t.Fatalf("%v", got)
		}
		write(t, db, 1)
		if got := problems(s); len(got) > 0 {
			t.Errorf("after another entry: %v", got)
		}
		if n, _, err := audit.Head(ctx, db); n != 4 || err != nil {
			t.Errorf("asking wrote: %d entries, %v", n, err)
		}
		t.Run("a database that is older than the program", func(t *testing.T) {
			run(t, db, `UPDATE goose_db_version SET version_id = version_id + 100000 WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)`)
			if got := problems(s); len(got) > 0 {
				t.Errorf("a newer database: %v", got)
			}
			run(t, db, `UPDATE goose_db_version SET version_id = version_id - 100000 WHERE version_id > 100000`,
				`UPDATE goose_db_version SET is_applied = FALSE WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)`)
			if got := problems(s); !strings.Contains(got[upkeep.Migrations], "this program needs") || len(got) != 1 {
				t.Errorf("%v", got)
			}
			run(t, db, `UPDATE goose_db_version SET is_applied = TRUE`)
		})
		t.Run("a log that was cut", func(t *testing.T) {
			run(t, db, `UPDATE audit_stream SET number = 2, seq = 2, hash = (SELECT hash FROM audit_entry WHERE seq = 2) WHERE stream = 0`)
			if got := problems(s); !strings.Contains(got[upkeep.Log], "ends at entry 2") {
				t.Errorf("%v", got)
			}
		})
	})
}

func TestNotReadyWhileAnotherProcessHoldsTheDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "nzgs.db")
	db, err := store.Open(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	other, err := store.Open(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	s := upkeep.New(db, clock, filepath.Dir(file))
	held, free := make(chan struct{}), make(chan struct{})
	go func() {
		_ = other.InTx(ctx, func(*store.Tx) error {
			close(held)
			<-free
			return nil
		})
	}()
	<-held
	if got := problems(s); got[upkeep.Writing] == "" {
		t.Errorf("ready while nothing can be saved: %v", got)
	}
	close(free)
	if got := problems(s); len(got) > 0 {
		t.Errorf("afterwards: %v", got)
	}
}

func TestFiguresAndBackups(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		folder := t.TempDir()
		s := upkeep.New(db, clock, folder)
		f, err := s.Figures(ctx)
		if err != nil || f.Database < 4096 || f.Free <= 0 || !f.Backup.Tried.IsZero() {
			t.Fatalf("%+v, %v", f, err)
		}
		if _, ok := f.Backup.Age(now); ok {
			t.Error("a backup that no one made has an age")
		}
		for _, worked := range []bool{true, false} {
			if err := s.BackedUp(ctx, upkeep.Outcome{Kept: worked, Worked: worked, Size: 5}); err != nil {
				t.Fatal(err)
			}
		}
		f, err = s.Figures(ctx)
		if age, ok := f.Backup.Age(now.Add(time.Hour)); err != nil || !ok || age != time.Hour || f.Backup.Worked || f.Backup.Size != 5 {
			t.Errorf("%+v, %v", f.Backup, err)
		}
	})
}

// A daily backup is due once a day, at its time; what failed or was broken off is tried again an hour later.
func TestADailyBackupHasItsTurn(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		at := civil.MustParseInstant("2026-07-01T12:00:00.000Z") // midnight in New Zealand
		s := upkeep.New(db, func() civil.Instant { return at }, "")
		other := upkeep.New(db, func() civil.Instant { return at }, "")
		turn := func(after time.Duration, want bool) {
			t.Helper()
			at = at.Add(after)
			if mine, err := s.TakeTurn(ctx, 3*time.Hour); mine != want || err != nil {
				t.Errorf("%v: %t, %v", at, mine, err)
			}
			if mine, err := other.TakeTurn(ctx, 3*time.Hour); mine || err != nil {
				t.Errorf("%v: another copy: %t, %v", at, mine, err)
			}
		}
		note := func(o upkeep.Outcome) {
			t.Helper()
			if err := s.BackedUp(ctx, o); err != nil {
				t.Fatal(err)
			}
		}
		turn(0, true) // none has ever been made
		oldest := at.Add(-time.Hour)
		note(upkeep.Outcome{Kept: true, Worked: true, Size: 7, Encrypted: true, Oldest: oldest})
		turn(2*time.Hour, false)
		turn(time.Hour, true) // three o'clock; this copy is killed
		turn(30*time.Minute, false)
		turn(31*time.Minute, true)
		note(upkeep.Outcome{}) // and the next one fails
		turn(61*time.Minute, true)
		note(upkeep.Outcome{Kept: true, Size: 8}) // this one is kept, and not taken elsewhere
		f, err := s.Figures(ctx)
		if b := f.Backup; err != nil || b.Worked || b.Size != 8 || b.Kept != at || b.Oldest != oldest || b.Encrypted {
			t.Errorf("%+v, %v", b, err)
		}
		turn(61*time.Minute, true)
		note(upkeep.Outcome{Kept: true, Worked: true, Size: 9})
		turn(time.Hour, false)
		turn(24*time.Hour, true)
	})
}

// A clock that was wrong for a night is no reason to make no backup until it is right.
func TestADailyBackupAfterAWrongClock(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		at := civil.MustParseInstant("2031-07-01T12:00:00.000Z")
		s := upkeep.New(db, func() civil.Instant { return at }, "")
		turn := func(want bool) {
			t.Helper()
			if mine, err := s.TakeTurn(ctx, 3*time.Hour); mine != want || err != nil {
				t.Errorf("%v: %t, %v", at, mine, err)
			}
		}
		turn(true)
		if err := s.BackedUp(ctx, upkeep.Outcome{Kept: true, Worked: true, Size: 5}); err != nil {
			t.Fatal(err)
		}
		at = civil.MustParseInstant("2026-07-01T12:00:00.000Z")
		turn(true)
		turn(false)
		earlier := at.Add(-time.Hour)
		if err := s.BackedUp(ctx, upkeep.Outcome{Kept: true, Worked: true, Size: 5, Made: earlier}); err != nil {
			t.Fatal(err)
		}
		if b, err := s.Backups(ctx); err != nil || b.Kept != earlier || b.Tried != at {
			t.Errorf("made at an earlier try: %+v, %v", b, err)
		}
		at = at.Add(-time.Minute) // another copy's clock is a little behind
		turn(false)

		at = at.Add(24 * time.Hour)
		turn(true)
		for _, o := range []upkeep.Outcome{{}, {Kept: true, Worked: true, Size: 6, Aside: true}} { // the day's fails, one by hand does not
			if err := s.BackedUp(ctx, o); err != nil {
				t.Fatal(err)
			}
		}
		if b, err := s.Backups(ctx); err != nil || b.Worked || b.Kept != at || b.Size != 6 {
			t.Errorf("after one by hand: %+v, %v", b, err)
		}
		at = at.Add(61 * time.Minute)
		turn(true)
	})
}

// Many ask while the database is slow: they share one answer, and do not stand in line for one each.
func TestWhoAsksWhileTheDatabaseIsSlowSharesTheAnswer(t *testing.T) {
	db := storetest.SQLite(t)
	tries := 0
	db.WhenQueued(func() func() { tries++; return func() {} })
	s := upkeep.New(db, civil.SystemClock, "")
	s.SetPatience(1500 * time.Millisecond) // longer than an answer holds
	var all sync.WaitGroup
	if err := db.InTx(ctx, func(*store.Tx) error {
		for range 4 {
			all.Go(func() {
				if upkeep.Well(s.Ready(ctx)) {
					t.Error("ready while nothing can be saved")
				}
			})
		}
		all.Wait()
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if tries != 2 {
		t.Errorf("%d tries, want that of the test and one", tries)
	}
}
