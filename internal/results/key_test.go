package results

import (
	"strings"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text string
		want pairing.Result
		ok   bool
	}{
		{"w", pairing.WhiteWins, true}, {" W ", pairing.WhiteWins, true}, {"b", pairing.BlackWins, true},
		{"J", pairing.Jigo, true},
		{"x", pairing.WhiteDefault, true}, {"y", pairing.BlackDefault, true}, {"l", pairing.BothLose, true},
		{"o", pairing.BothDefault, true},
		{"W_default", pairing.WhiteDefault, true}, {"b_DEFAULT", pairing.BlackDefault, true},
		{"both_lose", pairing.BothLose, true},
		{"", pairing.NoResult, true}, {"-", pairing.NoResult, true},
		{"ww", "", false}, {"k", "", false}, {"0", "", false}, {"白", "", false},
	} {
		got, err := Parse(tt.text)
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("Parse(%q) = %q, %v; want %q, ok %v", tt.text, got, err, tt.want, tt.ok)
		}
	}
}

func TestKeysAreOneLetterEachAndFarApart(t *testing.T) {
	rows := []string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}
	place := func(key string) (row, column int) {
		for r, letters := range rows {
			if c := strings.Index(letters, key); c >= 0 {
				return r, c
			}
		}
		t.Fatalf("%q is no letter key", key)
		return 0, 0
	}
	seen := map[string]bool{}
	for _, k := range Keys("") {
		if seen[k.Key] || len(k.Key) != 1 || Label(k.Result) != k.Label {
			t.Errorf("%+v", k)
		}
		seen[k.Key] = true
		for _, o := range Keys("") {
			r1, c1 := place(k.Key)
			r2, c2 := place(o.Key)
			if k.Key != o.Key && r1 == r2 && (c1-c2 == 1 || c2-c1 == 1) {
				t.Errorf("%s and %s lie side by side", k.Key, o.Key)
			}
		}
	}
	if Label(pairing.NoResult) != "" {
		t.Error("no result has a label")
	}
}

func TestWhatChangesAGame(t *testing.T) {
	const seen, stale = 3, 2
	for _, tt := range []struct {
		was       pairing.Result
		wasMargin string
		now       pairing.Result
		margin    string
		version   int64
		want      bool
	}{
		{"W", "", "W", "", seen, false}, {"W", "", "W", "", stale, false}, {"", "", "", "", seen, false},
		{"W", "4", "W", "4", seen, false}, {"W", "4", "W", "4", stale, false},
		{"W", "", "W", "4", seen, true}, {"W", "4", "W", "3", stale, true},
		{"W", "4", "W", "", seen, true}, {"W", "4", "W", "", stale, false}, {"W", "4", "W", "", 0, false},
		{"W", "", "B", "", seen, true}, {"W", "", "", "", seen, true},
	} {
		game := tournaments.Game{Result: tt.was, Margin: tt.wasMargin, Version: seen}
		if got := (Entry{Result: tt.now, Margin: tt.margin, Version: tt.version}).changes(game); got != tt.want {
			t.Errorf("%q %q over %q %q, having seen version %d: %v", tt.now, tt.margin, tt.was, tt.wasMargin, tt.version, got)
		}
	}
}

func TestStandings(t *testing.T) {
	black := func(r pairing.Result) Report { return Report{Side: BlackSide, Result: r} }
	white := func(r pairing.Result) Report { return Report{Side: WhiteSide, Result: r, Margin: "2"} }
	for _, tt := range []struct {
		name    string
		result  pairing.Result
		reports []Report
		want    Standing
		agreed  bool
	}{
		{"nothing yet", "", nil, Unreported, false},
		{"one", "", []Report{black("B")}, Reported, false},
		{"both the same", "", []Report{white("B"), black("B")}, Reported, true}, // for the moment before it is saved
		{"both, differing", "", []Report{black("B"), white("W")}, Disputed, false},
		{"decided all the same", "W", []Report{black("B"), white("W")}, Decided, false},
	} {
		if got := standingOf(tt.result, tt.reports); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if _, margin, both, agreed := agree(tt.reports); agreed != tt.agreed || both && margin != "2" {
			t.Errorf("%s: agreed %v, margin %q", tt.name, agreed, margin)
		}
	}
}

func TestLastToUndo(t *testing.T) {
	for _, tt := range []struct {
		name    string
		changes []Change
		want    ChangeID
	}{
		{"nothing", nil, 0},
		{"one", []Change{{ID: 1}}, 1},
		{"undone", []Change{{ID: 1, Undone: true}, {ID: 2, Source: FromUndo}}, 0},
		{"two, one undone", []Change{{ID: 1}, {ID: 2, Undone: true}, {ID: 3, Source: FromUndo}}, 1},
		{"again after an undo", []Change{{ID: 1, Undone: true}, {ID: 2, Source: FromUndo}, {ID: 3}}, 3},
	} {
		if got, ok := lastToUndo(tt.changes); got.ID != tt.want || ok != (tt.want != 0) {
			t.Errorf("%s: %d, %v; want %d", tt.name, got.ID, ok, tt.want)
		}
	}
}

// Whatever is typed at the board is refused, or a result that can be typed again by its code.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"b", "W", " j ", "-", "", "B+R", "k", "\u212a"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(string(r)); err != nil || again != r {
			t.Errorf("%q is %q, and that %q (%v)", text, r, again, err)
		}
		if r != pairing.NoResult && !decided(r) {
			t.Errorf("%q is %q, which no game can be given", text, r)
		}
	})
}
