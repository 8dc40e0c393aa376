package reports

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of what is read of a text; minutes are never longer.
const (
	maxMinutes      = 400_000 // bytes
	maxTableColumns = 12
	maxListDepth    = 3
)

// TextBlock is a piece of a text: what it is, and its words. Its zero value is
// an empty paragraph.
type TextBlock struct {
	Kind   TextBlockKind
	Level  int    // of a heading: 1 to 4; of a list item: 0 to 2, how far it is set in
	Marker string // of a list item: "•" or "1."
	Spans  []TextSpan
	Rows   [][][]TextSpan // of a table: rows of cells, the first one its heads; all as long
	Tight  bool           // the next line of the same text follows: only a [Newsletter] has such
}

// TextBlockKind is what a block is.
type TextBlockKind string

// The kinds.
const (
	TextParagraph TextBlockKind = "paragraph"
	TextHeading   TextBlockKind = "heading"
	TextItem      TextBlockKind = "item"
	TextQuote     TextBlockKind = "quote"
	TextTable     TextBlockKind = "table"
	TextLine      TextBlockKind = "line" // across the page
)

// TextSpan is a run of words in one emphasis.
type TextSpan struct {
	Text       string
	Bold, Lean bool // Lean: *so*; the prints have no slanting letters and show it plain
}

// ReadMinutes reads what minutes are written in: the plain part of Markdown.
// Headings (#), lists (-, 1.), tables (|), quotations (>), lines across (---),
// **bold** and *emphasis*, and a backslash before a sign that is meant as it
// stands. Anything else is text. It takes time in proportion to the text's
// length, of which it reads the first 400,000 bytes.
func ReadMinutes(text string) []TextBlock {
	if len(text) > maxMinutes {
		text = text[:maxMinutes]
	}
	r := textReader{}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\uFFFD"))
	for line := range strings.Lines(text) {
		r.line(strings.TrimRight(line, "\n"))
	}
	r.end()
	return r.blocks
}

// textReader gathers the lines of a block until the next one begins.
type textReader struct {
	blocks []TextBlock
	open   TextBlock // the block that lines are added to
	words  []string
	table  []string
}

