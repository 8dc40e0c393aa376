package sgf

import (
	"bytes"
	"fmt"
)

// A parser turns text into a tree. It keeps its place in open parentheses on a
// stack of its own.
type parser struct {
	*tree
	games   []Game
	repairs repairs
	fails   []repair // what could not be read, at most one
	failed  bool     // something could not be read in a portion before
	portion func()   // takes the games so far, where they are handed over in portions
	names   names

	i     int     // where in the text
	stack []frame // the parentheses that are open, outermost first
	cur   int32   // the node that a new one follows; NoNode at the start
	last  int32   // the last child of cur so far; NoNode if none
	state state
	// more says that a bracket here adds a value to the last property.
	more bool
	// stray is where the last run of text that is nothing ended.
	stray int
	// run is where the last of a run of needless parentheses stands.
	run int
	// resume is where the last game stood when its parenthesis closed.
	resume frame
	// at is where the last game begins, whether it was kept or not.
	at place
	// closes says whether all parentheses of the text close, once that was asked.
	closes closing
	// Of the game being read:
	sound bool // it has a property written with a capital
	torn  bool // it has stray text
	long  bool // it was said that names are written out
}

// A frame is what an opening parenthesis remembers.
type frame struct {
	node  int32  // the node whose variation it opens
	last  int32  // that node's last child so far
	extra uint32 // parentheses opened right after it without a node
}

var nowhere = frame{node: int32(NoNode), last: int32(NoNode)}

type state uint8

const (
	inNode state = iota // after a semicolon
	opened              // after an opening parenthesis
	closed              // after a closing one
)

func (p *parser) reset(t *tree, games []Game) {
	p.tree, p.games = t, games[:0]
	p.stack, p.fails = p.stack[:0], p.fails[:0]
	p.i, p.stray, p.run = 0, -1, -1
	p.failed, p.portion = false, nil
	p.cur, p.last = nowhere.node, nowhere.last
	p.resume, p.at, p.closes = nowhere, start, notAsked
	p.state, p.more = closed, false
}

// parse reads the whole text. Time is linear in its length: every loop moves
// on, and what is looked at ahead is either taken or skipped whole.
func (p *parser) parse() {
	for p.i < len(p.text) {
		if len(p.stack) == 0 {
			p.between()
		} else {
			p.inside()
		}
	}
	p.endNode()
	if len(p.stack) > 0 {
		p.missingParens("at the end")
	}
	p.endGame()
	if len(p.games) == 0 && len(p.fails) == 0 {
		p.fail(0, 0, NoGame, noGame(p.text))
	}
}

func noGame(text []byte) string {
	if len(bytes.TrimSpace(text)) == 0 {
		return "The file is empty."
	}
	return "This is not a game record: a record begins with “(;”."
}

// missingParens warns of parentheses that are still open here.
func (p *parser) missingParens(where string) {
	n := 0
	for _, f := range p.stack {
		n += 1 + int(f.extra)
	}
	text := "The closing parenthesis " + where + " is missing."
	if n > 1 {
		text = fmt.Sprintf("%d closing parentheses %s are missing.", n, where)
	}
	p.warn(p.i, MissingParen, text)
}

// inside reads until the parentheses of the game are closed.
func (p *parser) inside() {
	for p.i < len(p.text) {
		switch class[p.text[p.i]] {
		case semicolon:
			p.endNode()
			p.newNode(p.i)
			p.i++
			p.moves()
		case letter, digit:
			p.property()
		case openBracket:
			p.furtherValue()
		case blank:
			p.i++
		case openParen:
			if p.cur >= 0 && (p.beginsRecord(p.i) || p.beginsRoot(p.i)) {
				p.breakOff()
				return
			}
			p.open()
		case closeParen:
			p.close()
			if len(p.stack) == 0 {
				return
			}
		default:
			p.skipStray(p.i + 1)
		}
	}
}

// moves is the quick way through the commonest of nodes: a play, and at most what
// [parser.plainProperty] reads. It begins after the semicolon of a node that is there
// already, and goes on with the nodes that follow it in the same line.
func (p *parser) moves() {
	t, i := p.tree, p.i
	text := t.text
	for i+5 <= len(text) {
		m := text[i : i+5 : i+5]
		if (m[0] != 'B' && m[0] != 'W') || m[1] != '[' || m[4] != ']' || class[m[2]] != letter || class[m[3]] != letter {
			break
		}
		move := len(t.props)
		t.props = append(t.props, prop{name: uint32(i), length: 1, code: ident(m[0]), values: int32(len(t.values))})
		t.values = append(t.values, span{uint32(i + 2), uint32(i + 4)})
		p.sound, p.more = true, true
		i = p.skipBlanks(i + 5)
		matters := noRole
		for i < len(text) && class[text[i]] == letter {
			next := p.plainProperty(i)
			if next == i {
				break
			}
			matters |= roles[t.props[len(t.props)-1].code]
			i = p.skipBlanks(next)
		}
		if i < len(text) && endsNode[text[i]] && matters == noRole {
			t.props[move].length |= plain
		}
		if i >= len(text) || text[i] != ';' {
			break
		}
		if len(t.props) > move+2 { // else nothing can be in it twice
			p.endNode()
		}
		t.nodes = append(t.nodes, node{parent: p.cur, props: int32(len(t.props))})
		p.cur++
		p.more = false
		i++
	}
	p.i = i
}

