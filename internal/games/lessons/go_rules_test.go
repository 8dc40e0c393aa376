package lessons

import (
	"strings"
	"testing"

	"nzgs/internal/games"
)

// Every example of the rules of Go is played by the engine; what is counted is what the engine counts.
func TestTheRulesOfGoArePlayed(t *testing.T) {
	seen, counted := map[string]bool{}, 0
	for _, l := range GoRules() {
		if l.Game != games.Go || seen[l.Key] || Rule(l.Key) == nil {
			t.Errorf("%s is of %s, or there twice", l.Key, l.Game)
		}
		seen[l.Key] = true
		for n := range len(l.Steps) + 1 {
			shown, err := l.At(n)
			if err != nil {
				t.Fatalf("%s: %v", l.Key, err)
			}
			if n > 0 && l.Steps[n-1].Refused != 0 != strings.Contains(shown.Says, "efused") {
				t.Errorf("%s, step %d: %q", l.Key, n, shown.Says)
			}
			if len(shown.Areas) > 0 {
				counted++
			}
		}
	}
	if counted != 2 {
		t.Errorf("%d examples are counted", counted)
	}
	if Rule("none") != nil {
		t.Error("an example of no name")
	}
}

// What the sentences say is on the board.
func TestWhatTheRulesOfGoShow(t *testing.T) {
	for _, tt := range []struct {
		key          string
		step         int
		black, white int // stones
	}{
		{"capture", 1, 4, 0}, {"chain", 7, 9, 2}, {"own", 1, 3, 0}, {"first", 1, 0, 4}, {"eyes", 1, 5, 8}, {"ko", 2, 4, 3}, {"ko", 6, 4, 5},
	} {
		shown, err := Rule(tt.key).At(tt.step)
		if err != nil {
			t.Fatal(err)
		}
		n := map[games.Colour]int{}
		for _, c := range shown.Pieces {
			n[c]++
		}
		if n[games.Black] != tt.black || n[games.White] != tt.white {
			t.Errorf("%s, step %d: %d black and %d white stones, want %d and %d", tt.key, tt.step, n[games.Black], n[games.White], tt.black, tt.white)
		}
	}
}
