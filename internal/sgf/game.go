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

// Len is the number of nodes in the game: they are Root to Root+Len-1, in the
// order written.
func (g *Game) Len() int { return int(g.end - g.root) }

// Parent is the node before n, or [NoNode] for the root.
func (g *Game) Parent(n Node) Node { return Node(g.tree.nodes[n].parent) }

// FirstChild is the node that follows n in the first variation, or [NoNode].
func (g *Game) FirstChild(n Node) Node {
	if n+1 < g.end && g.tree.nodes[n+1].parent == int32(n) {
		return n + 1
	}
	return NoNode
}

// NextSibling is the node that stands in n's place in the next variation, or
// [NoNode].
func (g *Game) NextSibling(n Node) Node {
	if next := g.tree.nodes[n].next; next > 0 {
		return Node(next)
	}
	return NoNode
}

// Variations is how many lines the game has besides its main line.
func (g *Game) Variations() int { return g.variations }

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

// Name is the property's name in capitals: FF[3]'s "CoPyright" is "CP". The
// string is the caller's.
func (p Property) Name() string { return p.tree.name(p.tree.props[p.index]) }

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

// Text is value i read as FF[4]'s Text: escapes resolved, line ends "\n",
// other white space a space. The string is the caller's.
func (p Property) Text(i int) string { return text(p.Raw(i), manyLines) }

// SimpleText is value i read as FF[4]'s SimpleText: like Text, on one line.
// The string is the caller's.
func (p Property) SimpleText(i int) string { return text(p.Raw(i), oneLine) }

// Composed is value i split at its first colon that is not escaped, each part
// read as SimpleText; false if there is no such colon, the value then being
// first.
func (p Property) Composed(i int) (first, second string, ok bool) {
	a, b, ok := compose(p.Raw(i))
	return text(a, oneLine), text(b, oneLine), ok
}