func (r *textReader) line(line string) {
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, "|") {
		if r.table == nil {
			r.end()
		}
		r.table = append(r.table, trimmed)
		return
	}
	switch begins, rest := blockStart(line); {
	case trimmed == "":
		r.end()
	case begins.Kind == TextLine:
		r.end()
		r.blocks = append(r.blocks, begins)
	case begins.Kind == TextHeading:
		r.end()
		begins.Spans = spansOf(rest)
		r.blocks = append(r.blocks, begins)
	case begins.Kind == TextItem, begins.Kind == TextQuote && r.open.Kind != TextQuote:
		r.end()
		r.open, r.words = begins, []string{rest}
	case begins.Kind == TextQuote:
		r.words = append(r.words, rest)
	default:
		if r.table != nil || r.words == nil {
			r.end()
			r.open = TextBlock{Kind: TextParagraph}
		}
		r.words = append(r.words, trimmed)
	}
	if strings.HasSuffix(line, "  ") || strings.HasSuffix(line, `\`) && !strings.HasSuffix(line, `\\`) {
		r.breakHere()
	}
}

// breakHere ends a line of a block where its writer broke it: what follows is
// set in as the block is, without its marker.
func (r *textReader) breakHere() {
	if n := len(r.words); n > 0 {
		next := r.open
		r.words[n-1] = strings.TrimSuffix(r.words[n-1], `\`)
		r.end()
		if next.Marker != "" {
			next.Marker = " "
		}
		r.open, r.words = next, []string{}
	}
}

// end puts the open block to the others.
func (r *textReader) end() {
	if r.table != nil {
		r.blocks = append(r.blocks, tableOf(r.table)...)
		r.table = nil
	}
	if text := strings.TrimSpace(strings.Join(r.words, " ")); text != "" {
		r.open.Spans = spansOf(text)
		r.blocks = append(r.blocks, r.open)
	}
	r.open, r.words = TextBlock{}, nil
}

// blockStart is what a line begins, and the words after its mark; a line that
// begins nothing is a paragraph's.
func blockStart(line string) (TextBlock, string) {
	rest := strings.TrimLeft(strings.ReplaceAll(line, "\t", "    "), " ")
	indent := len(strings.ReplaceAll(line, "\t", "    ")) - len(rest)
	level := strings.IndexFunc(rest, func(c rune) bool { return c != '#' })
	switch {
	case strings.Trim(rest, "- ") == "" && strings.Count(rest, "-") >= 3, strings.Trim(rest, "* ") == "" &&
		strings.Count(rest, "*") >= 3:
		return TextBlock{Kind: TextLine}, ""
	case level > 0 && level <= 6 && rest[level] == ' ':
		return TextBlock{Kind: TextHeading, Level: min(level, 4)}, unclosed(strings.TrimSpace(rest[level:]))
	case strings.HasPrefix(rest, ">"):
		return TextBlock{Kind: TextQuote}, strings.TrimLeft(rest, "> ")
	}
	depth := min(indent/2, maxListDepth-1)
	if len(rest) > 1 && strings.ContainsRune("-*+", rune(rest[0])) && rest[1] == ' ' {
		return TextBlock{Kind: TextItem, Level: depth, Marker: "•"}, strings.TrimSpace(rest[2:])
	}
	if n := strings.IndexFunc(
		rest, func(c rune) bool { return c < '0' || c > '9' },
	); n > 0 && n <= 3 && len(rest) > n+1 && (rest[n] == '.' || rest[n] == ')') && rest[n+1] == ' ' {
		return TextBlock{Kind: TextItem, Level: depth, Marker: rest[:n] + "."}, strings.TrimSpace(rest[n+2:])
	}
	return TextBlock{Kind: TextParagraph}, rest
}

// unclosed is a heading without the signs that close it, which a space is
// before.
func unclosed(heading string) string {
	rest := strings.TrimRight(heading, "#")
	if rest == "" || strings.HasSuffix(rest, " ") {
		return strings.TrimSpace(rest)
	}
	return heading
}

// tableOf reads a table. Lines that are none, for they have no line below
// their heads or too many columns, are paragraphs.
func tableOf(lines []string) []TextBlock {
	heads := cellsOf(lines[0])
	if len(lines) < 2 || len(heads) > maxTableColumns || strings.Trim(lines[1], "|-: ") != "" ||
		!strings.Contains(lines[1], "-") {
		var out []TextBlock
		for _, line := range lines {
			out = append(out, TextBlock{Kind: TextParagraph, Spans: spansOf(line)})
		}
		return out
	}
	table := TextBlock{Kind: TextTable}
	for i, line := range lines {
		if i == 1 {
			continue
		}
		row := make([][]TextSpan, len(heads))
		for n, cell := range cellsOf(line) {
			if n < len(row) {
				row[n] = spansOf(cell)
			}
		}
		table.Rows = append(table.Rows, row)
	}
	return []TextBlock{table}
}

// cellsOf splits a table's line at its bars; one after a backslash is text.
func cellsOf(line string) []string {
	var out []string
	line = strings.TrimPrefix(line, "|")
	begin := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			out = append(out, strings.TrimSpace(line[begin:i]))
			begin = i + 1
		}
		if len(out) > maxTableColumns {
			return out
		}
	}
	if rest := strings.TrimSpace(line[begin:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

// spansOf splits a line by its emphasis. A star opens before a letter and
// closes after one; a star without its partner in the line is a star.
func spansOf(text string) []TextSpan {
	var out []TextSpan
	var b strings.Builder
	var now TextSpan
	flush := func() {
		if b.Len() > 0 {
			now.Text = b.String()
			out = append(out, now)
			b.Reset()
		}
	}
	boldLeft, leanLeft := strings.Count(text, "**"), strings.Count(text, "*")
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		next := byteAt(text, i+size)
		switch {
		case c == '\\' && next > ' ' && next < utf8.RuneSelf && (unicode.IsPunct(rune(next)) || unicode.IsSymbol(rune(next))):
			b.WriteByte(next)
			if next == '*' {
				leanLeft--
			}
			i += 2
			continue
		case c == '*' && next == '*':
			boldLeft--
			leanLeft -= 2
			if now.Bold && b.Len() > 0 || !now.Bold && boldLeft > 0 && opens(text, i+2) {
				flush()
				now.Bold = !now.Bold
			} else {
				b.WriteString("**")
			}
			i += 2
			continue
		case c == '*':
			leanLeft--
			if now.Lean && b.Len() > 0 || !now.Lean && leanLeft > 0 && opens(text, i+1) {
				flush()
				now.Lean = !now.Lean
			} else {
				b.WriteByte('*')
			}
			i++
			continue
		}
		b.WriteRune(c)
		i += size
	}
	flush()
	return out
}

func opens(text string, at int) bool { return byteAt(text, at) > ' ' }

func byteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// Plain is a block's words without their emphasis.
func (b TextBlock) Plain() string { return plainText(b.Spans) }

func plainText(spans []TextSpan) string {
	var out strings.Builder
	for _, s := range spans {
		out.WriteString(s.Text)
	}
	return out.String()
}
