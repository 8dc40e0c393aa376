package simulate

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

func strength(gor float64) float64 { return (gor - 2000) / 100 }

// The first line is the worked example of the rating formula; a handicap of h stones is worth h − ½ to Black.
func TestExpectation(t *testing.T) {
	m := newModel(&Field{})
	for _, c := range []struct {
		name         string
		white, black float64 // GoR
		handicap     int
		want         float64
	}{
		{"even game", 2674.564, 2611.051, 0, 0.6630749860799611},
		{"equals", 2100, 2100, 0, 0.5},
		{"Black first without komi", 2150, 2100, 1, 0.5},
		{"three stones make up for two and a half", 2350, 2100, 3, 0.5},
		{"nine stones", 2850, 2000, 9, 0.5},
	} {
		if got := m.expected(strength(c.white), strength(c.black), c.handicap); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestJigoLeavesTheExpectation(t *testing.T) {
	for _, c := range []struct {
		name     string
		pair     pairing.Pair
		expected float64
		jigo     float64
	}{
		{"equals, komi 7", pairing.Pair{Komi: scale.EvenKomi}, 0.5, 0.1},
		{"uneven, komi 7", pairing.Pair{Komi: scale.EvenKomi}, 0.9, 0.036},
		{"hopeless, komi 7", pairing.Pair{Komi: scale.EvenKomi}, 0, 0},
		{"half a point of komi", pairing.Pair{Komi: 13}, 0.5, 0},
		{"handicap", pairing.Pair{Handicap: 2}, 0.5, 0},
	} {
		m := newModel(&Field{Jigo: 100})
		win, jigo := m.chances(c.expected, &c.pair)
		if math.Abs(jigo-c.jigo) > 1e-12 || math.Abs(win+jigo/2-c.expected) > 1e-12 {
			t.Errorf("%s: wins %v, jigo %v", c.name, win, jigo)
		}
	}
}

func TestChancesAreChances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newModel(&Field{Jigo: rapid.IntRange(0, 500).Draw(t, "jigo")})
		win, jigo := m.chances(rapid.Float64Range(0, 1).Draw(t, "expected"), &pairing.Pair{Komi: scale.EvenKomi})
		if win < -1e-12 || jigo < 0 || win+jigo > 1+1e-12 {
			t.Fatalf("wins %v, jigo %v", win, jigo)
		}
	})
}

// Two players have the same luck in a round with either colours, and over many rounds what the expectation says.
func TestLuck(t *testing.T) {
	m := newModel(&Field{Jigo: 40, Default: 100})
	even := pairing.Pair{Komi: scale.EvenKomi}
	const games, expected = 40000, 0.7
	count := map[pairing.Result]int{}
	for n := range games {
		seed, round, white, black := uint64(n/100), n%10+1, n/10%10+1, 11
		got := m.play(seed, round, white, black, expected, &even)
		if turned := m.play(seed, round, black, white, 1-expected, &even); turned != mirrored(got) {
			t.Fatalf("%d–%d is %s, with other colours %s", white, black, got, turned)
		}
		count[got]++
	}
	jigo := 0.04 * 4 * 0.7 * 0.3
	for result, want := range map[pairing.Result]float64{
		pairing.WhiteDefault: 0.05, pairing.BlackDefault: 0.05, pairing.Jigo: 0.9 * jigo,
		pairing.WhiteWins: 0.9 * (0.7 - jigo/2), pairing.BlackWins: 0.9 * (0.3 - jigo/2),
	} {
		if got := float64(count[result]) / games; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/games) {
			t.Errorf("%s: %v of the games, want %v", result, got, want)
		}
	}
}
