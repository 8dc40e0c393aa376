package gorules

// stage adds the entry of a play to the history with the stones it would
// remove, without changing the board. It tells whether it would remove the very
// stone that is played. The point must be empty and on the board.
func (g *Game) stage(m Move) (suicide bool) {
	b, p := &g.board, uint16(m.Point)
	b.refresh()
	last := *g.last()
	from := len(g.removed)
	if b.strangled {
		g.removed = b.removesByText(g.removed, p, m.Colour)
	} else {
		g.removed = b.removes(g.removed, p, m.Colour)
	}
	hash := last.hash ^ key(m.Colour, p)
	for _, s := range g.removed[from:] {
		hash ^= key(s.colour(), s.point())
		suicide = suicide || s.point() == p
	}
	g.log = append(g.log, entry{hash: hash, taken: uint32(len(g.removed)), point: p, colour: m.Colour, what: play})
	return suicide
}

// removes appends the stones that a play removes where every chain had
// liberties: only the chains beside it can have lost them.
func (b *Board) removes(to []stone, p uint16, c Colour) []stone {
	n, w, e, s := around(p)
	beside := [4]uint16{n, w, e, s}
	from, breathes := len(to), false
	for i, q := range beside {
		switch colour := b.colour[q]; {
		case colour == Empty:
			breathes = true
		case colour == border:
		case colour == c:
			breathes = breathes || !b.takesLast(q, &beside)
		case b.takesLast(q, &beside) && b.firstOf(i, &beside):
			to = b.appendChain(to, q)
		}
	}
	if breathes || len(to) > from {
		return to
	}
	to = append(to, stoneOf(c, p))
	for i, q := range beside {
		if b.colour[q] == c && b.firstOf(i, &beside) {
			to = b.appendChain(to, q)
		}
	}
	return to
}

// takesLast tells whether a stone in the middle of four points takes the last
// liberty of the chain at q, one of the four.
func (b *Board) takesLast(q uint16, beside *[4]uint16) bool {
	left := b.pairs[b.chain[q]]
	for _, r := range beside {
		if b.chain[r] == b.chain[q] {
			left--
		}
	}
	return left == 0
}

// firstOf tells whether no earlier one of the four points has the same chain.
func (b *Board) firstOf(i int, beside *[4]uint16) bool {
	for _, r := range beside[:i] {
		if b.chain[r] == b.chain[beside[i]] {
			return false
		}
	}
	return true
}

func (b *Board) appendChain(to []stone, p uint16) []stone {
	c := b.colour[p]
	for q := p; ; {
		to = append(to, stoneOf(c, q))
		if q = b.next[q]; q == p {
			return to
		}
	}
}

// removesByText appends the stones that a play removes where stones were set up
// without liberties: any of the opponent's stones that then have no liberties,
// and then any of the player's own.
func (b *Board) removesByText(to []stone, p uint16, c Colour) []stone {
	after := b.Clone()
	after.Put(Point(p), c)
	for _, colour := range [2]Colour{c.Opponent(), c} {
		after.rebuild()
		from := len(to)
		for y := range after.height {
			for x, at := range after.row(y) {
				q := uint16(At(x, y))
				if at == colour && after.pairs[after.chain[q]] == 0 {
					to = append(to, stoneOf(colour, q))
				}
			}
		}
		for _, s := range to[from:] {
			after.Put(Point(s.point()), Empty)
		}
	}
	return to
}

// takeEffect carries out on the board what the last entry, a play, says.
func (g *Game) takeEffect() {
	b, e := &g.board, g.last()
	taken := g.takenBy(len(g.log) - 1)
	if len(taken) > 0 {
		g.most, g.lastLoss = max(g.most, b.total), len(g.log)-1
	}
	for _, s := range taken {
		g.lost[s.colour()]++
	}
	switch {
	case b.strangled:
		b.Put(Point(e.point), e.colour)
		for _, s := range taken {
			b.Put(Point(s.point()), Empty)
		}
		b.rebuild()
	case len(taken) > 0 && taken[0].point() == e.point:
		for _, s := range taken[1:] {
			b.lift(s.point())
		}
	default:
		b.force(e.point, e.colour)
		for _, s := range taken {
			b.lift(s.point())
		}
	}
	g.wary = false
}
