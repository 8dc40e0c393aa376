//go:build !windows

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/config"
)

// A society is made so that no other user of the machine can read it, and one
// that others can read is refused with the command that mends it.
func TestASocietyIsPrivate(t *testing.T) {
	before := keepUmask()
	defer before()
	for _, folder := range []string{"society", "a society's folder*"} {
		t.Run(folder, func(t *testing.T) {
			cfg := &config.Config{Data: filepath.Join(t.TempDir(), folder), Society: "Test"}
			open := func() error {
				soc, err := openAlone(t.Context(), cfg, civil.SystemClock)
				if err == nil {
					err = soc.Close()
				}
				return err
			}
			if err := open(); err != nil {
				t.Fatal(err)
			}
			perm := func(name string) os.FileMode {
				info, err := os.Stat(name)
				if err != nil {
					t.Fatal(err)
				}
				return info.Mode().Perm()
			}
			if got := perm(cfg.Data); got != 0o700 {
				t.Errorf("the folder is %o", got)
			}
			entries, err := os.ReadDir(cfg.Data)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				if got := perm(filepath.Join(cfg.Data, e.Name())); got != 0o600 {
					t.Errorf("%s is %o", e.Name(), got)
				}
			}
			for name, closed := range map[string]os.FileMode{cfg.Data: 0o700, cfg.DSN(): 0o600, cfg.DSN() + "-wal": 0o600} {
				if strings.HasSuffix(name, "-wal") {
					if err := os.WriteFile(name, nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.Chmod(name, closed|0o050); err != nil {
					t.Fatal(err)
				}
				_, beside := openOn(t.Context(), cfg, civil.SystemClock)
				for _, err := range []error{open(), beside} {
					if err == nil || !strings.Contains(err.Error(), "chmod") || !strings.Contains(err.Error(), quoted(name)) {
						t.Errorf("%s can be read by others: %v", name, err)
					}
				}
				if err := os.Chmod(name, closed); err != nil {
					t.Fatal(err)
				}
			}
			if err := open(); err != nil {
				t.Errorf("once mended: %v", err)
			}
		})
	}
}

// An empty folder is taken for the society's own; one that holds other things is
// not changed.
func TestAFolderOfOthersIsLeftAlone(t *testing.T) {
	defer keepUmask()()
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "thesis.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := openAlone(t.Context(), &config.Config{Data: folder, Society: "Test"}, civil.SystemClock)
	if err == nil || !strings.Contains(err.Error(), "chmod 700 "+folder) {
		t.Errorf("%v", err)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the folder is %v, %v", info.Mode(), err)
	}
}
