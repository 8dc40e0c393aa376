package reports

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// sheetName makes a name that Excel takes (no []:*?/\, at most 31 characters,
// no apostrophe at either end) and that is not taken yet.
func (b *workbook) sheetName(wish string) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\`, r) {
			return ' '
		}
		return r
	}, cellText(wish))
	name = cutUnits(strings.Trim(strings.Join(strings.Fields(name), " "), "' "), 31)
	if name == "" || strings.EqualFold(name, "History") { // reserved by Excel
		name = "List"
	}
	for n, base := 2, name; b.taken(name); n++ {
		suffix := fmt.Sprintf(" %d", n)
		name = cutUnits(base, 31-len(suffix)) + suffix
	}
	return name
}

func (b *workbook) taken(name string) bool {
	for _, n := range b.names {
		if strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}

// cutUnits shortens s to at most n UTF-16 units, which is how Excel counts.
func cutUnits(s string, n int) string {
	units := 0
	for i, r := range s {
		if units += max(1, utf16.RuneLen(r)); units > n {
			return strings.Trim(s[:i], "' ")
		}
	}
	if !utf8.ValidString(s) {
		return ""
	}
	return s
}
