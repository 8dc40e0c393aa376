package match

import (
	"slices"
	"testing"

	"nzgs/internal/games"
)

// TestWhatCanBePointedAtCanBePlayed: in random games every move that the points lead to is one that the rules allow, but
// for Go, and there is always one where the game goes on.
func TestWhatCanBePointedAtCanBePlayed(t *testing.T) {
	for _, terms := range []Terms{
		{Game: games.Amazons, Size: 10, Days: 1}, {Game: games.Tanbo, Size: 19, Days: 1}, {Game: games.Hex, Size: 5, Days: 1},
	} {
		s := start(t, terms)
		for n := 0; n < 400 && s.Phase == Playing; n++ {
			var at []games.Point
			for len(at) < terms.Need() {
				next := s.Points(s.Turn, at)
				if len(next) == 0 {
					t.Fatalf("%s, move %d: no point after %v", terms.Game, n+1, at)
				}
				at = append(at, next[(n*7919+len(at)*31)%len(next)])
			}
			if back, ok := terms.Parse(terms.Names(at)); !ok || !slices.Equal(back, at) {
				t.Fatalf("%v is read as %v", at, back)
			}
			if err := s.Do(Act{Kind: Move, By: s.Turn, Text: terms.Written(at), At: begun}); err != nil {
				t.Fatalf("%s, move %d, %v: %v", terms.Game, n+1, at, err)
			}
		}
		if s.Number < 5 {
			t.Errorf("%s: only %d moves", terms.Game, s.Number)
		}
	}
	for _, text := range []string{"d", "D20", "d1 d2 d3 d4", "<b>"} {
		if _, ok := (Terms{Game: games.Go, Size: 19}).Parse(text); ok {
			t.Errorf("%q is read", text)
		}
	}
}
