package sgf

import (
	"bytes"
	"fmt"
)

// maxName is the longest property name that is read as one.
const maxName = 64

// property reads a name and its first value.
func (p *parser) property() {
	from := p.i
	if next := p.plainProperty(from); next > from {
		p.i = next
		p.sound, p.more = true, true
		return
	}
	if n := p.shortName(from); n > 0 {
		p.addName(from, from+n)
		p.i += n
		p.value()
		return
	}
	end := p.nameEnd(from)
	next := p.skipBlanks(end)
	named := end-from <= maxName && bytes.ContainsFunc(p.text[from:min(end, from+maxName)], isLetter)
	switch {
	case !named:
		p.skipStray(end)
	case next < len(p.text) && p.text[next] == '[':
		if p.state != inNode {
			p.warn(from, MissingSemicolon, "A semicolon is missing before this property.")
			p.newNode(from)
		}
		p.addName(from, end)
		p.i = next
		p.value()
	case p.state == inNode && next == len(p.text) && end-from == 1 && (p.text[from] == 'B' || p.text[from] == 'W'):
		p.warn(from, UnclosedValue, "The record ends within this move, which was left out.")
		p.i = end
	case p.state == inNode && p.standsAlone(from, end, next):
		p.addName(from, end)
		p.values = append(p.values, span{uint32(end), uint32(end)})
		p.more = false
		p.i = end
		if !p.repairs.full() {
			p.warn(from, MissingValue, fmt.Sprintf("%s has no value; it was read as %[1]s[].", p.text[from:end]))
		} else {
			p.warn(from, MissingValue, "")
		}
	default:
		p.skipStray(end)
	}
}

// plainProperty is the quick way through a property that is no move, such as a clock's
// time: a short name and one value without escapes at its end. It gives the offset after
// it, or i where something else stands there.
func (p *parser) plainProperty(i int) int {
	n := p.shortName(i)
	if n == 0 {
		return i
	}
	code := ident(p.text[i])
	if n == 2 {
		code |= ident(p.text[i+1]) << 7
	}
	from := i + n + 1
	k := bytes.IndexByte(p.text[from:], ']')
	// A record may begin in a value that ends like "FF[4".
	if k < 0 || isMove(code) || k > 0 && p.text[from+k-1] == '\\' || k > 1 && p.text[from+k-2] == '[' {
		return i
	}
	p.props = append(p.props, prop{name: uint32(i), length: uint16(n), code: code, values: int32(len(p.values))})
	p.values = append(p.values, span{uint32(from), uint32(from + k)})
	return from + k + 1
}

// shortName is the length of a name of one or two capitals with its bracket right after
// it, as nearly all are; 0 for others, and where a semicolon is missing.
func (p *parser) shortName(at int) int {
	if at+3 > len(p.text) {
		return 0
	}
	switch rest := p.text[at : at+3 : at+3]; {
	case p.state != inNode || rest[0] < 'A' || rest[0] > 'Z':
		return 0
	case rest[1] == '[':
		return 1
	case rest[1] >= 'A' && rest[1] <= 'Z' && rest[2] == '[':
		return 2
	}
	return 0
}

// nameEnd is the offset after a run of letters and digits.
func (p *parser) nameEnd(i int) int {
	for i < len(p.text) && (class[p.text[i]] == letter || class[p.text[i]] == digit) {
		i++
	}
	return i
}

// standsAlone says that a name without a value was meant as a property, and is
// not a word of some text: it has one or two capitals, and what follows at
// next begins something new. B and W are moves, and so must end their node.
func (p *parser) standsAlone(from, end, next int) bool {
	name := p.text[from:end]
	if len(name) > 2 || bytes.ContainsFunc(name, isSmall) || !isLetter(rune(name[0])) {
		return false
	}
	if next == len(p.text) {
		return true
	}
	switch c := p.text[next]; class[c] {
	case semicolon, openParen, closeParen:
		return true
	case letter:
		return c <= 'Z' && string(name) != "B" && string(name) != "W"
	}
	return false
}

