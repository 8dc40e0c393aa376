package auth

import (
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// NameOrder says which part of a name stands first.
type NameOrder string

const (
	GivenFirst  NameOrder = "given_first"
	FamilyFirst NameOrder = "family_first"
)

// Name is a person's name in parts.
type Name struct {
	Family string
	Given  string
	Order  NameOrder
}

// String is the name as the person writes it: "Aroha Tūī", "Nguyễn Văn An",
// "田中太郎". Names in Chinese characters, kana or hangul alone have no space.
func (n Name) String() string {
	first, second := n.Given, n.Family
	if n.Order == FamilyFirst {
		first, second = n.Family, n.Given
	}
	if first == "" || second == "" {
		return first + second
	}
	if n.Order == FamilyFirst && IsEastAsian(first) && IsEastAsian(second) {
		return first + second
	}
	return first + " " + second
}

// Listed is the name as a sorted list shows it: "Tūī, Aroha". Names that begin
// with the family name need no comma.
func (n Name) Listed() string {
	if n.Order == FamilyFirst || n.Given == "" {
		return n.String()
	}
	return n.Family + ", " + n.Given
}

// ByFamily is the name as printed lists by name have it: "TŪĪ Aroha". Who has but one name stands in capitals.
func (n Name) ByFamily() string {
	family := capitals(n.Family)
	switch {
	case n.Family == "" || n.Given == "":
		return capitals(n.Family + n.Given)
	case IsEastAsian(n.Family) && IsEastAsian(n.Given):
		return family + n.Given
	}
	return family + " " + n.Given
}

// capitals is a name in capitals. Georgian has some that people do not write names in, and few fonts have: it stays as it is.
// Small letters of other looks, such as 𝓼, have their capitals among plain ones.
func capitals(name string) string {
	const first, last, asWritten = 'Ა', 'Ჿ', 'ა'
	upper := cases.Upper(language.Und)
	var b strings.Builder
	for _, r := range upper.String(name) {
		switch {
		case r >= first && r <= last:
			b.WriteRune(r - first + asWritten)
		case unicode.Is(unicode.Ll, r):
			b.WriteString(upper.String(norm.NFKC.String(string(r))))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// IsEastAsian reports whether the text is all Chinese characters, kana or hangul.
func IsEastAsian(s string) bool {
	for _, r := range s {
		if !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) && r != 'ー' {
			return false
		}
	}
	return s != ""
}

// EmailKey is an e-mail address as addresses are compared.
func EmailKey(email string) string {
	return strings.ToLower(norm.NFC.String(strings.TrimSpace(email)))
}

// ValidEmail reports whether s reads like one e-mail address.
func ValidEmail(s string) bool {
	s = strings.TrimSpace(s)
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > 254 {
		return false
	}
	domain := s[strings.LastIndexByte(s, '@')+1:]
	return strings.Contains(domain, ".") && !strings.HasPrefix(domain, ".") && !strings.HasSuffix(domain, ".")
}
