package table

import (
	"strconv"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/gorules"
)

// GoTable is a game of Go as a table.
type GoTable struct {
	rules gorules.Rules
	game  gorules.Game
}

// defaultGoSize is the board of a record that does not say.
const defaultGoSize = 19

// Game is the game itself, for what only Go has: how it ends, prisoners, the count.
func (t *GoTable) Game() *gorules.Game { return &t.game }

// Begin makes an empty board.
func (t *GoTable) Begin(size int, _ bool) (int, error) {
	if size == 0 {
		size = defaultGoSize
	}
	return size, t.game.Reset(t.rules, size, size)
}

// Play plays a point, "" as a pass or "button".
func (t *GoTable) Play(c games.Colour, written string) *games.Illegal {
	at := gorules.TakeButton
	if !strings.EqualFold(written, gorules.TakeButton.String()) {
		p, err := gorules.ParsePoint(written)
		if err != nil {
			return noPoint(c, written, "two letters, column and row, as in “dp”, are")
		}
		at = p
	}
	why := t.game.Play(gorules.Move{Colour: goColour(c), Point: at})
	if why == nil {
		return nil
	}
	return &games.Illegal{Kind: goKind(why), Colour: c, At: written, Why: goWhy(why)}
}

func goKind(why *gorules.Illegal) games.Kind {
	switch why.Kind {
	case gorules.Occupied:
		return games.Occupied
	case gorules.OffBoard:
		return games.OffBoard
	case gorules.SuicideMove:
		return games.Suicide
	case gorules.Superko:
		return games.Repeats
	case gorules.ButtonGone:
		return games.ButtonGone
	}
	if why.End != gorules.NotEnded {
		return games.AfterEnd
	}
	return games.OutOfTurn
}

func goWhy(why *gorules.Illegal) string {
	switch why.Kind {
	case gorules.Occupied:
		return "there is a stone on the point"
	case gorules.OffBoard:
		return "it is not on this board"
	case gorules.SuicideMove:
		return "the stone would have no liberties, and takes nothing"
	case gorules.Superko:
		if why.Repeats == 0 {
			return "it would make the starting position again"
		}
		return "it would make the position after move " + strconv.Itoa(why.Repeats) + " again"
	case gorules.ButtonGone:
		return "there is no button to take"
	}
	if why.End != gorules.NotEnded {
		return "the game has ended"
	}
	return why.Colour.Opponent().Name() + " is to move"
}

// goColour is a colour as gorules has it.
func goColour(c games.Colour) gorules.Colour {
	if c > games.White {
		return gorules.Empty
	}
	return gorules.Colour(c)
}

// At says whose stone is on a point; Empty off the board.
func (t *GoTable) At(p games.Point) games.Colour {
	return games.Colour(t.game.Board().At(gorules.At(p.X, p.Y)))
}

// Turn says who moves next.
func (t *GoTable) Turn() games.Colour { return games.Colour(t.game.Turn()) }

// SetUp puts stones on points, or takes them off with Empty.
func (t *GoTable) SetUp(c games.Colour, at ...games.Point) error {
	var points []gorules.Point
	for _, p := range at {
		points = append(points, gorules.At(p.X, p.Y))
	}
	return t.game.SetUp(goColour(c), points...)
}

// SetTurn says who moves next.
func (t *GoTable) SetTurn(c games.Colour) { t.game.SetTurn(goColour(c)) }

// Winner is always Empty: Go is counted.
func (t *GoTable) Winner() games.Colour { return games.Empty }

// Decisive is always nothing.
func (t *GoTable) Decisive() []games.Point { return nil }

// Area reads a point, or a rectangle of points.
func (t *GoTable) Area(written string) ([]games.Point, bool) { return area(written, Points) }

// Points reads the point of a move; false of a pass and the button.
func (t *GoTable) Points(written string) ([]games.Point, bool) {
	p, ok := Points(written)
	return p, ok && len(p) == 1
}