// addName adds a property, as yet without values.
func (p *parser) addName(from, end int) {
	q := prop{name: uint32(from), length: uint16(end - from), values: int32(len(p.values))}
	name := p.text[from:end]
	if len(name) <= 2 && name[0] <= 'Z' && name[len(name)-1] <= 'Z' {
		q.code = ident(name[0])
		if len(name) == 2 {
			q.code |= ident(name[1]) << 7
		}
	} else {
		q.code = p.repairName(from, end)
	}
	if name[0] >= 'A' && name[0] <= 'Z' {
		p.sound = true
	}
	p.props = append(p.props, q)
}

// repairName reads a name that is long or has small letters.
func (p *parser) repairName(from, end int) ident {
	if !p.long && bytes.ContainsFunc(p.text[from:end], isSmall) {
		p.long = true
		p.warn(from, LongName, "Property names have small letters, as in older records; only the capitals were read.")
	}
	var short [maxName]byte
	switch name := capitals(short[:0], p.text[from:end]); len(name) {
	case 1, 2:
		return id(string(name))
	}
	return 0
}

// capitals appends the name that a written name stands for: its capitals and
// digits, or all of it in capitals if it has none (FF[1] to FF[3]).
func capitals(to, written []byte) []byte {
	had := len(to)
	some := false
	for _, c := range written {
		if c <= 'Z' {
			to = append(to, c)
			some = some || c >= 'A'
		}
	}
	if some {
		return to
	}
	to = to[:had]
	for _, c := range written {
		if c > 'Z' {
			c -= 'a' - 'A'
		}
		to = append(to, c)
	}
	return to
}

// value reads a value whose opening bracket is here.
func (p *parser) value() {
	from := p.i + 1
	end := p.valueEnd(from)
	p.i = end + 1
	ends := -1 // where the record does, if the value is not closed
	if end < 0 {
		ends, end = len(p.text), p.textEnd(from, len(p.text))
	}
	if at := p.recordWithin(from, end); at >= 0 {
		for ends = at; at >= 0; at = p.recordWithin(from, end) {
			end = p.textEnd(from, at)
		}
	}
	if ends >= 0 && !p.isProse() {
		p.cutOff(from, ends)
		return
	}
	if ends >= 0 {
		p.warn(from-1, UnclosedValue, "The record ends within a value that begins here.")
		p.i = ends
	} else if n := end - from; n > 2 && n <= maxUnclosed {
		if to, unclosed := p.unclosedMove(from, end); unclosed {
			p.warn(from-1, UnclosedValue, "The bracket that closes this move is missing.")
			p.i, end = to, to
		}
	}
	p.values = append(p.values, span{uint32(from), uint32(end)})
	p.more = true
}

// textEnd is where the text from one offset to another ends, without blanks and an escape
// of nothing.
func (p *parser) textEnd(from, to int) int {
	end := from + len(bytes.TrimRight(p.text[from:to], " \t\r\n"))
	if escapes(p.text[from:end])%2 != 0 {
		end--
	}
	return end
}

// recordWithin is where the next record begins, if a value from one offset to another is
// not closed, so that the beginning of that record was taken for its end; else -1.
func (p *parser) recordWithin(from, end int) int {
	if end-from < 6 || p.text[end-2] != '[' || class[p.text[end-1]] != digit {
		return -1
	}
	from = max(from, end-longestBegin)
	at := bytes.LastIndexByte(p.text[from:end], '(')
	if at < 0 || !p.beginsRecord(from+at) {
		return -1
	}
	return from + at
}

// longestBegin is how far before the end of its first value a record begins, in bytes.
const longestBegin = 16

