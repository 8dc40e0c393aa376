package scale

import (
	"strings"
	"testing"
)

// How a game's handicap is explained, with the table of the rules' explanation.
func TestExplainAHandicap(t *testing.T) {
	byRating := Setting{By: ByRating}
	for _, tt := range []struct {
		name         string
		white, black string
		setting      Setting
		even         HalfPoints
		played       Played
		want         string
	}{
		{
			"3.6 apart", "3.4", "-0.2", byRating, 14, Played{Stones: 4},
			"3.4 − (−0.2) = 3.6 / Rounded up: 4 / The stronger takes White / 4 stones, no komi",
		},
		{
			"exactly a half", "3.5", "3.0", byRating, 14, Played{Stones: 1},
			"3.5 − 3.0 = 0.5 / Rounded up: 1 / The stronger takes White / Black first, no komi",
		},
		{
			"under a half", "3.4", "3.0", byRating, 14, Played{Stones: 1},
			"3.4 − 3.0 = 0.4 / Rounded up: 1 / Less than 0.5 apart: the players may choose an even game / " +
				"The stronger takes White / Black first, no komi",
		},
		{
			"whole stones", "4.4", "1.4", byRating, 14, Played{Stones: 3},
			"4.4 − 1.4 = 3.0 / The stronger takes White / 3 stones, no komi",
		},
		{"equal", "2.2", "2.2", byRating, 13, Played{Komi: 13}, "2.2 − 2.2 = 0.0 / Even, komi 6½"},
		{
			"even under a half by setting, Black the stronger", "3.0", "3.4", Setting{By: ByRating, EvenUnderHalf: true}, 14,
			Played{Komi: 14}, "3.4 − 3.0 = 0.4 / Rounded up: 1 / Under 0.5: an even game by this event’s setting / Even, komi 7",
		},
		{
			"reduced and at most", "5d", "15k", Setting{By: ByRating, Reduction: 2, Ceiling: 9}, 14, Played{Stones: 9},
			"5.0 − (−14.0) = 19.0 / Reduced by 2: 17 / At most 9 / The stronger takes White / 9 stones, no komi",
		},
		{
			"reduced to even", "3.4", "3.0", Setting{By: ByRating, Reduction: 2}, 14, Played{Komi: 14},
			"3.4 − 3.0 = 0.4 / Rounded up: 1 / Reduced by 1: 0 / Even, komi 7",
		},
		{
			"by hand", "3.4", "-0.2", byRating, 14, Played{Stones: 2, ByHand: true, By: "Mere Testcase", Reason: "a lesson"},
			"3.4 − (−0.2) = 3.6 / Rounded up: 4 / By this event’s setting: 4 stones, no komi / " +
				"Set by hand by Mere Testcase: a lesson / The stronger takes White / 2 stones, no komi",
		},
		{
			"by hand, what the setting gives too", "4.4", "1.4", byRating, 14, Played{Stones: 3, ByHand: true},
			"4.4 − 1.4 = 3.0 / By this event’s setting: 3 stones, no komi / Set by hand by the director / " +
				"The stronger takes White / 3 stones, no komi",
		},
		{
			"by hand, between equals", "2.2", "2.2", Setting{}, 14, Played{Stones: 2, ByHand: true},
			"This event has no handicaps / By this event’s setting: Even, komi 7 / Set by hand by the director / " +
				"2 stones, no komi",
		},
		{
			"a rating that changed", "4.0", "1.4", byRating, 14, Played{Stones: 4},
			"4.0 − 1.4 = 2.6 / Rounded up: 3 / By this event’s setting: 3 stones, no komi / " +
				"The game differs: a rating, a result or a setting may have changed since the draw, or the game came from a file / " +
				"The stronger takes White / 4 stones, no komi",
		},
		{
			"colours that no longer follow", "1.4", "4.4", byRating, 14, Played{Stones: 3},
			"4.4 − 1.4 = 3.0 / By this event’s setting: 3 stones, no komi / " +
				"The game differs: a rating, a result or a setting may have changed since the draw, or the game came from a file / " +
				"3 stones, no komi",
		},
		{"no handicaps", "5d", "15k", Setting{}, 14, Played{Komi: 14}, ""},
		{
			"another komi in an event without handicaps", "5d", "5d", Setting{By: ByNone}, 14, Played{Komi: 1},
			"This event has no handicaps / By this event’s setting: Even, komi 7 / " +
				"The game differs: a rating, a result or a setting may have changed since the draw, or the game came from a file / " +
				"Even, komi ½",
		},
	} {
		tt.played.White, tt.played.Black = Side{Rating: MustParse(tt.white)}, Side{Rating: MustParse(tt.black)}
		if got := strings.Join(tt.played.Explain(tt.setting, tt.even), " / "); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
