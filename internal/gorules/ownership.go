package gorules

import (
	"context"
	"math/rand/v2"
)

// Ownership says how often each point ended up with either player when a
// position was played to the end at random, both sides filling everything but
// their own eyes. It is an estimate: it proves nothing about any stone.
type Ownership struct {
	games int
	won   [White + 1][points]int32 // by colour and point
}

// PerMille gives in how many of a thousand games the point ended up with the
// colour: under a stone of it, or as an eye.
func (o *Ownership) PerMille(p Point, c Colour) int {
	if o.games == 0 || c != Black && c != White {
		return 0
	}
	return int(o.won[c][p&pointMask]) * 1000 / o.games
}

// PlayOut plays the position to the end that many times, Black and White
// moving first in turns. The same board, number and seed always give the same
// answer. The error is that of the context, which is looked at before each game.
func PlayOut(ctx context.Context, b *Board, games int, seed uint64) (*Ownership, error) {
	o := &Ownership{games: max(games, 0)}
	if b.width < 1 {
		return o, nil
	}
	from := b.Clone()
	from.rebuild()
	from.dropStrangled()
	g := &playout{random: rand.New(rand.NewPCG(seed, seed))}
	first := Black
	for range o.games {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g.run(from, first)
		g.tally(o)
		first = first.Opponent()
	}
	return o, nil
}

// dropStrangled takes off stones that were set up without liberties.
func (b *Board) dropStrangled() {
	if !b.strangled {
		return
	}
	for _, p := range b.Points() {
		if c := b.colour[p]; c != Empty && b.pairs[b.chain[p]] == 0 {
			b.colour[p] = Empty
			b.total--
		}
	}
	b.rebuild()
}

// playout is one random game.
type playout struct {
	random  *rand.Rand
	board   Board
	empties []uint16
	ko      uint16 // where the next player may not play; 0 for nowhere
	taken   []stone
}

// run plays until neither side can or wants to play, or for three moves a point,
// since nothing here keeps long cycles from repeating.
func (g *playout) run(from *Board, first Colour) {
	b := &g.board
	b.copyFrom(from)
	g.empties, g.ko = g.empties[:0], 0
	for y := range b.height {
		for x, c := range b.row(y) {
			if c == Empty {
				g.empties = append(g.empties, uint16(At(x, y)))
			}
		}
	}
	passes := 0
	for n := 3 * b.width * b.height; n > 0 && passes < 2; n-- {
		passes++
		if g.move(first) {
			passes = 0
		}
		first = first.Opponent()
	}
}

// move plays at random where it is no own eye and no suicide; false if there is
// no such point.
func (g *playout) move(c Colour) bool {
	for left := len(g.empties); left > 0; left-- {
		i := int(uint64(g.random.Uint32()) * uint64(left) >> 32)
		p := g.empties[i]
		if p != g.ko && !g.board.ownEye(p, c) && g.play(p, c) {
			// play may have lengthened the list, but p is still at i.
			last := len(g.empties) - 1
			g.empties[i] = g.empties[last]
			g.empties = g.empties[:last]
			return true
		}
		g.empties[i], g.empties[left-1] = g.empties[left-1], p
	}
	g.ko = 0
	return false
}

// play puts a stone and takes what it captures; false if it would be suicide.
func (g *playout) play(p uint16, c Colour) bool {
	b := &g.board
	if b.place(p, c) {
		g.ko = 0
		return true
	}
	g.taken = b.removes(g.taken[:0], p, c)
	if len(g.taken) > 0 && g.taken[0].point() == p {
		return false
	}
	b.force(p, c)
	for _, s := range g.taken {
		b.lift(s.point())
		g.empties = append(g.empties, s.point())
	}
	g.ko = 0
	if len(g.taken) == 1 && b.size[b.chain[p]] == 1 && b.pairs[b.chain[p]] == 1 {
		g.ko = g.taken[0].point()
	}
	return true
}

// ownEye tells whether an empty point is an eye of the colour: all points
// beside it are its own, and the opponent holds too few of the corners to make
// it false.
func (b *Board) ownEye(p uint16, c Colour) bool {
	n, w, e, s := around(p)
	for _, q := range [4]uint16{n, w, e, s} {
		if at := b.colour[q]; at != c && at != border {
			return false
		}
	}
	foreign, edge := 0, 0
	for _, q := range [4]uint16{n - 1, n + 1, s - 1, s + 1} {
		switch b.colour[q&pointMask] {
		case border:
			edge = 1
		case c.Opponent():
			foreign++
		}
	}
	return foreign+edge < 2
}

// tally adds who has each point at the end.
func (g *playout) tally(o *Ownership) {
	b := &g.board
	for y := range b.height {
		for x, c := range b.row(y) {
			p := uint16(At(x, y))
			switch {
			case c != Empty:
				o.won[c][p]++
			case b.surroundedBy(p, Black):
				o.won[Black][p]++
			case b.surroundedBy(p, White):
				o.won[White][p]++
			}
		}
	}
}

// surroundedBy tells whether all points beside p have stones of the colour.
func (b *Board) surroundedBy(p uint16, c Colour) bool {
	n, w, e, s := around(p)
	for _, q := range [4]uint16{n, w, e, s} {
		if at := b.colour[q]; at != c && at != border {
			return false
		}
	}
	return true
}
