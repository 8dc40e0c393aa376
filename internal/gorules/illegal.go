package gorules

import "fmt"

// Kind says which rule a move breaks.
type Kind uint8

// The kinds of Illegal.
const (
	// Superko: the play makes a position again that the rules' Repetition
	// forbids. A breach of simple ko is reported as this kind too.
	Superko Kind = iota + 1
	// Occupied: there is a stone on the point.
	Occupied
	// OffBoard: the point is not on this board.
	OffBoard
	// Suicide: the play would leave its own chain without liberties where that
	// is illegal.
	SuicideMove
	// OutOfTurn: it is the opponent's turn, or the game has ended.
	OutOfTurn
	// ButtonGone: the button is taken already, or the rules have none.
	ButtonGone
)

// String gives the name used in reports: superko, occupied, off_board, suicide,
// out_of_turn or button.
func (k Kind) String() string {
	switch k {
	case Superko:
		return "superko"
	case Occupied:
		return "occupied"
	case OffBoard:
		return "off_board"
	case SuicideMove:
		return "suicide"
	case OutOfTurn:
		return "out_of_turn"
	case ButtonGone:
		return "button"
	}
	return ""
}

// Illegal says why a move is refused. It is an error.
type Illegal struct {
	Kind   Kind
	Number int // of the move, from 1, as it is written
	Colour Colour
	Point  Point
	// Repeats is, for Superko, the number of the earliest move after which the
	// board was the same and which counts; 0 for the starting position.
	Repeats int
	// End says how the game had ended, for a move after its end.
	End End
}

// Error says what is wrong in a sentence.
func (i *Illegal) Error() string {
	what := "no move"
	switch i.Kind {
	case Superko:
		what = fmt.Sprintf("repeats the position after move %d", i.Repeats)
		if i.Repeats == 0 {
			what = "repeats the starting position"
		}
	case Occupied:
		what = "is on an occupied point"
	case OffBoard:
		what = "is off the board"
	case SuicideMove:
		what = "leaves its own chain without liberties"
	case OutOfTurn:
		what = "is out of turn"
		if i.End != NotEnded {
			what = "comes after the end of the game"
		}
	case ButtonGone:
		what = "takes a button that is not there"
	}
	return fmt.Sprintf("move %d, %s, %s", i.Number, Move{i.Colour, i.Point}, what)
}

// OnViolation says what becomes of an illegal move.
type OnViolation uint8

// The policies.
const (
	// Stop refuses the move: the game stays as it was.
	Stop OnViolation = iota
	// Stand lets it stand, as a move does that no one claims before the next:
	// a repetition, a suicide (its chain is removed), a move out of turn or after
	// the end. What no board can show, a play on an occupied point or off the
	// board, becomes a pass.
	Stand
	// BecomePass puts a pass of the same player in its place, as when the
	// opponent claims it.
	BecomePass
)
