package sgf

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

// Name is the property's name in capitals: FF[3]'s "CoPyright" is "CP". The
// string is the caller's.
func (p Property) Name() string { return p.tree.name(p.tree.props[p.index]) }

// Text is value i read as FF[4]'s Text: escapes resolved, line ends "\n",
// other white space a space. The string is the caller's.
func (p Property) Text(i int) string { return text(p.Raw(i), manyLines) }

// Composed is value i split at its first colon that is not escaped, each part
// read as SimpleText; false if there is no such colon, the value then being
// first.
func (p Property) Composed(i int) (first, second string, ok bool) {
	a, b, ok := compose(p.Raw(i))
	return text(a, oneLine), text(b, oneLine), ok
}

// Result is the result that the record claims in RE.
func (r *Record) Result() Result { return ParseResult(r.Info(ResultText)) }
