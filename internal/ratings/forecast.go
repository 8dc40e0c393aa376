package ratings

import (
	"fmt"

	"nzgs/internal/ratings/scale"
)

// Forecast is what the formula expects of a game that two players have not
// played: at the handicap that their published ratings give, at full weight.
type Forecast struct {
	Handicap scale.Handicap
	Terms    Terms   // of the first player, for a win
	Loss     float64 // what the first player's rating changes by for a loss, in points
	Even     *Terms  // the same without the handicap, where the two may choose so; else nil
}

// Forecast works out a game between two ratings. The handicap goes by the
// published tenths, the expectation by the thousandths. Colours of an even game
// are by lot and change nothing; Terms then has Black.
func (f Formula) Forecast(own, opponent scale.Milli) Forecast {
	out := Forecast{
		Handicap: scale.Between(own.Published(), opponent.Published(), scale.Setting{By: scale.ByRating}),
	}
	colour := Black
	if out.Handicap.Stones > 0 && own.Published() > opponent.Published() {
		colour = White
	}
	game := func(stones int, score Score) Terms {
		return f.Game(GoROf(own), GoROf(opponent), colour, stones, score, FullWeight)
	}
	out.Terms = game(out.Handicap.Stones, Win)
	out.Loss = game(out.Handicap.Stones, Loss).Change
	if out.Handicap.EvenOffered {
		even := game(0, Win)
		out.Even = &even
	}
	return out
}

// Percent is the score expected of the first player in a hundred such games.
func (t Terms) Percent() string { return decimals(100*t.Expected, 0) }

// Lines is the arithmetic, a step a line.
func (f Forecast) Lines() []string {
	lines := append([]string{"Handicap: " + f.Handicap.String()}, f.Terms.expectation()...)
	lines = append(lines, fmt.Sprintf("A win changes the rating by %s points, a loss by %s, in an event of full weight",
		Signed(f.Terms.Change), Signed(f.Loss)))
	if f.Even != nil {
		lines = append(lines, "If they choose an even game: Se = "+decimals(f.Even.Expected, 3))
	}
	return lines
}
