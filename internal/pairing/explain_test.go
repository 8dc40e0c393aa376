package pairing

import (
	"slices"
	"strings"
	"testing"
)

func TestExplanation(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 5, Played: rounds("ac bdB e", "da ebW c"),
		Players: []Player{
			{ID: "a", Name: "Aroha Ngata", Rating: 34, Club: "Hutt"},
			{ID: "b", Name: "Ben Carter", Rating: 31, Club: "Ōtautahi"},
			{ID: "c", Name: "Chen Wei", Rating: 20, Club: "Hutt"}, {ID: "d", Name: "Dana Hill", Rating: 12},
			{ID: "e", Name: "Eru Parata", Rating: 5, City: "Nelson"},
		},
	}
	d := mustDraw(t, ev, 3)
	var lines []string
	for _, p := range d.Pairs {
		lines = append(lines, p.Explain())
	}
	lines = append(lines, d.ExplainBye())
	want := []string{
		"not met before; one point apart: Eru Parata on 2 points, Aroha Ngata on 1; Eru Parata floats down again, as in the round before, " +
			"Aroha Ngata floats up; Aroha Ngata takes White (Black once and White once so far), Eru Parata Black (White once " +
			"so far); " +
			"seeded 2 of 2 on 2 and 1 of 2 on 1: the last of the upper group meets the first of the lower",
		"not met before; one point apart: Dana Hill on 2 points, Chen Wei on 1; Dana Hill floats down, Chen Wei floats up; " +
			"Chen Wei takes White (Black once so far), Dana Hill Black (Black once and White once so far); " +
			"seeded 1 of 2 on 2 and 2 of 2 on 1",
		"Ben Carter, on 0 points, rated 3.1: no bye before",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("explained as\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestLongListsAreCutShort(t *testing.T) {
	letters := strings.Split("abcdefghijklm", "")
	for n, want := range map[int]string{
		0: "", 1: "a", 2: "a and b", 9: "a, b, c, d, e, f, g, h and i", 13: "a, b, c, d, e, f, g, h and 5 others",
	} {
		if got := list(letters[:n]); got != want {
			t.Errorf("%d names: %q, want %q", n, got, want)
		}
	}
	if letters[8] != "i" {
		t.Error("the names were changed")
	}
}

func TestEverythingHasADefinition(t *testing.T) {
	for _, c := range append(DefaultCriteria(), CriterionGames, CriterionLot, CriterionRematch) {
		if c.Definition() == "" {
			t.Errorf("criterion %s has none", c)
		}
	}
	for _, tb := range TieBreaks() {
		if tb.Definition() == "" {
			t.Errorf("tie-break %s has none", tb)
		}
	}
	seen := map[string]bool{}
	for _, u := range []Unplayed{UnplayedVirtual, UnplayedHalf, UnplayedZero} {
		seen[u.Definition()] = true
	}
	if len(seen) != 3 || Unplayed("").Definition() != UnplayedVirtual.Definition() {
		t.Errorf("rounds without an opponent: %v", seen)
	}
}
