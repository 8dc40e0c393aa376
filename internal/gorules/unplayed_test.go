package gorules

// What tests do with a game and no page does: they take moves back, copy games,
// read diagrams, and play the endings that the rules allow.

import (
	"fmt"
	"slices"
	"strings"
)

// Owner gives the player to whom the point belongs for certain: the points of
// their pass-alive stones and the territory of these. It is Empty where nothing
// is proved.
func (l *Life) Owner(p Point) Colour { return l.owner[p&pointMask] }

// DeadStones lists all stones that are proved dead.
func (l *Life) DeadStones() []Point { return l.dead }

// ParseBoard reads a diagram: a line per row with . for an empty point, X for
// black and O for white. Spaces, tabs and empty lines are left out. All rows
// have the same length.
func ParseBoard(diagram string) (*Board, error) {
	var rows []string
	for line := range strings.Lines(diagram) {
		row := strings.Map(func(r rune) rune {
			if strings.ContainsRune(" \t\r\n", r) {
				return -1
			}
			return r
		}, line)
		if row != "" {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("a diagram needs at least one row of . X O")
	}
	b, err := NewBoard(len(rows[0]), len(rows))
	if err != nil {
		return nil, err
	}
	for y, row := range rows {
		if len(row) != b.width {
			return nil, fmt.Errorf("row %d of the diagram has %d points, the first has %d", y+1, len(row), b.width)
		}
		for x, mark := range []byte(row) {
			c := strings.IndexByte(".XO", mark)
			if c < 0 {
				return nil, fmt.Errorf("row %d of the diagram has a %q: only . X O are allowed", y+1, mark)
			}
			b.Put(At(x, y), Colour(c))
		}
	}
	return b, nil
}

// Liberties lists the liberties of the stone at p, each once.
func (b *Board) Liberties(p Point) []Point {
	var found []Point
	for _, stone := range b.Chain(p) {
		for _, d := range directions {
			if q := stone + d; b.colour[q] == Empty && !slices.Contains(found, q) {
				found = append(found, q)
			}
		}
	}
	return found
}

// Equal tells whether both boards have the same size and the same stones.
func (b *Board) Equal(other *Board) bool {
	return b.width == other.width && b.height == other.height && b.colour == other.colour
}

// Agree ends the game by both players' agreement.
func (g *Game) Agree() error {
	if g.ended == EndedByConfirmation {
		return errConfirmed
	}
	if g.End() == NotEnded {
		g.ended = EndedByAgreement
	}
	return nil
}

// Confirm is both players confirming the result. From then on every change is
// refused.
func (g *Game) Confirm() { g.ended = EndedByConfirmation }

// NewGame gives a game on an empty board, Black to move. Sides are from 1 to
// MaxSize.
func NewGame(r Rules, width, height int) (*Game, error) {
	g := &Game{}
	if err := g.Reset(r, width, height); err != nil {
		return nil, err
	}
	return g, nil
}

// CopyFrom makes g a copy of src, independent of it, in g's memory.
func (g *Game) CopyFrom(src *Game) {
	g.rules, g.turn, g.button, g.ended = src.rules, src.turn, src.button, src.ended
	g.handicap, g.handicapOver, g.wary, g.limit, g.lost = src.handicap, src.handicapOver, src.wary, src.limit, src.lost
	g.board.copyFrom(&src.board)
	g.history.copyFrom(&src.history)
}

// Clone gives a copy in memory of its own.
func (g *Game) Clone() *Game {
	c := &Game{}
	c.CopyFrom(g)
	return c
}

// Rules gives the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Handicap gives what SetHandicap was told.
func (g *Game) Handicap() int { return g.handicap }

// Removed lists the stones that move n took off the board, the opponent's first.
func (g *Game) Removed(n int) []Point {
	if n < 1 || n > g.written() {
		return nil
	}
	var at []Point
	for _, s := range g.takenBy(g.entryOf(n)) {
		at = append(at, Point(s.point()))
	}
	return at
}

// Rewind goes back to the position after move n; 0 is the position before the
// first move. Later moves, and an agreement that the game has ended, are forgotten.
func (g *Game) Rewind(n int) error {
	if g.ended == EndedByConfirmation {
		return errConfirmed
	}
	i, err := g.entryAt(n)
	if err != nil {
		return err
	}
	g.keep(i + 1)
	return nil
}

// keep goes back to when there were only n entries, at least one.
func (g *Game) keep(n int) {
	var p position
	g.positionAfter(n-1, &p)
	g.forget(n)
	for len(g.setUps) > 0 && g.setUps[len(g.setUps)-1].at >= n {
		g.setUps = g.setUps[:len(g.setUps)-1]
	}
	for len(g.unnumbered) > 0 && int(g.unnumbered[len(g.unnumbered)-1]) >= n {
		g.unnumbered = g.unnumbered[:len(g.unnumbered)-1]
	}
	g.removed = g.removed[:g.log[n-1].taken]
	g.log = g.log[:n]
	g.recount()
	g.board.load(&p)
	g.board.rebuild()
	g.wary = g.board.strangled
}

// recount works out from the entries what else a game keeps.
func (g *Game) recount() {
	g.lost, g.most, g.lastLoss = [3]int{}, 0, 0
	g.floor, g.button, g.ended, g.handicapOver = 0, Empty, NotEnded, false
	stones := 0
	for i, e := range g.log {
		g.turn = e.colour.Opponent()
		before := stones
		if !e.what.isMove() {
			g.turn = e.colour
		}
		switch {
		case e.what.is(setting):
			if at := g.setUpOf(i); at >= 0 {
				stones = g.setUps[at].position.count(Black) + g.setUps[at].position.count(White)
			}
			if i > 0 {
				g.most, g.lastLoss = max(g.most, before), i
			}
		case e.what.is(button):
			g.button, g.floor = e.colour, i
		case e.what.is(play):
			taken := g.takenBy(i)
			for _, s := range taken {
				g.lost[s.colour()]++
			}
			stones += 1 - len(taken)
			if len(taken) > 0 {
				g.most, g.lastLoss = max(g.most, before), i
			}
		}
	}
	if g.rules.Ending == EndsByTwoPasses && g.Passes() >= 2 {
		g.ended = EndedByPasses
	}
	g.index.reset(g.floor)
}

// Komi gives the komi that the rules state for the game's handicap.
func (g *Game) Komi() HalfPoints { return g.rules.KomiFor(g.handicap) }

func (h *history) copyFrom(src *history) {
	h.log = append(h.log[:0], src.log...)
	h.removed = append(h.removed[:0], src.removed...)
	h.setUps = append(h.setUps[:0], src.setUps...)
	h.unnumbered = append(h.unnumbered[:0], src.unnumbered...)
	h.milestones = h.milestones[:0]
	h.most, h.lastLoss, h.floor = src.most, src.lastLoss, src.floor
	h.index.ignored = src.index.ignored
	h.index.reset(h.floor)
}

// Check says why a move is not allowed now, nil if it is. The game stays as it
// is.
func (g *Game) Check(m Move) *Illegal {
	n := len(g.log)
	why := g.examine(m)
	if why == nil {
		g.retract(n)
	}
	return why
}

// PlayAssumeLegal makes a move that the caller knows to be legal. The point of
// a play must be empty and on the board.
func (g *Game) PlayAssumeLegal(m Move) {
	if m.Point.IsPoint() {
		if g.impliesPass(m) {
			g.add(uint16(Pass), White, pass|implied)
			g.turn = Black
		}
		if !g.wary && g.board.place(uint16(m.Point), m.Colour) {
			g.append(uint16(m.Point), m.Colour)
			return
		}
		g.stage(m)
	}
	g.carryOut(m, 0)
}

// Claim is the opponent pointing out, before moving, that the last move was
// illegal though it stood: its stone comes off, what it captured comes back, and
// it becomes a pass. It is an error if the last move was legal, has become a
// pass already, or if the result is confirmed.
func (g *Game) Claim() error {
	if g.ended == EndedByConfirmation {
		return errConfirmed
	}
	last := *g.last()
	if last.what&stood == 0 {
		return errNothingToClaim
	}
	g.keep(len(g.log) - 1)
	g.carryOut(Move{last.colour, Pass}, replaced)
	return nil
}

// IsPass tells whether the player passed.
func (m Move) IsPass() bool { return m.Point == Pass }

// PositionalSuperko is the New Zealand rule set with the repetition rule of
// Tromp and Taylor, for comparison.
func PositionalSuperko() Rules {
	r := NZ()
	r.Name, r.Repetition, r.Start = "Positional superko", RepeatAny, StartCounts
	return r
}

// NaturalSituational is the New Zealand rule set with passes left out of the
// repetition rule, for comparison.
func NaturalSituational() Rules {
	r := NZ()
	r.Name, r.Repetition = "Natural situational superko", RepeatOwnPlays
	return r
}

// Outcome gives the winner with that komi, if there is no button.
func (s Score) Outcome(komi HalfPoints) Outcome {
	return outcomeOf(Points(s.Margin) - komi)
}

func outcomeOf(margin HalfPoints) Outcome {
	switch {
	case margin > 0:
		return Outcome{Black, margin}
	case margin < 0:
		return Outcome{White, -margin}
	}
	return Outcome{}
}

// Outcome gives the winner of the game with that score and komi, the button
// counted.
func (g *Game) Outcome(s Score, komi HalfPoints) Outcome {
	black, white := g.rules.Totals(s, komi, g.button)
	return outcomeOf(black - white)
}
