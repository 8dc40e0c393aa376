package tournaments

import (
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
)

// TestPresetsAreSettingsThatCanBeKept: each passes the checks of a section as it is, and is what its name says.
func TestPresetsAreSettingsThatCanBeKept(t *testing.T) {
	want := map[string]struct {
		system  pairing.System
		by      scale.By
		seeding pairing.Seeding
		weight  ratings.Weight
	}{
		"championship": {pairing.Swiss, scale.ByNone, pairing.SeedSlide, ratings.FullWeight},
		"handicap":     {pairing.Swiss, scale.ByRating, pairing.SeedHandicap, ratings.FullWeight},
		"mcmahon":      {pairing.McMahon, scale.ByNone, pairing.SeedSlide, ratings.FullWeight},
		"league":       {pairing.RoundRobin, scale.ByNone, pairing.SeedSlide, ratings.FullWeight},
		"knockout":     {pairing.Knockout, scale.ByNone, pairing.SeedFold, ratings.FullWeight},
		"match":        {pairing.Match, scale.ByNone, pairing.SeedRandom, ratings.FullWeight},
		"pairs":        {pairing.Swiss, scale.ByNone, pairing.SeedSlide, ratings.FullWeight},
		"teams":        {pairing.Swiss, scale.ByNone, pairing.SeedSlide, ratings.FullWeight},
		"rapid":        {pairing.Swiss, scale.ByNone, pairing.SeedSlide, ratings.FullWeight / 2},
	}
	presets := Presets()
	if len(presets) != len(want) {
		t.Fatalf("%d presets, want %d", len(presets), len(want))
	}
	for _, p := range presets {
		_, kept, problems := SectionInput{Name: p.Name, Settings: p.Settings}.check()
		if err := problems.Err(); err != nil {
			t.Errorf("%s: %v", p.Key, err)
		}
		if w := want[p.Key]; kept.System != w.system || kept.Handicap.By != w.by || kept.Seeding != w.seeding ||
			kept.Weight != w.weight || kept.Komi != 14 || kept.Rated == kept.Pairs {
			t.Errorf("%s: %+v, want %+v", p.Key, kept, w)
		}
		if p.For == "" || PresetCalled(p.Key).Name != p.Name {
			t.Errorf("%s: %q, found as %q", p.Key, p.For, PresetCalled(p.Key).Name)
		}
	}
	if got := PresetCalled("lottery").Key; got != "championship" {
		t.Errorf("an unknown preset is %q, want the usual one", got)
	}
}
