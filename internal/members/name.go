package members

import (
	"bytes"
	"encoding/hex"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"nzgs/internal/auth"
)

// letters that have no decomposition but are written plain by most people.
var plainLetters = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "ł", "l", "ı", "i")

// Fold is what two spellings of a name have in common: composed, lower case,
// no diacritics (Tūī and tui), no punctuation within words (O’Brien and
// obrien), one space between words. Kana keep their sound marks.
func Fold(s string) string {
	if plain, is := foldASCII(s); is {
		return plain
	}
	return foldAny(s)
}

// foldASCII is Fold of a text with no letters but those of ASCII, which most are: nothing is to be composed there.
func foldASCII(s string) (string, bool) {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		switch r := s[i]; {
		case r >= utf8.RuneSelf:
			return "", false
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			out = append(out, r)
		case 'A' <= r && r <= 'Z':
			out = append(out, r+'a'-'A')
		case r == '\'', r == '.', r == '`':
		case len(out) > 0 && out[len(out)-1] != ' ':
			out = append(out, ' ')
		}
	}
	return string(bytes.TrimSuffix(out, []byte(" "))), true
}

func foldAny(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(norm.NFKC.String(s))) {
		switch {
		case r >= 0x300 && r <= 0x36f: // combining diacritical marks
		case r == '\'', r == '’', r == '‘', r == 'ʻ', r == '.', r == '`': // the ʻokina is a letter to Unicode
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return norm.NFC.String(plainLetters.Replace(strings.Join(strings.Fields(b.String()), " ")))
}

// SameName reports whether two names are written with the same letters: a name in Chinese or Korean characters has a space
// for some, and none for others.
func SameName(a, b string) bool { return ClosedName(a) == ClosedName(b) }

// ClosedName is a name folded and without its spaces, as SameName compares it.
func ClosedName(s string) string { return strings.ReplaceAll(Fold(s), " ", "") }

// NameKey is the folded name, family name first: what duplicates and searches
// are looked up by.
func NameKey(family, given string) string {
	return strings.TrimSpace(Fold(family) + " " + Fold(given))
}

// EmailKey is an e-mail address as addresses are compared.
func EmailKey(email string) string { return auth.EmailKey(email) }

// PhoneKey is the digits of a telephone number in New Zealand, the way it is
// dialled here: +64 21 555 01 and 021-55501 are the same.
func PhoneKey(phone string) string {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, phone)
	rest, ok := strings.CutPrefix(digits, "0064")
	if !ok && strings.HasPrefix(strings.TrimSpace(phone), "+") {
		rest, ok = strings.CutPrefix(digits, "64")
	}
	if ok {
		return "0" + strings.TrimPrefix(rest, "0")
	}
	return digits
}

// collation sorts names as New Zealand English does; a Collator keeps state,
// so that it is used by one at a time.
var collation = struct {
	sync.Mutex
	c   *collate.Collator
	buf collate.Buffer
}{c: collate.New(language.MustParse("en-NZ"))}

// SortKey is a text that sorts byte by byte as the name sorts in a list: by
// family name, then by given names.
func SortKey(family, given string) string {
	collation.Lock()
	defer collation.Unlock()
	key := collation.c.KeyFromString(
		&collation.buf, strings.TrimSpace(norm.NFC.String(family)+", "+norm.NFC.String(given)),
	)
	text := hex.EncodeToString(key)
	collation.buf.Reset()
	return text
}

// A name and the order of its parts, as accounts and offices show them too.
type (
	Name      = auth.Name
	NameOrder = auth.NameOrder
)

const (
	GivenFirst  = auth.GivenFirst
	FamilyFirst = auth.FamilyFirst
)

// GuessOrder is the order in which a name on an uploaded list is most likely
// written: family name first where it is all in Chinese characters, kana or
// hangul.
func GuessOrder(family, given string) NameOrder {
	if auth.IsEastAsian(family) && (given == "" || auth.IsEastAsian(given)) {
		return FamilyFirst
	}
	return GivenFirst
}

// SplitName takes a full name apart: at a comma ("Tūī, Aroha"), else the last
// word is the family name. A name in Chinese characters or hangul without a
// space is split after its first character. ok is false when only one part is
// found; it is then the family name.
func SplitName(full string) (family, given string, ok bool) {
	full = strings.Join(strings.Fields(full), " ")
	if f, g, found := strings.Cut(full, ","); found {
		return strings.TrimSpace(f), strings.TrimSpace(g), strings.TrimSpace(f) != "" && strings.TrimSpace(g) != ""
	}
	if i := strings.LastIndexByte(full, ' '); i > 0 {
		if auth.IsEastAsian(strings.ReplaceAll(full, " ", "")) {
			f, g, _ := strings.Cut(full, " ")
			return f, g, true
		}
		return full[i+1:], full[:i], true
	}
	if runes := []rune(full); auth.IsEastAsian(full) && len(runes) >= 2 && len(runes) <= 4 {
		return string(runes[:1]), string(runes[1:]), true
	}
	return full, "", false
}
