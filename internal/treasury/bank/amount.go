package bank

import (
	"regexp"
	"strconv"
	"strings"

	"nzgs/internal/money"
)

var (
	wholeDollars = regexp.MustCompile(`^[0-9]+$`)
	withPoint    = regexp.MustCompile(`^[0-9]*\.[0-9]{1,2}$`)
	grouped      = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{1,2})?$`)
	withComma    = regexp.MustCompile(`^[0-9]+,[0-9]{1,2}$`)
	groupedDots  = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{3})+,[0-9]{1,2}$`)
)

const writeAmount = "“%s” is no amount that reads one way only. Write it as 1234.50, or −1234.50 for money that goes out."

// parseAmount reads an amount as banks and spreadsheets write them: 25.00, -25, $25, 1,234.50, (25.00), 25.00-, 25.00 DR,
// 1.234,50. It refuses what could mean two amounts, such as 25.001, fractions of a cent, and more than [money.MaxInput].
func parseAmount(text string) (money.Cents, bool) {
	s := strings.ToUpper(strings.NewReplacer(" ", "", "\u00a0", "", "−", "-", "–", "-").Replace(text))
	named := money.InUse().Names()
	s = strings.ReplaceAll(s, named[0], "")
	bare := func() { // a sign of letters is looked for at the ends alone, and not before CR and DR
		for _, name := range named[1:] {
			s = strings.TrimSuffix(strings.TrimPrefix(s, name), name)
		}
	}
	if symbol := named[2]; strings.ToLower(symbol) == symbol { // no letters: $
		s = strings.ReplaceAll(strings.ReplaceAll(s, named[1], ""), symbol, "")
		bare = func() {}
	}
	negative := false
	take := func(rest string, found bool) {
		if found {
			s, negative = rest, !negative
		}
	}
	if inner, ok := strings.CutPrefix(s, "("); ok && strings.HasSuffix(inner, ")") {
		take(strings.TrimSuffix(inner, ")"), true)
	}
	if rest, ok := strings.CutSuffix(s, "CR"); ok {
		s = rest
	} else {
		take(strings.CutSuffix(s, "DR"))
	}
	bare()
	if rest, ok := strings.CutPrefix(s, "+"); ok {
		s = rest
	} else {
		take(strings.CutPrefix(s, "-"))
	}
	take(strings.CutSuffix(s, "-"))
	bare() // of −$25.00
	switch {
	case wholeDollars.MatchString(s), withPoint.MatchString(s):
	case grouped.MatchString(s):
		s = strings.ReplaceAll(s, ",", "")
	case withComma.MatchString(s):
		s = strings.Replace(s, ",", ".", 1)
	case groupedDots.MatchString(s):
		s = strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	default:
		return 0, false
	}
	dollars, cents, _ := strings.Cut(s, ".")
	d, err := strconv.ParseInt("0"+dollars, 10, 64)
	if err != nil || d > int64(money.MaxInput)/100 {
		return 0, false
	}
	hundredths, err := strconv.ParseInt((cents + "00")[:2], 10, 64)
	total := money.Cents(100*d + hundredths)
	if err != nil || total > money.MaxInput {
		return 0, false
	}
	if negative {
		total = -total
	}
	return total, true
}
