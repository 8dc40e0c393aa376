package record

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/games/table"
	"nzgs/internal/gorules"
	gorecord "nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
)

// Options say how records are checked.
type Options struct {
	// ItsYourTurn has Hex begin by It's Your Turn's rule: not in the centre row, and nobody exchanges sides.
	ItsYourTurn bool
	OnViolation gorules.OnViolation
	// Moves is how many moves a main line may have; 0 for any number.
	Moves int
	// Through is a node that the line leads through which is played; the root, or one that is not of the game, for the
	// main line.
	Through sgf.Node
}

// movesBetweenLooks is after how many nodes it is seen whether anybody waits.
const movesBetweenLooks = 64

// Check plays a line of a game, the main line where the options name no other, through its rules. An error means that
// it could not be played: it is of another game, its board cannot be read, it has more moves than the options allow, or the context has ended. What could be read is
// in the report.
func Check(ctx context.Context, g *sgf.Game, o Options) (*Report, error) {
	c, err := start(g, o)
	if err == nil {
		err = c.play(ctx)
	}
	if err != nil {
		return c.Report, err
	}
	r := c.Report
	r.Winner, r.Decisive = c.table.Winner(), c.table.Decisive()
	r.agree()
	c.remark()
	return r, nil
}

// start reads a record's first node and makes the board.
func start(g *sgf.Game, o Options) (*checking, error) {
	which, ok := Of(g)
	c := &checking{
		Report: &Report{Game: which}, game: g, options: o, leave: -1, next: sgf.NoNode,
		table: table.Of(which, table.Options{ItsYourTurn: o.ItsYourTurn}),
	}
	c.through = c.way(o.Through)
	if !ok {
		return c, errors.New("the record is not of Hex, Amazons or Tanbo")
	}
	c.read(g)
	return c, c.begin()
}

// play plays the line, or as much of it as is asked for.
func (c *checking) play(ctx context.Context) error {
	i := -1
	for n := range c.line() {
		if i++; c.left {
			return nil
		}
		if i%movesBetweenLooks == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := c.node(n); err != nil {
			return err
		}
	}
	return nil
}

// read reads what the record says of the game.
func (r *Report) read(g *sgf.Game) {
	for name, to := range map[string]*string{"PB": &r.Black, "PW": &r.White, "RU": &r.RulesNamed} {
		if p, ok := g.Property(g.Root(), name); ok {
			*to = p.SimpleText(0)
		}
	}
	r.Claimed = claimed(g)
	if r.Claimed != "" {
		r.Claim = sgf.ParseResult(r.Claimed)
	}
	switch n := g.Variations(); {
	case n == 1:
		r.warn("The record has one other line; what is found is of its main line, the first.")
	case n > 1:
		r.warn(fmt.Sprintf("The record has %d other lines; what is found is of its main line, the first.", n))
	}
}

// checking is the check of one record.
type checking struct {
	*Report
	game     *sgf.Game
	options  Options
	table    table.Table
	ended    bool         // play has ended: before an illegal move, or by a word in place of a move
	afterEnd bool         // a move after the end was noted
	setUps   int          // nodes after the first that set up
	named    int          // points named by set-ups
	off      int          // values of set-ups that name points off the board, or none
	offAt    sgf.Node     // where the first of them is
	wonBy    games.Colour // who had won when it was last looked at
	// leave is after how many moves play is left, -1 for never, and left that it was.
	leave int
	left  bool
	// The last move, as written, and who made it.
	last  string
	mover games.Colour
	// How the record writes its moves, and who has said that they resign.
	reading  Reading
	resigned games.Colour
	// What the line leads through. Nodes are those of the last move and after it, up to where play was left; next is the
	// node after them, NoNode where there is none.
	through, nodes []sgf.Node
	next           sgf.Node
}

// begin makes the board.
func (c *checking) begin() error {
	size, err := c.size()
	if err != nil {
		return err
	}
	c.Size, err = c.table.Begin(size, c.setsUp(c.game.Root()))
	if err != nil {
		return c.at(c.game.Root(), err)
	}
	if c.reading = ReadingOf(c.game, c.Game, c.Size); c.reading.littleGolem {
		c.warn("Little Golem writes the moves of the first player, who is PB, as W’s: they were read as Black’s.")
	}
	if p, ok := c.first(); ok {
		c.table.SetTurn(p)
	}
	return nil
}

