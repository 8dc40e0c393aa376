package simulate

import (
	"math"
	"slices"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

func TestLabels(t *testing.T) {
	even, stones := pairing.HandicapRule{By: scale.ByNone}, pairing.HandicapRule{
		By: scale.ByRating, Reduction: 2, Ceiling: 4,
	}
	swiss := Variant{System: pairing.Swiss, Seeding: pairing.SeedSlide, Handicap: even, Rounds: 7}
	mcmahon, table, short, fold, handicap := swiss, swiss, swiss, swiss, swiss
	mcmahon.System = pairing.McMahon
	table.System, table.Seeding = pairing.RoundRobin, ""
	short.Rounds = 1
	fold.Seeding = pairing.SeedFold
	handicap.Handicap = stones
	for _, c := range []struct {
		name     string
		variants []Variant
		each     []string
		common   string
	}{
		{"none", nil, []string{}, ""},
		{"one", []Variant{swiss}, []string{"Swiss"}, "slide, even games, 7 rounds"},
		{"two systems", []Variant{swiss, mcmahon}, []string{"Swiss", "McMahon"}, "slide, even games, 7 rounds"},
		{
			"a round robin has no seeding", []Variant{table, swiss}, []string{"Round robin", "Swiss"},
			"slide, even games, 7 rounds",
		},
		{"two seedings", []Variant{swiss, fold}, []string{"slide", "fold"}, "Swiss, even games, 7 rounds"},
		{"rounds", []Variant{swiss, short}, []string{"7 rounds", "1 round"}, "Swiss, slide, even games"},
		{
			"handicaps", []Variant{swiss, handicap}, []string{"even games", "handicap less 2, at most 4"},
			"Swiss, slide, 7 rounds",
		},
		{
			"two things", []Variant{swiss, fold, mcmahon}, []string{"Swiss, slide", "Swiss, fold", "McMahon, slide"},
			"even games, 7 rounds",
		},
	} {
		if each, common := Labels(c.variants); !slices.Equal(each, c.each) || common != c.common {
			t.Errorf("%s: %q, in common %q", c.name, each, common)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		m         Measure
		e         Estimate
		mean, err string
	}{
		{Spearman, Estimate{Mean: 0.8974, Error: 0.0066}, "0.897", "0.007"},
		{Spearman, Estimate{Mean: -0.05, Error: 0}, "−0.050", "0.000"},
		{StrongestFirst, Estimate{Mean: 0.5, Error: 0.112}, "50.0\u00a0%", "11.2\u00a0%"},
		{StrengthGap, Estimate{Mean: 4.336, Error: math.NaN()}, "4.34", ""},
		{Byes, Estimate{Mean: -0.001, Error: 0.2}, "0.00", "0.20"},
		{ByesLower, Estimate{Mean: math.NaN(), Error: math.NaN()}, "", ""},
	} {
		if mean, err := c.m.Text(c.e); mean != c.mean || err != c.err {
			t.Errorf("%s %+v: %q ± %q", c.m, c.e, mean, err)
		}
	}
	a, b := Outcome{
		Values: map[Measure]Estimate{CloseGames: {Mean: 0.643}},
	}, Outcome{Values: map[Measure]Estimate{CloseGames: {Mean: 0.147}}}
	if got := CloseGames.Against(a, b); got != "Close games 64.3\u00a0% against 14.7\u00a0%" {
		t.Errorf("%q", got)
	}
}

func TestVerdicts(t *testing.T) {
	up, down, same := Estimate{Mean: 1, Error: 0.1}, Estimate{Mean: -1, Error: 0.1}, Estimate{Mean: 1, Error: 1}
	for _, c := range []struct {
		m    Measure
		lead Estimate
		want Verdict
	}{
		{Spearman, up, ClearlyBetter}, {Spearman, down, ClearlyWorse}, {Spearman, same, NoClearDifference},
		{PlaceError, up, ClearlyWorse}, {PlaceError, down, ClearlyBetter}, {MeanHandicap, up, Differs},
		{MeanHandicap, down, Differs},
		{MeanHandicap, same, NoClearDifference}, {Floats, Estimate{Mean: math.NaN()}, NoClearDifference},
	} {
		if got := c.m.Verdict(c.lead); got != c.want {
			t.Errorf("%s %+v: %v, want %v", c.m, c.lead, got, c.want)
		}
	}
}
