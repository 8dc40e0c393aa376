package sgf

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// What is kept of a node's remarks: far more than anybody writes for others to read.
const (
	MaxComment = 4000 // characters of a comment
	MaxLabel   = 3    // characters of a label
	maxArrows  = 200  // lines and arrows of a node
)

// Remarks are what a node says beside its moves.
type Remarks struct {
	Name    string // N
	Comment string // C, at most [MaxComment] characters
	Cut     bool   // the comment is longer
	// Marks are the marks on points of the board, row by row, one to a point: a label
	// before a shape.
	Marks  []Remark
	Arrows []Arrow
	// Black and White are what the players' clocks show after the node.
	Black, White Clock
}

// A Remark is a mark on a point: its property ("LB", "TR", "CR", "SQ", "MA", "SL", "DD",
// "TB" or "TW") and, of a label, its text.
type Remark struct {
	Mark
	Text string
}

// An Arrow leads from one point to another: "AR", or "LN" without a head.
type Arrow struct {
	Name           string
	X, Y, ToX, ToY uint8
}

// A Clock is what a player has left.
type Clock struct {
	Known   bool
	Seconds int // BL or WL, of this period
	Periods int // OB or OW: moves, or periods, that are left; 0: not said
}

// String is "12:05", "1:02:03", with what is left of the overtime: "0:30 (3)".
func (c Clock) String() string {
	if !c.Known {
		return ""
	}
	s := max(c.Seconds, 0)
	text := strconv.Itoa(s/60) + ":" + two(s%60)
	if s >= 3600 {
		text = strconv.Itoa(s/3600) + ":" + two(s/60%60) + ":" + two(s%60)
	}
	if c.Periods > 0 {
		text += " (" + strconv.Itoa(c.Periods) + ")"
	}
	return text
}

func two(n int) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }

// None says that there is nothing.
func (r *Remarks) None() bool {
	return r.Name == "" && r.Comment == "" && len(r.Marks) == 0 && len(r.Arrows) == 0 && !r.Black.Known && !r.White.Known
}

// shapes are the marks of a node, those that win before others first. M and L are
// FF[3]'s.
var shapes = []struct{ property, name string }{
	{"TR", "TR"}, {"CR", "CR"}, {"SQ", "SQ"}, {"MA", "MA"}, {"M", "MA"}, {"SL", "SL"}, {"TB", "TB"}, {"TW", "TW"}, {"DD", "DD"},
}

// Remarks reads what node n says beside its moves, on a board of that size. It takes
// time in proportion to the node's length, and memory to that of the board.
func (g *Game) Remarks(n Node, width, height int) Remarks {
	return g.RemarksAt(n, width, height, point)
}

// RemarksAt is Remarks of a game whose points are written otherwise than as two letters: read reads one.
func (g *Game) RemarksAt(n Node, width, height int, read func(raw []byte) (x, y uint8, ok bool)) Remarks {
	var out Remarks
	m := marking{width: width, height: height, read: read}
	for p := range g.Properties(n) {
		switch q := g.tree.props[p.index]; q.code {
		case id("N"):
			out.Name, _ = cutTo(strings.TrimSpace(p.SimpleText(0)), MaxComment)
		case id("C"):
			raw := p.Raw(0)
			long := len(raw) > 8*MaxComment
			if long {
				raw = raw[:8*MaxComment]
			}
			var cut bool
			out.Comment, cut = cutTo(strings.TrimSpace(text(raw, manyLines)), MaxComment)
			out.Cut = long || cut
		case id("LB"), id("L"):
			m.label(p)
		case id("AR"), id("LN"):
			out.Arrows = m.arrows(p, out.Arrows)
		case id("BL"):
			out.Black.left(p.Raw(0))
		case id("WL"):
			out.White.left(p.Raw(0))
		case id("OB"):
			out.Black.periods(p.Raw(0))
		case id("OW"):
			out.White.periods(p.Raw(0))
		}
	}
	for _, s := range shapes {
		if p, ok := g.Property(n, s.property); ok {
			m.shape(p, s.name)
		}
	}
	out.Marks = m.marks()
	return out
}

