package audit

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
)

// Mark is the head of the log as people keep it outside of the program, on paper
// or in a letter: the number of the entry that was the newest, and how its hash
// begins. It stands for that entry and all before it.
type Mark struct {
	Seq  int64
	Hash string // at least MarkDigits hexadecimal digits, in lower case
}

// MarkDigits are the digits of a hash on paper. Whoever rewrites the log has to
// find another one that begins so: 80 bits, out of reach, and short enough to type.
const MarkDigits = 20

const hashDigits = 64

// MarkOf is the head as it goes out.
func MarkOf(seq int64, hash string) Mark { return Mark{seq, hash[:min(MarkDigits, len(hash))]} }

// String writes a mark as it is printed, "4711:3f2a-91c0-77de-0b4c-a1e9", in one
// piece for the command line.
func (m Mark) String() string {
	return strconv.FormatInt(m.Seq, 10) + ":" + strings.Join(groupsOfFour(m.Hash), "-")
}

func groupsOfFour(s string) []string {
	var out []string
	for group := range slices.Chunk([]byte(s), 4) {
		out = append(out, string(group))
	}
	return out
}

// typed are letters that no hash has and the digits they are mistaken for.
var typed = strings.NewReplacer("-", "", " ", "", "\u00a0", "", "o", "0", "l", "1", "i", "1")

var hexadecimal = regexp.MustCompile(`^[0-9a-f]+$`)

// ParseMark reads a mark as somebody types it from paper, or a whole hash.
func ParseMark(text string) (Mark, error) {
	number, hash, found := strings.Cut(strings.TrimSpace(text), ":")
	seq, err := strconv.ParseInt(number, 10, 64)
	hash = typed.Replace(strings.ToLower(hash))
	if !found || err != nil || seq < 1 || !hexadecimal.MatchString(hash) || len(hash) > hashDigits {
		return Mark{}, apperr.New(
			apperr.Invalid, "“%s” is not the head of a log. Type it as it is printed: the number of the entry, a colon and "+
				"the digits (0–9, a–f), for example 4711:3f2a-91c0-77de-0b4c-a1e9.", text,
		)
	}
	if len(hash) < MarkDigits {
		return Mark{}, apperr.New(
			apperr.Invalid, "“%s” has %d digits after the colon. Type all that are printed, at least %d: fewer could be matched "+
				"by a log that someone made up.", text, len(hash), MarkDigits,
		)
	}
	return Mark{seq, hash}, nil
}

// looksLikeMark is a word that somebody meant as a mark: not a time of day.
var looksLikeMark = regexp.MustCompile(`^[0-9]+:[0-9A-Za-z-]{12,}$`)

// FindMarks reads the marks in a text: a list of them, or a letter as it was
// saved. A word that was meant as one and cannot be read is an error.
func FindMarks(text string) ([]Mark, error) {
	var out []Mark
	for _, word := range strings.Fields(text) {
		word = strings.Trim(word, ".,;()<>\"'“”‘’")
		if !looksLikeMark.MatchString(word) {
			continue
		}
		m, err := ParseMark(word)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out, nil
}

// of reports whether the entry with the hash is the one that the mark is of.
func (m Mark) of(hash string) bool { return hash != "" && strings.HasPrefix(hash, m.Hash) }

// slips is how many of the mark's digits differ from the hash.
func (m Mark) slips(hash string) int {
	n := 0
	for i := range m.Hash {
		if i >= len(hash) || m.Hash[i] != hash[i] {
			n++
		}
	}
	return n
}

// fewSlips is how many wrong digits are taken for slips of typing: another hash
// has one digit in sixteen right.
const fewSlips = 3
