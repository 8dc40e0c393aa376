package gorules

// Play makes a move if it is legal; if not, it says why and the game stays as
// it is.
func (g *Game) Play(m Move) *Illegal {
	p := uint16(m.Point)
	if p < points && g.board.colour[p] == Empty && m.Colour == g.turn && !g.wary && g.ended == NotEnded &&
		len(g.log)-len(g.unnumbered) < g.limit && g.board.place(p, m.Colour) {
		g.append(p, m.Colour)
		if g.board.total > g.most {
			return nil
		}
		return g.review()
	}
	why := g.examine(m)
	if why == nil {
		g.carryOut(m, 0)
	}
	return why
}

// review looks whether the last play, which took nothing, has repeated a
// position, and undoes it if so.
func (g *Game) review() *Illegal {
	k := g.repeated(g.board.total-1, g.board.total)
	if k < 0 {
		return nil
	}
	last := *g.last()
	why := &Illegal{
		Kind: Superko, Number: g.written(), Colour: last.colour, Point: Point(last.point), Repeats: g.history.number(k),
	}
	n := len(g.log) - 1
	var before position
	g.positionAfter(n-1, &before)
	g.log = g.log[:n]
	g.forget(n)
	g.board.load(&before)
	g.board.rebuild()
	g.turn = last.colour
	return why
}

// append notes a play that took nothing.
func (g *Game) append(p uint16, c Colour) {
	n := len(g.log)
	// Filling the fields in place is much quicker than appending them.
	g.log = append(g.log, entry{})
	last, e := &g.log[n-1], &g.log[n]
	e.hash, e.taken = last.hash^key(c, p), last.taken
	e.point, e.colour, e.what = p, c, play
	g.turn = c.Opponent()
}

// PlayStanding makes a move that no one claims: see Stand. It says what was
// wrong with it, nil if nothing. Only if the colour is neither Black nor White,
// or the result is confirmed, is nothing played.
func (g *Game) PlayStanding(m Move) *Illegal {
	why := g.Play(m)
	if why == nil || !g.open(m) {
		return why
	}
	switch {
	case why.Kind == ButtonGone || m.Point == TakeButton && g.noButton():
		g.carryOut(Move{m.Colour, Pass}, replaced)
	case !m.Point.IsPoint() && m.Point != NoPoint:
		g.carryOut(m, stood)
	case !g.board.Has(m.Point) || g.board.colour[m.Point] != Empty:
		g.carryOut(Move{m.Colour, Pass}, replaced)
	default:
		g.stage(m)
		g.carryOut(m, stood)
	}
	return why
}

// PlayOrPass makes a move if it is legal, and else a pass of the same player:
// see BecomePass. It says what was wrong with it, nil if nothing. Only if the
// colour is neither Black nor White, or the result is confirmed, is nothing
// played.
func (g *Game) PlayOrPass(m Move) *Illegal {
	why := g.Play(m)
	if why != nil && g.open(m) {
		g.carryOut(Move{m.Colour, Pass}, replaced)
	}
	return why
}

// open tells whether anything can be played in place of an illegal move.
func (g *Game) open(m Move) bool {
	return (m.Colour == Black || m.Colour == White) && g.ended != EndedByConfirmation
}

// PlayUnder makes a move under a policy. It says what was wrong with the move,
// nil if nothing.
func (g *Game) PlayUnder(policy OnViolation, m Move) *Illegal {
	switch policy {
	case Stand:
		return g.PlayStanding(m)
	case BecomePass:
		return g.PlayOrPass(m)
	}
	return g.Play(m)
}

// Implied tells whether a move out of turn is one of a handicap's stones, before which
// White's pass is implied.
func (g *Game) Implied(m Move) bool { return g.impliesPass(m) }

// examine says why a move is not allowed. If it is allowed, a play is left
// staged, after White's pass if one is implied.
func (g *Game) examine(m Move) *Illegal {
	n := len(g.log)
	if g.impliesPass(m) && g.End() == NotEnded {
		g.add(uint16(Pass), White, pass|implied)
		g.turn = Black
	}
	why := g.fault(m)
	if why != nil {
		why.Number, why.Colour, why.Point = g.history.number(n-1)+1, m.Colour, m.Point
		g.retract(n)
	}
	return why
}

// retract removes entries that were added while a move was examined.
func (g *Game) retract(n int) {
	if len(g.log) == n {
		return
	}
	if g.log[n].what&implied != 0 {
		g.unnumbered = g.unnumbered[:len(g.unnumbered)-1]
		g.turn = White
	}
	g.removed = g.removed[:g.log[n-1].taken]
	g.log = g.log[:n]
	g.forget(n)
}

// fault finds the first rule that a move breaks, in the order in which a
// referee would look. A legal play is left staged, any other is not.
func (g *Game) fault(m Move) *Illegal {
	if end := g.End(); end != NotEnded {
		return &Illegal{Kind: OutOfTurn, End: end}
	}
	if m.Colour != g.turn {
		return &Illegal{Kind: OutOfTurn}
	}
	switch {
	case m.Point == Pass:
		return nil
	case m.Point == TakeButton && g.noButton():
		return &Illegal{Kind: ButtonGone}
	case m.Point == TakeButton:
		return nil
	case !g.board.Has(m.Point):
		return &Illegal{Kind: OffBoard}
	case g.board.colour[m.Point] != Empty:
		return &Illegal{Kind: Occupied}
	}
	suicide := g.stage(m)
	if suicide && g.rules.Suicide == SuicideIllegal {
		return &Illegal{Kind: SuicideMove}
	}
	taken := len(g.takenBy(len(g.log) - 1))
	if k := g.repeated(g.board.total, g.board.total+1-taken); k >= 0 {
		return &Illegal{Kind: Superko, Repeats: g.history.number(k)}
	}
	return nil
}

// noButton tells whether there is no button to take.
func (g *Game) noButton() bool { return g.rules.Button == 0 || g.button != Empty }

// carryOut makes a move whose play, if it is one, is staged.
func (g *Game) carryOut(m Move, w what) {
	switch m.Point {
	case Pass:
		g.add(uint16(Pass), m.Colour, pass|w)
		g.ended = NotEnded
		if g.rules.Ending == EndsByTwoPasses && g.Passes() >= 2 {
			g.ended = EndedByPasses
		}
	case TakeButton:
		g.add(uint16(TakeButton), m.Colour, button|w)
		g.button, g.ended = m.Colour, NotEnded
		g.floor = len(g.log) - 1
		g.index.reset(g.floor)
	default:
		g.last().what |= w
		g.ended = NotEnded
		g.takeEffect()
	}
	g.turn = m.Colour.Opponent()
}
