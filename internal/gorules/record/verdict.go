package record

import (
	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// An Agreement says whether a claimed result is that of the count.
type Agreement uint8

// The kinds of Agreement.
const (
	// NothingToCompare: no count can contradict what is claimed. The game was
	// resigned, lost on time or forfeited, has no result, or none is claimed.
	NothingToCompare Agreement = iota
	// Agrees: the same winner, and the same margin where one is claimed.
	Agrees
	// Differs: another winner, or another margin.
	Differs
)

// A Verdict compares the result that is claimed with the count.
type Verdict struct {
	// Claimed is the text of RE.
	Claimed string
	Claim   sgf.Result
	// Counted is the count's margin with komi.
	Counted   Margin
	Agreement Agreement
	// Off is how much better the count is for Black than the claim; where only
	// a winner is claimed, it is the count's margin. 0 unless the verdict
	// Differs.
	Off Margin
}

// judge compares a claim with a margin.
func judge(claim sgf.Result, counted Margin) (Agreement, Margin) {
	claimed, exact := marginClaimed(claim)
	switch {
	case exact && claimed == counted:
		return Agrees, 0
	case exact:
		return Differs, counted - claimed
	case claim.By != "":
		return NothingToCompare, 0
	case claim.Winner == sgf.BlackWins && counted > 0, claim.Winner == sgf.WhiteWins && counted < 0:
		return Agrees, 0
	case claim.Winner == sgf.BlackWins, claim.Winner == sgf.WhiteWins:
		return Differs, counted
	}
	return NothingToCompare, 0
}

// Counts is what the players wrote down at the board: both totals before komi.
type Counts struct{ Black, White int }

// agree tells whether a count is that of the position.
func (c Counts) agree(s gorules.Score) bool { return c.Black == s.Black && c.White == s.White }
