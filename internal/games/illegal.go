package games

import "fmt"

// Kind says which rule a move breaks.
type Kind uint8

// The kinds of Illegal.
const (
	// OffBoard: a point of the move is not on this board.
	OffBoard Kind = iota + 1
	// Occupied: there is something on the point.
	Occupied
	// OutOfTurn: it is the opponent's turn.
	OutOfTurn
	// AfterEnd: the game was decided before.
	AfterEnd
	// Blocked: no queen's move leads there, or no arrow can be shot there.
	Blocked
	// NotOwn: there is no queen of the player's on the square that the move begins at.
	NotOwn
	// TouchesNone: the stone is beside none of the player's own.
	TouchesNone
	// TouchesMany: the stone is beside more than one of the player's own.
	TouchesMany
	// Opening: the first move is one that may not be, or the sides are exchanged at another move than the second.
	Opening
	// Suicide, Repeats, ButtonGone: of Go, what gorules says of a play without liberties, of one that makes a position
	// again that may not be made, and of a button that is not there.
	Suicide
	Repeats
	ButtonGone
)

// String gives the name used in reports.
func (k Kind) String() string {
	switch k {
	case OffBoard:
		return "off_board"
	case Occupied:
		return "occupied"
	case OutOfTurn:
		return "out_of_turn"
	case AfterEnd:
		return "after_end"
	case Blocked:
		return "blocked"
	case NotOwn:
		return "not_own"
	case TouchesNone:
		return "touches_none"
	case TouchesMany:
		return "touches_many"
	case Opening:
		return "opening"
	case Suicide:
		return "suicide"
	case Repeats:
		return "superko"
	case ButtonGone:
		return "button"
	}
	return ""
}

// Illegal says why a move is refused; the game is then as it was before. It is an error.
type Illegal struct {
	Kind   Kind
	Colour Colour
	// At is the point that is wrong, as records of the game write it.
	At string
	// Why is the sentence for people, in terms of the game's own text.
	Why string
}

// Error says what is wrong in a sentence.
func (i *Illegal) Error() string { return fmt.Sprintf("%s at %s: %s", i.Colour.Name(), i.At, i.Why) }
