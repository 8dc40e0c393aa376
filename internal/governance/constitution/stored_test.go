package constitution

import (
	"encoding/json"
	"os"
	"testing"
)

// TestAVersionStoredTodayIsRead: societies keep the versions that they adopted
// whole, and one in which a figure is missing cannot be read. testdata/stored.json
// is a version as the newest migration leaves it. Whoever adds, renames or takes away
// a figure writes a migration of constitution_version.content, and the same change
// into that file.
func TestAVersionStoredTodayIsRead(t *testing.T) {
	stored, err := os.ReadFile("testdata/stored.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Decode(stored); err != nil {
		t.Errorf("a version as societies have stored it cannot be read: %v\nWrite a migration, then change this file.", err)
	}
	today, err := Encode(Shipped())
	if err != nil {
		t.Fatal(err)
	}
	if was, now := figureNames(t, stored), figureNames(t, today); was != now {
		t.Errorf("stored versions have the figures %s, and the program has %s: write a migration", was, now)
	}
}

// figureNames are the names of a stored version's figures, sorted.
func figureNames(t *testing.T, stored []byte) string {
	t.Helper()
	var version struct{ Figures map[string]json.RawMessage }
	if err := json.Unmarshal(stored, &version); err != nil {
		t.Fatal(err)
	}
	for name := range version.Figures {
		version.Figures[name] = nil
	}
	names, err := json.Marshal(version.Figures)
	if err != nil {
		t.Fatal(err)
	}
	return string(names)
}
