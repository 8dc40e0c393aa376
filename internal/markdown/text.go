package markdown

import "strings"

// Text is what was read: its paragraphs and the like, one after the other.
type Text []Block

// Kind says what a block is, or a piece of a line.
type Kind string

// The kinds of blocks.
const (
	Paragraph Kind = "paragraph"
	Heading   Kind = "heading"
	Quotation Kind = "quotation"
	List      Kind = "list"    // of Items
	Ordered   Kind = "ordered" // a list with numbers
	Code      Kind = "code"    // Words has it, line by line
	Rule      Kind = "rule"    // a line across the page
	Table     Kind = "table"
)

// The kinds of pieces.
const (
	Plain    Kind = "" // Words as they are
	Emphasis Kind = "emphasis"
	Strong   Kind = "strong"
	Sign     Kind = "code" // as it is typed into a machine
	Link     Kind = "link"
	Break    Kind = "break" // a new line
)

// Block is a paragraph or the like; what it has goes by its kind.
type Block struct {
	Kind   Kind
	Level  int     // of a heading: 2 to 6
	Start  int     // of an ordered list: its first number
	Pieces []Piece // of a paragraph or a heading
	Blocks Text    // of a quotation
	Items  []Text  // of a list
	Head   []Cell  // of a table
	Rows   [][]Cell
	Words  string
}

// Cell is a cell of a table.
type Cell struct{ Pieces []Piece }

// Piece is a part of a line.
type Piece struct {
	Kind    Kind
	Words   string // plain words and signs
	Address string // of a link: http, https, mailto, or within this site
	Away    bool   // a link to another site
	Pieces  []Piece
}

// said are the words of paragraphs, also of those in lists and quotations, without what only sets them apart.
func (t Text) said() (out []string) {
	for _, b := range t {
		if b.Kind == Paragraph {
			out = append(out, strings.Fields(lettered(b.Pieces, ""))...)
		}
		out = append(out, b.Blocks.said()...)
		for _, item := range b.Items {
			out = append(out, item.said()...)
		}
	}
	return out
}

// Summary is the beginning of what a text says, on one line, of at most as many letters, cut at a word.
func (t Text) Summary(letters int) string {
	words := t.said()
	if len(words) == 0 {
		words = strings.Fields(t.Letter(""))
	}
	out, used := "", 0
	for _, w := range words {
		used += len([]rune(w)) + 1
		if used > letters {
			return strings.TrimRight(out, ",;:–- ") + " …"
		}
		out += w + " "
	}
	return strings.TrimSpace(out)
}

// Below is the text with its headings so many levels further down, for a page on which it stands below headings.
func (t Text) Below(levels int) Text {
	out := make(Text, len(t))
	for i, b := range t {
		if b.Kind == Heading {
			b.Level = min(b.Level+levels, 6)
		}
		b.Blocks = b.Blocks.Below(levels)
		items := make([]Text, len(b.Items))
		for j, item := range b.Items {
			items[j] = item.Below(levels)
		}
		b.Items, out[i] = items, b
	}
	return out
}
