package kit

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shortened is a text in one line of at most so many letters.
func Shortened(text string, limit int) string {
	text = strings.Join(strings.Fields(text), " ")
	letters := []rune(text)
	if len(letters) <= limit {
		return text
	}
	return strings.TrimSpace(string(letters[:limit-1])) + "…"
}

func LowerFirst(s string) string {
	if strings.HasPrefix(s, "Black") || strings.HasPrefix(s, "White") {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

func UpperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Capital is the text with its first letter in upper case.
func Capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// AndList is "a", "a and b", "a, b and c".
func AndList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Plural is "1 game", "2 games".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