// size reads SZ; 0 if there is none.
func (c *checking) size() (int, error) {
	p, ok := c.game.Property(c.game.Root(), "SZ")
	if !ok || strings.TrimSpace(p.SimpleText(0)) == "" {
		return 0, nil
	}
	text := strings.TrimSpace(p.SimpleText(0))
	var width, height int
	if n, err := fmt.Sscanf(text, "%d:%d", &width, &height); err != nil || n != 2 {
		height = -1
		if _, err := fmt.Sscanf(text+" ", "%d ", &width); err == nil && fmt.Sprint(width) == text {
			height = width
		}
	}
	if width < 1 || width != height {
		return 0, c.at(c.game.Root(), fmt.Errorf("the size “%s” (SZ) is no board of %s, which has as many rows as columns",
			gorecord.Shortened(text, longestText), c.Game.Name()))
	}
	return width, nil
}

// longestText is how much of a text is shown within a sentence, in characters.
const longestText = 20

// first says who begins, where the record says so before its first move or by it.
func (c *checking) first() (games.Colour, bool) {
	for n := range c.line() {
		for p := range c.game.Properties(n) {
			switch {
			case p.Is("PL"):
				return player(p.SimpleText(0))
			default:
				mover, ok := c.reading.Mover(p)
				if mover == games.White {
					c.warn("White begins in this record, and it does not say so (PL): it was read as meant.")
				}
				if ok {
					return mover, true
				}
			}
		}
	}
	return games.Empty, false
}

// player reads a value of PL.
func player(text string) (games.Colour, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	switch {
	case strings.HasPrefix(text, "b"):
		return games.Black, true
	case strings.HasPrefix(text, "w"):
		return games.White, true
	}
	return games.Empty, false
}

// setUps are the properties that set up, with what they put.
var setUps = []struct {
	name string
	puts games.Colour
}{{"AB", games.Black}, {"AW", games.White}, {"AE", games.Empty}, {"AA", games.Arrow}}

func (c *checking) setsUp(n sgf.Node) bool {
	for _, s := range setUps {
		if _, ok := c.game.Property(n, s.name); ok {
			return true
		}
	}
	return false
}

// A record may set up so many points in all, and at so many places between moves: far more than any needs. What is
// worked out again at each place is the whole board, so that on large boards there are fewer.
const (
	mostPointsSetUp = 1 << 16
	mostSetUps      = 2000
	mostSetUpWork   = 1 << 20 // points of the board, at each place
)

var errSetUps = errors.New("the record sets up more points than any game needs")

// setUp carries out the set-up of a node.
func (c *checking) setUp(n sgf.Node) error {
	if c.ended || !c.setsUp(n) {
		return nil
	}
	if c.setUps++; c.setUps > mostSetUps || c.setUps*c.Size*c.Size > mostSetUpWork {
		return errSetUps
	}
	for _, s := range setUps {
		p, ok := c.game.Property(n, s.name)
		if !ok || s.puts == games.Arrow && c.Game != games.Amazons {
			continue
		}
		var all []games.Point
		for i := range p.Len() {
			points, ok := c.table.Area(c.reading.Move(strings.TrimSpace(p.SimpleText(i))))
			if c.named += len(points); c.named > mostPointsSetUp {
				return errSetUps
			}
			on := slices.DeleteFunc(points, func(p games.Point) bool { return !p.On(c.Size) })
			if !ok || len(on) < len(points) {
				if c.off++; c.off == 1 {
					c.offAt = n
				}
			}
			all = append(all, on...)
		}
		if err := c.table.SetUp(s.puts, all...); err != nil {
			return err
		}
		if s.puts != games.Empty {
			c.SetUp += len(all)
		}
	}
	return nil
}

// node carries out a node: its set-up, whose turn it is, and its moves.
func (c *checking) node(n sgf.Node) error {
	if err := c.setUp(n); err != nil {
		return c.at(n, err)
	}
	c.decide(0)
	if p, ok := c.game.Property(n, "PL"); ok && !c.ended && n != c.game.Root() {
		if player, ok := player(p.SimpleText(0)); ok {
			c.table.SetTurn(player)
		}
	}
	before := c.Moves
	for p := range c.game.Properties(n) {
		colour, ok := c.reading.Mover(p)
		if !ok {
			continue
		}
		for i := range p.Len() {
			if err := c.move(colour, p.SimpleText(i)); err != nil {
				return err
			}
		}
	}
	c.reach(n, before)
	return nil
}

