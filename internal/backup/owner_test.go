//go:build !windows

package backup_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"nzgs/internal/backup"
	"nzgs/internal/store/storetest"
)

// The superuser restores a society whose service runs as another user: what is restored, and what is kept of what stood
// there, belong to that user.
func TestWhatTheSuperuserRestoresBelongsToTheOwnerOfTheFolder(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
	const user, group = 4711, 4712 // invented
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	file := filepath.Join(t.TempDir(), "backup.db")
	if _, err := backup.Write(ctx, db, file); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(folder, user, group); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(folder, "nzgs.db")
	if _, _, err := backup.Restore(ctx, source(t, file), target, now); err != nil {
		t.Fatal(err)
	}
	if _, _, err := backup.Restore(ctx, source(t, file), target, now); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Fatalf("%d files, %v, want the database and what was kept", len(entries), err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if is := info.Sys().(*syscall.Stat_t); is.Uid != user || is.Gid != group {
			t.Errorf("%s belongs to %d:%d, want %d:%d", e.Name(), is.Uid, is.Gid, user, group)
		}
	}
}

// A database that stands elsewhere, behind a link, is not given away, and is no error.
func TestALinkIsLeftAlone(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
	folder, real := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "elsewhere.db")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(folder, 4711, 4711); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(real, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "nzgs.db")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := backup.GiveToFolder(link); err != nil {
		t.Errorf("%v", err)
	}
	info, err := os.Stat(real)
	if err != nil {
		t.Fatal(err)
	}
	if is := info.Sys().(*syscall.Stat_t); is.Uid != 0 {
		t.Errorf("what the link leads to was given to %d", is.Uid)
	}
}

// A file of someone else under a second name, in a folder of the service, is not given to it.
func TestASecondNameIsNotGivenAway(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
	above := t.TempDir()
	folder, real := filepath.Join(above, "data"), filepath.Join(above, "elsewhere")
	name := filepath.Join(folder, "nzgs.lock")
	for _, err := range []error{
		os.Mkdir(folder, 0o700), os.Chown(folder, 4711, 4711), os.WriteFile(real, nil, 0o600), os.Link(real, name),
		backup.GiveToFolder(name),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(real); err != nil || info.Sys().(*syscall.Stat_t).Uid != 0 {
		t.Errorf("it was given away: %v", err)
	}
}

// What the superuser backs up into the folder of the service's backups, the service can restore and remove.
func TestABackupBelongsToTheOwnerOfItsFolder(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	folder := filepath.Join(t.TempDir(), "backups")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.Chown(folder, 4711, 4712)); err != nil {
		t.Fatal(err)
	}
	r, _, err := backup.Rotate(ctx, db, backup.Plan{Folder: folder, Keep: 3}, now)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(r.File)
	if err != nil {
		t.Fatal(err)
	}
	if is := info.Sys().(*syscall.Stat_t); is.Uid != 4711 || is.Gid != 4712 || info.Mode().Perm() != 0o600 {
		t.Errorf("it belongs to %d:%d, %v", is.Uid, is.Gid, info.Mode())
	}
}
