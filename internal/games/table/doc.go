// Package table plays any of the games in one way: a board with a position to begin with, and moves as records of the
// game write them. It is what checks of records, the examples of the rules pages and games that are played here share.
package table

import (
	"nzgs/internal/games"
	"nzgs/internal/gorules"
)

// Table is a game that is being played. It is not for use by several goroutines at once.
type Table interface {
	// Begin makes a board of that size, 0 for the game's own, with the position of the beginning; setUp says that
	// another position follows. It gives the size.
	Begin(size int, setUp bool) (int, error)
	// Play plays what a record has as a move.
	Play(c games.Colour, written string) *games.Illegal
	// Area reads what a value of a set-up names; false if no points.
	Area(written string) ([]games.Point, bool)
	// Decisive are the points that show who has won: see games/record.
	Decisive() []games.Point
	// Points reads which points a move names; false if none.
	Points(written string) ([]games.Point, bool)

	At(p games.Point) games.Colour
	Turn() games.Colour
	SetUp(c games.Colour, at ...games.Point) error
	SetTurn(c games.Colour)
	// Winner is who has won on the board, Empty before; of Go it is always Empty, since Go is counted.
	Winner() games.Colour
}

// Options say by which rules a game is played, where there are several.
type Options struct {
	// ItsYourTurn has Hex begin by It's Your Turn's rule: not in the centre row, and no one exchanges sides.
	ItsYourTurn bool
	// Rules are those of Go.
	Rules gorules.Rules
}

// Of is a table of a game, to be begun.
func Of(w games.Which, o Options) Table {
	switch w {
	case games.Go:
		return &GoTable{rules: o.Rules}
	case games.Hex:
		return &hexTable{itsYourTurn: o.ItsYourTurn}
	case games.Amazons:
		return &amazonsTable{}
	}
	return &tanboTable{}
}
