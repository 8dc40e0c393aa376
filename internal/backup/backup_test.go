package backup_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/backup"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var (
	ctx = context.Background()
	now = civil.MustParseInstant("2026-07-01T00:00:00.000Z")
)

func add(t *testing.T, db *store.DB, name string) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		var id int64
		if err := tx.QueryRow(ctx, `
			INSERT INTO person (family_name, given_names, family_first, name_key, sort_key, created_at)
			VALUES ($1, 'Āwhina', TRUE, 'k', 's', $2)
			RETURNING id`, name, now).Scan(&id); err != nil {
			return err
		}
		return audit.Write(ctx, tx, audit.Entry{
			At: now, By: audit.By{PersonID: id, Name: name}, Action: "register.person", Object: "person", ObjectID: id,
		})
	}); err != nil {
		t.Error(err)
	}
}

// source is a backup that is opened for the test.
func source(t *testing.T, file string) backup.Source {
	t.Helper()
	from, err := backup.OpenSource(file, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { from.Close() })
	return from
}

func people(t *testing.T, db *store.DB) string {
	t.Helper()
	names, err := store.All(ctx, db, func(s store.Scanner) (string, error) {
		var id int64
		var name string
		var first bool
		err := s.Scan(&id, &name, &first)
		return fmt.Sprint(id, name, first), err
	}, `SELECT id, family_name, family_first FROM person ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, ",")
}

func TestWhatIsBackedUpComesBackInEitherDatabase(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		add(t, db, "Parata")
		add(t, db, "田中")
		file := filepath.Join(t.TempDir(), "backup.db")
		r, err := backup.Write(ctx, db, file)
		if err != nil {
			t.Fatal(err)
		}
		if r.Entries != 2 || r.Bytes == 0 {
			t.Errorf("report %+v, want 2 entries", r)
		}
		want := people(t, db)

		target := filepath.Join(t.TempDir(), "nzgs.db")
		if _, kept, err := backup.Restore(ctx, source(t, file), target, now); err != nil || kept != "" {
			t.Fatalf("Restore: kept %q, %v", kept, err)
		}
		lite, err := store.Open(ctx, target)
		if err != nil {
			t.Fatal(err)
		}
		defer lite.Close()
		if got := people(t, lite); got != want {
			t.Errorf("restored to SQLite: %s, want %s", got, want)
		}
		add(t, lite, "Next") // ids go on where they were
		if got := people(t, lite); !strings.HasPrefix(got, want+",3") {
			t.Errorf("after one more: %s", got)
		}
	})
}

func TestABackupRestoresToPostgres(t *testing.T) {
	to := storetest.Postgres(t)
	from := storetest.SQLite(t)
	add(t, from, "Parata")
	add(t, from, "田中")
	file := filepath.Join(t.TempDir(), "backup.db")
	if _, err := backup.Write(ctx, from, file); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.RestoreInto(ctx, source(t, file), to, now); err != nil {
		t.Fatal(err)
	}
	want := people(t, from)
	if got := people(t, to); got != want {
		t.Errorf("restored to PostgreSQL: %s, want %s", got, want)
	}
	add(t, to, "Next")
	if n, err := audit.Verify(ctx, to); n != 3 || err != nil {
		t.Errorf("Verify = %d, %v", n, err)
	}
	if _, err := backup.RestoreInto(ctx, source(t, file), to, now); err == nil {
		t.Error("restored over a society that was there")
	}
}

func TestBackupUnderLoadIsWhole(t *testing.T) {
	db := storetest.SQLite(t)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					add(t, db, "Writer")
				}
			}
		})
	}
	dir := t.TempDir()
	for i := range 5 {
		if _, err := backup.Write(ctx, db, filepath.Join(dir, fmt.Sprint(i))); err != nil {
			t.Errorf("backup %d under load: %v", i, err)
		}
	}
	close(stop)
	wg.Wait()
}

func TestRestoreKeepsWhatWasThereAndRefusesWhatIsNoBackup(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "nzgs.db")
	there, err := store.Open(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := there.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	add(t, there, "Before")
	if err := there.Close(); err != nil {
		t.Fatal(err)
	}

	other := storetest.SQLite(t)
	add(t, other, "After")
	file := filepath.Join(dir, "backup.db")
	if _, err := backup.Write(ctx, other, file); err != nil {
		t.Fatal(err)
	}
	broken, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"empty": {}, "text": []byte("not a database at all"), "cut": broken[:len(broken)/2],
		"scribbled": append(
			append(append([]byte{}, broken[:len(broken)/2]...), make([]byte, 8192)...), broken[len(broken)/2+8192:]...,
		),
	} {
		bad := filepath.Join(dir, name)
		if err := os.WriteFile(bad, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := backup.Restore(ctx, source(t, bad), target, now); err == nil {
			t.Errorf("restored a file that is %s", name)
		}
	}
	_, kept, err := backup.Restore(ctx, source(t, file), target, now)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{target: "After", kept: "Before"} {
		db, err := store.Open(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		if got := people(t, db); !strings.Contains(got, want) {
			t.Errorf("%s holds %s, want %s", filepath.Base(path), got, want)
		}
		db.Close()
	}
}

// A disc that failed leaves a file no one can open: that is what backups are for.
func TestRestoreOverADatabaseThatCannotBeOpened(t *testing.T) {
	dir := t.TempDir()
	other := storetest.SQLite(t)
	add(t, other, "After")
	file := filepath.Join(dir, "backup.db")
	if _, err := backup.Write(ctx, other, file); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(dir, "nzgs.db")
	if err := os.WriteFile(target, []byte("scribbled over"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, kept, err := backup.Restore(ctx, source(t, file), target, now)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(kept); err != nil || string(got) != "scribbled over" {
		t.Errorf("%s holds %q (%v), want what was there", filepath.Base(kept), got, err)
	}
	db, err := store.Open(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if got := people(t, db); !strings.Contains(got, "After") {
		t.Errorf("restored: %s", got)
	}
}

func TestADatabaseOfAnotherProgramIsNamedAsThat(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "photos.db")
	db, err := store.Open(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	err = db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `CREATE TABLE photo (id INTEGER PRIMARY KEY)`)
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"empty.db": "", "text.db": "not a database at all"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	target := filepath.Join(dir, "nzgs.db")
	for _, name := range []string{"photos.db", "empty.db", "text.db"} {
		bad := filepath.Join(dir, name)
		_, _, err := backup.Restore(ctx, source(t, bad), target, now)
		if err == nil || !strings.Contains(err.Error(), bad+" is not a backup") {
			t.Errorf("%s: err = %v, want one that names the file and says that it is not a backup", name, err)
		}
		if _, err := os.Stat(target); err == nil {
			t.Fatalf("%s left a database", name)
		}
	}
}

// A backup holds every address of the register.
func TestABackupIsForItsOwnerOnly(t *testing.T) {
	dir := t.TempDir()
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	file, target := filepath.Join(dir, "backup.db"), filepath.Join(dir, "nzgs.db")
	if _, err := backup.Write(ctx, db, file); err != nil {
		t.Fatal(err)
	}
	if _, _, err := backup.Restore(ctx, source(t, file), target, now); err != nil {
		t.Fatal(err)
	}
	_, kept, err := backup.Restore(ctx, source(t, file), target, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, target, kept} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v, want 0600", filepath.Base(name), info.Mode(), err)
		}
	}
}
