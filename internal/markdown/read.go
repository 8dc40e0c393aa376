package markdown

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"nzgs/internal/apperr"
)

// grammar is CommonMark without HTML, which stands as it was typed, and with tables.
var grammar = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(parser.NewEmphasisParser(), 500),
	),
	parser.WithParagraphTransformers(
		util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
		util.Prioritized(extension.NewTableParagraphTransformer(), 200),
	),
	parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
)

// Read reads a text. One that is too long or too tangled is refused with a sentence.
func Read(source string) (Text, error) {
	source = strings.ReplaceAll(source, "\r\n", "\n")
	source = strings.ReplaceAll(source, "\r", "\n")
	if problem := refuse(source); problem != nil {
		return nil, problem
	}
	r := &reader{source: []byte(source)}
	out := r.blocks(grammar.Parse(text.NewReader(r.source)), 0)
	if r.parts > maxParts || r.tooDeep {
		return nil, apperr.New(apperr.Invalid, "The text has too many parts, or too many within each other. Make it simpler.")
	}
	return out, nil
}

// Check adds to the problems of a form what is wrong with a text that must be there.
func Check(f *apperr.Fields, field, source string) {
	if strings.TrimSpace(source) == "" {
		f.Add(field, "Write the text.")
		return
	}
	if _, err := Read(source); err != nil {
		f.Add(field, "%s", message(err))
	}
}

func message(err error) string {
	if known, ok := err.(*apperr.Error); ok {
		return known.Message
	}
	return err.Error()
}

// Of is a text that was checked before it was kept. One that cannot be read any more stands as it was typed.
func Of(source string) Text {
	out, err := Read(source)
	if err != nil {
		return Text{{Kind: Code, Words: source}}
	}
	return out
}

// reader makes our tree of the library's.
type reader struct {
	source   []byte
	parts    int
	tooDeep  bool
	headings []int // levels as typed, of the headings that a next one may be below
}

// deeper reports whether what is within a part may be read.
func (r *reader) deeper(depth int) bool {
	r.parts++
	if depth > 4*maxNested {
		r.tooDeep = true
	}
	return !r.tooDeep && r.parts <= maxParts
}

func (r *reader) blocks(parent ast.Node, depth int) Text {
	var out Text
	for n := parent.FirstChild(); n != nil && r.deeper(depth); n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			out = append(out, Block{Kind: Heading, Level: r.level(n.Level), Pieces: r.pieces(n, depth+1)})
		case *ast.Paragraph, *ast.TextBlock:
			out = append(out, Block{Kind: Paragraph, Pieces: r.pieces(n, depth+1)})
		case *ast.Blockquote:
			out = append(out, Block{Kind: Quotation, Blocks: r.blocks(n, depth+1)})
		case *ast.List:
			out = append(out, r.list(n, depth))
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			out = append(out, Block{Kind: Code, Words: printed(string(n.Lines().Value(r.source)))})
		case *ast.ThematicBreak:
			out = append(out, Block{Kind: Rule})
		case *extended.Table:
			out = append(out, r.table(n, depth))
		}
	}
	return out
}

// level is where a heading stands on the page: one below the heading that it is under, which no level is left out for.
func (r *reader) level(typed int) int {
	for len(r.headings) > 0 && r.headings[len(r.headings)-1] >= typed {
		r.headings = r.headings[:len(r.headings)-1]
	}
	r.headings = append(r.headings, typed)
	return min(1+len(r.headings), 6)
}

func (r *reader) list(n *ast.List, depth int) Block {
	out := Block{Kind: List}
	if n.IsOrdered() {
		out.Kind, out.Start = Ordered, n.Start
	}
	for item := n.FirstChild(); item != nil && r.deeper(depth+1); item = item.NextSibling() {
		out.Items = append(out.Items, r.blocks(item, depth+2))
	}
	return out
}

func (r *reader) table(n *extended.Table, depth int) Block {
	out := Block{Kind: Table}
	for row := n.FirstChild(); row != nil && r.deeper(depth+1); row = row.NextSibling() {
		var cells []Cell
		for cell := row.FirstChild(); cell != nil && r.deeper(depth+2); cell = cell.NextSibling() {
			cells = append(cells, Cell{r.pieces(cell, depth+3)})
		}
		if row.Kind() == extended.KindTableHeader {
			out.Head = cells
		} else {
			out.Rows = append(out.Rows, cells)
		}
	}
	return out
}

