package record

import (
	"nzgs/internal/gorules"
)

// A Ruling is what the rules say becomes of an illegal move.
type Ruling struct {
	// Wrong is what is wrong with such a move.
	Wrong string
	// Text is what the referee does.
	Text string
	// Source is where the rules say so.
	Source string
}

const (
	sourceMove     = "NZ Rules of Go, the definition of a move; Explanation, on repeating a position"
	sourceOther    = "NZ Rules of Go, Explanation, on other moves that do not conform to the rules"
	textRepetition = "The opponent must point this out before playing the next move. If they did, the stone comes off " +
		"and the move becomes a pass. If they did not, the move stands, and it is too late to object."
	textRestoration = "The position is restored to where it happened, and the offender's last move becomes a pass. If " +
		"the position cannot be restored, the offender forfeits the game."
)

// RulingOn gives the ruling on a violation.
func RulingOn(v Violation) Ruling {
	r := Ruling{Text: textRestoration, Source: sourceOther}
	switch v.Kind {
	case gorules.Superko:
		r = Ruling{Text: textRepetition, Source: sourceMove}
		r.Wrong = "A play may not leave the whole board as it was after any earlier move of the same player. A pass " +
			"counts as a move."
	case gorules.Occupied:
		r.Wrong = "A stone must be played on an empty point."
	case gorules.OffBoard:
		r.Wrong = "A stone must be played on a point of the board."
	case gorules.SuicideMove:
		r.Wrong = "By these rules a play may not leave its own stones without liberties."
	case gorules.OutOfTurn:
		r.Wrong = "The players take turns to move, Black first; in a handicap game White passes until Black has the " +
			"handicap stones."
		if v.AfterEnd {
			r.Wrong = "By these rules the game had already ended."
		}
	default:
		r.Wrong = "The button can be taken only once."
	}
	return r
}

// CanStand tells whether a move can stand as played: a stone on another stone or
// off the board cannot.
func (v Violation) CanStand() bool {
	return v.Kind != gorules.Occupied && v.Kind != gorules.OffBoard && v.Kind != gorules.ButtonGone
}
