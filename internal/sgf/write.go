package sgf

import (
	"bufio"
	"io"
)

// lineWidth is after how many bytes a line is ended before the next node.
const lineWidth = 72

// Write writes games as one collection in UTF-8. Everything a game holds is
// kept, known or not, in the order it has; only its encoding (CA) is written
// again, before all else. Reading what was written gives the same games.
func Write(w io.Writer, games ...*Game) error {
	out := writer{w: bufio.NewWriter(w)}
	for _, g := range games {
		out.game(g)
	}
	return out.w.Flush()
}

type writer struct {
	w     *bufio.Writer
	width int
}

func (w *writer) put(s string) {
	w.w.WriteString(s)
	w.width += len(s)
}

func (w *writer) newLine() {
	w.w.WriteByte('\n')
	w.width = 0
}

// game writes the nodes as they stand, which is depth first, and puts
// parentheses where a node has several that follow it.
func (w *writer) game(g *Game) {
	w.put("(")
	for n := g.root; n < g.end; n++ {
		if n > g.root && g.isVariation(n) {
			w.newLine()
			w.put("(")
		} else if w.width > lineWidth {
			w.newLine()
		}
		w.node(g, n)
		if g.FirstChild(n) == NoNode {
			w.close(g, n)
		}
	}
	w.put(")")
	w.newLine()
}

// isVariation says that node n, which is not the root, is one of several that
// follow its parent.
func (g *Game) isVariation(n Node) bool {
	parent := g.Parent(n)
	return n != parent+1 || g.NextSibling(n) != NoNode
}

// close closes the variations that end with the leaf n: those of the nodes on
// the way up to the one that the next node is a variation of. Each node is met
// once on such ways.
func (w *writer) close(g *Game, n Node) {
	for n != g.root {
		if g.isVariation(n) {
			w.put(")")
			if g.NextSibling(n) != NoNode {
				return
			}
		}
		n = g.Parent(n)
	}
}

func (w *writer) node(g *Game, n Node) {
	w.put(";")
	if n == g.root {
		w.put("CA[UTF-8]")
	}
	for p := range g.Properties(n) {
		if n == g.root && p.Is("CA") {
			continue
		}
		w.put(p.Name())
		for i := range p.Len() {
			raw := p.Raw(i)
			w.w.WriteByte('[')
			w.w.Write(raw)
			w.w.WriteByte(']')
			w.width += len(raw) + 2
		}
	}
}
