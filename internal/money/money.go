// Package money holds amounts as whole cents, never as floating point.
package money

import (
	"fmt"
	"strconv"
	"strings"
)

// Cents is an amount of the society's currency in hundredths; negative amounts are owed.
type Cents int64

// MaxInput is the largest amount Parse accepts: $10,000,000.00.
const MaxInput Cents = 1_000_000_000

// Parse reads what a person types for an amount: "20", "20.5", "$1,234.50", "NZD 20", "20.00 $".
// Fractions of a cent, negative amounts and amounts above MaxInput are refused.
func Parse(s string) (Cents, error) {
	refused := fmt.Errorf("%q is not an amount: write %s, for example 20.00", s, InUse().Units)
	t := Bare(s)
	dollars, cents, hasPoint := strings.Cut(t, ".")
	dollars, ok := ungroup(dollars)
	if !ok || len(dollars) > 9 {
		return 0, refused
	}
	d, err := strconv.ParseUint(dollars, 10, 63)
	if err != nil {
		return 0, refused
	}
	if hasPoint && (len(cents) < 1 || len(cents) > 2) {
		return 0, refused
	}
	c, err := strconv.ParseUint((cents + "00")[:2], 10, 8)
	if err != nil {
		return 0, refused
	}
	total := Cents(d)*100 + Cents(c)
	if total > MaxInput {
		return 0, fmt.Errorf("%s is above the largest amount, %s", total, MaxInput)
	}
	return total, nil
}

// ungroup removes thousands separators, commas or spaces, when they stand where they belong.
func ungroup(s string) (string, bool) {
	separator := ","
	if !strings.Contains(s, separator) {
		separator = " "
	}
	groups := strings.Split(s, separator)
	for i, g := range groups {
		if i > 0 && len(g) != 3 || len(groups) > 1 && (g == "" || len(g) > 3) {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

// MustParse is Parse for constants; it panics on a bad amount.
func MustParse(s string) Cents {
	c, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return c
}

// String is "$1,234.50", or "−$0.05" for an amount owed, "−0.05 kr" where the symbol stands behind: the form for people. The
// minus is the first sign of all.
func (c Cents) String() string {
	sign, v := "", uint64(c)
	if c < 0 {
		sign, v = "−", -v
	}
	digits := strconv.FormatUint(v/100, 10)
	var b strings.Builder
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	fmt.Fprintf(&b, ".%02d", v%100)
	return sign + InUse().around(b.String())
}

// Plain is "1234.50" or "-0.05": the form for input fields, CSV and JSON.
func (c Cents) Plain() string {
	sign, v := "", uint64(c)
	if c < 0 {
		sign, v = "-", -v
	}
	return fmt.Sprintf("%s%d.%02d", sign, v/100, v%100)
}

// Times is the price of n at c each.
func (c Cents) Times(n int) Cents { return c * Cents(n) }
