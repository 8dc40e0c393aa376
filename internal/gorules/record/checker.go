package record

import (
	"cmp"
	"context"
	"fmt"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// Options say how records are checked. The zero value is by the New Zealand
// rules, stopping at the first illegal move, with all stones alive.
type Options struct {
	Rules       RuleSet // "" is NZ
	OnViolation gorules.OnViolation
	// Start can make the starting position count as one that may not be made
	// again, whatever the rules say.
	Start gorules.Start
	// Dead are the stones that the players agreed to be dead. A point stands
	// for its whole chain; one without a stone is an error.
	Dead []gorules.Point
	// Terms are those of the game's table; nil where the record belongs to none.
	Terms *Terms
	// Own says when [Checker.Check] counts by the record's own rules.
	Own OwnCounts
	// Estimate says whether [Examine] estimates dead stones too.
	Estimate Estimate
	// Bounds are those of what is done; the zero value has none but the memory's.
	Bounds Bounds
	// Through is a node of the game that the line leads through; the zero value is the
	// main line.
	Through sgf.Node
	// Leave says where the line is left, and what is tried from there; nil: it is
	// played to its end. What the record claims is then no result of it.
	Leave *Leave
}

// OwnCounts says when a record is counted by its own rules.
type OwnCounts uint8

// The kinds of OwnCounts.
const (
	OwnIfClaimed OwnCounts = iota // where a count is claimed
	OwnAlways
)

// Bounds keep a record that somebody sends from taking long. What is beyond them
// is refused before anything is played.
type Bounds struct {
	Moves int // written in the main line
	// Search is the work on the question which dead stones would give the claimed
	// count, as a share of what it may take without bounds: 10 is a tenth.
	Search int
}

// within refuses a record that is beyond the bounds.
func (b Bounds) within(rec *sgf.Record) error {
	if n := max(rec.Moves, len(rec.Steps)); b.Moves > 0 && n > b.Moves {
		return fmt.Errorf("the record has %d moves, and at most %d can be checked here", n, b.Moves)
	}
	return nil
}

// A Checker checks one record after the other in the same memory. Its zero value
// is ready. It is not for use by several goroutines at once.
type Checker struct {
	Options
	// Elsewhere tells that a record is of a game which is checked elsewhere, though it does not say so by its number:
	// nothing of it is played here. nil: none is.
	Elsewhere func(g *sgf.Game) bool

	reader sgf.Reader
	record sgf.Record
	report Report
	game   gorules.Game
	points []gorules.Point
	// button is who takes the button in the record, first and in its own words, whatever the chosen rules say of it.
	button gorules.Colour
	// takenAtEnd are the stones that the last node takes off the board: dead ones.
	takenAtEnd gorules.Prisoners
	// opened is how many of the steps are the opening.
	opened int
	// stopped says that play has stopped where the line is left, so that the players settle
	// who moves next.
	stopped bool
	// passesLeftOut are the numbers of the moves before which a pass was supplied.
	passesLeftOut []int
	// own is what rulesNamed means, and claim what claimed does: one record after the
	// other says the same.
	rulesNamed, claimed string
	own                 RuleSet
	claim               sgf.Result
	onKomi              komiRemark
}

// errSetUps refuses what no game is.
var errSetUps = fmt.Errorf(
	"stones are set up at more than %d places between moves: this game cannot be checked", maxSetUps,
)

// maxSetUps is how often stones may be set up between moves. Each time takes the
// memory of a whole position.
const maxSetUps = 2000

// Check plays a game's main line through the rules. What is in r before is
// lost; its Study stays nil. An error means that there is no count: the game is
// not Go, its board has no size, a dead point has no stone, the record is beyond
// the bounds, or the context has ended. What could be read is still in r.
func (c *Checker) Check(ctx context.Context, g *sgf.Game, r *Report) error {
	if err := c.play(ctx, g, r); err != nil {
		return err
	}
	return c.answer(ctx, r)
}

// play is [Checker.Check] without the question how the claimed result can be right.
func (c *Checker) play(ctx context.Context, g *sgf.Game, r *Report) error {
	r.reset()
	err := g.Line(c.lineOf(g), &c.record)
	rec := &c.record
	c.claims(r, rec)
	if c.Leave != nil {
		c.leaveClaims(r)
	}
	for _, w := range rec.Warnings {
		r.warn(placed(w))
	}
	if rec.MoreWarnings > 0 {
		r.warn(fmt.Sprintf("%d more such warnings are not listed", rec.MoreWarnings))
	}
	r.OtherGame = rec.GameType != sgf.Go || c.Elsewhere != nil && c.Elsewhere(g)
	switch {
	case err != nil:
		return err
	case r.OtherGame:
		line, column := g.Position(g.Root())
		return fmt.Errorf(
			"line %d, column %d: the record is not of a game of Go (GM[%d]) and cannot be checked", line, column, rec.GameType,
		)
	}
	if err := c.Bounds.within(rec); err != nil {
		return err
	}
	return c.count(ctx, g, r)
}

// count replays the main line that was read last, and counts where it ends.
func (c *Checker) count(ctx context.Context, g *sgf.Game, r *Report) error {
	rec := &c.record
	r.Width, r.Height, r.Moves = rec.Width, rec.Height, rec.Moves
	r.Set, r.Rules, r.Terms = cmp.Or(c.Rules, NZ), c.rulesFor(rec), c.Terms
	if err := c.replay(ctx, g, r, handling{policy: c.OnViolation}, nil); err != nil {
		return err
	}
	if c.Leave != nil {
		r.Moves = r.Played
	}
	if r.MoreViolations > 0 {
		r.warn(fmt.Sprintf("only the first %d illegal moves are listed; there are %d more", MaxViolations, r.MoreViolations))
	}
	if c.Rules.designates() && len(c.Dead) == 0 {
		if err := c.designate(ctx, r); err != nil {
			return err
		}
	}
	dead := c.Dead
	if len(dead) == 0 {
		dead = r.designated
	}
	score, err := c.game.Score(dead...)
	if err != nil {
		return fmt.Errorf("%w, after the moves that were played", err)
	}
	if len(c.Dead) > 0 && r.Rules.Dead == gorules.DeadUnstated {
		r.warn("these rules have no dead stones: all stones on the board count")
	}
	r.Score = score
	r.Verdict.Counted = MarginOf(score, r.Komi) + c.buttonOf(r)
	r.Verdict.Agreement, r.Verdict.Off = judge(r.Verdict.Claim, r.Verdict.Counted)
	return nil
}

// rulesFor gives the rules for a record's board.
func (c *Checker) rulesFor(rec *sgf.Record) gorules.Rules {
	rules := c.Rules.For(rec.Width, rec.Height)
	if c.Start == gorules.StartCounts {
		rules.Start = gorules.StartCounts
	}
	return rules
}

// handling says what becomes of illegal moves.
type handling struct {
	policy  gorules.OnViolation
	claimed int // the number of a move that becomes a pass whatever the policy; 0 for none
}

func (h handling) of(s *sgf.Step) gorules.OnViolation {
	if h.claimed > 0 && int(s.Number) == h.claimed {
		return gorules.BecomePass
	}
	return h.policy
}

// An observer is told of every step once it is carried out; of the starting
// position with a nil step. It is told of an illegal move with what was wrong.
type observer func(s *sgf.Step, why *gorules.Illegal)

// stepsBetweenLooks is after how many steps it is seen whether anybody waits.
const stepsBetweenLooks = 64

// replay plays the record in c from an empty board.
func (c *Checker) replay(ctx context.Context, g *sgf.Game, r *Report, how handling, tell observer) error {
	rec := &c.record
	if err := c.game.Reset(r.Rules, rec.Width, rec.Height); err != nil {
		return err
	}
	c.takenAtEnd, c.passesLeftOut, c.button = gorules.Prisoners{}, c.passesLeftOut[:0], gorules.Empty
	first, err := c.open(r)
	if err != nil {
		return err
	}
	if tell != nil {
		tell(nil, nil)
	}
	setUps := 0
	c.opened = first
	end := c.leaveAt(first)
	for i := first; i < end; i++ {
		if i%stepsBetweenLooks == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s := &rec.Steps[i]
		var why *gorules.Illegal
		switch s.Kind {
		case sgf.SetUp:
			if setUps++; setUps > maxSetUps {
				return errSetUps
			}
			if i == len(rec.Steps)-1 {
				c.takenAtEnd = c.takes(s)
			}
			c.setUpLater(r, s)
			c.turnAfterSetUp(r, rec.Steps[i+1:])
		case sgf.ToPlay:
			c.turnLater(r, s)
		default:
			if gorules.Colour(s.Colour) != c.game.Turn() {
				c.resume(r, s)
				if how.claimed != int(s.Number) && c.leavesPassOut(i) {
					c.supplyPass(r, s)
				}
			}
			m := moveOf(s)
			if c.takesButton(g, r, s) && r.Rules.Button != 0 {
				m.Point = gorules.TakeButton
			}
			why = c.game.PlayUnder(how.of(s), m)
			if why != nil {
				r.violate(g, s, why)
				if how.policy == gorules.Stop {
					return nil
				}
			}
			r.Played++
		}
		if tell != nil {
			tell(s, why)
		}
	}
	return c.tryOn(r, end, tell)
}

// moveOf is the move of a step that is one.
func moveOf(s *sgf.Step) gorules.Move {
	m := gorules.Move{Colour: gorules.Colour(s.Colour)}
	switch s.Kind {
	case sgf.Play:
		m.Point = gorules.At(int(s.X), int(s.Y))
	case sgf.Button:
		m.Point = gorules.TakeButton
	case sgf.Unreadable:
		m.Point = gorules.NoPoint
	}
	return m
}

// violate notes an illegal move.
func (r *Report) violate(g *sgf.Game, s *sgf.Step, why *gorules.Illegal) {
	if len(r.Violations) >= MaxViolations {
		r.MoreViolations++
		return
	}
	v := Violation{
		Number: int(s.Number), Colour: why.Colour, Point: why.Point.String(), Kind: why.Kind,
		Repeats: why.Repeats, AfterEnd: why.End != gorules.NotEnded,
	}
	if s.Kind == sgf.Unreadable {
		v.Point = written(g, s)
	}
	r.Violations = append(r.Violations, v)
}

// longestPoint is how much of a value is shown that names no point, in characters.
const longestPoint = 20

// written is what stands in the record where a point should.
func written(g *sgf.Game, s *sgf.Step) string {
	name := "B"
	if s.Colour == sgf.White {
		name = "W"
	}
	p, ok := g.Property(s.Node, name)
	if !ok || p.Len() == 0 {
		return gorules.NoPoint.String()
	}
	return Shortened(p.SimpleText(0), longestPoint)
}

// takes counts the stones of each colour that a step takes off, if that is all it does.
func (c *Checker) takes(s *sgf.Step) (p gorules.Prisoners) {
	for _, stone := range c.record.SetUp(*s) {
		if stone.Colour != sgf.Empty {
			return gorules.Prisoners{}
		}
		switch c.game.Board().At(gorules.At(int(stone.X), int(stone.Y))) {
		case gorules.Black:
			p.Black++
		case gorules.White:
			p.White++
		}
	}
	return p
}

// setUpLater applies set-up after the first move.
func (c *Checker) setUpLater(r *Report, s *sgf.Step) {
	r.SetUpStones += c.setUp(s)
	r.remark(c.game.Moves(), "stones are set up: that position does not follow a move, so it may be repeated")
}

// turnLater applies PL after the first move.
func (c *Checker) turnLater(r *Report, s *sgf.Step) {
	if turn := gorules.Colour(s.Colour); turn != c.game.Turn() {
		c.game.SetTurn(turn)
		r.remark(c.game.Moves(), "the record says that "+turn.Name()+" moves next (PL)")
	}
}

// mostRemarks is how many remarks about changes between moves a report has.
const mostRemarks = 20

// remark warns of a change that is no move.
func (r *Report) remark(after int, text string) {
	if r.remarks++; r.remarks <= mostRemarks {
		r.warn(fmt.Sprintf("after move %d %s", after, text))
	} else if r.remarks == mostRemarks+1 {
		r.warn("further changes between moves are not listed")
	}
}

// resume lets the next player to move continue after both players have passed. Once they
// disagree about dead stones and play on, it is for them to agree who moves: no
// player is out of turn.
func (c *Checker) resume(r *Report, s *sgf.Step) {
	next := gorules.Colour(s.Colour)
	if next == c.game.Turn() || c.game.Passes() < 2 || c.game.Resume(next) != nil {
		return
	}
	r.warn(fmt.Sprintf(
		"both players passed, and %s moves next at move %d: this was read as resuming the game by agreement", next.Name(),
		s.Number,
	))
}

// setUp puts the stones of a step on the board, and says how many there are.
func (c *Checker) setUp(s *sgf.Step) (stones int) {
	all := c.record.SetUp(*s)
	for len(all) > 0 {
		colour := all[0].Colour
		c.points = c.points[:0]
		for len(all) > 0 && all[0].Colour == colour {
			c.points = append(c.points, gorules.At(int(all[0].X), int(all[0].Y)))
			all = all[1:]
		}
		if colour != sgf.Empty {
			stones += len(c.points)
		}
		// The reader leaves out points off the board, so that nothing is refused.
		_ = c.game.SetUp(gorules.Colour(colour), c.points...)
	}
	return stones
}