// newNode adds a node after the current one. It is written at offset at.
func (p *parser) newNode(at int) {
	switch {
	case p.cur >= 0:
	case p.state == closed && p.resume.node >= 0:
		p.goOn(at)
	default:
		p.startGame(at)
	}
	n := int32(len(p.nodes))
	if p.last >= 0 {
		p.nodes[p.last].next = n
		p.games[len(p.games)-1].variations++
	}
	if top := &p.stack[len(p.stack)-1]; top.node == p.cur && p.cur >= 0 {
		top.last = n
	}
	p.nodes = append(p.nodes, node{parent: p.cur, props: int32(len(p.props))})
	p.cur, p.last = n, int32(NoNode)
	p.state, p.more = inNode, false
}

// open reads an opening parenthesis.
func (p *parser) open() {
	p.endNode()
	if p.state == opened {
		p.warnRun(ExtraParen, "A parenthesis is opened twice; the second was ignored.")
		p.stack[len(p.stack)-1].extra++
	} else {
		p.stack = append(p.stack, frame{node: p.cur, last: p.last})
	}
	p.state, p.more = opened, false
	p.i++
}

// close reads a closing parenthesis. The current node is then again the one
// before the parentheses.
func (p *parser) close() {
	p.endNode()
	if p.state == opened {
		p.warnRun(EmptyVariation, "A pair of parentheses has no move in it; it was ignored.")
	}
	top := &p.stack[len(p.stack)-1]
	if p.cur >= 0 && top.node < 0 {
		p.resume = frame{node: p.cur, last: p.last}
	}
	p.cur, p.last = top.node, top.last
	p.state, p.more = closed, false
	p.i++
	if top.extra > 0 {
		top.extra--
		return
	}
	p.stack = p.stack[:len(p.stack)-1]
	if n := len(p.stack); n > 0 && p.stack[n-1].node == p.cur {
		p.stack[n-1].last = p.last
	}
}

// goOn takes a game up again that was closed too early.
func (p *parser) goOn(at int) {
	p.warn(at, ExtraParen, "The record continues after its closing parenthesis; it was read as one record.")
	p.cur, p.last = p.resume.node, p.resume.last
	p.resume = nowhere
}

// startGame begins a game whose first node is written at offset at.
func (p *parser) startGame(at int) {
	p.endGame()
	p.endPortion()
	p.at = p.at.advance(p.text, at)
	p.games = append(p.games, Game{tree: p.tree, root: Node(len(p.nodes)), place: p.at})
	p.sound, p.torn, p.long = false, false, false
	p.last = int32(NoNode)
}

// endGame closes the books of the last game. One that has stray text and
// nothing like a property is no game.
func (p *parser) endGame() {
	n := len(p.games)
	if n == 0 || p.games[n-1].end != 0 {
		return
	}
	g := &p.games[n-1]
	g.end = Node(len(p.nodes))
	if p.sound || !p.torn {
		return
	}
	p.fail(n, g.place.offset, UnreadableGame, "A game record seems to begin here, but nothing in it could be read.")
	if from, _ := p.propsOf(int32(g.root)); int(from) < len(p.props) {
		p.values = p.values[:p.props[from].values]
		p.props = p.props[:from]
	}
	p.nodes = p.nodes[:g.root]
	p.games = p.games[:n-1]
	p.resume = nowhere
}

func (p *parser) warn(at int, code Code, text string) {
	p.repairs.add(len(p.games), at, code, text)
}

// warnRun warns of a parenthesis, but once for several in a row.
func (p *parser) warnRun(code Code, text string) {
	if p.run != p.i-1 || p.i == 0 {
		p.warn(p.i, code, text)
	}
	p.run = p.i
}

// fail notes what cannot be read. The first is the file's error, others are
// warnings.
func (p *parser) fail(game, at int, code Code, text string) {
	if len(p.fails) == 0 {
		p.fails = append(p.fails, repair{game, at, code, text})
		return
	}
	p.repairs.add(game, at, code, text)
}
