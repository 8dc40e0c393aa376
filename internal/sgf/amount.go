package sgf

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// fold makes written forms comparable: full-width characters become ASCII,
// other blanks spaces, capitals small.
func fold(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' || c < ' ' {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.TrimSpace(s)
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case r == '\u3000' || r == '\u00a0' || r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r == '−' || r == '–' || r == '—':
			return '-'
		case r == '。' || r == '·':
			return '.'
		case r == '\ufeff' || r == '\u200b':
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(strings.ToLower(s))
}

// An amount is a number of points or stones, in millionths.
type amount int64

const one amount = 1_000_000

// maxInteger is the largest whole number that is read.
const maxInteger = 1_000_000_000

// String is the exact decimal without needless zeros.
func (a amount) String() string {
	sign := ""
	if a < 0 {
		sign, a = "-", -a
	}
	s := sign + strconv.FormatInt(int64(a/one), 10)
	if rest := a % one; rest != 0 {
		digits := strconv.FormatInt(int64(one+rest), 10)[1:]
		s += "." + strings.TrimRight(digits, "0")
	}
	return s
}

// leadingAmount reads an amount at the start of a folded text, and returns what
// follows it: "7.5", "7,5", ".5", "7½", "7 1/2", "7又3/4", "3/4", "七". It
// reads no sign and no unit.
func leadingAmount(s string) (a amount, rest string, ok bool) {
	if a, rest, ok = fractionSign(s); ok {
		return a, rest, true
	}
	whole, rest, ok := leadingInteger(s)
	if !ok && !strings.HasPrefix(s, ".") {
		return leadingFraction(s)
	}
	a = amount(whole) * one
	if d, after, found := leadingDecimals(rest); found {
		return a + d, after, true
	}
	if !ok {
		return 0, s, false
	}
	if strings.HasPrefix(rest, "/") {
		return leadingFraction(s)
	}
	after := strings.TrimLeft(rest, " ")
	for _, joint := range []string{"又", "and ", "-"} {
		if cut, found := strings.CutPrefix(after, joint); found {
			after = strings.TrimLeft(cut, " ")
			break
		}
	}
	if f, after, found := leadingFraction(after); found && f < one {
		return a + f, after, true
	}
	return a, rest, true
}

// leadingInteger reads digits, or a number below a hundred in Chinese.
func leadingInteger(s string) (n int64, rest string, ok bool) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		if n = n*10 + int64(s[i]-'0'); n > maxInteger {
			return 0, s, false
		}
		i++
	}
	if i > 0 {
		return n, s[i:], true
	}
	return leadingNumeral(s)
}

const numerals = "〇一二三四五六七八九"

func leadingNumeral(s string) (n int64, rest string, ok bool) {
	var tens, digit int64 = 0, -1
	for i, r := range s {
		at := strings.IndexRune(numerals, r)
		switch {
		case r == '两' || r == '兩':
			digit = 2
		case at >= 0 && digit < 0:
			digit = int64(at / len("一"))
		case r == '十' && tens == 0:
			tens = max(digit, 1) * 10
			digit = -1
		default:
			return tens + max(digit, 0), s[i:], i > 0
		}
	}
	return tens + max(digit, 0), "", s != ""
}

// leadingDecimals reads a decimal point or comma and at least one digit.
// Digits after the sixth are left out.
func leadingDecimals(s string) (d amount, rest string, ok bool) {
	if s == "" || s[0] != '.' && s[0] != ',' {
		return 0, s, false
	}
	unit := one
	i := 1
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		unit /= 10
		d += amount(s[i]-'0') * unit
	}
	return d, s[i:], i > 1
}

// leadingFraction reads "½", "3/4" or "四分之三".
func leadingFraction(s string) (f amount, rest string, ok bool) {
	if f, rest, ok = fractionSign(s); ok {
		return f, rest, true
	}
	over, rest, ok := leadingInteger(s)
	if !ok || !strings.HasPrefix(rest, "/") {
		return 0, s, false
	}
	under, rest, ok := leadingInteger(rest[1:])
	if !ok || under == 0 || amount(over)*one%amount(under) != 0 {
		return 0, s, false
	}
	return amount(over) * one / amount(under), rest, true
}

var fractionSigns = []struct {
	sign string
	is   amount
}{
	{"½", one / 2}, {"¼", one / 4}, {"¾", one / 4 * 3},
	{"二分之一", one / 2}, {"四分之一", one / 4}, {"四分之三", one / 4 * 3},
}

func fractionSign(s string) (f amount, rest string, ok bool) {
	for _, f := range fractionSigns {
		if rest, ok = strings.CutPrefix(s, f.sign); ok {
			return f.is, rest, true
		}
	}
	return 0, s, false
}

// A unit says what an amount counts.
type unit uint8

const (
	noUnit unit = iota
	unitPoints
	unitStones
)

var units = []struct {
	word string
	is   unit
}{
	{"points", unitPoints}, {"point", unitPoints}, {"pts", unitPoints}, {"pt", unitPoints}, {"moku", unitPoints},
	{"目", unitPoints}, {"点", unitPoints}, {"點", unitPoints}, {"집", unitPoints}, {"호", unitPoints},
	{"子", unitStones},
}

// leadingQuantity reads an amount with its unit at the start of a folded text:
// "7.5", "7.5 points", "7目半", "半目", "half a point", "3又3/4子". Stones of
// Chinese counting are turned into points, two for each.
func leadingQuantity(s string) (a amount, in unit, rest string, ok bool) {
	if a, in, rest, ok = halfAUnit(s); ok {
		return a.points(in), in, rest, true
	}
	a, rest, ok = leadingAmount(s)
	if !ok {
		return 0, noUnit, s, false
	}
	in, after := leadingUnit(rest)
	if in == noUnit {
		if cut, half := cutHalf(rest); half {
			a, rest = a+one/2, cut
			in, after = leadingUnit(rest)
		}
	}
	if in == noUnit {
		return a, in, rest, true
	}
	rest = after
	if cut, half := cutHalf(rest); half {
		a, rest = a+one/2, cut
	}
	return a.points(in), in, rest, true
}

// points turns Chinese stones into points.
func (a amount) points(in unit) amount {
	if in == unitStones {
		return 2 * a
	}
	return a
}

// leadingUnit reads a unit, and returns what follows it.
func leadingUnit(s string) (unit, string) {
	trimmed := strings.TrimLeft(s, " ")
	for _, u := range units {
		rest, ok := strings.CutPrefix(trimmed, u.word)
		if ok && !(isSmallLetter(u.word[0]) && rest != "" && isSmallLetter(rest[0])) {
			return u.is, rest
		}
	}
	return noUnit, s
}

// cutHalf reads "半", "반" or "and a half".
func cutHalf(s string) (rest string, ok bool) {
	trimmed := strings.TrimLeft(s, " ")
	for _, half := range []string{"半", "반", "and a half"} {
		if rest, ok = strings.CutPrefix(trimmed, half); ok {
			return rest, true
		}
	}
	return s, false
}

// halfAUnit reads "半目", "반집", "half a point" or "half point".
func halfAUnit(s string) (a amount, in unit, rest string, ok bool) {
	for _, half := range []string{"half a", "half", "半", "반"} {
		if rest, ok = strings.CutPrefix(s, half); ok {
			in, rest = leadingUnit(rest)
			return one / 2, in, rest, in != noUnit
		}
	}
	return 0, noUnit, s, false
}

func isSmallLetter(c byte) bool { return c >= 'a' && c <= 'z' }
