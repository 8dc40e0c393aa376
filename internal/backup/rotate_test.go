package backup_test

import (
	"os"
	"path/filepath"
	"slices"
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
		r, removed, err := backup.Rotate(ctx, db, folder, 2, now.Add(time.Duration(n)*24*time.Hour))
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
	if _, removed, err := backup.Rotate(ctx, db, folder, 1, now.Add(3*24*time.Hour)); err == nil || len(removed) > 0 {
		t.Errorf("over a file that is there: %v removed, %v", removed, err)
	}
}
