package ratings

import (
	"math"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// near reports whether two numbers agree to the digits a vector is given in.
func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

func TestVectors(t *testing.T) {
	f := nzgs2026
	for _, c := range []struct {
		name          string
		own, opponent GoR
		colour        Colour
		handicap      int
		score         Score
		want          float64
		tolerance     float64
	}{
		{"even, equal, win", 2100, 2100, Black, 0, Win, 2109.306, 5e-4},
		{"even, equal, loss", 2100, 2100, White, 0, Loss, 2091.725, 5e-4},
		{"even, stronger loses", 2674.564, 2611.051, White, 0, Loss, 2670.45617061712, 5e-12},
		{"three stones, Black wins, Black", 1900, 2140, Black, 3, Win, 1911.909892, 5e-7},
		{"three stones, Black loses, Black", 1900, 2140, Black, 3, Loss, 1889.411221, 5e-7},
		{"three stones, White wins, White", 2140, 1900, White, 3, Win, 2149.003976, 5e-7},
		{"three stones, White loses, White", 2140, 1900, White, 3, Loss, 2132.351271, 5e-7},
	} {
		terms := f.Game(c.own, c.opponent, c.colour, c.handicap, c.score, FullWeight)
		if got := float64(c.own) + terms.Change; !near(got, c.want, c.tolerance) {
			t.Errorf("%s: %.12f, want %.12f", c.name, got, c.want)
		}
	}
}

func TestVectorTerms(t *testing.T) {
	terms := nzgs2026.Game(2674.564, 2611.051, White, 0, Loss, FullWeight)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Se", terms.Expected, 0.6630749860799611},
		{"con", terms.Con, 6.197900613388789},
		{"bonus", terms.Bonus, 0.0018434800675773823},
	} {
		if !near(c.got, c.want, 1e-14*math.Abs(c.want)) {
			t.Errorf("%s = %.17g, want %.17g", c.name, c.got, c.want)
		}
	}
}

func TestJigoLiesBetweenWinAndLoss(t *testing.T) {
	f := nzgs2026
	win := f.Game(2100, 2240, Black, 2, Win, FullWeight).Change
	jigo := f.Game(2100, 2240, Black, 2, Half, FullWeight).Change
	loss := f.Game(2100, 2240, Black, 2, Loss, FullWeight).Change
	if !near(jigo, (win+loss)/2, 1e-12) {
		t.Errorf("jigo changes %v, halfway between %v and %v is %v", jigo, win, loss, (win+loss)/2)
	}
}

func TestWeightMultipliesTheWholeChange(t *testing.T) {
	f := nzgs2026
	full := f.Game(1850, 1900, White, 0, Win, FullWeight).Change
	for _, w := range []Weight{FullWeight, ThreeQuarters, HalfWeight, Quarter, 1} {
		got := f.Game(1850, 1900, White, 0, Win, w).Change
		if want := full * float64(w) / 1000; !near(got, want, 1e-12) {
			t.Errorf("weight %s: %v, want %v", w, got, want)
		}
	}
}

func TestHandicapCountsForBlackOnlyInTheExpectation(t *testing.T) {
	f := nzgs2026
	for stones, want := range map[int]GoR{0: 0, 1: 50, 2: 150, 3: 250, 9: 850} {
		if got := f.ForHandicap(stones); got != want {
			t.Errorf("%d stones add %v, want %v", stones, got, want)
		}
		black := f.Game(1900, 2140, Black, stones, Win, FullWeight)
		white := f.Game(2140, 1900, White, stones, Loss, FullWeight)
		if !near(black.Expected+white.Expected, 1, 1e-12) {
			t.Errorf("%d stones: the two expectations add up to %v", stones, black.Expected+white.Expected)
		}
		if black.Con != f.Con(1900) || white.Con != f.Con(2140) {
			t.Errorf("%d stones: con changed with the handicap", stones)
		}
	}
}

func TestFarEndsOfTheScaleHaveAnAnswer(t *testing.T) {
	f := nzgs2026
	for _, own := range []GoR{-900, 2000, 3290} {
		for _, opponent := range []GoR{-900, 2000, 3290} {
			for _, stones := range []int{0, 9, maxHandicap} {
				for _, colour := range []Colour{Black, White} {
					terms := f.Game(own, opponent, colour, stones, Win, FullWeight)
					if math.IsNaN(terms.Change) || terms.Change < 0 || math.IsInf(terms.Change, 0) {
						t.Errorf("%v beats %v as %s with %d stones: change %v", own, opponent, colour, stones, terms.Change)
					}
				}
			}
		}
	}
}

func TestRoundingFloorAndCeiling(t *testing.T) {
	f := nzgs2026
	for _, c := range []struct {
		before scale.Milli
		points float64
		want   scale.Milli
	}{
		{6746, 0, 6746},
		{6746, 0.05, 6747},  // half a thousandth: away from zero
		{6746, -0.05, 6745}, // and so below
		{6746, 0.0499, 6746},
		{-2350, 0.15, -2348},
		{-28999, -50, -29000}, // floor
		{-29000, -0.01, -29000},
		{-29000, 1, -28990},
		{12899, 80, 12900}, // ceiling
	} {
		if got := f.After(c.before, c.points); got != c.want {
			t.Errorf("%s and %v points: %s, want %s", c.before, c.points, got, c.want)
		}
	}
}

func TestScaleOfTheFormula(t *testing.T) {
	for m, want := range map[scale.Milli]GoR{0: 2000, 1000: 2100, -14000: 600, 6746: 2674.6, -29000: -900} {
		if got := GoROf(m); !near(float64(got), float64(want), 1e-9) {
			t.Errorf("GoROf(%s) = %v, want %v", m, got, want)
		}
		if got := GoROf(m).Milli(); got != m {
			t.Errorf("GoROf(%s).Milli() = %s", m, got)
		}
	}
}

func TestVersionsByDay(t *testing.T) {
	second := nzgs2026
	second.Name, second.From = "nzgs-2030", civil.MustParseDate("2030-07-01")
	versions := []Formula{nzgs2026, second}
	for day, want := range map[string]string{
		"1999-01-01": "nzgs-2026", "2030-06-30": "nzgs-2026",
		"2030-07-01": "nzgs-2030", "2040-01-01": "nzgs-2030",
	} {
		if got := formulaOn(versions, civil.MustParseDate(day)).Name; got != want {
			t.Errorf("an event of %s is rated by %s, want %s", day, got, want)
		}
	}
	if _, err := formulaNamed(versions, "nzgs-1987"); err == nil {
		t.Error("an unknown version was found")
	}
}
