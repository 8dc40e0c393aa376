package formats

import (
	"fmt"
	"regexp"
	"strconv"

	"nzgs/internal/pairing"
)

// sign is what a round brought a player, as result lists write it.
type sign byte

// The signs.
const (
	won     sign = '+'
	lost    sign = '-'
	half    sign = '='
	unknown sign = '?'
)

// cell is one player's round in a result list: "23+/w0", or "0+" without an opponent.
type cell struct {
	opponent  int // the number of the opponent's row; 0 for none
	sign      sign
	byDefault bool
	colour    byte // 'w' or 'b'; 0 when it is not known
	handicap  int
}

// String gives the cell as the European database takes it: the opponent's number to the right in four characters, then
// the sign, "/" or by default "!", the colour and the handicap; eight characters in all unless the handicap has two
// digits.
func (c cell) String() string {
	if c.opponent == 0 {
		return fmt.Sprintf("%4d%c   ", 0, c.sign)
	}
	kind := byte('/')
	if c.byDefault {
		kind = '!'
	}
	colour := c.colour
	if colour == 0 {
		colour = '?'
	}
	return fmt.Sprintf("%4d%c%c%c%d", c.opponent, c.sign, kind, colour, c.handicap)
}

var cellPattern = regexp.MustCompile(`^(\d{1,4})([+\-=?])([/!]?)([wWbB?]?)(\d{0,2})(!?)$`)

// isCell reports whether a word of a result list is a round.
func isCell(word string) bool { return cellPattern.MatchString(word) }

// parseCell reads a round, as full or as short as programs write it: 23+/w0, 23+w0, 23+/w, 35=, 0-, 12+!b0.
func parseCell(word string) (c cell, reason string) {
	m := cellPattern.FindStringSubmatch(word)
	if m == nil {
		return c, fmt.Sprintf(
			"%q is not a round: write the opponent's number, the result, the colour and the handicap, such as 23+/w0, or 0+, "+
				"0= or 0- without an opponent",
			shorten(word),
		)
	}
	c.opponent, _ = strconv.Atoi(m[1])
	c.sign = sign(m[2][0])
	c.byDefault = m[3] == "!" || m[6] == "!"
	switch m[4] {
	case "w", "W":
		c.colour = 'w'
	case "b", "B":
		c.colour = 'b'
	}
	c.handicap, _ = strconv.Atoi("0" + m[5])
	switch {
	case c.handicap > pairing.MaxStones:
		return c, fmt.Sprintf("a handicap is at most %d", pairing.MaxStones)
	case c.opponent == 0 && c.sign == unknown:
		return c, "a round without an opponent is 0+, 0= or 0-"
	case c.opponent == 0 && (c.colour != 0 || c.handicap != 0):
		return c, "a round without an opponent has no colour and no handicap"
	}
	return c, ""
}

// cellOf gives a line of the standings as a cell, the opponent by the number of the row.
func cellOf(l pairing.Line, number map[pairing.ID]int) cell {
	c := cell{sign: lost}
	switch {
	case l.Kind == pairing.KindPending:
		c.sign = unknown
	case l.Points == pairing.OnePoint:
		c.sign = won
	case l.Points == pairing.HalfPoint:
		c.sign = half
	}
	if l.Opponent == "" {
		return c
	}
	c.opponent, c.handicap, c.byDefault = number[l.Opponent], l.Handicap, l.Kind == pairing.KindDefault
	c.colour = 'w'
	if l.Colour == pairing.Black {
		c.colour = 'b'
	}
	return c
}

// resultOf gives the result of a game from both players' cells. The reason is why there is none.
func resultOf(white, black cell) (r pairing.Result, reason string) {
	type signs struct{ white, black sign }
	s := signs{white.sign, black.sign}
	switch {
	case white.byDefault != black.byDefault:
		return "", "only one of the two players has a result by default"
	case s == signs{unknown, unknown} && !white.byDefault:
		return pairing.NoResult, ""
	case s == signs{half, half} && white.byDefault:
		return pairing.JigoDefault, ""
	case s == signs{half, half}:
		return pairing.Jigo, ""
	case s == signs{won, won} && white.byDefault:
		return pairing.BothWinDefault, ""
	case s == signs{won, won}:
		return pairing.BothWin, ""
	case s == signs{won, lost} && white.byDefault:
		return pairing.WhiteDefault, ""
	case s == signs{won, lost}:
		return pairing.WhiteWins, ""
	case s == signs{lost, won} && white.byDefault:
		return pairing.BlackDefault, ""
	case s == signs{lost, won}:
		return pairing.BlackWins, ""
	case s == signs{lost, lost} && white.byDefault:
		return pairing.BothDefault, ""
	case s == signs{lost, lost}:
		return pairing.BothLose, ""
	}
	return "", fmt.Sprintf("%c for one player and %c for the other do not go together", white.sign, black.sign)
}
