package tournaments

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// maxRounds is the most rounds a section may have.
const maxRounds = 99

// ParseRounds reads a list of rounds as people write it, "2, 4-5" or "2 4 5",
// into ascending numbers without repeats. Blank is no rounds.
func ParseRounds(text string) ([]int, error) {
	text = strings.NewReplacer("–", "-", "—", "-", " - ", "-", ";", ",", "&", ",", "R", "", "r", "").Replace(text)
	var rounds []int
	for _, part := range strings.FieldsFunc(text, func(r rune) bool {
		return r == ',' || r == ' ' || r == '\t' ||
			r == '\n'
	}) {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || a < 1 || b < a || b > maxRounds {
			return nil, errors.New("write rounds as 2, 4-5")
		}
		for n := a; n <= b; n++ {
			rounds = append(rounds, n)
		}
	}
	slices.Sort(rounds)
	return slices.Compact(rounds), nil
}

// FormatRounds is the form that ParseRounds reads: "2, 4-5".
func FormatRounds(rounds []int) string {
	var parts []string
	for i := 0; i < len(rounds); {
		j := i
		for j+1 < len(rounds) && rounds[j+1] == rounds[j]+1 {
			j++
		}
		switch {
		case j == i:
			parts = append(parts, strconv.Itoa(rounds[i]))
		default:
			parts = append(parts, fmt.Sprintf("%d-%d", rounds[i], rounds[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// FormatScore is a score as the wall shows it: "2½".
func FormatScore(s pairing.Score) string { return scale.HalfPoints(s).String() }

// slugify makes an address of a name: lower-case letters, digits and single
// hyphens; "" when nothing of the name can stand in an address.
func slugify(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r > 127 && norm.NFKD.PropertiesString(string(r)).CCC() != 0, r == '\'', r == '’':
			// a mark over a letter, an apostrophe within a word
		default:
			gap = true
		}
	}
	return b.String()
}

// Bounds of an address, in bytes: one that is made from a name leaves room for
// a year and a number.
const (
	maxSlug     = 80
	maxNameSlug = 60
)

// shortSlug is the address of a name, cut between words where it is long.
func shortSlug(name string) string {
	slug := slugify(name)
	if len(slug) <= maxNameSlug {
		return slug
	}
	slug = slug[:maxNameSlug+1]
	if i := strings.LastIndexByte(slug, '-'); i > 0 {
		return slug[:i]
	}
	return slug[:maxNameSlug]
}

// validSlug reports whether the text can stand as an address.
func validSlug(s string) bool { return s != "" && len(s) <= maxSlug && slugify(s) == s }

// oneLine is the text composed and without stray spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(norm.NFC.String(s)), " ") }

// someLines is a longer text composed, with plain line ends.
func someLines(s string) string {
	return strings.TrimSpace(norm.NFC.String(strings.ReplaceAll(s, "\r\n", "\n")))
}
