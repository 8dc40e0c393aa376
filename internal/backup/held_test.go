package backup_test

import (
	"context"
	"path/filepath"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/backup"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// post takes every letter.
type post struct{ sent []string }

func (p *post) Send(_ context.Context, m mail.Message) error {
	p.sent = append(p.sent, m.Subject)
	return nil
}

// A backup is older than what has happened: the letters that waited in it may have left since, or be out of date. They
// wait for an officer; what is written after the restore leaves.
func TestLettersOfABackupDoNotLeaveByThemselves(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		file := withLetters(t, db)
		target := filepath.Join(t.TempDir(), "nzgs.db")
		r, _, err := backup.Restore(ctx, source(t, file), target, now)
		if err != nil || r.Held != 2 {
			t.Fatalf("%d held, %v, want 2", r.Held, err)
		}
		lite, err := store.Open(ctx, target)
		if err != nil {
			t.Fatal(err)
		}
		defer lite.Close()
		staysUntilReleased(t, lite)
	})
}

func TestLettersOfABackupDoNotLeaveByThemselvesFromPostgres(t *testing.T) {
	to := storetest.Postgres(t)
	r, err := backup.RestoreInto(ctx, source(t, withLetters(t, storetest.SQLite(t))), to, now)
	if err != nil || r.Held != 2 {
		t.Fatalf("%d held, %v, want 2", r.Held, err)
	}
	staysUntilReleased(t, to)
}

// withLetters is a backup in which two letters wait.
func withLetters(t *testing.T, db *store.DB) string {
	t.Helper()
	add(t, db, "Parata")
	queue(t, db, "One")
	queue(t, db, "Two")
	file := filepath.Join(t.TempDir(), "backup.db")
	if r, err := backup.Write(ctx, db, file); err != nil || r.Held != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	return file
}

func staysUntilReleased(t *testing.T, db *store.DB) {
	t.Helper()
	p := &post{}
	s := mail.New(db, clock, p)
	queue(t, db, "Three")
	deliver := func(want ...string) {
		t.Helper()
		p.sent = nil
		if _, err := s.Deliver(ctx); err != nil {
			t.Fatal(err)
		}
		if len(p.sent) != len(want) || len(want) > 0 && p.sent[0] != want[0] {
			t.Errorf("%v left, want %v", p.sent, want)
		}
	}
	deliver("Three")
	officer := auth.System("the console")
	if n, err := s.ReleaseRestored(ctx, officer); n != 2 || err != nil {
		t.Errorf("%d released, %v", n, err)
	}
	deliver("One", "Two")
	if n, err := audit.Verify(ctx, db); err != nil || n != 3 {
		t.Errorf("the log has %d entries, %v, want what was, the holding and the releasing", n, err)
	}
}

func clock() civil.Instant { return now }

func queue(t *testing.T, db *store.DB, subject string) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := mail.New(db, clock, nil).Queue(ctx, tx, mail.Letter{
			Key: subject, Purpose: "Notice", To: mail.Recipient{Name: "Mere", Address: "mere@example.nz"}, Subject: subject,
			Body: "Kia ora",
		})
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