func (r *reader) pieces(parent ast.Node, depth int) []Piece {
	var out []Piece
	for n := parent.FirstChild(); n != nil && r.deeper(depth); n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			out = append(out, Piece{Words: plain(n.Segment.Value(r.source), n.IsRaw())})
			if n.HardLineBreak() || n.SoftLineBreak() {
				out = append(out, Piece{Kind: Break})
			}
		case *ast.String:
			out = append(out, Piece{Words: plain(n.Value, n.IsRaw())})
		case *ast.CodeSpan:
			out = append(out, Piece{Kind: Sign, Words: r.sign(n)})
		case *ast.Emphasis:
			kind := Emphasis
			if n.Level > 1 {
				kind = Strong
			}
			out = append(out, Piece{Kind: kind, Pieces: r.pieces(n, depth+1)})
		case *ast.Link:
			out = append(out, linked(string(n.Destination), r.pieces(n, depth+1))...)
		case *ast.AutoLink:
			address := string(n.URL(r.source))
			if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(address, "mailto:") {
				address = "mailto:" + address
			}
			out = append(out, linked(address, []Piece{{Words: string(n.Label(r.source))}})...)
		default: // a picture: its words
			out = append(out, r.pieces(n, depth+1)...)
		}
	}
	return out
}

// sign is what stands between `…`.
func (r *reader) sign(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(r.source))
		}
	}
	return printed(strings.ReplaceAll(b.String(), "\n", " "))
}

// plain is text with its escapes and named characters resolved, and without characters that steer a terminal.
func plain(source []byte, raw bool) string {
	if raw {
		return printed(string(source))
	}
	return printed(resolved(string(source)))
}

func printed(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && c != '\n' && c != '\t' {
			return -1
		}
		return c
	}, text)
}

// resolved is a text with its escapes and named characters resolved, each once: what was escaped names no character.
func resolved(source string) string {
	var b strings.Builder
	from := 0
	for i := 0; i+1 < len(source); i++ {
		if source[i] == '\\' && util.IsPunct(source[i+1]) {
			b.WriteString(unnamed(source[from:i]))
			b.WriteByte(source[i+1])
			i++
			from = i + 1
		}
	}
	return b.String() + unnamed(source[from:])
}

// named is a character by its name or number. Its end is a part of it: “&region=2” in an address names none.
var named = regexp.MustCompile(`&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});`)

func unnamed(text string) string {
	return named.ReplaceAllStringFunc(text, func(name string) string {
		if out := html.UnescapeString(name); out == ";" || !strings.HasSuffix(out, ";") {
			return out
		}
		return name
	})
}

// linked are words with the address that they lead to, where it is one that words may lead to.
func linked(destination string, words []Piece) []Piece {
	address, away, ok := addressOf(resolved(destination))
	if !ok {
		return words
	}
	return []Piece{{Kind: Link, Address: address, Away: away, Pieces: unlinked(words)}}
}

// unlinked are words without their links: within a link there is no other.
func unlinked(words []Piece) (out []Piece) {
	for _, p := range words {
		if p.Pieces = unlinked(p.Pieces); p.Kind == Link {
			out = append(out, p.Pieces...)
			continue
		}
		out = append(out, p)
	}
	return out
}

// addressOf is an address that a page may lead to, written safely, and whether it is of another site.
func addressOf(typed string) (address string, away, ok bool) {
	typed = strings.TrimSpace(typed)
	if typed == "" || len(typed) > 2000 || strings.ContainsFunc(typed, func(c rune) bool {
		return unicode.IsControl(c) || unicode.IsSpace(c) || c == '\\' || unicode.In(c, unicode.Bidi_Control)
	}) {
		return "", false, false
	}
	u, err := url.Parse(typed)
	if err != nil || u.User != nil || u.Opaque != "" && u.Scheme != "mailto" {
		return "", false, false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.String(), true, u.Host != ""
	case "mailto":
		return u.String(), false, strings.Contains(u.Opaque, "@")
	case "":
		return u.String(), false, u.Host == "" && (strings.HasPrefix(u.Path, "/") && !strings.HasPrefix(u.Path, "//"))
	}
	return "", false, false
}
