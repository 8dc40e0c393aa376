package sheet

import (
	"bytes"
	"io"
)

// tokenGuard passes XML through and refuses it when a single token (a tag, the
// text between two tags, a comment, a CDATA section) is longer than maxToken.
// XML decoders collect a token whole before they hand it over, so this is what
// keeps a hostile part from filling the memory.
type tokenGuard struct {
	r      io.Reader
	length int    // of the token under way
	until  string // what ends the token under way: "", "-->", "]]>", "?>"
	tail   []byte // last bytes seen, enough to recognise the marks
}

func (g *tokenGuard) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	for _, b := range p[:n] {
		if g.step(b); g.length > maxToken || g.directive() {
			return 0, errDamaged
		}
	}
	return n, err
}

func (g *tokenGuard) step(b byte) {
	g.length++
	if len(g.tail) == 9 {
		copy(g.tail, g.tail[1:])
		g.tail = g.tail[:8]
	}
	g.tail = append(g.tail, b)
	if g.until != "" {
		if b == '>' && bytes.HasSuffix(g.tail, []byte(g.until)) {
			g.until, g.length = "", 0
		}
		return
	}
	switch b {
	case '<':
		g.length = 1
	case '?':
		g.open("<?", "?>")
	case '-':
		g.open("<!--", "-->")
	case '[':
		g.open("<![CDATA[", "]]>")
	}
}

// directive recognises a DOCTYPE or another <!… that has no place in a
// workbook and may hold any number of tags of its own.
func (g *tokenGuard) directive() bool {
	n := len(g.tail)
	return g.until == "" && g.length == 3 && n >= 3 &&
		g.tail[n-3] == '<' && g.tail[n-2] == '!' && g.tail[n-1] != '-' && g.tail[n-1] != '['
}

func (g *tokenGuard) open(mark, until string) {
	if g.length == len(mark) && bytes.HasSuffix(g.tail, []byte(mark)) {
		g.until = until
	}
}
