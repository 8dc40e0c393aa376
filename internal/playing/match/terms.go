package match

import (
	"fmt"
	"time"

	"nzgs/internal/games"
	"nzgs/internal/games/hex"
	"nzgs/internal/games/table"
	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
)

// Bounds of terms.
const (
	MostDays     = 30
	MostVacation = 60
	MostStones   = 9
	MostKomi     = 100 // half points

	DisputeDays = 14
	ClaimDays   = 7
)

// Terms are what two players agreed on before their game.
type Terms struct {
	Game games.Which
	Size int
	// Rules are the text by which Go is played: "nz", "iyt", "iggc" or "short"; of Hex "iyt" or "" with the swap.
	Rules record.RuleSet
	// Handicap is how many stones Black is given in Go, 0 for none; 1 is Black's first move without komi.
	Handicap int
	// Komi is what the players agreed on where the text leaves it to them.
	Komi gorules.HalfPoints
	// Days is how long a move may take, Vacation how many days each player may add in all.
	Days, Vacation int
}

// hexSizes are the usual board of Hex and all others from 5 to 19.
var hexSizes = []int{hex.DefaultSize, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19}

// Sizes are the boards on which a game can be played here, the usual one first.
func Sizes(w games.Which) []int {
	switch w {
	case games.Go:
		return []int{19, 13, 9}
	case games.Hex:
		return hexSizes
	case games.Amazons:
		return []int{10}
	case games.Tanbo:
		return []int{19}
	}
	return nil
}

// RuleSets are the texts that a game can be played by, the usual one first.
func RuleSets(w games.Which) []record.RuleSet {
	switch w {
	case games.Go:
		return []record.RuleSet{record.NZ, record.ItsYourTurn, record.IGGC, record.Short}
	case games.Hex:
		return []record.RuleSet{"", record.ItsYourTurn}
	}
	return []record.RuleSet{""}
}

// A Problem is what is wrong with a field of terms.
type Problem struct{ Field, Says string }

// Check says what is wrong with terms, field by field in their order.
func (t Terms) Check() (problems []Problem) {
	add := func(field, format string, args ...any) {
		problems = append(problems, Problem{field, fmt.Sprintf(format, args...)})
	}
	sizes := Sizes(t.Game)
	if sizes == nil {
		add("game", "Choose one of the games.")
		return problems
	}
	if !contains(sizes, t.Size) {
		add("size", "%s is not played here on a board of %d.", t.Game.Name(), t.Size)
	}
	if !contains(RuleSets(t.Game), t.Rules) {
		add("rules", "Choose rules of %s.", t.Game.Name())
	}
	switch {
	case t.Handicap < 0 || t.Handicap > MostStones:
		add("handicap", "Enter a handicap from 0 to %d.", MostStones)
	case t.Handicap > 0 && t.Game != games.Go:
		add("handicap", "%s is played without handicap.", t.Game.Name())
	case t.Handicap > 0 && t.Rules == record.Short:
		add("handicap", "The short rules know no handicap.")
	case t.Handicap == 1 && t.Rules != record.NZ:
		add("handicap", "By these rules a handicap is at least 2 stones.")
	}
	if t.Komi < -MostKomi || t.Komi > MostKomi || t.Komi != 0 && (t.Game != games.Go || t.rules().Komi.Kind != gorules.KomiAgreed) {
		add("komi", "Komi is agreed on by igGameCenter’s rules only, and is at most 50.")
	}
	if t.Days < 1 || t.Days > MostDays {
		add("days", "Enter 1 to %d days for a move.", MostDays)
	}
	if t.Vacation < 0 || t.Vacation > MostVacation {
		add("vacation", "Enter 0 to %d vacation days.", MostVacation)
	}
	return problems
}

func contains[T comparable](all []T, one T) bool {
	for _, v := range all {
		if v == one {
			return true
		}
	}
	return false
}

// TakesHandicap tells whether the text knows a handicap.
func (t Terms) TakesHandicap() bool { return t.Game == games.Go && t.Rules != record.Short }

// rules are the rules of a game of Go.
func (t Terms) rules() gorules.Rules { return t.Rules.For(t.Size, t.Size) }

// KomiFor is the komi of a game by these terms.
func (t Terms) KomiFor() gorules.HalfPoints {
	if r := t.rules(); r.Komi.Kind != gorules.KomiAgreed {
		return r.KomiFor(t.Handicap)
	}
	return t.Komi
}

// begin makes the board, with handicap stones where the text has them on fixed points.
func (t Terms) begin() (table.Table, error) {
	board := table.Of(t.Game, table.Options{ItsYourTurn: t.Rules == record.ItsYourTurn, Rules: t.rules()})
	if _, err := board.Begin(t.Size, false); err != nil {
		return nil, err
	}
	g, isGo := board.(*table.GoTable)
	if !isGo {
		return board, nil
	}
	if err := g.Game().SetHandicap(t.Handicap); err != nil {
		return nil, err
	}
	if t.Handicap < 2 || t.rules().Handicap != gorules.HandicapOnFixedPoints {
		return board, nil
	}
	points, err := gorules.HandicapPoints(t.Size, t.Handicap)
	if err != nil {
		return nil, err
	}
	if err := g.Game().SetUp(gorules.Black, points...); err != nil {
		return nil, err
	}
	g.SetTurn(games.White)
	return board, nil
}

// placed is how many stones Black puts down before White's first move.
func (t Terms) placed() int {
	if t.Game == games.Go && t.rules().Handicap != gorules.HandicapOnFixedPoints {
		return t.Handicap
	}
	return 0
}

// day is a day of the time for a move.
const day = 24 * time.Hour
