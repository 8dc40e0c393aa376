package record

import (
	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Report is what a referee is told about one main line. [Checker.Check] fills
// what every list of games needs; [Examine] fills the rest too.
type Report struct {
	// Width and Height of the board; 0 if the record does not tell.
	Width, Height int
	Rules         gorules.Rules
	// Handicap is the number of handicap stones, however they are written: 0
	// for an even game, 1 for Black's first move without komi.
	Handicap int
	// Komi is what the count is made with: the record's, else the rules'. In a
	// handicap game it is none where the rules say so.
	Komi sgf.Komi
	// Moves is how many moves are written in the main line, Played how many of
	// them were carried out: as written, or as what the policy makes of them.
	Moves, Played int
	// Violations are the illegal moves met, at most [MaxViolations], and
	// MoreViolations how many more there were.
	Violations     []Violation
	MoreViolations int
	// Score is of the position after Played moves, before komi, without the
	// stones that the options say are dead.
	Score gorules.Score
	// SetUpStones is how many stones were put on the board rather than played,
	// those of a handicap included.
	SetUpStones int
	// Black and White are the players' names as the record has them.
	Black, White string
	Verdict      Verdict
	// Warnings say what is unusual: what was repaired in reading, with its place,
	// and how the record was understood where it can be understood in several
	// ways.
	Warnings []string

	// Study is nil unless the record was examined.
	Study *Study

	remarks int // changes between moves
}

// MaxViolations is how many violations a [Report] keeps.
const MaxViolations = 10_000

// OK tells whether every move is legal and the claimed result does not
// contradict the count.
func (r *Report) OK() bool { return len(r.Violations) == 0 && r.Verdict.Agreement != Differs }

// A Violation is an illegal move.
type Violation struct {
	// Number is the move's, from 1, as written: implied passes of a handicap
	// have none.
	Number int
	Colour gorules.Colour
	// Point is what the record has: two letters, "" for a pass, or whatever
	// stands there.
	Point string
	Kind  gorules.Kind
	// Repeats is, for Superko, the number of the earlier move whose position
	// is made again; 0 for the starting position.
	Repeats int
	// AfterEnd says that the game had already ended by its rules.
	AfterEnd bool
}

// reset forgets a report but keeps its memory.
func (r *Report) reset() {
	*r = Report{Violations: r.Violations[:0], Warnings: r.Warnings[:0]}
}

func (r *Report) warn(text string) { r.Warnings = append(r.Warnings, text) }
