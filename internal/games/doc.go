// Package games holds what Hex, Amazons and Tanbo have in common: colours, points and what is wrong with a move. Each
// game is a package of its own below; Go is gorules. None of them knows records, files or people.
//
// The rules are those of It's Your Turn's page on its games; where that text is silent, the game's package says what
// was chosen and why.
package games

// Colour is the colour of a piece or a player, or Empty.
type Colour uint8

// The colours. An arrow of Amazons is no piece of anybody's.
const (
	Empty Colour = iota
	Black
	White
	Arrow
)

// Opponent gives White for Black and Black for White. Of the others it makes no sense.
func (c Colour) Opponent() Colour { return 3 - c }

// String gives "B", "W" or "".
func (c Colour) String() string {
	switch c {
	case Black:
		return "B"
	case White:
		return "W"
	}
	return ""
}

// Name gives "Black", "White" or "".
func (c Colour) Name() string {
	switch c {
	case Black:
		return "Black"
	case White:
		return "White"
	}
	return ""
}

// Point is a square, a cell or an intersection: its column from 0 at the left and its row from 0 at the top. It may be
// off the board.
type Point struct{ X, Y int }

// On tells whether the point is on a square board of that size.
func (p Point) On(size int) bool { return uint(p.X) < uint(size) && uint(p.Y) < uint(size) }

// String writes the point as records of Go and Amazons do, column then row: "aa" is the top left. A point that no
// letter names is "?".
func (p Point) String() string {
	if !p.On(2 * len(alphabet)) {
		return "?"
	}
	return string([]byte{letter(p.X), letter(p.Y)})
}

const alphabet = "abcdefghijklmnopqrstuvwxyz"

func letter(n int) byte {
	if n < len(alphabet) {
		return alphabet[n]
	}
	return alphabet[n-len(alphabet)] - 'a' + 'A'
}

// Which game one is.
type Which string

// The games.
const (
	Go      Which = "go"
	Amazons Which = "amazons"
	Hex     Which = "hex"
	Tanbo   Which = "tanbo"
)

// Name is the game's name as people write it; "" of none.
func (w Which) Name() string {
	switch w {
	case Go:
		return "Go"
	case Amazons:
		return "Amazons"
	case Hex:
		return "Hex"
	case Tanbo:
		return "Tanbo"
	}
	return ""
}
