package match

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
)

// TestEveryStateFollowsFromTheActs: whatever the players try, what is refused changes nothing, and a game that is read
// again from what was done stands as it stood.
func TestEveryStateFollowsFromTheActs(t *testing.T) {
	terms := []Terms{
		{Game: games.Go, Size: 9, Rules: record.NZ, Days: 1, Vacation: 3},
		{Game: games.Go, Size: 9, Rules: record.NZ, Handicap: 3, Days: 1},
		{Game: games.Go, Size: 9, Rules: record.ItsYourTurn, Handicap: 2, Days: 2},
		{Game: games.Go, Size: 9, Rules: record.IGGC, Handicap: 2, Komi: 13, Days: 1, Vacation: 1},
		{Game: games.Go, Size: 9, Rules: record.Short, Days: 1},
		{Game: games.Hex, Size: 5, Days: 1, Vacation: 2},
		{Game: games.Hex, Size: 5, Rules: record.ItsYourTurn, Days: 1},
	}
	kinds := []Kind{
		Move, Move, Move, Move, Move, Move, Undo, Undone, Kept, Dead, Counted, PlayOn, Vacation, Time, Dispute, Ruled, Note, Resign,
	}
	texts := []string{"", "", "", "aa", "ba", "ab", "bb", "cc", "dd", "a1", "b2", "e5", "button", "swap-pieces", "swap-sides", "B9 A9", "1", "2", "B so", "0 so"}
	rapid.Check(t, func(t *rapid.T) {
		s, err := Replay(rapid.SampledFrom(terms).Draw(t, "terms"), begun, nil, none)
		if err != nil {
			t.Fatal(err)
		}
		at := begun
		for range rapid.IntRange(1, 60).Draw(t, "acts") {
			at = at.Add(time.Duration(rapid.SampledFrom([]int{1, 1, 1, 30, 300}).Draw(t, "hours")) * time.Hour)
			a := Act{
				Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Text: rapid.SampledFrom(texts).Draw(t, "text"), At: at,
				By: rapid.SampledFrom([]games.Colour{games.Black, games.White, games.Black, games.White, games.Empty}).Draw(t, "by"),
			}
			done := s.Do(a) == nil
			again, err := Replay(s.Terms, begun, s.Acts, none)
			if err != nil {
				t.Fatalf("%+v: %v", a, err)
			}
			if !sameState(s, again) {
				t.Fatalf("%+v, done: %v: %+v; read again %+v", a, done, s, again)
			}
			if (s.Phase == Playing) != (s.Turn != games.Empty) {
				t.Fatalf("%+v: %s, %s to move", a, s.Phase, s.Turn.Name())
			}
		}
	})
}

func sameState(a, b *State) bool {
	for i := range a.Terms.Size * a.Terms.Size {
		if p := (games.Point{X: i % a.Terms.Size, Y: i / a.Terms.Size}); a.At(p) != b.At(p) {
			return false
		}
	}
	return a.Phase == b.Phase && a.Number == b.Number && a.Turn == b.Turn && a.Result == b.Result && a.Asked == b.Asked &&
		a.DeadBy == b.DeadBy && a.Deadline == b.Deadline && a.Vacation == b.Vacation && slices.Equal(a.Moves, b.Moves) &&
		slices.Equal(a.Dead, b.Dead) && a.AllStay() == b.AllStay() && a.board.Turn() == b.board.Turn()
}
