package auth

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Length of a password in characters after normalisation. Nothing else is
// asked of its composition, and nothing is cut off.
const (
	MinPasswordLength = 12
	MaxPasswordLength = 256
)

// aboutPerson is what a password must not be made of: what anyone knows of
// its owner.
type aboutPerson struct {
	email   string
	name    Name
	society string
}

// weakness says what is wrong with a new password and what to do, or "".
func weakness(password string, about aboutPerson) string {
	if !utf8.ValidString(password) {
		return "Some characters of this password could not be read. Type it again."
	}
	if utf8.RuneCountInString(password) > MaxPasswordLength {
		return "This password is longer than 256 characters. Choose a shorter one."
	}
	p := normal(password)
	switch n := utf8.RuneCountInString(p); {
	case n == 0:
		return "Choose a password of at least 12 characters. Three or four unrelated words work well."
	case n < MinPasswordLength:
		return "Use at least 12 characters. Three or four unrelated words work well."
	case n > MaxPasswordLength:
		return "This password is longer than 256 characters. Choose a shorter one."
	}
	plain := folded(p)
	switch {
	case repeats(plain):
		return "This password repeats the same few characters. Add some unrelated words."
	case holdsEmail(plain, about.email):
		return "This password contains your e-mail address. Choose words not connected with you."
	case holdsName(plain, about.name):
		return "This password is made of your name. Choose words not connected with you."
	case holdsSociety(plain, about.society):
		return "This password contains the society's name. Choose words not connected with it."
	case isCommon(plain) || pieces(plain) <= 2:
		return "This password is easy to guess. Add one or two unrelated words."
	}
	return ""
}

// folded is the password without case, accents and spaces around it.
func folded(p string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.TrimSpace(p)) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// squeezed keeps only the letters and figures.
func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// repeats reports whether the text is one short piece over and over: the
// smallest period is at most half of it, or it has few different characters.
func repeats(plain string) bool {
	r := []rune(plain)
	for period := 1; period <= len(r)/2; period++ {
		whole := true
		for i := period; i < len(r); i++ {
			if r[i] != r[i-period] {
				whole = false
				break
			}
		}
		if whole {
			return true
		}
	}
	different := slices.Clone(r)
	slices.Sort(different)
	return len(slices.Compact(different)) < 4
}

// holdsEmail reports whether the password contains the address or its local
// part. A local part of three letters is in too many words to count.
func holdsEmail(plain, email string) bool {
	address := folded(email)
	local, _, _ := strings.Cut(address, "@")
	text, whole, local := squeezed(plain), squeezed(address), squeezed(local)
	return whole != "" && strings.Contains(text, whole) || len(local) >= 4 && strings.Contains(text, local)
}

// holdsSociety reports whether the password contains the society's name,
// whole or by its initials beside little else.
func holdsSociety(plain, society string) bool {
	name := folded(society)
	text := squeezed(plain)
	if s := squeezed(name); len(s) >= 4 && strings.Contains(text, s) {
		return true
	}
	initials := ""
	for word := range strings.FieldsSeq(name) {
		first, _ := utf8.DecodeRuneInString(word)
		initials += string(first)
	}
	if len(initials) < 3 || !strings.Contains(text, initials) {
		return false
	}
	return pieces(strings.Replace(text, initials, "", 1)) <= 2
}

// holdsName reports whether the password is the owner's name, or parts of it
// beside little else. A part of three letters is in too many words to count.
func holdsName(plain string, name Name) bool {
	given, family := squeezed(folded(name.Given)), squeezed(folded(name.Family))
	text := squeezed(plain)
	if given != "" && family != "" && (strings.Contains(text, given+family) || strings.Contains(text, family+given)) {
		return true
	}
	found := false
	for part := range strings.FieldsFuncSeq(folded(name.Given+" "+name.Family), func(r rune) bool {
		return !unicode.IsLetter(r)
	}) {
		if utf8.RuneCountInString(part) >= 4 && strings.Contains(plain, part) {
			found, plain = true, strings.ReplaceAll(plain, part, ".")
		}
	}
	return found && pieces(plain) <= 2
}

//go:embed common_passwords.txt
var commonFile string

//go:embed common_long.txt
var longFile string

// listed calls add with every word of a list.
func listed(file string, add func(word string)) {
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for word := range strings.FieldsSeq(line) {
			add(word)
		}
	}
}

// commonWords are the words that guessing begins with, by their first letter.
var commonWords = sync.OnceValue(func() map[byte][]string {
	words := make(map[byte][]string)
	listed(commonFile, func(word string) { words[word[0]] = append(words[word[0]], word) })
	return words
})

