package sgf

import "bytes"

// between reads outside of games, up to the next one. The text that stands
// there gives one warning for each stretch of it.
func (p *parser) between() {
	from := -1 // where the text that is no game begins
	for p.i < len(p.text) {
		switch class[p.text[p.i]] {
		case openParen:
			next := p.pastParens()
			if p.beginsGame(next) {
				p.otherText(from)
				p.open()
				return
			}
			from = p.otherFrom(from)
			p.i = next
		case semicolon:
			if p.beginsProperty(p.skipBlanks(p.i + 1)) {
				p.otherText(from)
				p.withoutParen()
				return
			}
			from = p.otherFrom(from)
			p.i++
		case closeParen:
			if from < 0 && len(p.games) > 0 {
				p.warnRun(ExtraParen, "There is one closing parenthesis too many; it was ignored.")
			} else {
				from = p.otherFrom(from)
			}
			p.i++
		case blank:
			p.i++
		default:
			if bytes.HasPrefix(p.text[p.i:], byteOrderMark) {
				p.i += len(byteOrderMark)
				continue
			}
			from = p.otherFrom(from)
			p.i++
		}
	}
	p.otherText(from)
}

var byteOrderMark = []byte("\ufeff")

func (p *parser) otherFrom(from int) int {
	if from < 0 {
		return p.i
	}
	return from
}

// otherText warns of text outside of games that began at from, if there is
// any. What begins like a record and has brackets was meant as a record.
func (p *parser) otherText(from int) {
	if from < 0 {
		return
	}
	text := p.text[from:p.i]
	switch {
	case len(p.games) == 0 && p.i < len(p.text):
		p.repairs.add(0, from, OtherText, "The text before the record was ignored.")
	case len(p.games) == 0:
		// There is no game at all, which is said once.
	case text[0] == '(' && bytes.ContainsAny(text, "[;"):
		p.fail(0, from, UnreadableGame, "A game record seems to begin here, but it could not be read.")
	default:
		p.repairs.add(0, from, OtherText, "The text after the record was ignored.")
	}
}

// withoutParen begins to read at a semicolon for which no parenthesis was
// opened.
func (p *parser) withoutParen() {
	if p.resume.node < 0 {
		p.warn(p.i, MissingParen, "The opening parenthesis is missing.")
		p.state = opened
	}
	p.stack = append(p.stack, nowhere)
}

// pastParens is the offset after a run of opening parentheses and blanks.
func (p *parser) pastParens() int {
	i := p.i
	for i < len(p.text) && (class[p.text[i]] == openParen || class[p.text[i]] == blank) {
		i++
	}
	return i
}

func (p *parser) skipBlanks(i int) int {
	for i < len(p.text) && class[p.text[i]] == blank {
		i++
	}
	return i
}

// beginsGame says that the text at i can follow a record's opening
// parenthesis.
func (p *parser) beginsGame(i int) bool {
	return i < len(p.text) && (p.text[i] == ';' || p.beginsProperty(i))
}

// beginsRecord says that a record begins at the parenthesis at i, whatever is open before
// it: it stands at the start of a line, and its first node says its format (FF), as no
// variation does.
func (p *parser) beginsRecord(i int) bool {
	if i == 0 || p.text[i-1] != '\n' && p.text[i-1] != '\r' {
		return false
	}
	if i = p.skipBlanks(i + 1); i >= len(p.text) || p.text[i] != ';' {
		return false
	}
	i = p.skipBlanks(i + 1)
	if rest := p.text[i:]; len(rest) > 4 && string(rest[:3]) == "GM[" && rest[4] == ']' {
		i = p.skipBlanks(i + 5)
	}
	return bytes.HasPrefix(p.text[i:], []byte("FF["))
}

// breakOff ends a game whose parentheses are not closed where the next record begins.
func (p *parser) breakOff() {
	p.endNode()
	p.missingParens("before the next record")
	p.stack, p.resume = p.stack[:0], nowhere
	p.cur, p.last = nowhere.node, nowhere.last
	p.state, p.more = closed, false
}

// beginsProperty says that a name with a capital and an opening bracket stand
// at i.
func (p *parser) beginsProperty(i int) bool {
	if i >= len(p.text) || p.text[i] < 'A' || p.text[i] > 'Z' {
		return false
	}
	end := p.nameEnd(i)
	if end-i > maxName {
		return false
	}
	end = p.skipBlanks(end)
	return end < len(p.text) && p.text[end] == '['
}
