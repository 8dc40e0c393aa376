package scale

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Rating is a published rating in tenths of a stone: 34 is 3.4, which is a 3 dan; −140 is −14.0, which is a 15 kyu.
type Rating int32

// Milli is a rating in thousandths of a stone, as the rating system keeps it between events.
type Milli int32

// Grade is a whole number on the same scale: 3 is 3 dan, 1 is 1 dan, 0 is 1 kyu, −14 is 15 kyu.
type Grade int32

// The range a rating may have. Above [MaxRating] the update formula has no answer; below [MinRating] no one can tell
// one beginner from another.
const (
	MinRating Rating = -490 // 50 kyu
	MaxRating Rating = 129  // 12.9, just under the formula's pole at 13
)

// ErrEmpty is returned by [Parse] for a blank field, so that a form can treat "no rating" apart from "a wrong one".
var ErrEmpty = errors.New("no rating or grade given")

// ParseError says why a rating could not be read, in words for the person who typed it.
type ParseError struct {
	Input  string // as typed
	Reason string // completes "… is not a rating: …"
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("%q is not a rating: %s", e.Input, e.Reason)
}

// Parse reads a rating (3.4, 3,4, -2.3, +3, −2.3) or a grade (3d, 3 dan, 3.4d, 15k, 15 kyu.), in either case and with
// or without spaces. A dan grade may carry one decimal; a kyu grade may not, because "3.4k" means −2.4 to one person
// and −1.6 to the next. The error is [ErrEmpty] or a [*ParseError].
func Parse(text string) (Rating, error) {
	s, err := read(text)
	return s.rating, err
}

// highestStated is the highest grade that people hold; what is stronger is stated as a rating.
const highestStated = 9

// Stated reads what [Parse] does and gives it in the usual form, as the register keeps it: "3 Dan" is "3d", "12 kyu" is
// "12k", "3,4" and "3.4d" are "3.4". A grade stays a grade and a rating a rating.
func Stated(text string) (string, error) {
	s, err := read(text)
	switch {
	case err != nil:
		return "", err
	case s.dan && s.rating >= 10*(highestStated+1):
		return "", &ParseError{Input: text, Reason: "grades end at 9 dan; above that, write the rating"}
	case s.decimals > 0:
		return s.rating.Plain(), nil
	case s.dan || s.kyu:
		return s.rating.Grade().Short(), nil
	}
	return strconv.Itoa(int(s.rating) / 10), nil
}

// Stated is the rating as its player would state it, for [Stated] to read: the grade where one begins there.
func (r Rating) Stated() string {
	if r%10 == 0 && r.Grade() <= highestStated {
		return r.Grade().Short()
	}
	return r.Plain()
}

// strength is a rating as it was written.
type strength struct {
	rating   Rating
	dan, kyu bool
	decimals int
}

func read(text string) (strength, error) {
	s := strings.ToLower(strings.Map(plain, strings.Join(strings.Fields(text), "")))
	if s == "" {
		return strength{}, ErrEmpty
	}
	number, unit := splitUnit(s)
	tenths, decimals, reason := parseTenths(number)
	out := strength{decimals: decimals}
	if reason == "" {
		switch strings.TrimSuffix(unit, ".") {
		case "d", "dan":
			out.dan = true
			tenths, reason = fromDan(number, tenths)
		case "k", "kyu":
			out.kyu = true
			tenths, reason = fromKyu(number, tenths, decimals)
		case "":
		case "p", "pro":
			reason = "professional grades are not on this scale; write the rating, such as 8.0"
		default:
			reason = "write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k"
		}
	}
	if reason == "" && (tenths < int64(MinRating) || tenths > int64(MaxRating)) {
		reason = fmt.Sprintf("it must be between %s and %s", MinRating, MaxRating)
	}
	if reason != "" {
		return strength{}, &ParseError{Input: text, Reason: reason}
	}
	out.rating = Rating(tenths)
	return out, nil
}

// MustParse is [Parse] for ratings written in source code. It panics on text that Parse refuses.
func MustParse(text string) Rating {
	r, err := Parse(text)
	if err != nil {
		panic("scale: " + err.Error())
	}
	return r
}

// plain is a letter or digit as keyboards have it, of one of full width.
func plain(c rune) rune {
	if c >= '！' && c <= '～' {
		return c - '！' + '!'
	}
	return c
}