// move plays a move.
func (c *checking) move(colour games.Colour, written string) error {
	if c.left = c.Moves == c.leave; c.left {
		return nil
	}
	if c.Moves++; c.options.Moves > 0 && c.Moves > c.options.Moves {
		return fmt.Errorf("the record has more than %d moves, and no more can be checked here", c.options.Moves)
	}
	written = strings.TrimSpace(written)
	move := c.reading.Move(written)
	c.last, c.mover = move, colour
	if c.ended {
		return nil
	}
	switch strings.ToLower(written) {
	case "resign", "forfeit":
		c.ended, c.resigned = true, colour
		c.warn(fmt.Sprintf("%s says “%s” at move %d: play ends there.", colour.Name(), strings.ToLower(written), c.Moves))
		return nil
	}
	why := c.table.Play(colour, move)
	if hex, ok := c.table.(interface{ Begun() }); ok && why != nil && why.Kind != games.OutOfTurn {
		hex.Begun() // if the game goes on, then with the move left out
	}
	if w := c.table.Winner(); why != nil && why.Kind != games.AfterEnd && w != games.Empty {
		why.Kind, why.Why = games.AfterEnd, w.Name()+" had won already" // what is no move comes too late too
	}
	if why != nil {
		c.violate(why, written)
		switch {
		case c.options.OnViolation == gorules.Stop && why.Kind != games.AfterEnd:
			c.ended = true
			return nil
		case why.Kind == games.AfterEnd:
			return nil
		case why.Kind == games.OutOfTurn && c.options.OnViolation == gorules.Stand:
			c.table.SetTurn(colour)
			if again := c.table.Play(colour, move); again != nil {
				c.table.SetTurn(colour.Opponent())
			}
		default:
			c.table.SetTurn(colour.Opponent())
		}
	}
	c.Played++
	c.decide(c.Moves)
	return nil
}

// decide notes which move has decided the game, 0 for what was set up. A later set-up can undo it.
func (c *checking) decide(by int) {
	if w := c.table.Winner(); w != c.wonBy {
		c.wonBy, c.Decided = w, by
	}
	if c.wonBy == games.Empty {
		c.Decided = 0
	}
}

// violate notes an illegal move. Of those after the end only the first is noted.
func (c *checking) violate(why *games.Illegal, written string) {
	if why.Kind == games.AfterEnd {
		if c.afterEnd {
			return
		}
		c.afterEnd = true
	}
	if len(c.Violations) >= MaxViolations {
		c.MoreViolations++
		return
	}
	c.Violations = append(c.Violations, Violation{
		Number: c.Moves, Colour: why.Colour, Point: gorecord.Shortened(written, longestText), Kind: why.Kind, Why: why.Why,
	})
}

// remark says at the end what was unusual.
func (c *checking) remark() {
	if c.off > 0 {
		line, column := c.game.Position(c.offAt)
		text := fmt.Sprintf("line %d, column %d: what is set up here is not on the board and was left out", line, column)
		switch c.off {
		case 1:
		case 2:
			text += "; so was one more value"
		default:
			text += fmt.Sprintf("; so were %d more values", c.off-1)
		}
		c.warn(text + ".")
	}
	if c.MoreViolations > 0 {
		c.warn(fmt.Sprintf("only the first %d illegal moves are listed; there are %d more", MaxViolations, c.MoreViolations))
	}
	if c.Winner == games.Empty && c.Claim.Winner == sgf.Draw {
		c.warn("No game of " + c.Game.Name() + " is drawn by its rules; the record ends before it is decided.")
	}
	if c.resigned != games.Empty && c.Winner == games.Empty && string(c.Claim.Winner) == c.resigned.String() {
		c.warn(fmt.Sprintf("%s resigns in the record, and its result says that %[1]s has won.", c.resigned.Name()))
	}
	if c.Agreement == Refuted && (c.Claim.By == sgf.ByResignation || c.Claim.By == sgf.ByTime || c.Claim.By == sgf.ByForfeit) {
		c.warn(fmt.Sprintf("%s had won by the rules before that: what came later changes nothing.", c.Winner.Name()))
	}
}
