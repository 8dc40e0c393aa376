package sgf

import "io"

// A Builder makes a new game, node by node. Its zero value is not ready: use
// [NewBuilder].
type Builder struct{}

// NewBuilder starts a game of Go on a board of the given size, 1 to [MaxSize].
func NewBuilder(width, height int) *Builder { return &Builder{} }

// Set gives the root a text about the game; "" is left out.
func (b *Builder) Set(f Field, text string) {}

// SetKomi gives the root KM.
func (b *Builder) SetKomi(k Komi) {}

// SetHandicap gives the root HA.
func (b *Builder) SetHandicap(stones int) {}

// Place adds set-up stones to the root.
func (b *Builder) Place(stones []Stone) {}

// SetToPlay gives the root PL.
func (b *Builder) SetToPlay(c Colour) {}

// Play adds a node with a play; x and y count from 0 at the top left.
func (b *Builder) Play(c Colour, x, y int) {}

// Pass adds a node with a pass.
func (b *Builder) Pass(c Colour) {}

// Comment gives the last node a comment.
func (b *Builder) Comment(text string) {}

// Property gives the last node a property with values that are not yet
// escaped.
func (b *Builder) Property(name string, values ...string) {}

// Game is the game built so far.
func (b *Builder) Game() *Game { return &Game{} }

// Write writes games as one collection in UTF-8.
func Write(w io.Writer, games ...*Game) error { return nil }