func splitUnit(s string) (number, unit string) {
	for i, c := range s {
		if !strings.ContainsRune("0123456789.,+-−", c) {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// parseTenths reads a decimal with at most one digit after the point and gives it in tenths. A non-empty reason is
// why it cannot be read.
func parseTenths(s string) (tenths int64, decimals int, reason string) {
	const format = "write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k"
	sign := int64(1)
	if c, size := utf8.DecodeRuneInString(s); c == '-' || c == '−' || c == '+' {
		if c != '+' {
			sign = -1
		}
		s = s[size:]
	}
	whole, fraction, point := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	fraction, more := besideTenth(fraction)
	if point && len(fraction) > 1 && digits(fraction) {
		return 0, 0, "ratings have one decimal place"
	}
	if !digits(whole) || (point && !digits(fraction)) {
		return 0, 0, format
	}
	if len(whole) > 4 {
		return 0, 0, fmt.Sprintf("it must be between %s and %s", MinRating, MaxRating)
	}
	n, err := strconv.ParseInt(whole+(fraction + "0")[:1], 10, 32)
	if err != nil {
		return 0, 0, format
	}
	return sign * (n + more), len(fraction), ""
}

// besideTenth mends a fraction that arithmetic has left a hair beside its tenth:
// 1.7999999999999998 is 1.8, a tenth more than its first digit says.
func besideTenth(fraction string) (first string, more int64) {
	const hair = 8 // digits
	if len(fraction) <= hair || !digits(fraction) {
		return fraction, 0
	}
	switch fraction[1 : hair+1] {
	case strings.Repeat("0", hair):
		return fraction[:1], 0
	case strings.Repeat("9", hair):
		return fraction[:1], 1
	}
	return fraction, 0
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func fromDan(number string, tenths int64) (_ int64, reason string) {
	if number[0] < '0' || number[0] > '9' || tenths < 10 {
		return 0, "dan grades start at 1 dan; below that, write a kyu grade or the rating itself"
	}
	return tenths, ""
}

func fromKyu(number string, tenths int64, decimals int) (_ int64, reason string) {
	if decimals > 0 {
		return 0, "kyu grades are whole numbers; write the rating itself, such as −2.4"
	}
	if number[0] < '0' || number[0] > '9' || tenths < 10 {
		return 0, "kyu grades start at 1 kyu"
	}
	return 10 - tenths, ""
}

// String gives the rating with its one decimal place, as published: "3.4", "−2.3", "0.0".
func (r Rating) String() string {
	sign, n := "", int64(r)
	if n < 0 {
		sign, n = "−", -n
	}
	return fmt.Sprintf("%s%d.%d", sign, n/10, n%10)
}

// Plain is [Rating.String] for files and programs, with the minus that keyboards have: "-2.3".
func (r Rating) Plain() string { return strings.Replace(r.String(), "−", "-", 1) }

// Milli gives the published rating as the rating system's own number.
func (r Rating) Milli() Milli { return Milli(r) * 100 }

// Grade gives the grade shown beside a rating: its whole stones, rounded towards the weaker.
func (r Rating) Grade() Grade { return Grade(floorDiv(int32(r), 10)) }

// MarshalText writes the rating as [Rating.Plain] does.
func (r Rating) MarshalText() ([]byte, error) { return []byte(r.Plain()), nil }

// UnmarshalText reads what [Parse] reads.
func (r *Rating) UnmarshalText(text []byte) error {
	v, err := Parse(string(text))
	if err != nil {
		return err
	}
	*r = v
	return nil
}

// Published rounds to the tenth that is published. Exactly half a tenth goes to the higher rating, below zero as well
// as above it (3.450 → 3.5, −2.350 → −2.3): the zero of the scale is only a name for 1 kyu, so rounding must not
// change direction there.
func (m Milli) Published() Rating { return Rating(floorDiv(int32(m)+50, 100)) }

// Least is the lowest number in thousandths that is published as the rating.
func (r Rating) Least() Milli { return Milli(r)*100 - 50 }

// String gives the number with three decimals: "3.456", "−0.050".
func (m Milli) String() string {
	sign, n := "", int64(m)
	if n < 0 {
		sign, n = "−", -n
	}
	return fmt.Sprintf("%s%d.%03d", sign, n/1000, n%1000)
}

// IsDan reports whether the grade is a dan (master) grade.
func (g Grade) IsDan() bool { return g >= 1 }

// Rating gives the rating at which the grade begins: 3 dan is 3.0, 15 kyu is −14.0.
func (g Grade) Rating() Rating { return Rating(g) * 10 }

// String gives the grade in words: "3 dan", "15 kyu".
func (g Grade) String() string {
	if g.IsDan() {
		return fmt.Sprintf("%d dan", int32(g))
	}
	return fmt.Sprintf("%d kyu", 1-int32(g))
}

// Short gives the grade as tables show it: "3d", "15k".
func (g Grade) Short() string {
	if g.IsDan() {
		return fmt.Sprintf("%dd", int32(g))
	}
	return fmt.Sprintf("%dk", 1-int32(g))
}

// floorDiv divides rounding towards minus infinity, for b > 0.
func floorDiv(a, b int32) int32 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
