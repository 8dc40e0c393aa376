package sgf

import (
	"bytes"
	"unicode/utf8"
)

// eachByItself decodes a file value by value where one of them reads far better in
// another encoding than in that of the whole: programs copy names from one file into
// another as they stand. The rest is decoded from whole, the file with its halves of
// characters repaired. It answers nil where all read best as the whole does.
func eachByItself(data, whole []byte, c charset) []byte {
	var out []byte
	done := 0
	for i := 0; i < len(data); {
		if data[i] != '[' {
			i++
			continue
		}
		from := i + 1
		to := rawEnd(data, from)
		value := data[from:to]
		i = to
		if asciiPrefix(value) == len(value) {
			continue
		}
		if other, better := readsBetter(value, c); better {
			out = append(append(out, wholly(whole[done:from], c)...), wholly(value, other)...)
			done = to
		}
	}
	if done == 0 {
		return nil
	}
	return append(out, wholly(whole[done:], c)...)
}

// wholly decodes data from c, whatever becomes of what is no character.
func wholly(data []byte, c charset) []byte {
	if c.enc == nil {
		return bytes.ToValidUTF8(data, []byte("\ufffd"))
	}
	return transformed(c, data, nil)
}

// rawEnd is where a value ends whose encoding is not known: at a bracket that is not
// escaped and after which something new begins, be it the second half of a character or
// not; else at the next bracket after no half.
func rawEnd(data []byte, from int) int {
	for i := from; i < len(data); i++ {
		switch b := data[i]; {
		case b == '\\':
			i++
		case b == ']' && (data[i-1] < utf8.RuneSelf || beginsNew(data[i+1:])):
			return i
		}
	}
	return len(data)
}

// beginsNew says that nothing follows a value, or a node, a variation, its end, a further
// value or a property.
func beginsNew(text []byte) bool {
	text = bytes.TrimLeft(text[:min(len(text), 16)], " \t\r\n")
	return len(text) == 0 || text[0] == ';' || text[0] == '(' || text[0] == ')' || text[0] == '[' || newProperty(text)
}

// readsBetter looks for an encoding in which a value reads far better than in c.
func readsBetter(value []byte, c charset) (charset, bool) {
	sample := highPart(value[asciiPrefix(value):])
	own := score(c, sample)
	if utf8.Valid(value) && c.name != utf8Name {
		// Of characters of three bytes and more hardly any come about by chance.
		return charUTF8, hasLong(value) && score(charUTF8, sample) > own
	}
	if own >= 0 {
		return c, false
	}
	other := guess(value[asciiPrefix(value):], declaration{})
	return other, other.name != c.name && score(other, sample) > own+10
}

// hasLong says that a text in UTF-8 has a character of three bytes or more.
func hasLong(text []byte) bool {
	for _, b := range text {
		if b >= 0xe0 {
			return true
		}
	}
	return false
}
