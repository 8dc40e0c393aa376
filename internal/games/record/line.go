package record

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/games/table"
	"nzgs/internal/sgf"
)

// way are the nodes from the root to n; the root alone where n is none of the game.
func (c *checking) way(n sgf.Node) []sgf.Node {
	if !c.game.Has(n) {
		n = c.game.Root()
	}
	var way []sgf.Node
	for ; n != sgf.NoNode; n = c.game.Parent(n) {
		way = append(way, n)
	}
	slices.Reverse(way)
	return way
}

// line are the nodes of the line: those it leads through, and on by first variations.
func (c *checking) line() iter.Seq[sgf.Node] {
	return func(yield func(sgf.Node) bool) {
		for _, n := range c.through {
			if !yield(n) {
				return
			}
		}
		for n := c.game.FirstChild(c.through[len(c.through)-1]); n != sgf.NoNode; n = c.game.FirstChild(n) {
			if !yield(n) {
				return
			}
		}
	}
}

// at is an error with the place of the node that it is about.
func (c *checking) at(n sgf.Node, err error) error {
	line, column := c.game.Position(n)
	return fmt.Errorf("line %d, column %d: %w", line, column, err)
}

// claimed is the result that a record claims: the first of its main line, as in Go. Some programs write it where the game
// ends.
func claimed(g *sgf.Game) string {
	for n := g.Root(); n != sgf.NoNode; n = g.FirstChild(n) {
		if p, ok := g.Property(n, "RE"); ok && strings.TrimSpace(p.SimpleText(0)) != "" {
			return p.SimpleText(0)
		}
	}
	return ""
}

// reach notes that the line has come to a node; before is how many moves were made before it.
func (c *checking) reach(n sgf.Node, before int) {
	switch {
	case c.Moves > before && c.left: // between two moves of the node: nothing leads off here
		c.nodes, c.next = append(c.nodes[:0], n), sgf.NoNode
	case c.left:
		c.next = n
	case c.Moves > before:
		c.nodes = append(c.nodes[:0], n)
	default:
		c.nodes = append(c.nodes, n)
	}
}

// Remarks are what a node of a game says beside its moves, with points as records of that game write them.
func Remarks(g *sgf.Game, w games.Which, n sgf.Node, size int) sgf.Remarks {
	if w != games.Hex { // its points alone are not two letters
		return g.Remarks(n, size, size)
	}
	hex := table.Of(w, table.Options{})
	return g.RemarksAt(n, size, size, func(raw []byte) (x, y uint8, ok bool) {
		p, ok := hex.Area(strings.TrimSpace(string(raw[:min(len(raw), longestText)])))
		if !ok || len(p) != 1 || !p[0].On(sgf.MaxSize) {
			return 0, 0, false
		}
		return uint8(p[0].X), uint8(p[0].Y), true
	})
}
