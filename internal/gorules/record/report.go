package record

import (
	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Report is what a referee is told about one main line. [Checker.Check] fills
// what every list of games needs; [Examine] fills the rest too.
type Report struct {
	// OtherGame says that the record is of another game than Go: nothing of it is played.
	OtherGame bool
	// Width and Height of the board; 0 if the record does not tell.
	Width, Height int
	Set           RuleSet // that was asked for
	Rules         gorules.Rules
	// RulesNamed is what the record says of its rules, and Own what that means, "" if
	// it is none of the known rule sets.
	RulesNamed string
	Own        RuleSet
	// ByOwn is the count by the record's own rules, nil where they are not known.
	ByOwn *OwnCount
	// Terms are those of the game's table, nil where it has none.
	Terms *Terms
	// Handicap is the number of handicap stones, however they are written: 0
	// for an even game, 1 for Black's first move without komi.
	Handicap int
	// Komi is what the count is made with: the table's, else the record's, else what
	// the rules say for such a game, which is RulesKomi. KomiWritten is the record's,
	// nil if it has none.
	Komi, RulesKomi sgf.Komi
	KomiWritten     *sgf.Komi
	// Moves is how many moves are written in the main line, Played how many of
	// them were carried out: as written, or as what the policy makes of them.
	Moves, Played int
	// Violations are the illegal moves met, at most [MaxViolations], and
	// MoreViolations how many more there were.
	Violations     []Violation
	MoreViolations int
	// Refused is what is wrong with the first tried move that is not legal; neither it
	// nor those after it are played. nil: all are legal.
	Refused *Violation
	// Score is of the position after Played moves, before komi, without the
	// stones that the options say are dead.
	Score gorules.Score
	// SetUpStones is how many stones were put on the board rather than played,
	// those of a handicap included.
	SetUpStones int
	// Black and White are the players' names as the record has them.
	Black, White string
	Verdict      Verdict
	// Answer says how the claimed result can be right.
	Answer Answer
	// Warnings say what is unusual: what was repaired in reading, with its place,
	// and how the record was understood where it can be understood in several
	// ways.
	Warnings []string

	// Study is nil unless the record was examined.
	Study *Study

	remarks    int             // changes between moves
	designated []gorules.Point // dead stones that the program found where the rules have it do so
}

// MaxViolations is how many violations a [Report] keeps.
const MaxViolations = 10_000

// OK tells whether every move is legal and the claimed result can be right for all
// that is proved.
func (r *Report) OK() bool { return !r.Illegal() && r.Answer.How != FromNone }

// Illegal tells whether a move is illegal. One after the end of the game is only one too
// many: the game is counted where it ended.
func (r *Report) Illegal() bool { return illegalIn(r.Violations) > 0 }

// IllegalMoves counts the illegal moves, without those after the end.
func (r *Report) IllegalMoves() int { return illegalIn(r.Violations) + r.MoreViolations }

// IllegalMoves counts the illegal moves of the line, without those after the end.
func (l *Line) IllegalMoves() int { return illegalIn(l.Violations) + l.MoreViolations }

func illegalIn(all []Violation) (n int) {
	for i := range all {
		if !all[i].AfterEnd {
			n++
		}
	}
	return n
}

// Terms are how the game of a record was to be played: what its table says counts, and
// not the record.
type Terms struct {
	Komi     sgf.Komi
	Handicap int // stones: 1 is Black's first move without komi
}

// An OwnCount is the count by the rules that the record names: without the stones by
// which the claimed result is right, else without those that it marks as dead, else as
// the board stands.
type OwnCount struct {
	Reading
	How     Consistency // "" as the board stands
	Score   gorules.Score
	Counted Margin
	// Agreement compares it with the claimed result.
	Agreement Agreement
}

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
