package gorules

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxSize is the longest side of a board. It is what the letters a–z and A–Z
// of a game record can name.
const MaxSize = 52

// Colour is the colour of a stone or a player, or Empty.
type Colour uint8

// The colours.
const (
	Empty Colour = iota
	Black
	White
)

// Opponent gives White for Black and Black for White. Of Empty it makes no sense.
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

// Point is an intersection, or one of the constants below. The number of a
// point does not depend on the size of the board; a point may be off the board.
// Use At to make one.
type Point int16

// What a player may do instead of playing a stone, and what is no point at all.
const (
	// Pass is the move of saying 'pass'.
	Pass Point = iota
	// TakeButton is the move of taking the button, where the rules have one.
	TakeButton
	// NoPoint is on no board.
	NoPoint
)

// stride is the distance of two points below each other. A row of a board with
// its border fits in it whatever the board's size, and in one line of cache.
const (
	stride    = 64
	pointBits = 12
	points    = 1 << pointBits
	pointMask = points - 1
)

// At gives the point in column x and row y, both counted from 0 at the top
// left as in game records. It is NoPoint if x or y is not in 0 to MaxSize-1.
func At(x, y int) Point {
	if uint(x) >= MaxSize || uint(y) >= MaxSize {
		return NoPoint
	}
	return Point((y+1)*stride + x + 1)
}

// X gives the column, from 0 at the left.
func (p Point) X() int { return int(p)%stride - 1 }

// Y gives the row, from 0 at the top.
func (p Point) Y() int { return int(p)/stride - 1 }

// IsPoint tells intersections from Pass, TakeButton and NoPoint.
func (p Point) IsPoint() bool { return p > NoPoint }

// String writes a point as game records do, column then row: "aa" is the top
// left. A pass is "", the button "button", NoPoint "?".
func (p Point) String() string {
	switch p {
	case Pass:
		return ""
	case TakeButton:
		return "button"
	case NoPoint:
		return "?"
	}
	return string([]byte{letter(p.X()), letter(p.Y())})
}

func letter(n int) byte {
	if n < 26 {
		return 'a' + byte(n)
	}
	return 'A' + byte(n-26)
}

// ParsePoint reads what Point.String writes of an intersection, and "" as Pass.
func ParsePoint(s string) (Point, error) {
	if s == "" {
		return Pass, nil
	}
	if len(s) == 2 {
		x, okX := number(s[0])
		y, okY := number(s[1])
		if okX && okY {
			return At(x, y), nil
		}
	}
	return NoPoint, fmt.Errorf("a point is two letters such as \"dp\", column then row: %q is not", s)
}

func number(letter byte) (int, bool) {
	switch {
	case 'a' <= letter && letter <= 'z':
		return int(letter - 'a'), true
	case 'A' <= letter && letter <= 'Z':
		return int(letter-'A') + 26, true
	}
	return 0, false
}

// Label gives a point as it is said at a board of that height: a letter from
// the left, leaving out I, and a number from the bottom: "Q16". Columns after
// the 25th have two letters. A pass is "pass".
func (p Point) Label(height int) string {
	switch p {
	case Pass:
		return "pass"
	case TakeButton:
		return "button"
	case NoPoint:
		return "?"
	}
	return fmt.Sprintf("%s%d", ColumnLabel(p.X()), height-p.Y())
}

// ColumnLabel gives the letters of column x, from 0: A to H, J to Z, AA, AB, …
func ColumnLabel(x int) string {
	const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
	if x < len(letters) {
		return letters[x : x+1]
	}
	return letters[x/len(letters)-1:x/len(letters)] + letters[x%len(letters):x%len(letters)+1]
}

// ReadPoint reads a point as it is said at a board of that height, "D4", or as
// game records write it, "dp". Whether it is on a board is for the board to say:
// only the row of "D4" is checked.
func ReadPoint(s string, height int) (Point, bool) {
	s = strings.TrimSpace(s)
	if len(s) == 2 && s[1] > '9' {
		p, err := ParsePoint(s)
		return p, err == nil
	}
	letters := strings.TrimRight(s, "0123456789")
	row, err := strconv.Atoi(s[len(letters):])
	if err != nil || row < 1 || row > height {
		return NoPoint, false
	}
	for x := range MaxSize {
		if strings.EqualFold(ColumnLabel(x), letters) {
			return At(x, height-row), true
		}
	}
	return NoPoint, false
}

// Move is what a player does at a turn: a play at a point, Pass or TakeButton.
type Move struct {
	Colour Colour
	Point  Point
}

// String writes a move as game records do: "B[dp]", "W[]".
func (m Move) String() string { return m.Colour.String() + "[" + m.Point.String() + "]" }
