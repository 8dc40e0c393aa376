package sgf

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// decoded is an input as UTF-8.
type decoded struct {
	text     []byte
	encoding string
	// spare is the memory that text was decoded into; nil if text is the input
	// itself.
	spare []byte
}

// decode turns an input into UTF-8, before anything looks for brackets in it:
// by its byte order mark, by where its zeros stand, as UTF-8 if that is what
// it is, and else by what it names in CA and by what reads best. It decodes
// into spare.
func decode(data, spare []byte, m *repairs) decoded {
	if c, mark := marked(data); mark > 0 {
		return as(c, data[mark:], spare, m)
	}
	ascii := asciiPrefix(data)
	if c, ok := wide(data); ok {
		m.add(0, 0, EncodingGuessed, fmt.Sprintf("The file is in %s without a byte order mark.", c.name))
		return as(c, data, spare, m)
	}
	if ascii == len(data) {
		return sevenBit(data, spare, m)
	}
	ca := declared(data)
	if utf8.Valid(data[ascii:]) && !ca.betterThanUTF8(data[ascii:]) {
		if ca.known && ca.charset.name != utf8Name {
			m.add(0, ca.at, EncodingWrong, fmt.Sprintf("The record says it is in %s, but it is in UTF-8.", short(ca.name)))
		}
		return decoded{text: data, encoding: utf8Name}
	}
	c := guess(data[ascii:], ca)
	whole, cut := repairHalves(data, c)
	if cut >= 0 {
		m.add(0, cut, BadCharacters, "A text is cut off in the middle of a character; what is left is shown as “?”.")
	}
	if text := eachByItself(data, whole, c); text != nil {
		m.add(0, 0, MixedEncodings, "The texts of the record are in more than one encoding; each was read as fits it best.")
		return decoded{text: text, encoding: c.name, spare: text}
	}
	d := as(c, whole, spare, m)
	switch {
	case ca.name == "":
		m.add(
			0, 0, EncodingGuessed,
			fmt.Sprintf("The record does not name its encoding; it was read as %s, which fits best.", c.name),
		)
	case !ca.known:
		m.add(
			0, ca.at, EncodingWrong,
			fmt.Sprintf(
				"The record names an unknown encoding, “%s”; it was read as %s, which fits best.", short(ca.name), c.name,
			),
		)
	case ca.charset.name != c.name:
		m.add(
			0, ca.at, EncodingWrong,
			fmt.Sprintf("The record says it is in %s, but it was read as %s, which fits best.", short(ca.name), c.name),
		)
	}
	return d
}

// marked gives the encoding that a byte order mark stands for, and the mark's
// length; 0 if there is none.
func marked(data []byte) (charset, int) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return charUTF8, 3
	case bytes.HasPrefix(data, []byte("\xff\xfe\x00\x00")):
		return charUTF32LE, 4
	case bytes.HasPrefix(data, []byte("\x00\x00\xfe\xff")):
		return charUTF32BE, 4
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return charUTF16LE, 2
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return charUTF16BE, 2
	}
	return charset{}, 0
}

