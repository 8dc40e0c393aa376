package reports

import (
	"strings"
	"unicode"
)

// Scripts of India and Sri Lanka that no embedded font has are written in Latin letters, as ISO 15919 does: a consonant has
// an a after it that is not written, unless a sign says otherwise. What one letter stands for depends on the next.

// brahmic are the letters of a block that Unicode lays out as all of India: "-" where there is none.
var brahmic = strings.Fields("- m̐ ṁ ḥ - a ā i ī u ū r̥ l̥ ê e ē ai ô o ō au " +
	"k kh g gh ṅ c ch j jh ñ ṭ ṭh ḍ ḍh ṇ t th d dh n ṉ p ph b bh m y r ṟ l ḷ ḻ v ś ṣ s h " +
	"- - - ’ ā i ī u ū r̥ r̥̄ ê e ē ai ô o ō au - - - - - - - - - - - q ḵẖ ġ z ṛ ṛh f ẏ r̥̄ l̥̄ - - - - " +
	"0 1 2 3 4 5 6 7 8 9 ṁ - - - - - - - - - ṇ n r l ḷ k")

// sinhala are the letters of Sinhala, whose block is its own.
var sinhala = strings.Fields("- - ṁ ḥ - a ā æ ǣ i ī u ū r̥ r̥̄ l̥ l̥̄ e ē ai o ō au - - - " +
	"k kh g gh ṅ n̆g c ch j jh ñ jñ n̆j ṭ ṭh ḍ ḍh ṇ n̆ḍ t th d dh n - n̆d p ph b bh m m̆b y r - l - - v ś ṣ s h ḷ f " +
	"- - - - - - - - ā æ ǣ i ī u - ū - r̥ e ē ai o ō au au")

// dotted are consonants with a dot below, by their place in the block.
var dotted = map[rune]string{0x16: "k͟h", 0x17: "ġ", 0x1c: "z", 0x21: "ṛ", 0x22: "ṛh", 0x2b: "f", 0x2f: "y", 0x32: "ḷ", 0x38: "ś"}

// What else a letter is, by its place in a block.
const (
	dotBelow, silent         = 0x3c, 0x4d
	firstSign, lastSign      = 0x3e, 0x4c
	firstLetter, lastLetter  = 0x15, 0x39
	firstOfBlocks, ofSinhala = 0x980, 0xd80
	afterBlocks              = 0xe00
)

// indic is a letter of these scripts: its place in its block, what it is, and which scripts do not say the last a of a word.
type indic struct {
	place                      rune
	latin                      string
	consonant, sign            bool
	silences, dots, dropsFinal bool
}

func indicLetter(r rune) (indic, bool) {
	if r < firstOfBlocks || r >= afterBlocks {
		return indic{}, false
	}
	l, table := indic{place: r & 0x7f}, brahmic
	if r >= ofSinhala {
		table = sinhala
		l.consonant, l.sign = l.place >= 0x1a && l.place <= 0x46, l.place >= 0x4f && l.place <= 0x5f
		l.silences = l.place == 0x4a
	} else {
		l.consonant = l.place >= firstLetter && l.place <= lastLetter || l.place >= 0x58 && l.place <= 0x5f
		l.sign, l.silences = l.place >= firstSign && l.place <= lastSign, l.place == silent
		l.dots, l.dropsFinal = l.place == dotBelow, r < 0xb00 // Bengali, Gurmukhi, Gujarati
	}
	if int(l.place) < len(table) && table[l.place] != "-" {
		l.latin = table[l.place]
	}
	return l, l.latin != "" || l.silences || l.dots
}

// inLatin writes the letters of these scripts in a text in Latin ones, words with a capital.
func inLatin(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { _, ok := indicLetter(r); return ok }) {
		return s
	}
	var b strings.Builder
	text := []rune(s)
	begins, cluster := true, false
	for i := 0; i < len(text); i++ {
		l, ok := indicLetter(text[i])
		if !ok {
			b.WriteRune(text[i])
			begins = !unicode.IsLetter(text[i]) && !unicode.IsMark(text[i]) && !unicode.Is(unicode.Cf, text[i])
			cluster = cluster && unicode.Is(unicode.Cf, text[i])
			continue
		}
		latin := l.latin
		next, follows := at(text, i+1)
		if l.consonant && follows && next.dots {
			i++
			if with := dotted[l.place]; with != "" {
				latin = with
			}
			next, follows = at(text, i+1)
		}
		if begins && latin != "" {
			latin = capital(latin)
			begins = false
		}
		b.WriteString(latin)
		if l.consonant && !(follows && (next.sign || next.silences)) {
			if follows || !l.dropsFinal || cluster {
				b.WriteByte('a')
			}
		}
		cluster = l.silences
	}
	return b.String()
}

// at is the letter of these scripts at a place in a text.
func at(text []rune, i int) (indic, bool) {
	if i >= len(text) {
		return indic{}, false
	}
	return indicLetter(text[i])
}

func capital(s string) string {
	for i, r := range s {
		if unicode.IsLetter(r) {
			return s[:i] + string(unicode.ToUpper(r)) + s[i+len(string(r)):]
		}
	}
	return s
}
