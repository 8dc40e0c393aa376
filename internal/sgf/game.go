package sgf

import "iter"

// A Game is one game tree of a file. It is valid as long as its [File].
type Game struct {
	tree       *tree
	root, end  Node // its nodes are root to end, without end
	place      place
	variations int
}

// A Node is the handle of a node within its file. Nodes are numbered in the
// order written.
type Node int32

// NoNode is the handle of no node.
const NoNode Node = -1

// Root is the game's first node.
func (g *Game) Root() Node { return g.root }

// Properties are the properties of node n in the order written. Properties of
// the same name within a node are one, except B and W.
func (g *Game) Properties(n Node) iter.Seq[Property] {
	return func(yield func(Property) bool) {
		from, to := g.tree.propsOf(int32(n))
		for i := from; i < to; i++ {
			if !yield(Property{g.tree, i}) {
				return
			}
		}
	}
}

// Property is the first property of node n that has the given name, as in
// "C" or "PB"; false if there is none.
func (g *Game) Property(n Node, name string) (Property, bool) {
	for p := range g.Properties(n) {
		if p.Is(name) {
			return p, true
		}
	}
	return Property{}, false
}

// Position is where the first property of node n is written: its line and its
// column, from 1. Of an empty node it is where what comes before it ends. It
// takes time proportional to the part of the game before n.
func (g *Game) Position(n Node) (line, column int) {
	at := g.place
	from, to := g.tree.propsOf(int32(n))
	if from < to {
		at = at.advance(g.tree.text, int(g.tree.props[from].name))
	} else if first, _ := g.tree.propsOf(int32(g.root)); from > first {
		values := g.tree.valuesOf(from - 1)
		at = at.advance(g.tree.text, int(values[len(values)-1].to))
	}
	return at.line, at.column
}

// A Property is a name with its values. It is valid as long as its [File].
type Property struct {
	tree  *tree
	index int32
}

// Is says that the property has the given name, which is in capitals.
func (p Property) Is(name string) bool {
	q := p.tree.props[p.index]
	if len(name) == 1 || len(name) == 2 {
		return q.code == id(name)
	}
	return q.code == 0 && p.tree.name(q) == name
}

// Len is the number of values, at least 1.
func (p Property) Len() int { return len(p.tree.valuesOf(p.index)) }

// Raw is value i (from 0) as it stands in the text, with its escapes. It must
// not be changed.
func (p Property) Raw(i int) []byte { return p.tree.raw(p.tree.valuesOf(p.index)[i]) }

// SimpleText is value i read as FF[4]'s SimpleText: like Text, on one line.
// The string is the caller's.
func (p Property) SimpleText(i int) string { return text(p.Raw(i), oneLine) }
