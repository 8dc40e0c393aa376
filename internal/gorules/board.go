package gorules

// Board is a position: which points have stones of which colour. It is not safe
// for use by several goroutines at once, not even for reading.
type Board struct {
	width, height int
	colour        [points]Colour
}

// NewBoard gives an empty board. Sides are from 1 to MaxSize.
func NewBoard(width, height int) (*Board, error) { return nil, nil }

// ParseBoard reads a diagram: a line per row with . for an empty point, X for
// black and O for white. Spaces, tabs and empty lines are left out. All rows
// have the same length.
func ParseBoard(diagram string) (*Board, error) { return nil, nil }

// Width is the number of columns.
func (b *Board) Width() int { return b.width }

// Height is the number of rows.
func (b *Board) Height() int { return b.height }

// Has tells whether the point is on this board.
func (b *Board) Has(p Point) bool { return false }

// At gives the colour of the stone on the point; Empty off the board too.
func (b *Board) At(p Point) Colour { return b.colour[p&pointMask] }

// Put sets the colour of a point, Empty to take a stone off. Nothing is captured.
// The point must be on the board.
func (b *Board) Put(p Point, c Colour) {}

// Points lists all points of the board, row by row from the top left.
func (b *Board) Points() []Point { return nil }

// Stones counts the stones of the colour.
func (b *Board) Stones(c Colour) int { return 0 }

// Chain lists the stones connected to the one at p, itself first; none if p is
// empty.
func (b *Board) Chain(p Point) []Point { return nil }

// Liberties lists the liberties of the stone at p.
func (b *Board) Liberties(p Point) []Point { return nil }

// Equal tells whether both boards have the same size and the same stones.
func (b *Board) Equal(other *Board) bool { return false }

// Clone gives a copy.
func (b *Board) Clone() *Board { return nil }

// String writes the diagram that ParseBoard reads, a line per row.
func (b *Board) String() string { return "" }

// Diagram draws the board for people: letters and numbers along the sides, the
// stone at mark, if any, in brackets.
func (b *Board) Diagram(mark Point) string { return "" }
