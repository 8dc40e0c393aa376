package record

import (
	"nzgs/internal/games"
	"nzgs/internal/sgf"
)

// A Report is what a referee is told about a main line.
type Report struct {
	Game games.Which
	// Size is how many rows and columns the board has; 0 if the record does not tell.
	Size int
	// Moves is how many moves are written in the main line, Played how many of them were carried out.
	Moves, Played int
	// Violations are the illegal moves met, at most [MaxViolations], and MoreViolations how many more there were.
	Violations     []Violation
	MoreViolations int
	// SetUp is how many pieces and arrows were put on the board rather than played, the beginning's not counted.
	SetUp int
	// Black and White are the players' names as the record has them, RulesNamed its rules.
	Black, White, RulesNamed string
	// Winner is who has won by the rules where play ends, Empty while nobody has, and Decided the number of the
	// move that decided it, 0 for a position that was set up.
	Winner  games.Colour
	Decided int
	// Decisive are the points that show it: in Hex a line of the winner's from side to side, in Amazons the loser's
	// queens, which cannot move; in Tanbo where the loser's last roots stood.
	Decisive []games.Point
	// Claimed is the result as written, Claim what it means.
	Claimed string
	Claim   sgf.Result
	// Agreement says what play through the rules says of the claim.
	Agreement Agreement
	// Warnings say what is unusual, and how the record was understood where it can be understood in several ways.
	Warnings []string
}

// MaxViolations is how many violations a [Report] keeps.
const MaxViolations = 10_000

// OK tells whether every move is legal and the claimed result can be right.
func (r *Report) OK() bool { return !r.Illegal() && r.Agreement != Refuted }

// Illegal tells whether a move is illegal. One after the end of the game is only one too many.
func (r *Report) Illegal() bool {
	first, _ := r.IllegalMoves()
	return first != nil
}

// IllegalMoves gives the first illegal move and how many there are, without those after the end; nil and 0 if none is.
func (r *Report) IllegalMoves() (first *Violation, n int) {
	for i := range r.Violations {
		if r.Violations[i].Kind == games.AfterEnd {
			continue
		}
		if n++; first == nil {
			first = &r.Violations[i]
		}
	}
	return first, n + r.MoreViolations
}

// A Violation is an illegal move.
type Violation struct {
	Number int // of the move, from 1, as written
	Colour games.Colour
	Point  string // as the record has it, shortened if it is long
	Kind   games.Kind
	Why    string // a sentence without its beginning: "there is a piece on the cell"
}

// Agreement compares a claimed result with what the rules say.
type Agreement uint8

// The kinds of Agreement.
const (
	Unsaid    Agreement = iota // nothing is claimed, or nothing is decided that could confirm or refute it
	Confirmed                  // who is said to have won has, by the rules
	Refuted                    // the other has
)

func (r *Report) warn(text string) { r.Warnings = append(r.Warnings, text) }

// agree compares the claim with what was decided.
func (r *Report) agree() {
	if r.Winner == games.Empty {
		return
	}
	switch r.Claim.Winner {
	case sgf.BlackWins, sgf.WhiteWins, sgf.Draw, sgf.BothLose:
	default:
		return
	}
	r.Agreement = Refuted
	if r.Claim.Winner == sgf.BlackWins && r.Winner == games.Black || r.Claim.Winner == sgf.WhiteWins && r.Winner == games.White {
		r.Agreement = Confirmed
	}
}
