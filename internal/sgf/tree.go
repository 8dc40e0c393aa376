package sgf

import (
	"bytes"
	"unicode/utf8"
)

// A tree holds the nodes, properties and values of a whole file in three flat
// slices that point into the decoded text.
//
// Nodes stand in the order written, so that the first child of node n, if it
// has one, is n+1, and a first variation is a run of neighbours. The
// properties of node n are those from its own first to the next node's first;
// the values of a property likewise.
type tree struct {
	text   []byte
	nodes  []node
	props  []prop
	values []span
}

type node struct {
	parent int32 // NoNode for the root of a game
	next   int32 // next variation in the same place; 0 for none
	props  int32 // first property
}

type prop struct {
	name   uint32 // where the name starts in the text
	length uint16 // length of the name as written; plain is added for a plain move
	code   ident  // the name in capitals, if it is short
	values int32  // first value
}

// plain marks a B or W that begins its node, has a single value of two letters, and
// stands alone or with what means nothing to the main line, as in most nodes.
const plain = 1 << 15

// A span is the raw value between its brackets.
type span struct{ from, to uint32 }

// An ident is a property name of one or two capitals or digits, seven bits
// each, the first one low; 0 stands for a longer name.
type ident uint16

// idents is the number of idents there can be.
const idents = 1 << 14

func id(name string) ident {
	if len(name) == 1 {
		return ident(name[0])
	}
	return ident(name[0]) | ident(name[1])<<7
}

const (
	idBlack ident = 'B'
	idWhite ident = 'W'
)

func (t *tree) reset(text []byte) {
	t.text = text
	t.nodes, t.props, t.values = t.nodes[:0], t.props[:0], t.values[:0]
}

// reserve makes room for all that the text can hold, so that a long text does
// not pay for slices that grow.
func (t *tree) reserve() {
	const long = 1 << 16
	if len(t.text) < long {
		return
	}
	values := bytes.Count(t.text, []byte{'['})
	t.nodes = withRoom(t.nodes, bytes.Count(t.text, []byte{';'}))
	t.props = withRoom(t.props, values)
	t.values = withRoom(t.values, values)
}

func withRoom[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, 0, n)
	}
	return s
}

// propsOf gives the first property of node n and the one after its last.
func (t *tree) propsOf(n int32) (from, to int32) { return t.nodes[n].props, t.propsEnd(n) }

func (t *tree) propsEnd(n int32) int32 {
	if int(n)+1 < len(t.nodes) {
		return t.nodes[n+1].props
	}
	return int32(len(t.props))
}

// valuesOf gives the values of property p.
func (t *tree) valuesOf(p int32) []span { return t.values[t.props[p].values:t.valuesEnd(p)] }

func (t *tree) valuesEnd(p int32) int32 {
	if int(p)+1 < len(t.props) {
		return t.props[p+1].values
	}
	return int32(len(t.values))
}

func (t *tree) raw(s span) []byte { return t.text[s.from:s.to:s.to] }

// written is the name of a property as it stands in the text.
func (t *tree) written(p prop) []byte {
	return t.text[p.name : p.name+uint32(p.length&^plain)]
}

// A place is a position in the text with its line and column, from 1. Lines
// end with LF, CR, CR LF or LF CR.
type place struct {
	offset, line, column int
}

var start = place{line: 1, column: 1}

// advance moves a place on to an offset, which must not be before it.
func (p place) advance(text []byte, offset int) place {
	part := text[p.offset:min(offset, len(text))]
	p.offset = offset
	if bytes.IndexByte(part, '\r') < 0 {
		if n := bytes.Count(part, []byte{'\n'}); n > 0 {
			p.line += n
			p.column = 1
			part = part[bytes.LastIndexByte(part, '\n')+1:]
		}
		p.column += utf8.RuneCount(part)
		return p
	}
	for i := 0; i < len(part); i++ {
		switch c := part[i]; {
		case c == '\n' || c == '\r':
			p.line++
			p.column = 1
			if i+1 < len(part) && c+part[i+1] == '\n'+'\r' {
				i++
			}
		case c&0xC0 != 0x80:
			p.column++
		}
	}
	return p
}
