package erasing

import (
	"regexp"
	"slices"
	"strings"

	"nzgs/internal/members"
)

// phoneDigits is how many digits a number has at least, so that it is one person's: with its area, or with + and its country.
const phoneDigits = 8

// phoneOf is a number as all ways to write it have it; "" of what could be something else, such as a date.
func phoneOf(text string) string {
	key := members.PhoneKey(text)
	switch {
	case len(key) < phoneDigits:
		return ""
	case strings.HasPrefix(key, "0"):
		return key
	case strings.HasPrefix(strings.TrimSpace(text), "+"):
		return "+" + key
	}
	return ""
}

var (
	numberRun   = regexp.MustCompile(`\+?\(?\d[\d ().\-/\x{a0}]*`)
	numberGroup = regexp.MustCompile(`\+?\(?\d+`)
)

// mostGroups is of how many groups of digits a number is written at most: +64 21 55 50 19 9.
const mostGroups = 8

// calls reports whether a number of the person stands within a text, however it is written.
func (a about) calls(text string) bool {
	if len(a.phones) == 0 {
		return false
	}
	for _, run := range numberRun.FindAllStringIndex(text, -1) {
		if !ends(text[:run[0]]) {
			continue
		}
		groups := numberGroup.FindAllString(text[run[0]:run[1]], -1)
		for i := range groups { // a list of numbers is one run
			for j := i + 1; j <= min(len(groups), i+mostGroups); j++ {
				if slices.Contains(a.phones, phoneOf(strings.Join(groups[i:j], " "))) {
					return true
				}
			}
		}
	}
	return false
}
