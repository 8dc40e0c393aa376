package hex

import (
	"strconv"

	"nzgs/internal/games"
)

// mostDigits is how many digits a row is read of: none of a board has more.
const mostDigits = 2

// Name writes a point as records of Hex do: letters of the column, then the row from 1 at the top: "a1" is the top
// left, "aa1" the 27th of its row.
func Name(p games.Point) string {
	if p.X < 0 || p.Y < 0 {
		return "?"
	}
	letters := ""
	for x := p.X; x >= 0; x = x/26 - 1 {
		letters = string(rune('a'+x%26)) + letters
	}
	return letters + strconv.Itoa(p.Y+1)
}

// ParsePoint reads what [Name] writes, in large letters too. It says no more than that it is a point: not that it is
// on a board.
func ParsePoint(s string) (games.Point, bool) {
	x, i := 0, 0
	for ; i < len(s) && i <= mostDigits; i++ {
		c := s[i] | 0x20
		if c < 'a' || c > 'z' {
			break
		}
		x = x*26 + int(c-'a') + 1
	}
	digits := s[i:]
	if i == 0 || i > mostDigits || digits == "" || len(digits) > mostDigits || digits[0] == '0' {
		return games.Point{}, false
	}
	y, err := strconv.ParseUint(digits, 10, 8)
	if err != nil {
		return games.Point{}, false
	}
	return games.Point{X: x - 1, Y: int(y) - 1}, true
}
