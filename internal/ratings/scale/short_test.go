package scale

import (
	"strings"
	"testing"
)

// What lists and prints say beside a game, by ratings, grades and McMahon scores.
func TestAHandicapInOneLine(t *testing.T) {
	byRating, zero := Setting{By: ByRating}, Grade(-29)
	top := Grade(3)
	for _, tt := range []struct {
		name    string
		setting Setting
		played  Played
		want    string
	}{
		{"rounded up", byRating, of("3.4", "-0.2", Played{Stones: 4}), "3.4 − (−0.2) = 3.6 → 4"},
		{"whole stones", byRating, of("4.4", "1.4", Played{Stones: 3}), "4.4 − 1.4 = 3.0"},
		{"equal", byRating, of("2.2", "2.2", Played{Komi: 14}), "2.2 − 2.2 = 0.0"},
		{"the players may choose", byRating, of("3.4", "3.0", Played{Stones: 1}), "3.4 − 3.0 = 0.4 → 1, or even"},
		{
			"even under a half by setting", Setting{By: ByRating, EvenUnderHalf: true}, of("3.0", "3.4", Played{Komi: 14}),
			"3.4 − 3.0 = 0.4, under 0.5: even",
		},
		{
			"reduced and at most", Setting{By: ByRating, Reduction: 2, Ceiling: 9}, of("5d", "15k", Played{Stones: 9}),
			"5.0 − (−14.0) = 19.0, −2 = 17, at most 9",
		},
		{"raised", Setting{By: ByRating, Reduction: -1}, of("4.4", "1.4", Played{Stones: 4}), "4.4 − 1.4 = 3.0, +1 = 4"},
		{
			"by hand", byRating, of("3.4", "-0.2", Played{Stones: 2, ByHand: true, By: "Mere Testcase", Reason: "a lesson"}),
			"3.4 − (−0.2) = 3.6 → 4; set by hand",
		},
		{"by hand in an event of even games", Setting{}, of("3.4", "-0.2", Played{Stones: 2, ByHand: true}), "set by hand"},
		{"another in a file", byRating, of("4.0", "1.4", Played{Stones: 4}), "4.0 − 1.4 = 2.6 → 3; the game differs"},
		{"even games", Setting{By: ByNone}, of("5d", "15k", Played{Komi: 14}), ""},
		{
			"by grades up to one", Setting{By: ByGrade, Top: &top},
			Played{White: Side{Grade: 5}, Black: Side{Grade: 1}, Stones: 2}, "5 dan counts as 3 dan, the most that counts; 3 dan − 1 dan = 2",
		},
		{
			"by McMahon scores", Setting{By: ByScore, Reduction: 1},
			Played{White: Side{Score: 68, Zero: zero}, Black: Side{Score: 61, Zero: zero}, Stones: 3},
			"30½ counts as 30 whole points; McMahon scores 34 − 30 = 4, −1 = 3",
		},
	} {
		if got := tt.played.Short(tt.setting, 14); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
		if lines := tt.played.Explain(tt.setting, 14); (len(lines) == 0) != (tt.want == "") {
			t.Errorf("%s: in full %s", tt.name, strings.Join(lines, " / "))
		}
	}
}

func of(white, black string, p Played) Played {
	p.White, p.Black = Side{Rating: MustParse(white)}, Side{Rating: MustParse(black)}
	return p
}
