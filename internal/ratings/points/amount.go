package points

import (
	"fmt"
	"strconv"
	"strings"
)

// Amount is a number of points in hundredths.
type Amount int64

// maxAmount bounds what is read, so that no sum of amounts overflows.
const maxAmount = Amount(100_000_000)

// String is the amount with two decimals: "10.00", "-7.50".
func (a Amount) String() string {
	sign := ""
	if a < 0 {
		sign, a = "-", -a
	}
	return fmt.Sprintf("%s%d.%02d", sign, a/100, a%100)
}

// short is the amount as people write it: "10", "22.5", "−7.5".
func (a Amount) short() string {
	text := strings.Replace(a.String(), "-", "−", 1)
	if whole, cut := strings.CutSuffix(text, ".00"); cut {
		return whole
	}
	return strings.TrimSuffix(text, "0")
}

// points is the amount in words: "1 point", "22.5 points".
func (a Amount) points() string {
	if a == 100 {
		return "1 point"
	}
	return a.short() + " points"
}

// ParseAmount reads a number of points with at most two decimals, "10", "22.5" or "-7.50". The error says what is wrong
// with it.
func ParseAmount(s string) (Amount, error) {
	digits, negative := strings.CutPrefix(strings.TrimPrefix(s, "−"), "-")
	negative = negative || strings.HasPrefix(s, "−")
	n, ok := decimal(digits, 2)
	if !ok {
		return 0, fmt.Errorf("%q is not a number of points: write it like 10 or 22.5, with at most two decimals", s)
	}
	if Amount(n) > maxAmount {
		return 0, fmt.Errorf("%s is more than the %s points that can be", s, maxAmount.short())
	}
	if negative {
		n = -n
	}
	return Amount(n), nil
}

// decimal reads digits with at most so many behind the point, as a whole number of the smallest unit.
func decimal(s string, places int) (int64, bool) {
	whole, part, pointed := strings.Cut(s, ".")
	if whole == "" || len(whole) > 12 || len(part) > places || pointed && part == "" {
		return 0, false
	}
	for _, c := range whole + part {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(whole+part+strings.Repeat("0", places-len(part)), 10, 64)
	return n, err == nil
}

// Share is a part of a hundred, in hundredths of a percent: 2500 is 25 %.
type Share int64

const whole = Share(10_000)

// String is the share in percent: "25%", "12.5%".
func (s Share) String() string { return Amount(s).short() + "%" }

// ParseShare reads a share from 0 to 100 percent, "25%" or "12.5%". The error says what is wrong with it.
func ParseShare(s string) (Share, error) {
	digits, percent := strings.CutSuffix(s, "%")
	n, ok := decimal(strings.TrimSpace(digits), 2)
	if !percent || !ok || Share(n) > whole {
		return 0, fmt.Errorf("%q is not a share from 0%% to 100%%: write it like 25%%", s)
	}
	return Share(n), nil
}

// of is the share of an amount, rounded half away from zero to a hundredth.
func (s Share) of(a Amount) Amount {
	product := int64(a) * int64(s)
	half := int64(whole) / 2
	if product < 0 {
		half = -half
	}
	return Amount((product + half) / int64(whole))
}

// Score is a final score in half points, as wins and tied games count.
type Score int

// maxScore is more than anyone scores: a McMahon score begins at the player's group.
const maxScore = Score(2_000)

// String is the score as people write it: "5", "4½", "½".
func (s Score) String() string {
	switch {
	case s%2 == 0:
		return strconv.Itoa(int(s / 2))
	case s == 1:
		return "½"
	}
	return strconv.Itoa(int(s/2)) + "½"
}

// ParseScore reads a final score in whole or half points: "5", "4.5", "4½", "½". The error says what is wrong with it.
func ParseScore(s string) (Score, error) {
	digits, half := strings.CutSuffix(s, "½")
	if half && digits == "" {
		digits = "0"
	}
	if half && strings.Contains(digits, ".") {
		digits = ""
	}
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "−") {
		return 0, fmt.Errorf("%s is negative: a final score is 0 or more", s)
	}
	tenths, ok := decimal(strings.TrimSuffix(digits, ".0"), 1)
	if !ok || tenths%5 != 0 {
		return 0, fmt.Errorf("%q is not a score: write whole or half points, like 5, 4.5 or 4½", s)
	}
	n := Score(tenths / 5)
	if half {
		n++
	}
	if n > maxScore {
		return 0, fmt.Errorf("%s is more than a final score can be", s)
	}
	return n, nil
}
