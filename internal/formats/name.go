package formats

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits of texts, in characters.
const (
	maxID   = 64
	maxText = 200
)

// tidy makes a text one line of composed characters without blanks around it. The reason is why it cannot be used.
func tidy(s string, longest int) (text, reason string) {
	if !utf8.ValidString(s) {
		return "", "has bytes that are not text; save the file in UTF-8"
	}
	if len(s) > 16*longest {
		return "", fmt.Sprintf("is too long: at most %d characters", longest)
	}
	bad := rune(-1)
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Zs, r):
			return ' '
		case !unicode.IsPrint(r) && bad < 0:
			bad = r
		}
		return r
	}, norm.NFC.String(s))
	if bad >= 0 {
		return "", fmt.Sprintf("has a character that cannot be shown (U+%04X)", bad)
	}
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) > longest {
		return "", fmt.Sprintf("is too long: at most %d characters", longest)
	}
	return s, ""
}

// SplitName divides a name into family and given names: at a comma ("van Dyk, Piet"), else before the last word and the
// small words that belong to it ("Piet van Dyk"). A single word is a family name.
func SplitName(name string) (family, given string) {
	if before, after, ok := strings.Cut(name, ","); ok {
		before, after = strings.TrimSpace(before), strings.TrimSpace(after)
		if before != "" {
			return before, after
		}
		if after == "" {
			return strings.TrimSpace(name), "" // nothing but a comma is a name all the same: none would be lost
		}
		return after, ""
	}
	words := strings.Fields(name)
	if len(words) < 2 {
		return strings.Join(words, ""), ""
	}
	at := len(words) - 1
	for at > 1 && startsSmall(words[at-1]) {
		at--
	}
	return strings.Join(words[at:], " "), strings.Join(words[:at], " ")
}

func startsSmall(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(r)
}

// joinName puts a name together as people say it. Where [SplitName] would not find the parts again, they are kept in
// the person.
func joinName(family, given string) (name string, p Person) {
	name = strings.TrimSpace(given + " " + family)
	if f, g := SplitName(name); f != family || g != given {
		p.Family, p.Given = family, given
	}
	return name, p
}
