package record

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Walk is a line of a record as people walk along it: what the board shows step by
// step, what the record says at each step, and where other lines leave it.
type Walk struct {
	Report *Report
	Frames []Frame
	// Left says that the line is left before its end, and Stopped that play has stopped
	// there, so that the players settle who moves next.
	Left, Stopped bool

	game  *sgf.Game
	nodes []sgf.Node // of the line, as far as it is walked
	from  []int      // the first node of each frame, by its place in nodes
}

// WalkAlong walks a line, as [Frames] does.
func WalkAlong(ctx context.Context, g *sgf.Game, o Options) (*Walk, error) {
	c := &Checker{Options: o}
	frames, r, err := c.frames(ctx, g, 0)
	if err != nil {
		return nil, err
	}
	w := &Walk{Report: r, Frames: frames, Stopped: c.stopped, game: g, nodes: c.record.Nodes()}
	steps := c.record.Steps
	if at := c.leaveAt(c.opened); at < len(steps) {
		w.Left = true
		w.nodes = w.nodes[:w.place(0, steps[at].Node)]
	}
	at := 0
	for i, f := range frames {
		switch {
		case f.Node == sgf.NoNode:
			at = len(w.nodes)
		case i > 0:
			at = w.place(at, f.Node)
		}
		w.from = append(w.from, at)
	}
	return w, nil
}

// place is where a node stands in the line, looked for from a place on.
func (w *Walk) place(from int, n sgf.Node) int {
	i, _ := slices.BinarySearch(w.nodes[from:], n) // a node stands after its parent
	return from + i
}

// FrameOf is the step at which the record's node is reached.
func (w *Walk) FrameOf(n sgf.Node) int {
	at, found := slices.BinarySearch(w.nodes, n)
	if !found {
		return len(w.Frames) - 1
	}
	i, _ := slices.BinarySearch(w.from, at+1)
	return max(i-1, 0)
}

// Said are the nodes whose remarks belong to the step of that index: its own, and those
// after it in which nothing happens.
func (w *Walk) Said(at int) []sgf.Node {
	if w.Frames[at].Node == sgf.NoNode {
		return nil
	}
	to := len(w.nodes)
	if at+1 < len(w.from) {
		to = w.from[at+1]
	}
	return w.nodes[w.from[at]:max(to, w.from[at])]
}

// A Branch is a way on from a step.
type Branch struct {
	Node sgf.Node
	Says string // "Black D4"
	Here bool   // the line that is walked goes on so
}

// MostBranches is how many ways on from a step are listed.
const MostBranches = 50

// Branches are the ways on from the step of that index, where there is more than one,
// and how many more there are than are listed.
func (w *Walk) Branches(at int) (ways []Branch, more int) {
	for _, n := range w.Said(at) {
		for child := w.game.FirstChild(n); child != sgf.NoNode; child = w.game.NextSibling(child) {
			if len(ways) >= MostBranches {
				more++
				continue
			}
			_, here := slices.BinarySearch(w.nodes, child)
			ways = append(ways, Branch{child, MoveIn(w.game, child, w.Report.Width, w.Report.Height), here})
		}
	}
	ways = slices.DeleteFunc(ways, func(b Branch) bool { return b.Here && slices.Contains(w.Said(at), b.Node) })
	if len(ways)+more < 2 {
		return nil, 0
	}
	return ways, more
}

// MoveIn says in a few words what happens in a node: "Black D4".
func MoveIn(g *sgf.Game, n sgf.Node, width, height int) string {
	for p := range g.Properties(n) {
		if !p.Is("B") && !p.Is("W") {
			continue
		}
		who := "Black"
		if p.Is("W") {
			who = "White"
		}
		x, y, ok := p.Point(0)
		switch {
		case !ok, int(x) >= width || int(y) >= height:
			if text := p.SimpleText(0); text == "" || text == "tt" || ok {
				return who + " passes"
			}
			return who + " moves"
		}
		return fmt.Sprintf("%s %s", who, gorules.At(int(x), int(y)).Label(height))
	}
	for p := range g.Properties(n) {
		if p.Is("AB") || p.Is("AW") || p.Is("AE") {
			return "Stones are set up"
		}
	}
	return "A remark"
}

// An OutlineLine is a variation in the outline of a game.
type OutlineLine struct {
	Node  sgf.Node
	Depth int    // 1 leaves the main line, 2 leaves one that does, …
	After int    // moves before it
	Says  string // its first move
}

// MostOutlined is how many variations an outline lists.
const MostOutlined = 300

// Outline lists the variations of a game in the order written, and how many more there
// are. It takes time and memory in proportion to the game's nodes.
func Outline(g *sgf.Game, width, height int) (lines []OutlineLine, more int) {
	if g.Variations() == 0 {
		return nil, 0
	}
	type reached struct{ depth, moves int32 }
	at := make([]reached, g.Len())
	for i := range at {
		n := g.Root() + sgf.Node(i)
		here := reached{}
		if up := g.Parent(n); up != sgf.NoNode {
			here = at[up-g.Root()]
			if g.FirstChild(up) != n {
				here.depth++
				if len(lines) < MostOutlined {
					lines = append(lines, OutlineLine{n, int(here.depth), int(here.moves), MoveIn(g, n, width, height)})
				} else {
					more++
				}
			}
		}
		here.moves += int32(g.MovesIn(n))
		at[i] = here
	}
	return lines, more
}
