package lessons

import (
	"fmt"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/games/table"
	"nzgs/internal/gorules"
)

var newZealand = table.Options{Rules: gorules.NZ()}

// goLessons explain the New Zealand Rules of Go, in the order of the rules page.
var goLessons = []Lesson{
	{
		Key: "capture", Title: "A stone is captured", Game: games.Go, Options: newZealand, Size: 5, White: "cc", Black: "cb bc dc",
		Text: "The white stone has one empty point left beside it, below. Black is to move.",
		Steps: []Step{
			{Move: "cd", Says: "Black plays there. The white stone has no empty point beside it any longer, and comes off the board."},
		},
	},
	{
		Key: "chain", Title: "Joined stones live and die together", Game: games.Go, Options: newZealand, Size: 5,
		White: "cb cc", Black: "bb bc ca db dc",
		Text: "The two white stones are joined along a line: they are one chain. Diagonals do not join. Its last empty point is below.",
		Steps: []Step{
			{Move: "ee", Says: "Black plays elsewhere."},
			{Move: "cd", Says: "White makes the chain longer: it has new empty points beside it, and is safe for now."},
			{Move: "bd", Says: "Black follows from the left."},
			{Move: "ea", Says: "White looks away."},
			{Move: "dd", Says: "Black follows from the right: one empty point is left to the chain of three."},
			{Move: "aa", Says: "White looks away again."},
			{Move: "ce", Says: "The whole chain comes off at once."},
		},
	},
	{
		Key: "own", Title: "Your own stones may come off", Game: games.Go, Options: newZealand, Size: 5, Black: "ca bb ac", White: "aa ba",
		Turn: games.White, Text: "White is to move, and may play in the corner’s last free point.",
		Steps: []Step{
			{Move: "ab", Says: "Nothing of Black’s is without an empty point, and the chain that White has made longer is. It comes off. " +
				"The New Zealand rules allow this; most others do not."},
		},
	},
	{
		Key: "first", Title: "The other player’s stones come off first", Game: games.Go, Options: newZealand, Size: 5,
		Black: "ab ba", White: "ac bb ca", Turn: games.White,
		Text: "The corner has no empty point beside it. White plays there anyway.",
		Steps: []Step{
			{Move: "aa", Says: "Both black stones are without an empty point: they come off, and then the white stone has room."},
		},
	},
	{
		Key: "eyes", Title: "Two eyes", Game: games.Go, Options: newZealand, Size: 5,
		White: "ab ba bb cb da db ea eb", Black: "ac bc cc dc ec",
		Text: "White’s chain surrounds two single points, its eyes. Black would have to play on both at once to take it.",
		Steps: []Step{
			{Move: "aa", Says: "Black tries one. White still has the other, so that it is the black stone that comes off. White lives."},
		},
	},
	{
		Key: "ko", Title: "No way back: ko", Game: games.Go, Options: newZealand, Size: 5, Black: "cb bc cd", White: "db dd ec",
		Turn: games.White, Text: "White is to move.",
		Steps: []Step{
			{Move: "cc", Says: "White plays between the black stones."},
			{Move: "dc", Says: "Black takes that stone."},
			{Move: "cc", Says: "If White captured at once, the board would be as it was after White’s own move before. Refused.", Refused: games.Repeats},
			{Move: "ee", Says: "So White plays elsewhere."},
			{Move: "ae", Says: "Black does not fill the gap, and plays elsewhere as well."},
			{Move: "cc", Says: "Now White may take: the board has changed, and was never like this."},
		},
	},
	{
		Key: "count", Title: "The count", Game: games.Go, Options: newZealand, Size: 5,
		Black: "ca cb cc cd ce", White: "da db dc dd de ab", Dead: "ab",
		Text: "Each player has surrounded a side. The white stone on the left cannot be saved: both agree that it is dead.",
		Steps: []Step{
			{Move: "", Says: "Black passes: no move is worth anything."},
			{Move: "", Count: &[2]int{15, 10}, Says: "White passes, and they count. The dead stone comes off. Black has five stones and ten points: " +
				"15. White has five and five: 10. In an even game White gets 7 more, and wins 17 to 15."},
		},
	},
	{
		Key: "shared", Title: "Points that belong to both", Game: games.Go, Options: newZealand, Size: 5,
		Black: "ba bb bc bd be", White: "da db dc dd de",
		Text: "The middle line touches both colours. If the players stop here, it is shared.",
		Steps: []Step{
			{Move: "", Says: "Black passes."},
			{Move: "", Count: &[2]int{15, 15}, Says: "White passes. The five points in the middle are counted for both: 15 each."},
		},
	},
}

// Rule is the example of the New Zealand Rules of Go with a key; nil where there is none.
func Rule(key string) *Lesson {
	for i := range goLessons {
		if goLessons[i].Key == key {
			return &goLessons[i]
		}
	}
	return nil
}

// count counts the position of an example of Go: whose each point is. An error is one of the example itself.
func (l *Lesson) count(t table.Table, size int, want [2]int, out *Shown) error {
	game := t.(*table.GoTable).Game()
	var dead []gorules.Point
	for written := range strings.FieldsSeq(l.Dead) {
		p, err := gorules.ParsePoint(written)
		if err != nil {
			return err
		}
		dead = append(dead, p)
		out.Dead = append(out.Dead, games.Point{X: p.X(), Y: p.Y()})
	}
	score, err := game.Score(dead...)
	if err != nil {
		return err
	}
	if got := [2]int{score.Black, score.White}; got != want {
		return fmt.Errorf("the count is %v, and the example says %v", got, want)
	}
	territory, err := gorules.NZ().Territory(game.Board(), dead...)
	if err != nil {
		return err
	}
	for i := range size * size {
		out.Areas = append(out.Areas, games.Colour(territory.At(gorules.At(i%size, i/size))))
	}
	return nil
}
