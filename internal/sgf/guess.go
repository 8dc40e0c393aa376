package sgf

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// candidates are the encodings that a record without a right CA may be in, the
// likelier first, with what is taken off the score of those that are seldom
// met. It matters for records with hardly more than two names.
var candidates = []struct {
	charset
	rare int
}{
	{charUTF8, 0}, {charGB18030, 0}, {charSJIS, 0}, {charBig5, 2}, {charEUCKR, 2},
	{charEUCJP, 8}, {charLatin1, 0}, {charCyrillic, 4}, {charKOI8, 8}, {charLatin2, 6},
}

// judged is how much of a file is judged to guess its encoding, in bytes.
const judged = 8 << 10

// guess picks the encoding in which a file reads best. Its data begin at the
// first byte that is not ASCII, and it is not valid UTF-8. What the file says
// about itself is believed unless something else reads far better.
func guess(data []byte, ca declaration) charset {
	sample := highPart(data)
	named := ca.known && ca.charset.enc != nil && ca.charset.kind != anyScript
	own := 0
	if named {
		if own = score(ca.charset, sample); own >= len(sample) {
			return ca.charset
		}
	}
	best, top := charLatin1, 0
	for i, c := range candidates {
		if s := score(c.charset, sample) - c.rare; i == 0 || s > top {
			best, top = c.charset, s
		}
	}
	if named && own >= 0 && top <= 2*own+10 {
		return ca.charset
	}
	return best
}

// betterThanUTF8 says that a file which is valid UTF-8 by chance is what it
// says it is: all its characters would have to be of two bytes, and read
// poorly.
func (ca declaration) betterThanUTF8(data []byte) bool {
	if !ca.known || ca.charset.enc == nil || ca.charset.kind == anyScript || ca.charset.kind == latin ||
		ca.charset.kind == cyrillic {
		return false
	}
	for _, b := range data {
		if b >= 0xe0 {
			return false
		}
	}
	sample := highPart(data)
	return score(ca.charset, sample) > score(charUTF8, sample)
}

// highPart gathers the stretches of data that hold bytes above 127, with their
// neighbours, up to a limit.
func highPart(data []byte) []byte {
	var out []byte
	for len(data) > 0 && len(out) < judged {
		end := 0
		for plain := 0; end < len(data) && plain < 4 && end < judged; end++ {
			if data[end] < utf8.RuneSelf {
				plain++
			} else {
				plain = 0
			}
		}
		out = append(append(out, data[:end]...), ' ')
		data = data[end:]
		data = data[asciiPrefix(data):]
	}
	return out
}

// score says how well a sample reads in an encoding: higher is better, below 0
// is bad.
func score(c charset, sample []byte) int {
	text := sample
	if c.enc != nil {
		text = transformed(c, sample, nil)
	}
	high, wide := 0, 0
	for _, b := range sample {
		if b >= utf8.RuneSelf {
			high++
		}
	}
	s := 0
	before := ' '
	for _, r := range string(text) {
		if r >= utf8.RuneSelf {
			wide++
			s += worth(c.kind, r, before)
		}
		before = r
	}
	if c.kind == simplified || c.kind == hangul {
		// A character whose second byte is ASCII is rare in these.
		s -= 4 * max(0, 2*wide-high)
	}
	return s
}

// worth is how far a character supports that a text is of the given script.
// Of characters of two bytes the commonest count most, as the others turn up
// in any text that is read wrongly.
func worth(kind script, r, before rune) int {
	switch {
	case kind == anyScript:
		return worthUTF8(r)
	case r == utf8.RuneError:
		return -20
	case r < 0xa0 || r >= 0xe000 && r < 0xf900:
		return -12 // control characters, private use
	}
	switch kind {
	case latin, cyrillic:
		return letterWorth(kind, r, before)
	}
	switch {
	case r < 0x0530:
		return -1 // Latin, Greek, Cyrillic
	case r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xff61:
		return 2 // punctuation and full-width forms
	case r >= 0xff61 && r <= 0xff9f:
		return -3 // half-width kana: in Shift_JIS, any byte from A1 to DF
	case r >= 0x3040 && r < 0x3100:
		if kind == japaneseScript {
			return 5
		}
		return 0
	case r >= 0xac00 && r <= 0xd7a3:
		return hangulWorth(kind, r)
	case r >= 0x3400 && r < 0xa000 || r >= 0xf900 && r < 0xfb00:
		return hanWorth(kind, r)
	}
	return 0
}

// worthUTF8 judges a character of UTF-8: hardly any that is well formed comes
// about by chance, the less the longer it is.
func worthUTF8(r rune) int {
	switch {
	case r == utf8.RuneError:
		return -8
	case r < 0x800:
		return 4
	}
	return 8
}

func hangulWorth(kind script, r rune) int {
	switch {
	case kind != hangul:
		return -4
	case common()[kind].has(r):
		return 5
	}
	return 0
}

func hanWorth(kind script, r rune) int {
	switch {
	case kind == hangul:
		return -2
	case common()[kind].has(r):
		return 5
	}
	return -1
}

// letterWorth judges letters of one byte by their neighbours: words have small
// letters after letters, and seldom two letters with accents together.
func letterWorth(kind script, r, before rune) int {
	after := unicode.IsLetter(before)
	switch {
	case !unicode.IsLetter(r):
		return -2
	case kind == cyrillic && !unicode.Is(unicode.Cyrillic, r), kind == latin && r > 0x17f:
		return -3
	case unicode.IsUpper(r) && after && unicode.IsLower(before):
		return -3
	case kind == cyrillic && after && (before < utf8.RuneSelf || unicode.IsUpper(r)):
		return -3 // words are of one script, and begin with their capital
	case kind == latin && after && before >= utf8.RuneSelf && unicode.IsLower(r) && unicode.IsLower(before):
		return -1
	case kind == latin && before >= utf8.RuneSelf:
		return -3
	case kind == cyrillic && unicode.IsLower(r) && after, kind == latin && unicode.IsLower(r):
		return 2
	}
	return 1
}

// A runeSet is a set of characters below U+10000.
type runeSet [1 << 16 / 64]uint64

func (s *runeSet) has(r rune) bool { return r < 1<<16 && s[r/64]>>(r%64)&1 != 0 }

// common gives the commonest characters of each script.
var common = sync.OnceValue(func() *[scripts]runeSet {
	var sets [scripts]runeSet
	for kind, list := range map[script]string{
		simplified:     commonSimplified + commonShared,
		traditional:    commonTraditional + commonShared,
		japaneseScript: commonJapanese + commonShared,
		hangul:         commonHangul,
	} {
		for _, r := range list {
			sets[kind][r/64] |= 1 << (r % 64)
		}
	}
	return &sets
})
