package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An address that is mistyped is not taken for a folder, which would get the society and a password in its name.
func TestAMistypedAddressIsNoFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, address := range []string{
		"postgres://u:hush@it@db/n", "postgres://u:hu/hush@db/n", "postgresql//u:hush@db/n", "postgres:/u:hush@db/n",
		"mysql://u:hush@db/n", "host=db password='hush",
	} {
		for _, end := range []standing{mustStand, mayBeMade} {
			_, _, err := openEnd(t.Context(), address, end)
			if err == nil || !strings.Contains(err.Error(), "postgres://USER@HOST/NAME") || strings.Contains(err.Error(), "hush") {
				t.Errorf("%s: %v", address, err)
			}
		}
	}
	if made, err := os.ReadDir("."); err != nil || len(made) > 0 {
		t.Errorf("made %v, %v", made, err)
	}
	db, closeEnd, err := openEnd(t.Context(), filepath.Join(t.TempDir(), "society"), mayBeMade)
	if err != nil || db == nil {
		t.Fatal(err)
	}
	if err := closeEnd(); err != nil {
		t.Error(err)
	}
}
