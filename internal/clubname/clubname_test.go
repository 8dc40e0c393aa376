package clubname

import (
	"testing"

	"pgregory.net/rapid"
)

func TestSpellingsOfOneClub(t *testing.T) {
	for _, group := range [][]string{
		{"Auckland", "Akl", "AKL", "AKL ", "akl.", "Auck", "Auckland Go Club", "The Auckland Go Club Inc.", "Tāmaki Makaurau"},
		{"Wellington", "Wgtn", "WLG", "Well", "wellington go", "Pōneke"},
		{"Christchurch", "ChCh", "Ch.Ch.", "CHC", "Ōtautahi", "otautahi"},
		{"Palmerston North", "Palmerston Nth", "PN", "Palmy"},
		{"University of Auckland", "Auckland University", "Akl Uni", "Auckland Univ. Go Club", "UoA"},
		{"Kāpiti", " KAPITI ", "Ka\u0304piti", "Kapiti Go Club"},
		{"Ōtautahi  Go", "Ōtautahi"}, {"Nelson-Tasman", "nelson tasman"}, {"Go Club", "the go club"},
		{"Łódź", "lodz"}, {"Nîmes", "NIMES"},
	} {
		for _, s := range group[1:] {
			if !Same(group[0], s) {
				t.Errorf("%q and %q are two clubs: %q, %q", group[0], s, Key(group[0]), Key(s))
			}
		}
	}
	different := []string{
		"Auckland", "Auckland University", "Wellington", "Victoria University", "Akita", "Hamburg", "Hampshire", "Canterbury",
		"Canterbury University", "Christchurch", "Nelson", "Nelson Bay", "北京", "東京", "Go", "Dun Laoghaire", "North Shore",
		"Auckland Baduk Club", "Auckland Weiqi Association", "None", "Unattached", "no club", "NO",
	}
	for i, a := range different {
		for _, b := range different[:i] {
			if Same(a, b) {
				t.Errorf("%q and %q are one club: %q", a, b, Key(a))
			}
		}
	}
	if Key("  ") != "" || Same("", " ") || Key("No club") != "" || Same("n/a", "N/A") || Same("None", "none") {
		t.Error("no club is a club")
	}
}

// A key is itself a spelling of the club.
func TestKeyOfAKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"Akl uni", "university of wgtn", "the go"})).Draw(t, "name")
		if k := Key(name); Key(k) != k {
			t.Fatalf("%q: %q, then %q", name, k, Key(k))
		}
	})
}
