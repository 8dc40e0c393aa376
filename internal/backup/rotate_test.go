package backup_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/backup"
	"nzgs/internal/store/storetest"
)

func TestBackupsAreRotated(t *testing.T) {
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	folder := t.TempDir()
	others := []string{"nzgs-before-the-agm.db", "nzgs-2026-07-01T000000Z.db.part.txt", "notes.txt"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	day := func(n int) string {
		return now.Add(time.Duration(n) * 24 * time.Hour).Time().UTC().Format("2006-01-02T150405")
	}
	for n := range 4 {
		r, removed, err := backup.Rotate(ctx, db, backup.Plan{Folder: folder, Keep: 2}, now.Add(time.Duration(n)*24*time.Hour))
		if err != nil || r.Entries != 1 {
			t.Fatalf("%+v, %v", r, err)
		}
		if want := max(0, min(1, n-1)); len(removed) != want {
			t.Errorf("day %d: %v removed, want %d", n, removed, want)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := append([]string{"nzgs-" + day(2) + "Z.db", "nzgs-" + day(3) + "Z.db"}, others...)
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("left %v, want %v", names, want)
	}
	// A backup that fails removes nothing.
	if _, removed, err := backup.Rotate(ctx, db, backup.Plan{Folder: folder, Keep: 1}, now.Add(3*24*time.Hour)); err == nil || len(removed) > 0 {
		t.Errorf("over a file that is there: %v removed, %v", removed, err)
	}
}

// A machine whose clock was wrong for a night named backups for days to come. Today's is the newest all the same.
func TestABackupIsNotRemovedByTheOneThatMadeIt(t *testing.T) {
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	folder := t.TempDir()
	late, err := backupsOf(folder, "nzgs-2038-01-19T031000Z.db", "nzgs-2038-01-19T031001Z.db")
	if err != nil {
		t.Fatal(err)
	}
	r, removed, err := backup.Rotate(ctx, db, backup.Plan{Folder: folder, Keep: 2}, now)
	if err != nil || !slices.Equal(removed, late[:1]) {
		t.Errorf("removed %v, %v, want %v", removed, err, late[:1])
	}
	for _, file := range []string{r.File, late[1]} {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
	r, removed, err = backup.Rotate(ctx, db, backup.Plan{Folder: folder, Keep: 1}, now.Add(time.Hour))
	if _, gone := os.Stat(r.File); gone != nil || err != nil || len(removed) != 2 {
		t.Errorf("removed %v, %v, %v", removed, err, gone)
	}
}

// What does not work after a backup is tried again without another backup: each would remove an older day's, until none is
// left but those of the last hours.
func TestATryAgainRemovesNothing(t *testing.T) {
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	plan := backup.Plan{Folder: t.TempDir(), Keep: 3}
	var days []string
	for n := range 3 {
		due := now.Add(time.Duration(n) * 24 * time.Hour)
		r, _, err := backup.Daily(ctx, db, plan, due, due.Add(90*time.Millisecond))
		if err != nil || r.Made != due || r.Oldest != now {
			t.Fatalf("%+v, %v", r, err)
		}
		days = append(days, r.File)
	}
	if err := os.WriteFile(days[0], []byte("scribbled over"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := backupsOf(plan.Folder, "nzgs-2038-01-19T031000Z.db"); err != nil { // by a clock that was wrong
		t.Fatal(err)
	}
	plan.Keep = 4
	due := now.Add(48 * time.Hour)
	for hour := range 4 {
		r, removed, err := backup.Daily(ctx, db, plan, due, due.Add(time.Duration(hour+1)*time.Hour))
		if err == nil || len(removed) > 0 || r.File != days[2] || r.Made != due || r.Bytes == 0 ||
			r.Oldest != now.Add(24*time.Hour) {
			t.Errorf("after %d hours: %+v, %v removed, %v", hour+1, r, removed, err)
		}
	}
	if err := os.Remove(days[0]); err != nil {
		t.Fatal(err)
	}
	if _, _, err := backup.Daily(ctx, db, plan, due, due.Add(5*time.Hour)); err != nil {
		t.Errorf("all is well again: %v", err)
	}
	due = due.Add(24 * time.Hour)
	if r, _, err := backup.Daily(ctx, db, plan, due, due.Add(time.Minute)); err != nil || r.Made != due.Add(time.Minute) {
		t.Errorf("the next day: %+v, %v", r, err)
	}
}

// A backup is not called damaged because there was no room or no time to open it.
func TestNoRoomIsNoDamage(t *testing.T) {
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	folder := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(folder, "none"))
	t.Setenv("TMP", filepath.Join(folder, "none"))
	r, _, err := backup.Rotate(ctx, db, backup.Plan{Folder: folder}, now)
	if err == nil || strings.Contains(err.Error(), "cannot be restored") || r.File == "" || !r.Oldest.IsZero() {
		t.Errorf("%+v, %v", r, err)
	}
}

// backupsOf makes files of those names.
func backupsOf(folder string, names ...string) (files []string, err error) {
	for _, name := range names {
		files = append(files, filepath.Join(folder, name))
		err = errors.Join(err, os.WriteFile(files[len(files)-1], nil, 0o600))
	}
	return files, err
}

// What an earlier restore put aside in the same second is not put aside for good.
func TestWhatWasKeptIsKept(t *testing.T) {
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	folder := t.TempDir()
	file, target := filepath.Join(t.TempDir(), "backup.db"), filepath.Join(folder, "nzgs.db")
	if _, err := backup.Write(ctx, db, file); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		if _, _, err := backup.Restore(ctx, source(t, file), target, now); err != nil {
			t.Fatal(err)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 4 {
		t.Errorf("%d files, %v, want the database and three that were kept", len(entries), err)
	}
}

// A backup that was killed leaves its unfinished file: the next one removes it, and not one that is being made.
func TestWhatAKilledBackupLeftIsRemoved(t *testing.T) {
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	folder := t.TempDir()
	const left = "nzgs-2026-06-30T031000Z.db.part"
	old, err := backupsOf(folder, left, left+"-wal", left+"-shm", "nzgs-2026-06-29T031000Z.db.age.part")
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := backupsOf(folder, "nzgs-2026-06-30T233000Z.db.part", "notes.part", "nzgs-2026-06-30T031000Z.db.part.txt")
	for _, file := range append(old, fresh[1:]...) {
		err = errors.Join(err, os.Chtimes(file, time.Time{}, now.Time().Add(-2*time.Hour)))
	}
	if err != nil {
		t.Fatal(err)
	}
	r, _, err := backup.Rotate(ctx, db, backup.Plan{Folder: folder, Keep: 0}, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range old {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s is there still", filepath.Base(file))
		}
	}
	for _, file := range append(fresh, r.File) {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
}
