package gorules

import (
	"errors"
	"fmt"
	"math"
)

// Game is a game being played or replayed: the position, the history that the
// repetition rule needs, and who is to move. It is not safe for use by several
// goroutines at once. The zero Game is ready for Reset.
type Game struct {
	rules    Rules
	board    Board
	turn     Colour
	handicap int
	// handicapOver says that no pass is implied any more; only set once asked.
	handicapOver bool
	lost         [3]int // stones removed, by colour
	button       Colour
	ended        End
	wary         bool // stones were set up since the last play, or a chain has no liberties
	// limit is how many entries, less those that are no written move, end the game.
	limit int
	history
}

// Reset begins a new game in the same memory. After an error the game is as it
// was.
func (g *Game) Reset(r Rules, width, height int) error {
	if err := g.board.reset(width, height); err != nil {
		return err
	}
	g.rules = r
	g.turn, g.button, g.ended = Black, Empty, NotEnded
	g.handicap, g.wary = 0, false
	g.lost = [3]int{}
	g.limit = math.MaxInt
	if r.MoveLimit > 0 {
		g.limit = r.MoveLimit + 1
	}
	g.history.reset()
	return nil
}

// Board gives the position. It changes with the game and may not be changed.
func (g *Game) Board() *Board { return &g.board }

// Turn says who moves next.
func (g *Game) Turn() Colour { return g.turn }

var errConfirmed = errors.New("both players have confirmed the result: it cannot be changed")

// SetHandicap says that the game has a handicap of n, 0 for an even game and 1
// for Black's first move without komi. It decides komi. It also allows Black's
// handicap stones to be written as moves in a row: until Black has n stones, set up or played,
// and if White has played none, White's passes between them are implied.
// They take no number. It is an error after the first move, and for an n below 0
// or above the number of points.
func (g *Game) SetHandicap(n int) error {
	if g.written() > 0 {
		return errors.New("a handicap can only be given before the first move")
	}
	if n < 0 || n > g.board.width*g.board.height {
		return fmt.Errorf("a handicap must be from 0 to the %d points of the board, not %d", g.board.width*g.board.height, n)
	}
	g.handicap, g.handicapOver = n, false
	return nil
}

// impliesPass tells whether a move is one of Black's handicap stones written
// without White's pass before it.
func (g *Game) impliesPass(m Move) bool {
	if g.handicap < 2 || g.handicapOver || m.Colour != Black || g.turn != White || m.Point == Pass ||
		m.Point == TakeButton {
		return false
	}
	stones := 0
	if at := g.setUpOf(0); at >= 0 {
		stones = g.setUps[at].position.count(Black)
	}
	played := 0
	for _, e := range g.log[1:] {
		switch {
		case e.what.is(play) && e.colour == Black:
			played++
		case e.what.is(pass) && e.colour == White:
		default:
			g.handicapOver = true
		}
	}
	g.handicapOver = g.handicapOver || stones+played >= g.handicap
	return played > 0 && !g.handicapOver
}

// SetUp puts stones of a colour on the points, whatever is there; Empty takes
// stones off. It is no one's move: it captures nothing, stones without liberties
// stay until the next play removes them, and it does not change whose turn it
// is. If a point is off the board, or the game's result is confirmed, that is an
// error and nothing is changed.
func (g *Game) SetUp(c Colour, at ...Point) error {
	if g.ended == EndedByConfirmation {
		return errConfirmed
	}
	if c > White {
		return fmt.Errorf("there is no colour %d to set up", c)
	}
	changes := false
	for _, p := range at {
		if !g.board.Has(p) {
			return fmt.Errorf("there is no point %s on a board of %d×%d", p, g.board.width, g.board.height)
		}
		changes = changes || g.board.colour[p] != c
	}
	if !changes {
		return nil
	}
	if !g.last().what.is(setting) {
		g.add(0, g.turn, setting)
	}
	now := len(g.log) - 1
	g.forget(now)
	if now > 0 {
		g.most, g.lastLoss = max(g.most, g.board.total), now
	}
	for _, p := range at {
		g.board.Put(p, c)
	}
	set := setUp{at: now, position: g.board.position()}
	if last := len(g.setUps) - 1; last >= 0 && g.setUps[last].at == now {
		g.setUps[last] = set
	} else {
		g.setUps = append(g.setUps, set)
	}
	g.last().hash = set.position.hash()
	g.wary = true
	return nil
}

// SetTurn says who moves next, Black or White, whoever moved last.
func (g *Game) SetTurn(c Colour) {
	if g.ended == EndedByConfirmation || c != Black && c != White || c == g.turn {
		return
	}
	if last := g.last(); last.what.isMove() {
		g.add(0, c, turning)
	} else {
		last.colour = c
	}
	g.turn = c
}

// PassUnwritten has the player to move pass, where a record leaves that out. The pass is a
// move of the history and takes no number. It is no use after the end of the game.
func (g *Game) PassUnwritten() {
	if g.End() != NotEnded {
		return
	}
	c := g.turn
	g.add(uint16(Pass), c, pass|implied)
	g.turn = c.Opponent()
}

// Moves counts the moves so far, plays and passes, without implied passes.
func (g *Game) Moves() int { return g.written() }

// Move gives move n, from 1 to Moves, as it was accepted: an illegal move that
// became a pass is a pass.
func (g *Game) Move(n int) Move {
	if n < 1 || n > g.written() {
		return Move{}
	}
	e := g.log[g.entryOf(n)]
	return Move{e.colour, Point(e.point)}
}

// BoardAfter writes the position after move n to into, whatever its size was;
// 0 is the position before the first move. The game stays as it is.
func (g *Game) BoardAfter(n int, into *Board) error {
	i, err := g.entryAt(n)
	if err != nil {
		return err
	}
	if err := into.reset(g.board.width, g.board.height); err != nil {
		return err
	}
	var p position
	g.positionAfter(i, &p)
	into.load(&p)
	return nil
}

// entryAt gives the entry of move n, or the last before move 1 if n is 0.
func (g *Game) entryAt(n int) (int, error) {
	if n < 0 || n > g.written() {
		return 0, fmt.Errorf("there is no move %d; the game has %d moves", n, g.written())
	}
	if n == 0 {
		return g.startEnd(), nil
	}
	return g.entryOf(n), nil
}

// Prisoners are stones that came off the board, by their own colour.
type Prisoners struct{ Black, White int }

// Prisoners gives the stones of each colour that were removed so far, by
// capture or suicide.
func (g *Game) Prisoners() Prisoners { return Prisoners{g.lost[Black], g.lost[White]} }

// Button says who has taken the button, Empty if no one.
func (g *Game) Button() Colour { return g.button }

// Passes gives the number of passes in a row up to now, each by the opponent of
// the one before.
func (g *Game) Passes() int {
	n := 0
	for i := len(g.log) - 1; i > 0 && g.log[i].what.is(pass); i-- {
		if n > 0 && g.log[i].colour == g.log[i+1].colour {
			break
		}
		n++
	}
	return n
}
