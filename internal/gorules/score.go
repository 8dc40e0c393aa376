package gorules

import (
	"errors"
	"fmt"
	"math/bits"
)

// Score is what a position is worth to each side by a rule set, in points,
// before komi and button. Where own losses are taken off it can be negative.
type Score struct {
	Black, White int // totals; shared points are in both
	Shared       int // points that are territory of both
	Margin       int // Black less White
}

// Outcome is who wins by how much.
type Outcome struct {
	Winner Colour     // Empty for a tie
	By     HalfPoints // not negative
}

// Score counts the position by the game's rules, after taking off the chains
// that the dead points belong to. Every dead point must have a stone; several
// may be of one chain. Without dead points all stones stay, as they do when the
// players agree on nothing. It does not end the game.
func (g *Game) Score(dead ...Point) (Score, error) {
	return g.rules.Count(&g.board, g.Prisoners(), dead...)
}

// Count counts a position by the rules, as Game.Score does. The prisoners are
// those taken before; the dead are added to them.
func (r Rules) Count(b *Board, p Prisoners, dead ...Point) (Score, error) {
	stones, off, err := b.without(dead)
	if err != nil {
		return Score{}, err
	}
	empty := stones.owned(b.width, b.height)
	s := Score{Black: empty[Blacks], White: empty[Whites]}
	p.Black += off.Black
	p.White += off.White
	switch r.Scoring {
	case AreaShared:
		s.Shared = empty[Both]
		s.Black += stones.count(Black) + s.Shared
		s.White += stones.count(White) + s.Shared
	case AreaAlone:
		s.Black += stones.count(Black)
		s.White += stones.count(White)
	case TerritoryWithoutSeki:
		var few [256]run
		seki := stones.inSeki(stones.runs(few[:0], b.width, b.height), b.height)
		s.Black += p.White - seki.black
		s.White += p.Black - seki.white
	case TerritoryLessLosses:
		s.Black -= p.Black
		s.White -= p.White
	case TerritoryAndCaptures:
		s.Black += p.White
		s.White += p.Black
	}
	s.Margin = s.Black - s.White
	return s, nil
}

// Owner says whose territory a point is. The values are sets: Both is Blacks
// and Whites.
type Owner uint8

// The owners of a point.
const (
	Nobodys Owner = iota
	Blacks
	Whites
	Both
)

// Territory says of every point whose it is, after the dead are taken off. Where
// the rules count area, a point with a stone is its colour's, and where they count
// it for both, a point connected to both colours is Both's. Everywhere else these
// are Nobodys.
type Territory struct {
	owner [points]Owner
}

// At gives the owner of a point; Nobodys off the board.
func (t *Territory) At(p Point) Owner { return t.owner[p&pointMask] }

// Territory maps a position in the way in which Count counts it.
func (r Rules) Territory(b *Board, dead ...Point) (*Territory, error) {
	stones, _, err := b.without(dead)
	if err != nil {
		return nil, err
	}
	t := &Territory{}
	runs := stones.runs(nil, b.width, b.height)
	for i := range runs {
		owner := runs[find(runs, i)].owner
		if owner != Both || r.Scoring == AreaShared {
			t.give(runs[i].row, runs[i].points, owner)
		}
	}
	if r.Scoring == TerritoryWithoutSeki {
		seki := stones.inSeki(runs, b.height)
		for y := range b.height {
			t.give(y, seki.points[y], Nobodys)
		}
	}
	if r.Scoring.CountsArea() {
		for y := range b.height {
			t.give(y, stones.black[y], Blacks)
			t.give(y, stones.white[y], Whites)
		}
	}
	return t, nil
}

// give sets the owner of points of row y, a bit each.
func (t *Territory) give(y int, row uint64, owner Owner) {
	for ; row != 0; row &= row - 1 {
		t.owner[(y+1)*stride+bits.TrailingZeros64(row)] = owner
	}
}

// without gives the stones of the board without the chains of the dead points,
// and how many these are.
func (b *Board) without(dead []Point) (stones position, off Prisoners, err error) {
	if b.width < 1 {
		return stones, off, errors.New("the board has no points")
	}
	stones = b.position()
	for _, p := range dead {
		if b.At(p) == Empty {
			return stones, off, fmt.Errorf("there is no stone at %s to mark as dead", p)
		}
	}
	for _, p := range dead {
		c := b.colour[p]
		if !stones.has(uint16(p), c) {
			continue
		}
		b.refresh()
		for q := uint16(p); stones.has(q, c); q = b.next[q] {
			stones.lift(stoneOf(c, q))
			if c == Black {
				off.Black++
			} else {
				off.White++
			}
		}
	}
	return stones, off, nil
}

// Totals gives both sides' totals with komi, on the side to which the rules
// apply it, and with what the button is worth to the player who took it, Empty
// for no one.
func (r Rules) Totals(s Score, komi HalfPoints, buttonTaken Colour) (black, white HalfPoints) {
	black, white = Points(s.Black), Points(s.White)
	if r.Komi.Side == KomiOffBlack {
		black -= komi
	} else {
		white += komi
	}
	switch buttonTaken {
	case Black:
		black += r.Button
	case White:
		white += r.Button
	}
	return black, white
}
