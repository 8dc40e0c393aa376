package bank

import (
	"regexp"
	"strings"
)

// digitsOf is an account number as it is compared.
func digitsOf(account string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, account)
}

// A New Zealand account has the bank (2 digits), the branch (4), the number (7) and a suffix, which some write with two digits
// and some with three.
const (
	beforeNumber = 6
	beforeSuffix = 13
)

// sameAccount compares the account that a file names with one in full. OFX files of some banks name the number alone, or the
// number and the suffix.
func sameAccount(named, full string) bool {
	a, b := digitsOf(named), digitsOf(full)
	if a == b || len(b) <= beforeSuffix {
		return a == b
	}
	suffix := strings.TrimLeft(b[beforeSuffix:], "0")
	switch number := b[beforeNumber:beforeSuffix]; {
	case len(a) > beforeSuffix:
		return a[:beforeSuffix] == b[:beforeSuffix] && strings.TrimLeft(a[beforeSuffix:], "0") == suffix
	case len(a) > len(number):
		return strings.HasPrefix(a, number) && strings.TrimLeft(a[len(number):], "0") == suffix
	default:
		return a == number
	}
}

var (
	parted   = regexp.MustCompile(`(?i)bank\s*([0-9]{1,2})\b.*branch\s*([0-9]{1,4})\b.*account\s*([0-9]{7})-?([0-9]{2,3})\b`)
	together = regexp.MustCompile(`\b([0-9]{2})[- ]?([0-9]{4})[- ]?([0-9]{7})[- ]?([0-9]{2,3})\b`)
)

// accountIn finds an account in a line of text: “Account 01-0123-0123456-00”, or ASB’s “Bank 12; Branch 3456; Account
// 0123456-00 (Society)”.
func accountIn(text string) string {
	for _, pattern := range []*regexp.Regexp{parted, together} {
		if m := pattern.FindStringSubmatch(text); m != nil {
			return strings.Join(m[1:], "-")
		}
	}
	return ""
}
