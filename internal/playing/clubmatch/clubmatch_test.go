package clubmatch

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// side are entries in their order: the rating of each in tenths, -1 for none known.
func side(first auth.PersonID, ratings ...int) (out []Entry) {
	begin := civil.MustParseInstant("2026-11-01T00:00:00.000Z")
	for i, r := range ratings {
		out = append(out, Entry{first + auth.PersonID(i), r >= 0, scale.Rating(max(r, 0)), begin.Add(1000 * 1000 * 1000)})
		begin = out[i].Entered
	}
	return out
}

func TestSeat(t *testing.T) {
	for _, c := range []struct {
		name       string
		home, away []Entry
		most       int
		want       string
	}{
		{"nobody", nil, nil, 9, "[] []"},
		{"one side alone", side(1, 100), nil, 9, "[] [1]"},
		{"the strongest first", side(1, 50, 90, 70), side(11, 60, 80, 100), 9, "[{2 13} {3 12} {1 11}] []"},
		{"the first to enter play", side(1, 50, 90, 70), side(11, 60, 80), 9, "[{2 12} {1 11}] [3]"},
		{"at most so many boards", side(1, 50, 90), side(11, 60, 80), 1, "[{1 11}] [2 12]"},
		{"of unknown strength last", side(1, -1, 10), side(11, 60, -1), 9, "[{2 11} {1 12}] []"},
		{"equals in the order of entering", side(1, 50, 50), side(11, 60, 60), 9, "[{1 11} {2 12}] []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			boards, left := Seat(c.home, c.away, c.most)
			if got := fmt.Sprint(boards, " ", left); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestAnySeating: everyone sits once or is left over, a home player against an away player, and the order in which entries
// are given makes no difference.
func TestAnySeating(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ratings := rapid.SliceOfN(rapid.IntRange(-1, 40), 0, 9)
		home, away := side(1, ratings.Draw(t, "home")...), side(101, ratings.Draw(t, "away")...)
		most := rapid.IntRange(0, 9).Draw(t, "most")
		boards, left := Seat(home, away, most)
		if len(boards) != min(len(home), len(away), most) || 2*len(boards)+len(left) != len(home)+len(away) {
			t.Fatalf("%v %v", boards, left)
		}
		seen := slices.Clone(left)
		for _, b := range boards {
			if b.Home > 100 || b.Away <= 100 {
				t.Fatalf("%v", boards)
			}
			seen = append(seen, b.Home, b.Away)
		}
		slices.Sort(seen)
		if len(slices.Compact(seen)) != len(home)+len(away) {
			t.Fatalf("somebody sits twice: %v %v", boards, left)
		}
		slices.Reverse(home)
		if again, _ := Seat(home, away, most); !slices.Equal(boards, again) {
			t.Fatalf("%v, then %v", boards, again)
		}
	})
}

func TestScore(t *testing.T) {
	for _, c := range []struct {
		boards []Outcome
		want   Score
		won    Outcome
	}{
		{nil, Score{}, Open},
		{[]Outcome{Open, Open}, Score{Boards: 2}, Open},
		{[]Outcome{HomeWon, Open, Open}, Score{2, 0, 1, 3}, Open},
		{[]Outcome{HomeWon, HomeWon, Open}, Score{4, 0, 2, 3}, HomeWon},
		{[]Outcome{AwayWon, Tied, Open}, Score{1, 3, 2, 3}, Open},
		{[]Outcome{AwayWon, Tied}, Score{1, 3, 2, 2}, AwayWon},
		{[]Outcome{AwayWon, HomeWon}, Score{2, 2, 2, 2}, Tied},
	} {
		got := Count(c.boards)
		if got != c.want || got.Decided() != c.won {
			t.Errorf("%v: %+v %q, want %+v %q", c.boards, got, got.Decided(), c.want, c.won)
		}
	}
}
