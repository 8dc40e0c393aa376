package gorules

// Game is a game being played or replayed: the position, the history that the
// repetition rule needs, and who is to move. It is not safe for use by several
// goroutines at once. The zero Game is ready for Reset.
type Game struct {
	rules Rules
	board Board
}

// NewGame gives a game on an empty board, Black to move.
func NewGame(r Rules, width, height int) (*Game, error) { return &Game{}, nil }

// Reset begins a new game in the same memory.
func (g *Game) Reset(r Rules, width, height int) error { return nil }

// CopyFrom makes g a copy of src, independent of it, in g's memory.
func (g *Game) CopyFrom(src *Game) {}

// Clone gives a copy in memory of its own.
func (g *Game) Clone() *Game { return nil }

// Rules gives the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Board gives the position. It changes with the game and may not be changed.
func (g *Game) Board() *Board { return &g.board }

// Turn says who is to move.
func (g *Game) Turn() Colour { return Empty }

// SetHandicap says that the game has a handicap of n, 0 for an even game. It
// decides komi. Where n is at least 2 and nothing is set up, Black's moves may be
// written in a row: White's pass is then put between them, without a number. Call it before the first move.
func (g *Game) SetHandicap(n int) error { return nil }

// Handicap gives what SetHandicap was told.
func (g *Game) Handicap() int { return 0 }

// SetUp puts stones of a colour on the points, whatever is there; Empty takes
// stones off. It is nobody's move and captures nothing: stones that have no
// liberties are removed by the next play. The board is unchanged if a point is
// off the board.
func (g *Game) SetUp(c Colour, at ...Point) error { return nil }

// SetTurn says who moves next.
func (g *Game) SetTurn(c Colour) {}

// Moves counts the moves so far, plays and passes, without implied passes.
func (g *Game) Moves() int { return 0 }

// Move gives move n, from 1 to Moves.
func (g *Game) Move(n int) Move { return Move{} }

// Check says why a move is not allowed now, nil if it is. The game stays as it is.
func (g *Game) Check(m Move) *Illegal { return nil }

// Play makes a move if it is legal; if not, it says why and the game stays as
// it is.
func (g *Game) Play(m Move) *Illegal { return nil }

// PlayStanding makes a move that nobody claims: see Stand. It says what was
// wrong with it, nil if nothing.
func (g *Game) PlayStanding(m Move) *Illegal { return nil }

// PlayOrPass makes a move if it is legal, and else a pass of the same player: see BecomePass.
// It says what was wrong with it, nil if nothing.
func (g *Game) PlayOrPass(m Move) *Illegal { return nil }

// PlayUnder makes a move under a policy.
func (g *Game) PlayUnder(policy OnViolation, m Move) *Illegal { return nil }

// PlayAssumeLegal makes a move that the caller knows to be legal. The point of
// a play must be empty and on the board.
func (g *Game) PlayAssumeLegal(m Move) {}

// Claim is the opponent pointing out, before moving, that the last move was
// illegal but stood: its stone comes off, and it becomes a pass. It is an error if the
// last move was legal.
func (g *Game) Claim() error { return nil }

// Rewind goes back to the position after move n; 0 is the start.
func (g *Game) Rewind(n int) error { return nil }

// BoardAfter writes the position after move n to into, which gets its size; the game stays as it is.
func (g *Game) BoardAfter(n int, into *Board) error { return nil }

// Removed lists the stones that move n took off the board.
func (g *Game) Removed(n int) []Point { return nil }

// Prisoners are the stones of each colour that came off the board.
type Prisoners struct{ Black, White int }

// Prisoners gives the stones of each colour that were removed so far, by
// capture or suicide.
func (g *Game) Prisoners() Prisoners { return Prisoners{} }

// Passes gives the number of moves in a row, up to the last, that were passes.
func (g *Game) Passes() int { return 0 }

// Button says who has taken the button, Empty if nobody.
func (g *Game) Button() Colour { return Empty }

// End says how a game came to its end.
type End uint8

// The ends of a game.
const (
	// NotEnded: play goes on.
	NotEnded End = iota
	// EndedByPasses: two passes in a row.
	EndedByPasses
	// EndedByLimit: the limit of moves is reached.
	EndedByLimit
	// EndedByAgreement: both players agreed that it is finished.
	EndedByAgreement
	// EndedByConfirmation: both players confirmed the result. Nothing can change it.
	EndedByConfirmation
)

// End says whether and how the game has ended.
func (g *Game) End() End { return NotEnded }

// Agree ends the game by both players' agreement.
func (g *Game) Agree() error { return nil }

// Resume goes on with a game that has stopped, or in which the players dispute
// which stones are dead: first moves next.
func (g *Game) Resume(first Colour) error { return nil }

// Confirm is both players confirming the result. Nothing can change it any more.
func (g *Game) Confirm() {}

// Komi gives the komi that the rules state for the game's handicap.
func (g *Game) Komi() HalfPoints { return 0 }
