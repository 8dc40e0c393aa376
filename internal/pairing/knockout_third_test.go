package pairing

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// third marks the game of two players as the one that was drawn for third place.
func third(ev *Event, two string) {
	for i := range ev.Played {
		for k, g := range ev.Played[i].Games {
			if two == string(g.White+g.Black) || two == string(g.Black+g.White) {
				ev.Played[i].Games[k].Third = true
			}
		}
	}
}

// The game that was drawn as the final stays the final, and that for third place stays one, whatever is corrected
// afterwards.
func TestTheFinalStaysTheFinal(t *testing.T) {
	cases := []struct {
		name   string
		third  bool
		played []string
		marked string
		byes   string // of the last round
		want   string
		final  string
	}{
		{"as drawn", true, []string{"ad bc", "ab cd"}, "cd", "", "a1 b2 c3 d4", "ab"},
		{"both semi-finals corrected", true, []string{"adB bcB", "ab cd"}, "cd", "", "a1 b2 c3 d4", "ab"},
		{"both, and the final is not played", true, []string{"adB bcB", "ab? cd?"}, "cd", "", "", "ab"},
		{"one of them", true, []string{"adB bc", "ab cd"}, "cd", "", "a1 b2 c3 d4", "ab"},
		{"both, from where it is not known", true, []string{"ad bc", "cd ab"}, "", "", "a1 b2 c3 d4", "ab"},
		{"both, without a third place", false, []string{"adB bcB", "ab"}, "", "", "a1 b2 c3–4 d3–4", "ab"},
		{"a walkover in the final", true, []string{"ad bc", "cd"}, "cd", "a", "a1 b2 c3 d4", "ab"},
		{"and a semi-final corrected", true, []string{"adB bc", "cd"}, "cd", "a", "a1 b2 c3 d4", "a"},
		{"a walkover for third place, corrected", true, []string{"adB bc", "ab"}, "", "c", "a1 b2 c3 d4", "ab"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := Event{
				System: Knockout, Rounds: 2, Players: eight()[:4], Knockout: KnockoutRules{ThirdPlace: c.third}, Played: rounds(c.played...),
			}
			third(&ev, c.marked)
			last := &ev.Played[len(ev.Played)-1]
			for _, id := range c.byes {
				last.Byes = append(last.Byes, ID(id))
			}
			if err := ev.Validate(); err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, r := range Standings(&ev, 2).Rows {
				out = append(out, fmt.Sprintf("%s%s", r.ID, r.Place))
			}
			slices.Sort(out)
			if got := strings.Join(out, " "); c.want != "" && got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			stages := Stages(&ev)
			end := stages[len(stages)-1]
			var in []string
			for _, s := range end.Ties[0].Sides {
				in = append(in, string(s.ID))
			}
			slices.Sort(in)
			if got := strings.Join(in, ""); len(stages) != 2 || got != c.final {
				t.Errorf("%d stages, the final of %s, want %s: %+v", len(stages), got, c.final, end)
			}
		})
	}
}

// Whoever draws a bracket again is told of a correction once, and of what is really wrong in full.
func TestABracketIsCheckedAgainstWhatWasKnown(t *testing.T) {
	corrected := func(went, place string, round int) string {
		return fmt.Sprintf("%s went on in place of %s: this round was drawn before a result of round %d was corrected", went, place, round)
	}
	cases := []struct {
		name   string
		played []string
		third  string
		want   []string // by round, what differs
	}{
		{"as drawn", []string{"ah de bg cf", "ad bc", "ab cd"}, "cd", []string{"", "", ""}},
		{"a quarter-final corrected", []string{"ahB de bg cf", "ad bc", "ab cd"}, "cd", []string{"", corrected("A", "H", 1), ""}},
		{"a semi-final", []string{"ah de bg cf", "adB bc", "ab cd"}, "cd", []string{"", "", corrected("A", "D", 2)}},
		{"both semi-finals", []string{"ah de bg cf", "adB bcB", "ab cd"}, "cd", []string{
			"", "", corrected("A", "D", 2) + "; " + corrected("B", "C", 2)}},
		{"drawn wrongly", []string{"ah de bg cf", "ab cd"}, "", []string{"", "is not in this round"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := Event{System: Knockout, Rounds: 3, Players: eight(), Knockout: KnockoutRules{ThirdPlace: true}, Played: rounds(c.played...)}
			third(&ev, c.third)
			redraws, err := Check(&ev)
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range redraws {
				var said []string
				for _, d := range r.Differences {
					if d.Kind != DiffersByColours {
						said = append(said, d.Text)
					}
				}
				got := strings.Join(said, "; ")
				if c.want[i] == "" && got != "" || !strings.Contains(got, c.want[i]) || strings.Contains(c.want[i], "corrected") && got != c.want[i] {
					t.Errorf("round %d: %q, want %q", i+1, got, c.want[i])
				}
			}
		})
	}
}
