package record

import (
	"fmt"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A file can leave out what the players did: a pass, who moves after a set-up, that White
// begins. That is a fault of the file and not a player's, so that the record is read as if
// it were there, and a warning asks.

const (
	// goesOn is how many moves must follow in turn after a move out of turn, so that it
	// looks like a pass left out: both played on.
	goesOn = 3
	// lookedAt is how many of them are looked at: all must be in turn.
	lookedAt = 20
	// mostPassesLeftOut is how many passes are taken to be left out of one record. One that
	// lacks more is no game written down with a slip.
	mostPassesLeftOut = 4
	// mostInTurn is how many moves running look like a pass left out, and mostGiven how many
	// stones are given as a handicap by custom.
	mostInTurn, mostGiven = 2, 9
	// fewestOfWhite is of how many moves a record that White begins must be, each in turn.
	fewestOfWhite = 3
)

// leavesPassOut tells whether the move of step i looks like one before which the
// opponent's pass is left out: the same player has moved before, and both play on in turn.
func (c *Checker) leavesPassOut(i int) bool {
	steps := c.record.Steps
	s := &steps[i]
	if gorules.Colour(s.Colour) == c.game.Turn() || c.game.End() != gorules.NotEnded || c.game.Moves() == 0 ||
		len(c.passesLeftOut) >= mostPassesLeftOut {
		return false
	}
	if c.game.Implied(moveOf(s)) || s.Kind == sgf.Unreadable {
		return false
	}
	following := steps[i+1:]
	moves := 0
	for k := range following {
		if moves == lookedAt || following[k].Number == 0 {
			break
		}
		if inTurn := following[k].Colour != steps[i+k].Colour; !inTurn {
			return false
		}
		moves++
	}
	return moves >= goesOn
}

// supplyPass has the opponent pass before the move of step s.
func (c *Checker) supplyPass(r *Report, s *sgf.Step) {
	c.game.PassUnwritten()
	c.passesLeftOut = append(c.passesLeftOut, int(s.Number))
	mover := gorules.Colour(s.Colour)
	r.warn(fmt.Sprintf(
		"%s moves twice running, the second time at move %d: this was read as %s's pass, which the record leaves out; if "+
			"%s did not pass, move %d was out of turn and becomes a pass", mover.Name(), s.Number, mover.Opponent().Name(),
		mover.Opponent().Name(), s.Number,
	))
}

// turnAfterSetUp lets the player of the next move be on turn after stones were set up in
// the middle of a record that does not say who is (PL).
func (c *Checker) turnAfterSetUp(r *Report, next []sgf.Step) {
	if len(next) == 0 || next[0].Number == 0 {
		return
	}
	if turn := gorules.Colour(next[0].Colour); turn != c.game.Turn() {
		c.game.SetTurn(turn)
		r.remark(c.game.Moves(), "the record does not say who moves next (PL): "+turn.Name()+" does, whose move comes next")
	}
}

// whiteBegins tells whether White makes the first move and both go on in turn to the end,
// but for passes left out, or passes first in a handicap game.
func (c *Checker) whiteBegins(o *opening, handicap int) bool {
	steps := c.record.Steps[o.first:]
	if o.setUp || o.next != gorules.White {
		return false
	}
	if handicap >= 2 && steps[0].Kind == sgf.Pass {
		return true
	}
	// Of moves that the file leaves out each run that follows must be as long again.
	next, run, slips := sgf.White, 0, 0
	for i := range steps {
		if steps[i].Number == 0 {
			continue
		}
		if steps[i].Colour != next {
			if slips++; run < fewestOfWhite || slips > mostPassesLeftOut {
				return false
			}
			run = 0
		}
		run++
		next = sgf.Black
		if steps[i].Colour == sgf.Black {
			next = sgf.White
		}
	}
	return run >= fewestOfWhite && (slips == 0 || run > goesOn)
}

// inARowWithoutHA tells whether Black's first moves look like the stones of a handicap that
// the record does not name: so many in a row as are given, and both go on in turn to the end.
func (c *Checker) inARowWithoutHA(o *opening) bool {
	if o.setUp || o.passed || o.inARow <= mostInTurn || o.inARow > mostGiven {
		return false
	}
	steps, moves := c.record.Steps[o.first:], 0
	for i := range steps {
		if steps[i].Number == 0 {
			continue
		}
		want := sgf.Black
		if after := moves - o.inARow; after >= 0 && after%2 == 0 {
			want = sgf.White
		}
		if steps[i].Colour != want {
			return false
		}
		moves++
	}
	return moves >= o.inARow+goesOn
}

// remarkWhiteBegins says how a record was read that White begins.
func (o *opening) remarkWhiteBegins(r *Report, handicap int, first *sgf.Step) {
	switch {
	case handicap >= 2 && first.Kind == sgf.Pass:
		r.warn("White passes before Black's first stone: that pass was read as one of the handicap, written too early")
	case handicap >= 2:
		r.warn(fmt.Sprintf(
			"HA says %d handicap stones, but the record has none and White begins: it was counted without them", handicap,
		))
	default:
		r.warn("White begins throughout, and no handicap is named: it was read as written; if Black had handicap stones, they " +
			"are missing, and so is what they count")
	}
}

// asksAboutPasses says of each pass that was supplied what the count is if there was none.
func (s *Study) asksAboutPasses(r *Report) {
	for i := range s.Otherwise {
		o := &s.Otherwise[i]
		if o.Line.Counted != s.Standing.Counted {
			r.warn(fmt.Sprintf(
				"if move %d was out of turn and becomes a pass, the count is %s, not %s", o.Move, o.Line.Counted, s.Standing.Counted,
			))
		}
	}
}
