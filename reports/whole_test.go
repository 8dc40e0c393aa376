package reports

import (
	"io"
	"strings"
	"testing"
)

// fortyWords is a name of forty words, as long as one may be kept.
var fortyWords = strings.TrimSpace(strings.Repeat("Van Dé Lo ", 13)) + " Tail"

// No name is cut on a slip, in the pairings, in standings, on a roll or below the line where somebody signs, and no foot
// loses when it is of.
func TestNoNameIsCut(t *testing.T) {
	long := func(i int) Player { return Player{Name: fortyWords, Grade: "3 dan", Club: "Nelson"} }
	sheet := samplePairings(6)
	for i := range sheet.Games {
		sheet.Games[i].Black, sheet.Games[i].White = long(i), long(i)
	}
	sheet.Event = strings.TrimSpace(strings.Repeat("Very Long Congress ", 9))
	sheet.Byes = []Bye{{Player: long(0), Kind: "bye"}}
	standings := sampleStandings(4)
	for i := range standings.Rows {
		standings.Rows[i].Player = long(i)
	}
	list := sampleClubList(3)
	for i := range list.Rows {
		list.Rows[i].Name = fortyWords
	}
	for name, tt := range map[string]struct {
		write func(io.Writer) error
		names int
		when  string
	}{
		"pairings by table": {func(w io.Writer) error { return press.PairingsByTable(w, sheet) }, 7, "as at 21 November 2026, 1.42 pm"},
		"pairings by name":  {func(w io.Writer) error { return press.PairingsByName(w, sheet) }, 13, "as at 21 November 2026, 1.42 pm"},
		"slips":             {func(w io.Writer) error { return press.ResultSlips(w, sheet) }, 6, ""},
		"standings":         {func(w io.Writer) error { return press.StandingsPDF(w, standings) }, 4, "as at 21 November 2026, 4.55 pm"},
		"club list":         {func(w io.Writer) error { return press.ClubListPDF(w, list) }, 3, ""},
	} {
		text := strings.Join(strings.Fields(strings.ReplaceAll(allText(textsOf(t, written(t, tt.write))), "|", " ")), " ")
		if strings.Contains(text, "Lo…") || strings.Contains(text, "Dé…") || strings.Contains(text, "Van…") {
			t.Errorf("%s: a name is cut:\n%s", name, text)
		}
		if got := strings.Count(text, "Tail"); got < tt.names {
			t.Errorf("%s: %d of %d names are whole:\n%s", name, got, tt.names, text)
		}
		if tt.when != "" && !strings.Contains(text, tt.when) {
			t.Errorf("%s: the foot does not say %q:\n%s", name, tt.when, text)
		}
	}
}
