package backup_test

import (
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
	if _, _, err := backup.Restore(ctx, file, target, now); err != nil {
		t.Fatal(err)
	}
	if _, _, err := backup.Restore(ctx, file, target, now); err != nil {
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
