package sgf

import "slices"

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

// Has says that n is a node of the game.
func (g *Game) Has(n Node) bool { return n >= g.root && n < g.end }

// Variations is how many lines the game has besides its main line.
func (g *Game) Variations() int { return g.variations }

// A run is a part of a line whose nodes are neighbours: from the first to the one
// before to.
type run struct{ from, to int32 }

// lineThrough gives the runs of the line through node n, in order and in the memory
// of to: from the root to n, and on from there by the first variation everywhere.
func (g *Game) lineThrough(n Node, to []run) []run {
	nodes := g.tree.nodes
	to = to[:0]
	if n == g.root {
		return append(to, run{int32(n), g.runEnd(int32(n))})
	}
	for end := g.runEnd(int32(n)); ; {
		from := end - 1
		for from > int32(g.root) && nodes[from].parent == from-1 {
			from--
		}
		to = append(to, run{from, end})
		if from <= int32(g.root) {
			break
		}
		end = nodes[from].parent + 1
	}
	slices.Reverse(to)
	return to
}

// runEnd is the node after the last one that is reached from n by first variations.
func (g *Game) runEnd(n int32) int32 {
	nodes := g.tree.nodes[:g.end]
	if g.variations == 0 {
		return int32(g.end)
	}
	for n++; n < int32(len(nodes)); n++ {
		if nodes[n].parent != n-1 {
			return n
		}
	}
	return int32(g.end)
}

// MovesIn is how many moves node n has.
func (g *Game) MovesIn(n Node) int {
	from, to := g.tree.propsOf(int32(n))
	moves := 0
	for p := from; p < to; p++ {
		if isMove(g.tree.props[p].code) {
			moves += len(g.tree.valuesOf(p))
		}
	}
	return moves
}

// Point is value i read as a point, from 0 at the top left; it may be off the board.
func (p Property) Point(i int) (x, y uint8, ok bool) { return point(p.Raw(i)) }
