package pairing

import (
	"fmt"
	"strings"
	"testing"
)

// A result that is corrected after the bracket went on takes no one out who played on, and gives no round that was not
// there: places go by the round of going out.
func TestKnockoutCorrectedLater(t *testing.T) {
	third := KnockoutRules{ThirdPlace: true}
	cases := []struct {
		name   string
		rules  KnockoutRules
		played []string
		want   string
	}{
		{"the winner of the final lost in the quarter-finals", KnockoutRules{},
			[]string{"ahB de bg cf", "ad bc", "ab"}, "a1 b2 c3–4 d3–4 e5–8 f5–8 g5–8 h5–8"},
		{"and in the semi-finals", KnockoutRules{},
			[]string{"ah de bg cf", "adB bc", "ab"}, "a1 b2 c3–4 d3–4 e5–8 f5–8 g5–8 h5–8"},
		{"with a game for third place", third,
			[]string{"ah de bg cf", "adB bc", "ab cd"}, "a1 b2 c3 d4 e5–8 f5–8 g5–8 h5–8"},
		{"both lost, one played on", KnockoutRules{},
			[]string{"ahboth_lose de bg cf", "ad bc", "ab"}, "a1 b2 c3–4 d3–4 e5–8 f5–8 g5–8 h5–8"},
		{"the quarter-finals, with a third place", third,
			[]string{"ahB de bg cf", "adB bc", "db ca"}, "d1 b2 c3 a4 e5–8 f5–8 g5–8 h5–8"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := Event{System: Knockout, Rounds: 3, Players: eight(), Knockout: c.rules, Played: rounds(c.played...)}
			if err := ev.Validate(); err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, r := range Standings(&ev, 3).Rows {
				out = append(out, fmt.Sprintf("%s%s", r.ID, r.Place))
			}
			places := map[string]bool{}
			for _, p := range strings.Fields(c.want) {
				places[p] = true
			}
			for _, p := range out {
				if !places[p] {
					t.Errorf("%s, want %s", strings.Join(out, " "), c.want)
					break
				}
			}
			ev.Rounds = 5
			if got := PlannedRounds(&ev); got != 3 {
				t.Errorf("%d rounds", got)
			}
			stages := Stages(&ev)
			last := stages[len(stages)-1]
			if len(stages) != 3 || last.Ties[0].Winner != ID(c.want[:1]) {
				t.Errorf("the bracket ends with %+v", last)
			}
			if c.rules.ThirdPlace && (len(last.Ties) != 2 || !last.Ties[1].ThirdPlace || last.Ties[1].Game == nil) {
				t.Errorf("third place: %+v", last.Ties)
			}
			if _, err := Check(&ev); err != nil {
				t.Error(err)
			}
		})
	}
}

// A result that both won, or a jigo by default, decides no game of a knock-out: no one is through, and no one is out.
func TestKnockoutBothWon(t *testing.T) {
	for _, result := range []Result{BothWin, BothWinDefault, JigoDefault} {
		ev := Event{System: Knockout, Rounds: 2, Players: eight()[:4], Played: rounds("ad" + string(result) + " bc")}
		u := UndecidedIn(&ev)
		if u == nil || len(u.Games) != 1 || u.Games[0].Result != result {
			t.Errorf("%s: %+v", result, u)
		}
		if _, err := Draw(&ev, 2, nil); err == nil || !strings.Contains(err.Error(), "has no winner") {
			t.Errorf("%s: %v", result, err)
		}
		if tie := Stages(&ev)[0].Ties[0]; tie.Winner != "" {
			t.Errorf("%s: %s went through", result, tie.Winner)
		}
		if in := StillIn(&ev, 2); in["a"] || in["d"] || !in["b"] {
			t.Errorf("%s: %v are through", result, in)
		}
	}
}
