package formats

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func golden(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// mustWrite writes a file, with the notes as lines.
func mustWrite(t *testing.T, format Format, f *File) (data []byte, notes string) {
	t.Helper()
	data, n, err := Write(format, f)
	if err != nil {
		t.Fatal(err)
	}
	return data, strings.Join(n, "\n")
}

// The files winter.* were made by hand from the descriptions in docs/event-file.md. The standings, worked out by hand:
//
//	Te Rangi  beat Šimůnek, jigo with Bob: 1½; SOS 1 + 1½; SODOS 1 + ½ × 1½
//	Bob       van Dyk did not come, jigo with Te Rangi: 1½; SOS 0 + 1½; SODOS 0 + ½ × 1½
//	Feather…  bye, absent: 1; SOS (0 + 2 × ½) + (1 + ½); SODOS 1 × 1
//	Šimůnek   lost to Te Rangi, bye: 1; SOS 1½ + (0 + ½); SODOS 1 × ½
//	李        half-point bye, game not finished: ½; SOS 0 + 2 × ½; SODOS ½ × 1
//	van Dyk   lost by default to Bob, game not finished: 0; SOS 1½
//
// Handicaps by rating: 3.4 − 1.0 gives 3, 2.0 − (−0.2) gives 3, 3.4 − (−0.2) gives 4, 2.0 − (−14.0) is over the ceiling.
func TestGoldenFilesAreWritten(t *testing.T) {
	f := mustRead(t, JSON, string(golden(t, "winter.json")))
	for _, c := range []struct {
		format Format
		notes  []string
	}{
		{JSON, nil},
		{H9, []string{
			"Ina Away took part in no round and is left out",
			"clubs were shortened to four characters: Wellington is Wel2, Nelson is Nels and Christchurch is Chri",
			"a result list has only names, grades, clubs and games; the system, its settings, ratings and coming rounds are " +
				"left out",
			"2 of 3 rounds drawn so far", "too long for their column, so cut off: Theodora Featherstonehaugh-Cholmondeley",
			"2 characters are outside the Latin alphabet, written as ?",
		}},
		{TOU, []string{"games won or lost by default are written as rounds without an opponent, so that they are not rated"}},
		{CSV, []string{"entered grades, European ratings, pins, licences and AGA numbers are left out too"}},
	} {
		t.Run(string(c.format), func(t *testing.T) {
			data, notes := mustWrite(t, c.format, f)
			if diff := cmp.Diff(string(golden(t, "winter."+string(c.format))), string(data)); diff != "" {
				t.Error(diff)
			}
			lines := strings.Split(notes, "\n")
			for _, want := range c.notes {
				if !slices.Contains(lines, want) {
					t.Errorf("notes\n%s\nlack %q", notes, want)
				}
			}
		})
	}
}

// What each format holds of the same event comes back.
func TestGoldenFilesAreRead(t *testing.T) {
	want := mustRead(t, JSON, string(golden(t, "winter.json")))
	fromCSV := mustRead(t, CSV, string(golden(t, "winter.csv")))
	if diff := cmp.Diff(want.Event.Players, fromCSV.Event.Players, sameValues); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want.Event.Played, fromCSV.Event.Played, sameValues); diff != "" {
		t.Error(diff)
	}

	h9 := mustRead(t, H9, string(golden(t, "winter.h9")))
	again, _ := mustWrite(t, JSON, h9)
	if diff := cmp.Diff(string(golden(t, "winter-h9.json")), string(again)); diff != "" {
		t.Error(diff)
	}
	tou := mustRead(t, TOU, string(golden(t, "winter.tou")))
	again, _ = mustWrite(t, JSON, tou)
	if diff := cmp.Diff(string(golden(t, "winter-tou.json")), string(again)); diff != "" {
		t.Error(diff)
	}
}
