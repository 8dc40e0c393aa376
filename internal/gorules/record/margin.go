package record

import (
	"strconv"
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Margin is by how much Black wins, in hundredths of a point as komi is
// written; negative where White wins.
type Margin int64

// MarginOf is the margin of a count with komi.
func MarginOf(s gorules.Score, komi sgf.Komi) Margin { return Margin(s.Margin)*100 - Margin(komi) }

// String writes a margin as game records write results: "B+7", "W+3.5". A tie is "W+0".
func (m Margin) String() string {
	if m > 0 {
		return "B+" + m.points()
	}
	return "W+" + (-m).points()
}

// points is the size of a margin as an exact number without needless zeros.
func (m Margin) points() string {
	s := strconv.FormatInt(int64(m)/100, 10)
	if rest := int64(m) % 100; rest != 0 {
		s += "." + strings.TrimRight(strconv.FormatInt(100+rest, 10)[1:], "0")
	}
	return s
}

// Points is the size of a margin, whoever wins, as an exact number: "3.5".
func (m Margin) Points() string {
	if m < 0 {
		m = -m
	}
	return m.points()
}

// Winner is Black, White, or Empty for a tie.
func (m Margin) Winner() gorules.Colour {
	switch {
	case m > 0:
		return gorules.Black
	case m < 0:
		return gorules.White
	}
	return gorules.Empty
}

// farthest is beyond any margin of any board, in hundredths.
const farthest = Margin(1_000_000_00)

// marginClaimed reads the margin of a result; false if it names none. One that
// no margin can be, such as "3.125", is farther than any.
func marginClaimed(r sgf.Result) (Margin, bool) {
	m, ok := hundredths(r.By)
	if m%50 == 25 {
		m *= 2 // a quarter can only be of stones of Chinese counting, two points each
	}
	switch {
	case r.Winner == sgf.Draw:
		return 0, true
	case !ok || r.Winner != sgf.BlackWins && r.Winner != sgf.WhiteWins:
		return 0, false
	case r.Winner == sgf.WhiteWins:
		return -m, true
	}
	return m, true
}

// hundredths reads an exact decimal that is not negative.
func hundredths(s string) (Margin, bool) {
	whole, rest, _ := strings.Cut(s, ".")
	if whole == "" || strings.Trim(whole+rest, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || n >= int64(farthest)/100 || len(strings.TrimRight(rest, "0")) > 2 {
		return farthest, true
	}
	m := Margin(n) * 100
	for i, d := range []byte(rest) {
		switch i {
		case 0:
			m += 10 * Margin(d-'0')
		case 1:
			m += Margin(d - '0')
		}
	}
	return m, true
}