// commonLong are whole passwords that are chosen often.
var commonLong = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	listed(longFile, func(word string) { words[word] = true })
	return words
})

// isCommon reports whether a password is one that is chosen often, also with
// figures and signs around it.
func isCommon(plain string) bool {
	return commonLong()[plain] || commonLong()[strings.TrimFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) })]
}

// lookAlikes are the characters that stand for a letter in "p4$$w0rd".
var lookAlikes = map[byte]string{
	'0': "o", '1': "il", '2': "z", '3': "e", '4': "a", '5': "s", '6': "g", '7': "t", '8': "b", '9': "g",
	'@': "a", '$': "s", '!': "i", '+': "t", '|': "l", '(': "c",
}

// keyRows are the walks that fingers take.
var keyRows = []string{
	"abcdefghijklmnopqrstuvwxyz", "012345678901234567890", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./",
	"!@#$%^&*()", "qazwsxedcrfvtgbyhnujmikolp", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p",
	"qwertzuiop", "azertyuiop", "147258369", "789456123", "13579", "02468",
}

// tooMany is more pieces than anyone counts.
const tooMany = 1 << 20

// pieces counts the different guessable pieces a password is made of: common
// words (also in p4$$w0rd spelling), walks on the keyboard, runs of one
// character, short numbers such as years. Signs between pieces count nothing;
// a character that belongs to none makes it tooMany.
func pieces(plain string) int {
	// Least cost from each position to the end, and what was taken there.
	n := len(plain)
	best := make([]int, n+1)
	next := make([]int, n+1)
	for i := n - 1; i >= 0; i-- {
		best[i] = tooMany
		for _, length := range pieceLengths(plain, i) {
			if c := best[i+length] + 1; c < best[i] {
				best[i], next[i] = c, i+length
			}
		}
		if isSign(plain[i]) && best[i+1] <= best[i] {
			best[i], next[i] = best[i+1], i+1
		}
	}
	if best[0] >= tooMany {
		return tooMany
	}
	different := make(map[string]bool)
	for i := 0; i < n; i = next[i] {
		switch piece := plain[i:next[i]]; {
		case len(piece) == 1 && isSign(piece[0]):
		case strings.Trim(piece, "0123456789") == "":
			different["a number"] = true // the parts of a date are one thing
		default:
			different[piece] = true
		}
	}
	return len(different)
}

func isSign(c byte) bool {
	return c < utf8.RuneSelf && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')
}

// pieceLengths lists how long the guessable pieces are that begin at i.
func pieceLengths(s string, i int) []int {
	var lengths []int
	run := 1
	for i+run < len(s) && s[i+run] == s[i] {
		run++
	}
	for l := run; l >= 3; l-- {
		lengths = append(lengths, l)
	}
	// A number counts whole: a long one is not a row of short ones.
	if digit(s[i]) && (i == 0 || !digit(s[i-1])) {
		l := 1
		for i+l < len(s) && digit(s[i+l]) {
			l++
		}
		if l <= 8 {
			lengths = append(lengths, l)
		}
	}
	for _, row := range keyRows {
		for l := walk(s[i:], row); l >= 3; l-- {
			lengths = append(lengths, l)
		}
	}
	return append(lengths, wordLengths(s, i)...)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// walk is how far s goes along the row, forwards or backwards, from anywhere.
func walk(s, row string) int {
	longest := 0
	for at := range len(row) {
		if row[at] != s[0] {
			continue
		}
		forth, back := 1, 1
		for forth < len(s) && at+forth < len(row) && s[forth] == row[at+forth] {
			forth++
		}
		for back < len(s) && at-back >= 0 && s[back] == row[at-back] {
			back++
		}
		longest = max(longest, forth, back)
	}
	return longest
}

// wordLengths lists the common words that begin at i.
func wordLengths(s string, i int) []int {
	var lengths []int
	firsts := string(s[i]) + lookAlikes[s[i]]
	for _, first := range []byte(firsts) {
		for _, word := range commonWords()[first] {
			if i+len(word) <= len(s) && spells(s[i:i+len(word)], word) {
				lengths = append(lengths, len(word))
			}
		}
	}
	return lengths
}

func spells(s, word string) bool {
	for j := range len(word) {
		if s[j] != word[j] && strings.IndexByte(lookAlikes[s[j]], word[j]) < 0 {
			return false
		}
	}
	return true
}
