package sgf

import "iter"

// A Game is one game tree of a file. It is valid as long as its [File].
type Game struct {
	tree *tree
	root Node
}

// A Node is the handle of a node within its file. Nodes are numbered in the
// order written.
type Node int32

// NoNode is the handle of no node.
const NoNode Node = -1

type tree struct{}

// Root is the game's first node.
func (g *Game) Root() Node { return g.root }

// Parent is the node before n, or [NoNode] for the root.
func (g *Game) Parent(n Node) Node { return NoNode }

// FirstChild is the node that follows n in the first variation, or [NoNode].
func (g *Game) FirstChild(n Node) Node { return NoNode }

// NextSibling is the node that stands in n's place in the next variation, or
// [NoNode].
func (g *Game) NextSibling(n Node) Node { return NoNode }

// Variations is how many lines the game has besides its main line.
func (g *Game) Variations() int { return 0 }

// Properties are the properties of node n in the order written. Properties of
// the same name within a node are one, except B and W.
func (g *Game) Properties(n Node) iter.Seq[Property] { return func(func(Property) bool) {} }

// Property is the first property of node n that has the given name, as in
// "C" or "PB"; false if there is none.
func (g *Game) Property(n Node, name string) (Property, bool) { return Property{}, false }

// Position is where node n starts: its line and its column, from 1.
func (g *Game) Position(n Node) (line, column int) { return 1, 1 }

// A Property is a name with its values. It is valid as long as its [File].
type Property struct {
	tree  *tree
	index int32
}

// Name is the property's name in capitals: FF[3]'s "CoPyright" is "CP".
func (p Property) Name() string { return "" }

// Len is the number of values, at least 1.
func (p Property) Len() int { return 0 }

// Raw is value i (from 0) as it stands in the text, with its escapes. It must
// not be changed.
func (p Property) Raw(i int) []byte { return nil }

// Text is value i read as FF[4]'s Text: escapes resolved, line ends "\n",
// other white space a space. The string is the caller's.
func (p Property) Text(i int) string { return "" }

// SimpleText is value i read as FF[4]'s SimpleText: like Text, on one line.
// The string is the caller's.
func (p Property) SimpleText(i int) string { return "" }

// Composed is value i split at its first colon that is not escaped, each part
// read as SimpleText; false if there is no such colon, the value then being
// first.
func (p Property) Composed(i int) (first, second string, ok bool) { return "", "", false }
