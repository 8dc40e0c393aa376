package sgf

// Tests write what they read, to see that nothing of it is lost, and make records

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Builder makes a new game of one line, node by node. Use [NewBuilder]. What
// it is given wrongly it remembers, and [Builder.Game] says it.
type Builder struct {
	width, height int
	root          []setting
	rest          []byte // the nodes after the root, as they will be written
	err           error
}

// A setting is a property as it will be written.
type setting struct {
	name string
	raw  []byte // with its brackets
}

// lineWidth is after how many bytes a line is ended before the next node.
const lineWidth = 72

type writer struct {
	w     *bufio.Writer
	width int
}

// NewBuilder starts a game of Go on a board of the given size, 1 to [MaxSize].
func NewBuilder(width, height int) *Builder {
	b := &Builder{width: width, height: height}
	if width < 1 || width > MaxSize || height < 1 || height > MaxSize {
		b.fail("a board of %d×%d cannot be written: width and height must be 1 to %d", width, height, MaxSize)
	}
	size := strconv.Itoa(width)
	if height != width {
		size += ":" + strconv.Itoa(height)
	}
	b.setRoot("FF", []byte("[4]"))
	b.setRoot("GM", []byte("[1]"))
	b.setRoot("SZ", []byte("["+size+"]"))
	return b
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("sgf: "+format, args...)
	}
}

// setRoot gives the root a property, in place of an earlier one of that name.
func (b *Builder) setRoot(name string, raw []byte) {
	for i := range b.root {
		if b.root[i].name == name {
			b.root[i].raw = raw
			return
		}
	}
	b.root = append(b.root, setting{name, raw})
}

// Set gives the root a text about the game; "" is left out.
func (b *Builder) Set(f Field, text string) {
	if text != "" {
		b.setRoot(fieldNames[f], bracketed(text))
	}
}

// SetKomi gives the root KM.
func (b *Builder) SetKomi(k Komi) { b.setRoot("KM", []byte("["+k.String()+"]")) }

// SetHandicap gives the root HA. The stones themselves are set-up or moves.
func (b *Builder) SetHandicap(stones int) {
	b.setRoot("HA", []byte("["+strconv.Itoa(stones)+"]"))
}

// Place adds stones to the set-up of the root. Empty points are written as AE.
func (b *Builder) Place(stones ...Stone) {
	names := [...]string{Empty: "AE", Black: "AB", White: "AW"}
	for _, s := range stones {
		if s.Colour > White {
			b.fail("%d is not a colour", s.Colour)
			return
		}
		name := names[s.Colour]
		raw := b.point(int(s.X), int(s.Y))
		for _, p := range b.root {
			if p.name == name {
				raw = append(p.raw, raw...)
			}
		}
		b.setRoot(name, raw)
	}
}

// SetToPlay gives the root PL.
func (b *Builder) SetToPlay(c Colour) {
	b.setRoot("PL", []byte("["+b.player(c)+"]"))
}

// Play adds a node with a play; x and y count from 0 at the top left.
func (b *Builder) Play(c Colour, x, y int) {
	b.rest = append(b.rest, ';')
	b.rest = append(b.rest, b.player(c)...)
	b.rest = append(b.rest, b.point(x, y)...)
}

// Pass adds a node with a pass.
func (b *Builder) Pass(c Colour) {
	b.rest = append(b.rest, ';')
	b.rest = append(b.rest, b.player(c)...)
	b.rest = append(b.rest, "[]"...)
}

// Comment gives the last node a comment.
func (b *Builder) Comment(text string) { b.Property("C", text) }

// Property gives the last node a property, which it should not have yet, with
// one or more values as they are meant. Colons in them are escaped: a composed
// value cannot be made in this way.
func (b *Builder) Property(name string, values ...string) {
	if !isName(name) || len(values) == 0 {
		b.fail("%q with %d values is not a property", name, len(values))
		return
	}
	var raw []byte
	for _, v := range values {
		raw = append(raw, bracketed(v)...)
	}
	if len(b.rest) == 0 {
		b.setRoot(name, raw)
		return
	}
	b.rest = append(append(b.rest, name...), raw...)
}

// isName says that a name is one that FF[4] allows.
func isName(name string) bool {
	for i := range len(name) {
		if name[i] < 'A' || name[i] > 'Z' {
			return false
		}
	}
	return name != "" && len(name) <= maxName
}

func (b *Builder) player(c Colour) string {
	switch c {
	case Black:
		return "B"
	case White:
		return "W"
	}
	b.fail("a move has no player")
	return ""
}

