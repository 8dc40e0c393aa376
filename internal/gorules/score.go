package gorules

// Score is what a position is worth to each side, before komi and button.
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

// Outcome adds komi to White's side, and whatever the button is worth to the
// player who took it.
func (s Score) Outcome(komi HalfPoints) Outcome { return Outcome{} }

// Score counts the position by the game's rules, after taking off the chains
// that the dead points belong to. Each dead point must have a stone; several may be of the
// same chain.
func (g *Game) Score(dead ...Point) (Score, error) { return Score{}, nil }

// Outcome gives the winner with that score and komi, and the button counted.
func (g *Game) Outcome(s Score, komi HalfPoints) Outcome { return Outcome{} }

// Count counts a position by the rules, as Game.Score does.
func (r Rules) Count(b *Board, p Prisoners, dead ...Point) (Score, error) { return Score{}, nil }

// Owner says whose territory a point is.
type Owner uint8

// The owners of a point.
const (
	Nobodys Owner = iota
	Blacks
	Whites
	Both
)

// Territory says of every point whose it is. Where the rules count area, a
// point with a stone is its colour's; where they count territory, it is
// nobody's.
type Territory struct {
	owner [points]Owner
}

// At gives the owner of a point.
func (t *Territory) At(p Point) Owner { return t.owner[p&pointMask] }

// Territory maps a position, as Count counts it.
func (r Rules) Territory(b *Board, dead ...Point) (*Territory, error) { return nil, nil }
