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
	here := func(n sgf.Node) bool {
		_, found := slices.BinarySearch(w.nodes, n)
		return found
	}
	return BranchesFrom(w.game, w.Said(at), here, w.says)
}

func (w *Walk) says(n sgf.Node) string { return MoveIn(w.game, n, w.Report.Width, w.Report.Height) }

// BranchesFrom are the ways on from a step whose nodes are given, as [Walk.Branches]: here tells whether the line that
// is walked goes through a node, and says what happens in it.
func BranchesFrom(g *sgf.Game, step []sgf.Node, here func(sgf.Node) bool, says func(sgf.Node) string) (ways []Branch, more int) {
	parts := false
	for i, n := range step {
		child := g.FirstChild(n)
		parts = parts || child != sgf.NoNode && g.NextSibling(child) != sgf.NoNode
		for ; child != sgf.NoNode; child = g.NextSibling(child) {
			switch {
			case i+1 < len(step) && child == step[i+1]: // of the step itself
			case len(ways) >= MostBranches:
				more++
			default:
				ways = append(ways, Branch{child, says(child), here(child)})
			}
		}
	}
	if !parts {
		return nil, 0
	}
	return ways, more
}

// MovesTo is how many moves lead to a node, with its own.
func MovesTo(g *sgf.Game, n sgf.Node) (moves int) {
	for ; n != sgf.NoNode; n = g.Parent(n) {
		moves += g.MovesIn(n)
	}
	return moves
}

// LeavesAfter says after how many moves the line through a node leaves the main line; false if it does not.
func LeavesAfter(g *sgf.Game, n sgf.Node) (moves int, leaves bool) {
	from := sgf.NoNode
	for up := g.Parent(n); up != sgf.NoNode; n, up = up, g.Parent(up) {
		if g.FirstChild(up) != n {
			from = up
		}
	}
	return MovesTo(g, from), from != sgf.NoNode
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
// are; says tells what happens in a node. It takes time and memory in proportion to the game's nodes.
func Outline(g *sgf.Game, says func(sgf.Node) string) (lines []OutlineLine, more int) {
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
					lines = append(lines, OutlineLine{n, int(here.depth), int(here.moves), says(n)})
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
