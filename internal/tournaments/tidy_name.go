package tournaments

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nzgs/internal/members"
)

// capitalsTogether tells a name in capitals from initials, which stand alone: "A. B.".
var capitalsTogether = regexp.MustCompile(`\p{Lu}\p{Lu}`)

// tidyName writes a name as the register does where a list has it all in capitals or all in small letters, and takes the
// family name out of "SMITH, John" in one column. A name written in both is left as it is: its writer knew.
func tidyName(family, given string) (string, string) {
	family, given = oneLine(family), oneLine(given)
	if given == "" && strings.Contains(family, ",") {
		family, given, _ = members.SplitName(family)
	}
	if !oneCase(family) && (given == "" || !oneCase(given)) {
		return family, given
	}
	shouted := capitalsTogether.MatchString(family) && isUpper(family) && (given == "" || isUpper(given))
	return tidyPart(family, true), tidyGiven(given, shouted)
}

// splitFull takes a full name apart: at a comma; at the capitals of "SMITH John" and "John SMITH"; else as
// [members.SplitName] does.
func splitFull(full string) (family, given string) {
	words := strings.Fields(full)
	if strings.Contains(full, ",") || len(words) < 2 {
		family, given, _ = members.SplitName(full)
		return family, given
	}
	shouted := 0
	for shouted < len(words) && isUpper(words[shouted]) && len([]rune(words[shouted])) > 1 {
		shouted++
	}
	if shouted > 0 && shouted < len(words) && !slices.ContainsFunc(words[shouted:], isUpper) {
		return strings.Join(words[:shouted], " "), strings.Join(words[shouted:], " ")
	}
	for first := 1; first < len(words); first++ { // given names, then several words of capitals
		if !slices.ContainsFunc(words[:first], isUpper) && !slices.ContainsFunc(words[first:], notUpper) {
			return strings.Join(words[first:], " "), strings.Join(words[:first], " ")
		}
	}
	family, given, _ = members.SplitName(full)
	return family, given
}

func notUpper(s string) bool { return !isUpper(s) }

// isUpper reports whether a text has letters of both kinds of script that have cases, and all are capitals.
func isUpper(s string) bool {
	return strings.IndexFunc(s, unicode.IsUpper) >= 0 && strings.IndexFunc(s, unicode.IsLower) < 0
}

func isLower(s string) bool {
	return strings.IndexFunc(s, unicode.IsLower) >= 0 && strings.IndexFunc(s, unicode.IsUpper) < 0
}

// oneCase reports whether a name is all capitals or all small letters; a single letter is an initial.
func oneCase(s string) bool { return isLower(s) || isUpper(s) && letterCount(s) > 1 }

func letterCount(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// tidyGiven leaves initials such as "JJ" alone where the family name is not in capitals too.
func tidyGiven(given string, shouted bool) string {
	if isUpper(given) && !shouted && letterCount(given) <= 2 {
		return given
	}
	return tidyPart(given, false)
}

// particles stand in small letters before a family name, where the list has them so.
var particles = []string{
	"al", "bin", "d'", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "la", "le", "ten", "ter", "te", "van",
	"vande", "vander", "von", "zu",
}

func tidyPart(s string, family bool) string {
	if !oneCase(s) {
		return s
	}
	small := isLower(s)
	words := strings.Fields(s)
	for i, w := range words {
		if small && family && i < len(words)-1 && slices.Contains(particles, w) {
			continue
		}
		words[i] = tidyWord(w, family)
	}
	return strings.Join(words, " ")
}

// tidyWord begins a word, and each part of it after a hyphen, point or apostrophe, with a capital.
func tidyWord(w string, family bool) string {
	var b strings.Builder
	first, part := true, 0
	runes := []rune(strings.ToLower(w))
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsMark(r):
			first, part = r != '\'' && r != '’' || part <= 1, 0 // O’Brien, but not Tom’S
			b.WriteRune(r)
			continue
		case first, family && part == 2 && len(runes)-i > 2 && strings.HasSuffix(b.String(), "Mc"):
			r = unicode.ToTitle(r)
		}
		b.WriteRune(r)
		first = false
		part++
	}
	return b.String()
}
