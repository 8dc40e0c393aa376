package record

import "nzgs/internal/gorules"

// A tally is what both players have, without komi.
type tally struct{ black, white int32 }

func (t tally) plus(u tally) tally { return tally{t.black + u.black, t.white + u.white} }
func (t tally) margin() int32      { return t.black - t.white }

// An owner says who reaches the empty points of a region: what is left of a
// position when the dead are off.
type owner uint8

const (
	standing owner = iota // not a region: a chain that stays
	blacks                // reached by Black alone
	whites                // reached by White alone
	both                  // reached by both
)

// counting says what stones and points are worth. They are worth the same wherever
// they are, so that a position's count is the sum over its blocks; but points in
// seki are counted here under every rule set.
type counting gorules.Scoring

// stays is what a chain counts that stays on the board.
func (c counting) stays(b *block) tally {
	n := int32(len(b.points))
	switch {
	case !gorules.Scoring(c).CountsArea():
		return tally{}
	case b.colour == gorules.Black:
		return tally{black: n}
	default:
		return tally{white: n}
	}
}

// opens is what the points of b count as part of a region of that owner, with
// the stones taken off them if b is a chain.
func (c counting) opens(b *block, o owner) tally {
	n := int32(len(b.points))
	var t tally
	switch {
	case o == blacks:
		t.black = n
	case o == whites:
		t.white = n
	case gorules.Scoring(c) == gorules.AreaShared:
		t = tally{n, n}
	}
	return t.plus(c.dead(b.colour, n))
}

// dead is what n dead stones count.
func (c counting) dead(of gorules.Colour, n int32) tally {
	switch gorules.Scoring(c) {
	case gorules.TerritoryLessLosses:
		n = -n
	case gorules.TerritoryAndCaptures, gorules.TerritoryWithoutSeki:
		of = of.Opponent()
	default:
		return tally{}
	}
	switch of {
	case gorules.Black:
		return tally{black: n}
	case gorules.White:
		return tally{white: n}
	}
	return tally{}
}
