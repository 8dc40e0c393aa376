package scale

import (
	"strings"
	"testing"
)

// Handicaps by grades and by McMahon scores, worked out by hand.
func TestHandicapsByGradesAndScores(t *testing.T) {
	dan1, kyu20 := Grade(1), Grade(-19)
	grade := func(g Grade) Side { return Side{Grade: g, Rating: g.Rating()} }
	// A McMahon begins at 30 kyu, so that 31 points are those of 2 dan and 30 those of 1 dan.
	points := func(half int) Side { return Side{Score: half, Zero: -29} }
	for _, tt := range []struct {
		name    string
		setting Setting
		a, b    Side
		stones  int
		want    string
	}{
		{
			"grades", Setting{By: ByGrade}, grade(4), grade(-1), 5, // 4 dan, 3 dan, 2 dan, 1 dan, 1 kyu, 2 kyu: five steps
			"4 dan − 2 kyu = 5: 5 stones, no komi",
		},
		{"one grade", Setting{By: ByGrade}, grade(1), grade(0), 1, "1 dan − 1 kyu = 1: Black first, no komi"},
		{"the same grade", Setting{By: ByGrade}, grade(1), grade(1), 0, "1 dan − 1 dan = 0: even, komi 7"},
		{
			"above the top", Setting{By: ByGrade, Top: &dan1}, grade(3), grade(-1), 2,
			"3 dan counts as 1 dan, the most that counts, 1 dan − 2 kyu = 2: 2 stones, no komi",
		},
		{
			"both above the top", Setting{By: ByGrade, Top: &dan1}, grade(3), grade(1), 0,
			"3 dan counts as 1 dan, the most that counts, 1 dan − 1 dan = 0: even, komi 7",
		},
		{
			"reduced, and at most", Setting{By: ByGrade, Reduction: 2, Ceiling: 4}, grade(1), grade(-9), 4,
			"1 dan − 10 kyu = 10, reduced by 2, at most 4: 4 stones, no komi",
		},
		{
			"raised", Setting{By: ByGrade, Reduction: -1}, grade(1), grade(0), 2,
			"1 dan − 1 kyu = 1, raised by 1: 2 stones, no komi",
		},
		{"nothing to raise", Setting{By: ByGrade, Reduction: -1}, grade(1), grade(1), 0, "1 dan − 1 dan = 0: even, komi 7"},
		{
			"scores", Setting{By: ByScore}, points(62), points(56), 3,
			"McMahon scores 31 − 28 = 3: 3 stones, no komi",
		},
		{
			"half a point goes down", Setting{By: ByScore}, points(63), points(56), 3,
			"31½ counts as 31 whole points, McMahon scores 31 − 28 = 3: 3 stones, no komi",
		},
		{ // 20 kyu begins with 10 points
			"scores above the top", Setting{By: ByScore, Top: &kyu20}, points(24), points(17), 2,
			"12 counts as 10, the most that counts, 8½ counts as 8 whole points, McMahon scores 10 − 8 = 2: 2 stones, no komi",
		},
		{
			"below nothing", Setting{By: ByScore}, points(1), points(-3), 2, // 0 and −2: a half goes down
			"½ counts as 0 whole points, −1½ counts as −2 whole points, McMahon scores 0 − (−2) = 2: 2 stones, no komi",
		},
	} {
		for _, h := range []Handicap{tt.setting.Between(tt.a, tt.b), tt.setting.Between(tt.b, tt.a)} {
			if h.Stones != tt.stones || h.String() != tt.want || h.EvenOffered {
				t.Errorf("%s: %d stones, %s\nwant %s", tt.name, h.Stones, h, tt.want)
			}
		}
		level := tt.setting.Level(tt.a) - tt.setting.Level(tt.b)
		if got := tt.setting.Stones(level); got != tt.stones {
			t.Errorf("%s: %d stones for a difference of %d, want %d", tt.name, got, level, tt.stones)
		}
	}
}

// A game is explained by the levels of its setting, also where ratings say otherwise.
func TestExplainHandicapsByGrade(t *testing.T) {
	for _, tt := range []struct {
		name         string
		played       Played
		setting      Setting
		black, white Side
		want         string
	}{
		{
			"the lower grade has the higher rating", Played{Stones: 1}, Setting{By: ByGrade},
			Side{Grade: 0, Rating: 15}, Side{Grade: 1, Rating: 10},
			"1 dan − 1 kyu = 1 / The stronger takes White / Black first, no komi",
		},
		{
			"colours that no longer follow", Played{Stones: 1}, Setting{By: ByGrade}, Side{Grade: 1}, Side{Grade: 0},
			"1 dan − 1 kyu = 1 / By this event’s setting: Black first, no komi / The game differs: a rating, a result or a " +
				"setting may have changed since the draw, or the game came from a file / Black first, no komi",
		},
	} {
		tt.played.White, tt.played.Black = tt.white, tt.black
		if got := strings.Join(tt.played.Explain(tt.setting, EvenKomi), " / "); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