func (b *Builder) point(x, y int) []byte {
	if x < 0 || x >= b.width || y < 0 || y >= b.height {
		b.fail("the point %d, %d is not on a board of %d×%d", x, y, b.width, b.height)
		return nil
	}
	return []byte{'[', lineLetter(uint8(x)), lineLetter(uint8(y)), ']'}
}

func bracketed(text string) []byte {
	return append(escape([]byte{'['}, strings.ToValidUTF8(text, "\ufffd")), ']')
}

// Game is the game built so far; the builder can go on. An error says what the
// builder was given that cannot be written.
func (b *Builder) Game() (*Game, error) {
	if b.err != nil {
		return nil, b.err
	}
	text := []byte("(;CA[UTF-8]")
	for _, p := range b.root {
		text = append(append(text, p.name...), p.raw...)
	}
	text = append(append(text, b.rest...), ')')
	f := new(Reader).Read(text)
	switch {
	case f.Err != nil:
		return nil, fmt.Errorf("sgf: the game cannot be written: %w", f.Err)
	case len(f.Warnings) > 0:
		return nil, fmt.Errorf("sgf: the game cannot be written: %s", f.Warnings[0].Text)
	}
	return &f.Games[0], nil
}

// ParsePoint reads a point as FF[4] writes it: two letters, column and row
// from the top left, a to z for 0 to 25 and A to Z for 26 to 51.
func ParsePoint(text string) (x, y int, ok bool) {
	if len(text) != 2 {
		return 0, 0, false
	}
	a, b := letters[text[0]], letters[text[1]]
	if a == offLetter || b == offLetter {
		return 0, 0, false
	}
	return int(a), int(b), true
}

// FormatPoint is the point as FF[4] writes it. Both x and y must be from 0 to
// [MaxSize]-1.
func FormatPoint(x, y int) string {
	return string([]byte{lineLetter(uint8(x)), lineLetter(uint8(y))})
}

// Write writes games as one collection in UTF-8. Everything a game holds is
// kept, known or not, in the order it has; only its encoding (CA) is written
// again, before all else. Reading what was written gives the same games.
func Write(w io.Writer, games ...*Game) error {
	out := writer{w: bufio.NewWriter(w)}
	for _, g := range games {
		out.game(g)
	}
	return out.w.Flush()
}

func (w *writer) put(s string) {
	w.w.WriteString(s)
	w.width += len(s)
}

func (w *writer) newLine() {
	w.w.WriteByte('\n')
	w.width = 0
}

// game writes the nodes as they stand, which is depth first, and puts
// parentheses where a node has several that follow it.
func (w *writer) game(g *Game) {
	w.put("(")
	for n := g.root; n < g.end; n++ {
		if n > g.root && g.isVariation(n) {
			if !beginsAnew(g, n) {
				w.newLine()
			}
			w.put("(")
		} else if w.width > lineWidth {
			w.newLine()
		}
		w.node(g, n)
		if g.FirstChild(n) == NoNode {
			w.close(g, n)
		}
	}
	w.put(")")
	w.newLine()
}

// beginsAnew says that node n would be read as the next record at the start of a line.
func beginsAnew(g *Game, n Node) bool {
	for p := range g.Properties(n) {
		return p.Is("GM") || p.Is("FF")
	}
	return false
}

// isVariation says that node n, which is not the root, is one of several that
// follow its parent.
func (g *Game) isVariation(n Node) bool {
	parent := g.Parent(n)
	return n != parent+1 || g.NextSibling(n) != NoNode
}

// close closes the variations that end with the leaf n: those of the nodes on
// the way up to the one that the next node is a variation of. Each node is met
// once on such ways.
func (w *writer) close(g *Game, n Node) {
	for n != g.root {
		if g.isVariation(n) {
			w.put(")")
			if g.NextSibling(n) != NoNode {
				return
			}
		}
		n = g.Parent(n)
	}
}

func (w *writer) node(g *Game, n Node) {
	w.put(";")
	if n == g.root {
		w.put("CA[UTF-8]")
	}
	for p := range g.Properties(n) {
		if n == g.root && p.Is("CA") {
			continue
		}
		w.put(p.Name())
		for i := range p.Len() {
			raw := p.Raw(i)
			w.w.WriteByte('[')
			w.w.Write(raw)
			w.w.WriteByte(']')
			w.width += len(raw) + 2
		}
	}
}