// asciiPrefix is the length of the part of data before the first byte that is
// not ASCII.
func asciiPrefix(data []byte) int {
	const high = 0x8080808080808080
	i := 0
	for ; i+32 <= len(data); i += 32 {
		b := data[i : i+32 : i+32]
		all := binary.LittleEndian.Uint64(b) | binary.LittleEndian.Uint64(b[8:]) |
			binary.LittleEndian.Uint64(b[16:]) | binary.LittleEndian.Uint64(b[24:])
		if all&high != 0 {
			break
		}
	}
	for i < len(data) && data[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// wide recognises UTF-16 and UTF-32 without a byte order mark by where the
// zeros of their ASCII stand, from the very first characters on.
func wide(data []byte) (charset, bool) {
	sample := data[:min(len(data)&^3, 4096)]
	if len(sample) < 4 || bytes.IndexByte(sample[:4], 0) < 0 {
		return charset{}, false
	}
	var zeros [4]int
	for i, b := range sample {
		if b == 0 {
			zeros[i%4]++
		}
	}
	quarter := len(sample) / 4
	most := func(n int) bool { return n*8 >= quarter*7 }
	few := func(n int) bool { return n*8 <= quarter }
	enough := func(n int) bool { return n*4 >= quarter*2 }
	switch z := zeros; {
	case most(z[1]) && most(z[2]) && most(z[3]) && few(z[0]):
		return charUTF32LE, true
	case most(z[0]) && most(z[1]) && most(z[2]) && few(z[3]):
		return charUTF32BE, true
	case enough(z[1]) && enough(z[3]) && few(z[0]) && few(z[2]):
		return charUTF16LE, true
	case enough(z[0]) && enough(z[2]) && few(z[1]) && few(z[3]):
		return charUTF16BE, true
	}
	return charset{}, false
}

// sevenBit reads a file without a byte above 127: ASCII, unless the escapes of
// the older Japanese and Chinese encodings stand in it and make sense.
func sevenBit(data, spare []byte, m *repairs) decoded {
	plain := decoded{text: data, encoding: utf8Name}
	if bytes.IndexByte(data, '\x1b') < 0 && bytes.IndexByte(data, '~') < 0 {
		return plain
	}
	ca := declared(data)
	var c charset
	switch {
	case ca.known && ca.charset.name == utf8Name:
		return plain
	case bytes.Contains(data, []byte("\x1b$B")) || bytes.Contains(data, []byte("\x1b$@")):
		c = charJIS
	case bytes.Contains(data, []byte("~{")) && ca.charset.name == charHZ.name:
		c = charHZ
	default:
		return plain
	}
	text := transformed(c, data, spare)
	if bytes.ContainsRune(text, utf8.RuneError) {
		return plain
	}
	if ca.name == "" {
		m.add(
			0, 0, EncodingGuessed,
			fmt.Sprintf("The record does not name its encoding; it was read as %s, which fits best.", c.name),
		)
	} else if ca.charset.name != c.name {
		m.add(0, ca.at, EncodingWrong, fmt.Sprintf("The record says it is in %s, but it is in %s.", short(ca.name), c.name))
	}
	return decoded{text, c.name, text}
}

// as decodes data from c, and warns if not all of it is characters.
func as(c charset, data, spare []byte, m *repairs) decoded {
	d := decoded{text: data, encoding: c.name}
	if c.enc == nil {
		if utf8.Valid(data) {
			return d
		}
		d.text = bytes.ToValidUTF8(data, []byte("\ufffd"))
	} else {
		d.text = transformed(c, data, spare)
		d.spare = d.text
	}
	if at := bytes.IndexRune(d.text, utf8.RuneError); at >= 0 {
		m.add(0, at, BadCharacters, fmt.Sprintf("Some bytes are not characters of %s; they are shown as “\ufffd”.", c.name))
	}
	return d
}

// transformed decodes data from c into spare. What is no character becomes
// U+FFFD.
func transformed(c charset, data, spare []byte) []byte {
	text, _, err := transform.Append(c.enc.NewDecoder(), spare[:0], data)
	if err != nil {
		// Decoders answer with U+FFFD, never with an error; keep to that.
		text = append(text, "\ufffd"...)
	}
	return text
}

// A declaration is what a file says about its encoding in CA.
type declaration struct {
	name    string // "" if it says nothing
	at      int    // where
	charset charset
	known   bool
}

// declared looks for the first CA near the beginning of a file.
func declared(data []byte) declaration {
	const near = 16 << 10
	head := data[:min(len(data), near)]
	for from := 0; ; {
		i := bytes.Index(head[from:], []byte("CA["))
		if i < 0 {
			return declaration{}
		}
		at := from + i
		from = at + 3
		if at > 0 && isLetter(rune(head[at-1])) {
			continue
		}
		end := bytes.IndexByte(head[from:min(from+40, len(head))], ']')
		if end < 0 {
			continue
		}
		raw := trim(head[from : from+end])
		if string(raw) == utf8Name { // without making a string of it
			return declaration{utf8Name, at, charUTF8, true}
		}
		name := string(raw)
		c, known := charsets[plainName(name)]
		return declaration{name, at, c, known}
	}
}
