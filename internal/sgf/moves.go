package sgf

import "fmt"

// plainMoves is the quick way through nodes that are a plain move, from node n on and
// before node end. It returns the number of them.
func (r *Record) plainMoves(n, end, shown int32) int32 {
	t := r.game.tree
	text, values, props := t.text, t.values, t.props
	nodes := t.nodes[n:end]
	after := t.nodes[n+1:] // the node after each
	number, steps := int32(r.Moves), r.Steps
	done := int32(0)
	for i := range nodes {
		first := int(nodes[i].props)
		if first >= len(props) || i < len(after) && int(after[i].props) == first {
			break // it has no properties
		}
		q := &props[first]
		if q.length < plain {
			break
		}
		at := values[q.values].from
		x, y := letters[text[at]], letters[text[at+1]]
		if x == passLine && y == passLine {
			break
		}
		// Filling the fields in place is much quicker than appending them.
		steps = append(steps, Step{})
		s := &steps[len(steps)-1]
		s.Kind, s.Colour, s.X, s.Y = Play, moverOf(q.code), x, y
		done++
		s.Number, s.Shown, s.Node = number+done, shown+done, Node(n+done-1)
	}
	r.Moves, r.Steps = int(number+done), steps
	return done
}

func moverOf(c ident) Colour {
	if c == idWhite {
		return White
	}
	return Black
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

// passOrBad tells a pass, and the button, from a value that names no point.
func (r *Record) passOrBad(raw []byte, v span) StepKind {
	raw = trim(raw)
	if len(raw) == 0 {
		return Pass
	}
	if len(raw) < 16 {
		if word := fold(text(raw, oneLine)); word == "pass" || word == "パス" || word == "停一手" || word == "虚手" {
			r.warn(int(v.from), RepairedPass, "A pass is written in words; it was read as a pass.")
			return Pass
		} else if word == "button" {
			return Button
		}
	}
	sentence := ""
	if !r.repairs.full() {
		sentence = fmt.Sprintf("“%s” is not a point.", short(text(raw[:min(len(raw), 64)], oneLine)))
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
		r.warn(offset, BothColours, "A node has a move of each player; Black's was read first.")
	case black+white > 1:
		r.warn(offset, SeveralMoves, "A node has several moves; they were read in the order written.")
	}
	if r.node.stones {
		r.warn(offset, SetUpAndMove, "A node has set-up and a move; the set-up was read first.")
	}
}