// isProse says that the last property is a text of which the beginning is worth
// something.
func (p *parser) isProse() bool {
	code := p.props[len(p.props)-1].code
	return code == id("C") || code == id("GC") || code == 0
}

// cutOff drops a value within which the record ends: a part of a point, a number or a
// result says something else than the whole. Its property goes if it has no other.
func (p *parser) cutOff(from, ends int) {
	p.warn(from-1, UnclosedValue, "The record ends within this value, which was left out.")
	p.i = ends
	last := len(p.props) - 1
	if int(p.props[last].values) == len(p.values) {
		p.props = p.props[:last]
	}
	p.more = false
}

// maxUnclosed is the longest value that is looked at as an unclosed move, in
// bytes. Without a bound, a text of nothing but such moves would be searched to
// its end from each of them.
const maxUnclosed = 1000

// unclosedMove says whether a value from one offset to another is a move whose
// closing bracket is missing, so that the next node was taken for a part of it:
// a point or nothing, a semicolon, and a property's name and bracket. A name
// without a capital is none here, for a text may well read so. It gives the
// offset at which the bracket should be.
func (p *parser) unclosedMove(from, end int) (at int, unclosed bool) {
	if name := p.props[len(p.props)-1].code; name != id("B") && name != id("W") {
		return 0, false
	}
	at = from
	for at < end && class[p.text[at]] == letter {
		at++
	}
	next := p.skipBlanks(at)
	if at != from && at != from+2 || next >= end || p.text[next] != ';' {
		return 0, false
	}
	next = p.skipBlanks(next + 1)
	named := p.nameEnd(next)
	capital := bytes.ContainsFunc(p.text[next:named], isCapital)
	next = p.skipBlanks(named)
	return at, capital && next < end && p.text[next] == '['
}

// valueEnd is the offset of the bracket that closes a value which begins at i,
// or -1.
func (p *parser) valueEnd(i int) int {
	for {
		k := bytes.IndexByte(p.text[i:], ']')
		if k < 0 {
			return -1
		}
		if escapes(p.text[i:i+k])%2 == 0 {
			return i + k
		}
		i += k + 1
	}
}

// escapes is the number of backslashes at the end of a text.
func escapes(text []byte) int {
	n := 0
	for n < len(text) && text[len(text)-1-n] == '\\' {
		n++
	}
	return n
}

// furtherValue reads a bracket that follows a value, or one that has no name.
func (p *parser) furtherValue() {
	if p.more {
		p.value()
		return
	}
	end := p.valueEnd(p.i + 1)
	if end < 0 {
		end = len(p.text) - 1
	}
	p.skipStray(end + 1)
}

// skipStray leaves out text up to offset to that is nothing. Runs with only
// blanks between them give one warning.
func (p *parser) skipStray(to int) {
	if p.stray < 0 || p.skipBlanks(p.stray) < p.i {
		p.warn(p.i, StrayText, "Text that is not a property was ignored.")
	}
	p.torn, p.more = true, false
	p.i, p.stray = to, to
}

// A charClass says what a byte is to the grammar.
type charClass uint8

const (
	other charClass = iota
	blank
	letter
	digit
	semicolon
	openParen
	closeParen
	openBracket
)

var class = func() (c [256]charClass) {
	for b := range c {
		switch {
		case b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z':
			c[b] = letter
		case b >= '0' && b <= '9':
			c[b] = digit
		}
	}
	for _, b := range []byte(" \t\n\v\f\r") {
		c[b] = blank
	}
	c[';'], c['('], c[')'], c['['] = semicolon, openParen, closeParen, openBracket
	return c
}()

// endsNode are the bytes after which nothing belongs to a node any more.
var endsNode = [256]bool{';': true, '(': true, ')': true}

func isLetter(r rune) bool  { return r < 128 && class[r] == letter }
func isSmall(r rune) bool   { return r >= 'a' && r <= 'z' }
func isCapital(r rune) bool { return r >= 'A' && r <= 'Z' }