// cutTo cuts a text to so many characters, without those that cannot be shown.
func cutTo(s string, most int) (string, bool) {
	s = strings.ToValidUTF8(s, "\ufffd")
	if len(s) <= most {
		return s, false
	}
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i], true
		}
	}
	return s, false
}

// left reads a time in seconds, which may have a fraction.
func (c *Clock) left(raw []byte) {
	text := string(trim(raw[:min(len(raw), 32)]))
	if f, err := strconv.ParseFloat(text, 64); err == nil && f > -1e6 && f < 1e7 {
		c.Known, c.Seconds = true, int(f)
	}
}

func (c *Clock) periods(raw []byte) {
	if n, ok := plainNumber(trim(raw)); ok && n < 10_000 {
		c.Periods = n
	}
}

// marking gathers the marks of a node, one to a point.
type marking struct {
	width, height int
	read          func(raw []byte) (x, y uint8, ok bool)
	shapes        [9]region // by their place in shapes
	any           bool
	labels        map[[2]uint8]string
}

// label reads LB, and L of FF[3], whose points are lettered in order.
func (m *marking) label(p Property) {
	for i := range p.Len() {
		raw := p.Raw(i)
		first, second, composed := compose(raw)
		x, y, ok := m.read(first)
		if !ok || int(x) >= m.width || int(y) >= m.height {
			continue
		}
		if m.labels == nil {
			m.labels = map[[2]uint8]string{}
		}
		switch at := [2]uint8{x, y}; {
		case composed:
			name := strings.TrimSpace(text(second[:min(len(second), 64)], oneLine))
			m.labels[at] = labelText(name)
		case p.Is("L") && i < 26:
			m.labels[at] = string(rune('a' + i))
		}
	}
}

// labelText is a label that fits a point.
func labelText(s string) string {
	if utf8.RuneCountInString(s) <= MaxLabel {
		return strings.ToValidUTF8(s, "\ufffd")
	}
	s, _ = cutTo(s, MaxLabel)
	return s
}

func (m *marking) arrows(p Property, to []Arrow) []Arrow {
	name := "AR"
	if p.Is("LN") {
		name = "LN"
	}
	for i := range p.Len() {
		first, second, ok := compose(p.Raw(i))
		x, y, ok1 := m.read(first)
		a, b, ok2 := m.read(second)
		on := int(x) < m.width && int(a) < m.width && int(y) < m.height && int(b) < m.height
		if ok && ok1 && ok2 && on && (x != a || y != b) && len(to) < maxArrows {
			to = append(to, Arrow{name, x, y, a, b})
		}
	}
	return to
}

func (m *marking) shape(p Property, name string) {
	m.any = true
	at := 0
	for i, s := range shapes {
		if s.name == name {
			at = i
			break
		}
	}
	for i := range p.Len() {
		if a, ok := pointsAs(p.Raw(i), m.read); ok {
			if a, on := a.clip(m.width, m.height); on != none {
				m.shapes[at].add(a)
			}
		}
	}
}

// marks are the marks row by row.
func (m *marking) marks() []Remark {
	if !m.any && len(m.labels) == 0 {
		return nil
	}
	var out []Remark
	for y := range m.height {
		for x := range m.width {
			if text := m.labels[[2]uint8{uint8(x), uint8(y)}]; text != "" {
				out = append(out, Remark{Mark{"LB", uint8(x), uint8(y)}, text})
				continue
			}
			for i := range m.shapes {
				if m.shapes[i][y]>>x&1 != 0 {
					out = append(out, Remark{Mark{shapes[i].name, uint8(x), uint8(y)}, ""})
					break
				}
			}
		}
	}
	return out
}
