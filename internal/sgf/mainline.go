package sgf

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSetUp is the number of points that the set-up of one main line may name
// in all. It is far above what any lesson needs, and keeps short texts from
// asking for much memory.
const maxSetUp = 1 << 20

// MainLine reads the game's main line into rec, whose earlier content is lost.
// An error, always an *[Error], means that the game cannot be replayed: its
// board has no size that can be read, or it sets up more points than any game
// needs. Its fields can still be read. What is in rec is valid as
// long as g's [File].
func (g *Game) MainLine(rec *Record) error {
	rec.reset(g)
	bad := rec.readRoot()
	if bad.code == "" {
		bad = rec.walk()
	}
	rec.readStandIns()
	rec.readKomi()
	rec.readHandicap()
	if rec.Variations > 0 {
		rec.warnVariations()
	}
	rec.Warnings = rec.repairs.place(g.tree.text, g.place, rec.Warnings)
	rec.MoreWarnings = rec.repairs.more
	if bad.code == "" {
		return nil
	}
	at := g.place.advance(g.tree.text, bad.offset)
	return &Error{Line: at.line, Column: at.column, Code: bad.code, Text: bad.text}
}

// walk goes through the nodes of the main line, which are neighbours.
func (r *Record) walk() (bad repair) {
	t := r.game.tree
	marked := int32(NoNode) // the node whose territory counts
	shown := int32(0)
	n, end := int32(r.game.root), r.game.lineEnd()
	r.Steps = slices.Grow(r.Steps, int(min(end-n, maxMovesAhead)))
	for n < end {
		if plain := r.plainMoves(n, end, shown); plain > 0 {
			n += plain
			shown += plain
			marked = int32(NoNode)
			continue
		}
		from, to := t.propsOf(n)
		if r.moveWithRemarks(n, from, to, shown) {
			n++
			shown++
			marked = int32(NoNode)
			continue
		}
		shown = r.readNode(Node(n), from, to, shown)
		if r.node.territory {
			marked = n
		} else if r.node.changes {
			marked = int32(NoNode)
		}
		if len(r.Stones) > maxSetUp {
			return repair{0, int(t.props[from].name), TooManyPoints, "The record sets up more points than any game needs."}
		}
		n++
	}
	r.End = Node(end - 1)
	if marked >= 0 {
		r.readTerritory(marked)
	}
	r.readMarks(end - 1)
	return repair{}
}

// maxMovesAhead is for how many moves room is made before they are read.
const maxMovesAhead = 1 << 16

// lineEnd is the node after the last one of the main line.
func (g *Game) lineEnd() int32 {
	nodes := g.tree.nodes[:g.end]
	for n := int32(g.root) + 1; n < int32(len(nodes)); n++ {
		if nodes[n].parent != n-1 {
			return n
		}
	}
	return int32(g.end)
}

// short is the beginning of a text, fit to be shown within a sentence.
func short(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
	n := 0
	for i := range s {
		if n++; n > 20 {
			return s[:i] + "…"
		}
	}
	return s
}

func (r *Record) warnVariations() {
	text := "The record has one other line; only its main line, the first, was read."
	if r.Variations > 1 {
		text = fmt.Sprintf("The record has %d other lines; only its main line, the first, was read.", r.Variations)
	}
	r.warn(r.game.place.offset, OtherVariations, text)
}
