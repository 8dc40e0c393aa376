package sgf

import "bytes"

// A closing says whether all parentheses of a text close.
type closing uint8

const (
	notAsked closing = iota
	allClose
	someOpen
)

// longestRoot is how far the first node of a record is looked at, in bytes.
const longestRoot = 4096

// beginsRoot says that a record without a format (FF) begins at the parenthesis at i, though
// another is open: not all parentheses of the text close, it stands at the start of a line,
// and what follows is a root. So is a node with what only a root has, or with what this
// game has said in its own root already.
func (p *parser) beginsRoot(i int) bool {
	if i == 0 || p.text[i-1] != '\n' && p.text[i-1] != '\r' {
		return false
	}
	i = p.skipBlanks(i + 1)
	return i < len(p.text) && p.text[i] == ';' && p.rootNode(i+1) && p.leavesOpen()
}

// rootNode says that the node whose properties begin at i is a root.
func (p *parser) rootNode(i int) bool {
	text := p.text[:min(len(p.text), i+longestRoot)]
	for {
		for i < len(text) && class[text[i]] == blank {
			i++
		}
		from := i
		for i < len(text) && class[text[i]] == letter {
			i++
		}
		if name := text[from:i]; len(name) == 2 && isCapital(rune(name[0])) && isCapital(rune(name[1])) {
			if code := id(string(name)); rootOnly[code] || ofGame[code] && p.inRoot(code) {
				return i < len(text) && text[i] == '['
			}
		}
		if i == from || i >= len(text) || text[i] != '[' {
			return false
		}
		for i < len(text) && text[i] == '[' {
			end := bytes.IndexByte(text[i:], ']')
			for end >= 0 && escapes(text[i:i+end])%2 != 0 {
				next := bytes.IndexByte(text[i+end+1:], ']')
				if next < 0 {
					return false
				}
				end += 1 + next
			}
			if end < 0 {
				return false
			}
			i += end + 1
		}
	}
}

// rootOnly are the properties that only a root has, ofGame those that say something of the
// whole game.
var (
	rootOnly = idSet("GM", "FF", "SZ", "CA", "AP", "ST")
	ofGame   = idSet("KM", "PB", "PW", "BR", "WR", "HA", "RE", "RU", "DT", "EV", "RO", "PC", "GN", "SO", "US", "TM", "OT", "CP")
)

func idSet(names ...string) (set [idents]bool) {
	for _, n := range names {
		set[id(n)] = true
	}
	return set
}

// mostInRoot is how many properties of a root are looked at, far more than any has: it is
// asked again for each parenthesis.
const mostInRoot = 256

// inRoot says that the root of the game being read has a property.
func (p *parser) inRoot(code ident) bool {
	from, to := p.propsOf(int32(p.games[len(p.games)-1].root))
	for _, q := range p.props[from:min(to, from+mostInRoot)] {
		if q.code == code {
			return true
		}
	}
	return false
}

// leavesOpen says whether a parenthesis of the text is never closed, counted once from
// where it is first asked.
func (p *parser) leavesOpen() bool {
	if p.closes != notAsked {
		return p.closes == someOpen
	}
	open := 0
	for _, f := range p.stack {
		open += 1 + int(f.extra)
	}
	for i := p.i; i < len(p.text); i++ {
		switch class[p.text[i]] {
		case openParen:
			open++
		case closeParen:
			open--
		case openBracket:
			end := p.valueEnd(i + 1)
			if end < 0 {
				end = len(p.text)
			}
			i = end
		}
	}
	p.closes = allClose
	if open > 0 {
		p.closes = someOpen
	}
	return open > 0
}
