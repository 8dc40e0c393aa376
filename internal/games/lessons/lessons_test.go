package lessons

import (
	"strings"
	"testing"

	"nzgs/internal/games"
)

// TestEveryExampleIsPlayedByTheRules: the engine plays what an example plays and refuses what it calls refused, for the
// reason that it gives.
func TestEveryExampleIsPlayedByTheRules(t *testing.T) {
	for _, w := range []games.Which{games.Hex, games.Amazons, games.Tanbo} {
		seen := map[string]bool{}
		for _, l := range Of(w) {
			if l.Game != w || seen[l.Key] {
				t.Errorf("%s: %s is of %s, or there twice", w, l.Key, l.Game)
			}
			seen[l.Key] = true
			for n := range len(l.Steps) + 1 {
				shown, err := l.At(n)
				if err != nil {
					t.Fatalf("%s, %s: %v", w, l.Key, err)
				}
				if n > 0 && l.Steps[n-1].Refused != 0 != strings.Contains(shown.Says, "efused") && l.Steps[n-1].Refused != games.AfterEnd {
					t.Errorf("%s, %s, step %d: %q", w, l.Key, n, shown.Says)
				}
			}
		}
	}
	if Of(games.Go) != nil {
		t.Error("Go has examples of its own kind")
	}
}

// points writes points as records do, in their order.
func points(all []games.Point) string {
	var out []string
	for _, p := range all {
		out = append(out, p.String())
	}
	return strings.Join(out, " ")
}

// TestWhatTheExamplesShow: the facts that their sentences tell.
func TestWhatTheExamplesShow(t *testing.T) {
	at := func(w games.Which, key string, n int) Shown {
		for _, l := range Of(w) {
			if l.Key == key {
				s, err := l.At(n)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
		}
		t.Fatalf("%s has no example %s", w, key)
		return Shown{}
	}
	stones := func(s Shown, c games.Colour) string {
		var all []games.Point
		for x := range s.Size {
			for y := range s.Size {
				if s.Pieces[y*s.Size+x] == c {
					all = append(all, games.Point{X: x, Y: y})
				}
			}
		}
		return points(all)
	}
	t.Run("Hex: a bent line wins", func(t *testing.T) {
		before, after := at(games.Hex, "joining", 8), at(games.Hex, "joining", 9)
		if before.Winner != games.Empty || after.Winner != games.Black || points(after.Line) != "da cb cc bd be" {
			t.Error(before.Winner, after.Winner, points(after.Line))
		}
	})
	t.Run("Hex: a bridge joins", func(t *testing.T) {
		if at(games.Hex, "bridge", 1).Winner != games.Empty || at(games.Hex, "bridge", 2).Winner != games.Black {
			t.Error("it is not as the text says")
		}
	})
	t.Run("Hex: the piece is taken over, mirrored", func(t *testing.T) {
		if s := at(games.Hex, "swap", 2); stones(s, games.White) != "db" || stones(s, games.Black) != "" {
			t.Error(stones(s, games.White), stones(s, games.Black))
		}
	})
	t.Run("Amazons: where a queen can go and shoot", func(t *testing.T) {
		if got := points(at(games.Amazons, "reach", 1).Dots); got != "da ga db fb cc dc ec ad bd cd ed ce de ee bf ff ag gg" {
			t.Error(got)
		}
		if got := points(at(games.Amazons, "shots", 1).Dots); got != "ba ca da ab bb db bc cc dc cd ed ce fe" {
			t.Error(got)
		}
	})
	t.Run("Amazons: the arrow has passed the square just left", func(t *testing.T) {
		if s := at(games.Amazons, "arrow", 1); stones(s, games.Arrow) != "cf" || stones(s, games.Black) != "cb" {
			t.Error(stones(s, games.Arrow), stones(s, games.Black))
		}
		if s := at(games.Amazons, "arrow", 3); stones(s, games.Arrow) != "cf eb" {
			t.Error(stones(s, games.Arrow))
		}
	})
	t.Run("Amazons: who cannot move has lost", func(t *testing.T) {
		if s := at(games.Amazons, "win", 1); s.Winner != games.Black || points(s.Stuck) != "aa" {
			t.Error(s.Winner, points(s.Stuck))
		}
	})
	t.Run("Tanbo: the own root alone comes off", func(t *testing.T) {
		if s := at(games.Tanbo, "own", 1); stones(s, games.Black) != "aa ba bb be ca cd ce dd" || stones(s, games.White) != "ad ae" {
			t.Error(stones(s, games.Black), "|", stones(s, games.White))
		}
	})
	t.Run("Tanbo: other roots of both colours come off", func(t *testing.T) {
		if s := at(games.Tanbo, "others", 1); stones(s, games.Black) != "ad bc bd be" || stones(s, games.White) != "cb da db eb" {
			t.Error(stones(s, games.Black), "|", stones(s, games.White))
		}
	})
	t.Run("Tanbo: winning, and losing at the own turn", func(t *testing.T) {
		if s := at(games.Tanbo, "win", 1); s.Winner != games.Black {
			t.Error(s.Winner)
		}
		if s := at(games.Tanbo, "lose", 1); s.Winner != games.Black {
			t.Error(s.Winner)
		}
	})
	t.Run("Tanbo: White's legal moves", func(t *testing.T) {
		s := at(games.Tanbo, "start", 1)
		if len(s.Dots) != 2*2+4*3+2*4 { // two roots in corners, four on edges, two inside
			t.Error(len(s.Dots), points(s.Dots))
		}
	})
}
