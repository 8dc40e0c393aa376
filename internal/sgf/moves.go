package sgf

import (
	"fmt"
	"slices"
)

// plainMoves is the quick way through nodes that are one play and nothing
// else, from node n on and before node end. It returns the number of them.
func (r *Record) plainMoves(n, end, shown int32) int32 {
	t := r.game.tree
	text, nodes, props, values := t.text, t.nodes, t.props, t.values
	first, number, steps := n, int32(r.Moves), r.Steps
	for ; n < end; n++ {
		p := nodes[n].props
		if to := t.propsEnd(n); to-p != 1 {
			break
		}
		q := &props[p]
		if !isMove(q.code) {
			break
		}
		if to := t.valuesEnd(p); to-q.values != 1 {
			break
		}
		v := values[q.values]
		if v.to-v.from != 2 {
			break
		}
		x, y := letters[text[v.from]], letters[text[v.from+1]]
		if x == offLetter || y == offLetter || x == passLine && y == passLine {
			break
		}
		number++
		shown++
		c := Black
		if q.code == idWhite {
			c = White
		}
		if len(steps) == cap(steps) {
			steps = slices.Grow(steps, 1)
		}
		// Filling the fields in place is much quicker than appending a Step.
		steps = steps[:len(steps)+1]
		s := &steps[len(steps)-1]
		s.Kind, s.Colour, s.X, s.Y = Play, c, x, y
		s.Number, s.Shown, s.Node = number, shown, Node(n)
		s.From, s.To = 0, 0
	}
	r.Moves, r.Steps = int(number), steps
	return n - first
}

// passLine is the letter t: "tt" was the pass of FF[1] to FF[3], and still is
// on boards up to passBoard.
const (
	passLine  = 't' - 'a'
	passBoard = 19
)

// readMove adds a step for one value of B or W.
func (r *Record) readMove(n Node, c Colour, v span, shown int32) {
	raw := r.game.tree.raw(v)
	s := Step{Kind: Play, Colour: c, Shown: shown, Node: n}
	var ok bool
	if s.X, s.Y, ok = point(raw); !ok {
		s.Kind = r.passOrBad(raw, v)
	} else if s.X == passLine && s.Y == passLine && r.Width <= passBoard && r.Height <= passBoard {
		s.Kind = Pass
	}
	if s.Kind != Play {
		s.X, s.Y = 0, 0
	}
	r.Moves++
	s.Number = int32(r.Moves)
	r.Steps = append(r.Steps, s)
}

// passOrBad tells a pass from a value that names no point.
func (r *Record) passOrBad(raw []byte, v span) StepKind {
	raw = trim(raw)
	if len(raw) == 0 {
		return Pass
	}
	if len(raw) < 16 {
		if word := fold(text(raw, oneLine)); word == "pass" || word == "パス" || word == "停一手" || word == "虚手" {
			r.warn(int(v.from), MendedPass, "A pass is written in words; it is read as a pass.")
			return Pass
		}
	}
	sentence := ""
	if !r.mends.full() {
		sentence = fmt.Sprintf("“%s” names no point.", short(text(raw[:min(len(raw), 64)], oneLine)))
	}
	r.warn(int(v.from), BadPoint, sentence)
	return Unreadable
}

// readMoves adds the moves of a node, of which there are black and white many.
// One of each is Black's and then White's, as the format knows no order within
// a node; several of a player are in the order written, since then only
// semicolons are missing.
func (r *Record) readMoves(n Node, from, to int32, black, white int, shown int32) int32 {
	t := r.game.tree
	if black+white > 1 || r.node.stones {
		r.warnMoves(from, to, black, white)
	}
	order := [][2]ident{{idBlack, idWhite}}
	if black == 1 && white == 1 {
		order = [][2]ident{{idBlack, idBlack}, {idWhite, idWhite}}
	}
	for _, pass := range order {
		for p := from; p < to; p++ {
			code := t.props[p].code
			if code != pass[0] && code != pass[1] {
				continue
			}
			c := Black
			if code == idWhite {
				c = White
			}
			for _, v := range t.valuesOf(p) {
				shown++
				r.readMove(n, c, v, shown)
			}
		}
	}
	return shown
}

// warnMoves warns of a node that holds more than one move, or set-up too.
func (r *Record) warnMoves(from, to int32, black, white int) {
	t := r.game.tree
	at := from
	for at < to-1 && !isMove(t.props[at].code) {
		at++
	}
	offset := int(t.props[at].name)
	switch {
	case black == 1 && white == 1:
		r.warn(offset, BothColours, "A node has a move of each player; Black's is read first.")
	case black+white > 1:
		r.warn(offset, SeveralMoves, "A node has several moves; they are read one after the other as written.")
	}
	if r.node.stones {
		r.warn(offset, SetUpAndMove, "A node has set-up and a move; the set-up is read first.")
	}
}
