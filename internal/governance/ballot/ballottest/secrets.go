package ballottest

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// Secrets are what nobody may find: serials of papers, and what stands on them in
// the letters y, n, a, - and !. With many motions every paper's marks are a text that
// comes nowhere else.
type Secrets struct{ Serials, Marks []string }

var words = map[rune]string{'y': "yes", 'n': "no", 'a': "abstain", '-': "blank", '!': "spoiled"}

// spellings are the ways in which a secret could have been written.
func (s Secrets) spellings() (out [][]byte) {
	add := func(text string) {
		for _, t := range []string{text, strings.ToLower(text), strings.ToUpper(text)} {
			out = append(out, []byte(t), []byte(hex.EncodeToString([]byte(t))))
			// In base 64 a text looks different at each of three places.
			for skip := range 3 {
				code := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("\x00", skip) + t))
				out = append(out, []byte(code[4:len(code)-4]))
			}
		}
	}
	for _, serial := range s.Serials {
		add(serial)
		add(strings.ReplaceAll(serial, "-", ""))
	}
	for _, marks := range s.Marks {
		add(marks) // letters, one a motion; also in the program's own codes
		for _, separator := range []string{",", ", ", " ", "\n", `","`, `", "`, "\x00"} {
			var spoken, cards []string
			for _, m := range marks {
				spoken, cards = append(spoken, words[m]), append(cards, string(m))
			}
			add(strings.Join(spoken[:8], separator))
			add(strings.Join(cards, separator))
		}
	}
	return out
}

// Search looks for every spelling at once: by its first eight bytes.
type Search map[[8]byte][][]byte

// Search is what looks for them.
func (s Secrets) Search() Search {
	out := Search{}
	for _, spelling := range s.spellings() {
		out[[8]byte(spelling)] = append(out[[8]byte(spelling)], spelling)
	}
	return out
}

// In names the first secret that the content tells.
func (s Search) In(content []byte) (string, bool) {
	for i := range max(0, len(content)-7) {
		for _, spelling := range s[[8]byte(content[i:])] {
			if bytes.HasPrefix(content[i:], spelling) {
				return string(spelling), true
			}
		}
	}
	return "", false
}
