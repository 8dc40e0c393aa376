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
func (g *Game) MainLine(rec *Record) error { return g.Line(g.root, rec) }

// Line reads the line that leads through node n, as [Game.MainLine] reads the main line:
// from the root to n, and then the first variation everywhere. The line through the root
// is the main line. It takes time in proportion to the line's length.
func (g *Game) Line(n Node, rec *Record) error {
	rec.reset(g)
	rec.runs = g.lineThrough(n, rec.runs)
	rec.Main = len(rec.runs) == 1
	bad := rec.readRoot()
	if bad.code == "" {
		bad = rec.walk()
	}
	rec.readStandIns()
	rec.readKomi()
	rec.readHandicap()
	if rec.Variations > 0 && rec.Main {
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

// walk goes through the nodes of the line.
func (r *Record) walk() (bad repair) {
	w := walker{Record: r, marked: int32(NoNode)}
	for _, part := range r.runs {
		r.Steps = slices.Grow(r.Steps, int(min(part.to-part.from, maxMovesAhead)))
		if bad = w.walk(part); bad.code != "" {
			return bad
		}
		r.End = Node(part.to - 1)
	}
	if w.marked >= 0 {
		r.readTerritory(w.marked)
	}
	r.readMarks(int32(r.End))
	return repair{}
}

// A walker is on its way along a line.
type walker struct {
	*Record
	marked int32 // the node whose territory counts
	shown  int32 // the number shown with the last move
}

// walk goes through nodes that are neighbours.
func (w *walker) walk(part run) (bad repair) {
	t := w.game.tree
	n, end := part.from, part.to
	for n < end {
		if plain := w.plainMoves(n, end, w.shown); plain > 0 {
			n += plain
			w.shown += plain
			w.marked = int32(NoNode)
			continue
		}
		from, to := t.propsOf(n)
		w.shown = w.readNode(Node(n), from, to, w.shown)
		if w.node.territory {
			w.marked = n
		} else if w.node.changes {
			w.marked = int32(NoNode)
		}
		if len(w.Stones) > maxSetUp {
			return repair{0, int(t.props[from].name), TooManyPoints, "The record sets up more points than any game needs."}
		}
		n++
	}
	return repair{}
}

// maxMovesAhead is for how many moves room is made before they are read.
const maxMovesAhead = 1 << 16

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
	text := "The record has one other line; what is found is of its main line, the first."
	if r.Variations > 1 {
		text = fmt.Sprintf("The record has %d other lines; what is found is of its main line, the first.", r.Variations)
	}
	r.warn(r.game.place.offset, OtherVariations, text)
}
