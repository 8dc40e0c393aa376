package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// However many backups are asked for, none of every day goes; each is one that can be restored.
func TestBackupsThatAreAskedForTakeNoDayAway(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		folder := t.TempDir()
		day := civil.MustParseInstant("2026-07-01T00:00:00.000Z")
		daily := Plan{Folder: folder, Keep: 2}
		for range 2 {
			if _, _, err := Rotate(t.Context(), db, daily, day); err != nil {
				t.Fatal(err)
			}
			day = day.Add(24 * time.Hour)
		}
		var stages []Stage
		byHand := Plan{Folder: folder, Keep: 2, ByHand: true, Seal: Seal{Say: func(s Stage) { stages = append(stages, s) }}}
		for range 3 {
			if _, _, err := Rotate(t.Context(), db, byHand, day); err != nil {
				t.Fatal(err)
			}
			day = day.Add(time.Minute)
		}
		if want := []Stage{Copying, Checking, Finishing}; !slices.Equal(stages[:3], want) || len(stages) != 9 {
			t.Errorf("stages %v, want %v each time", stages, want)
		}
		all, err := List(folder)
		if err != nil || len(all) != 4 || !all[0].ByHand || !all[1].ByHand || all[2].ByHand || all[3].ByHand || all[0].Bytes == 0 {
			t.Fatalf("%+v, %v", all, err)
		}
		if r, made, err := madeSince(folder, day.Add(-time.Hour), day); err != nil || made {
			t.Errorf("one that was asked for counts as the day's: %+v, %v", r, err)
		}
		for _, k := range all {
			if _, err := TryRestore(t.Context(), folder, k.Name, day); err != nil {
				t.Errorf("%s: %v", k.Name, err)
			}
		}
	})
}

func TestADamagedBackupIsNotRestored(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"../secret", "other.db", "nzgs-2026-07-01T000000Z.db.part", ""} {
		if _, err := TryRestore(t.Context(), folder, name, civil.Instant{}); err == nil {
			t.Errorf("%q was tried", name)
		}
	}
	name := "nzgs-2026-07-01T000000Z-by-hand.db"
	if err := os.WriteFile(filepath.Join(folder, name), []byte("SQLite format 3\x00 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := TryRestore(t.Context(), folder, name, civil.Instant{}); err == nil {
		t.Error("it was restored")
	}
	t.Setenv("TMPDIR", filepath.Join(folder, "none"))
	if _, err := TryRestore(t.Context(), folder, name, civil.Instant{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a folder for temporary files: %v", err) // the page says that it was not tried
	}
	if all, err := List(filepath.Join(folder, "none")); err == nil {
		t.Errorf("a folder that is none: %v", all)
	}
}

// What is wrong with a backup is told apart from a machine that cannot do it, which the page calls not tried.
func TestADamagedBackupIsItsOwnFault(t *testing.T) {
	folder, db := t.TempDir(), storetest.SQLite(t)
	day := civil.MustParseInstant("2026-07-01T00:00:00.000Z")
	r, _, err := Rotate(t.Context(), db, Plan{Folder: folder, ByHand: true}, day)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(r.File)
	if err != nil {
		t.Fatal(err)
	}
	n := len(whole)
	for _, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return nil }, func(b []byte) []byte { return b[:50] }, func(b []byte) []byte { return b[:n/2] },
		func(b []byte) []byte { return b[:n/2+77] }, func(b []byte) []byte { clear(b[4096 : n/2]); return b },
		func(b []byte) []byte { clear(b[:100]); return b },
	} {
		if err := os.WriteFile(r.File, damage(slices.Clone(whole)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := TryRestore(t.Context(), folder, filepath.Base(r.File), day)
		var system syscall.Errno
		if err == nil || store.IsUnavailable(err) || errors.As(err, &system) {
			t.Errorf("it is called %v", err)
		}
	}
}
