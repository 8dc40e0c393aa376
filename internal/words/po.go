// Package words has what pages say in other languages: catalogues of sentences, as translators' programs write them, and
// the sentences of a template, found and replaced.
package words

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Entry is a sentence of a catalogue: in English, and in the language of the catalogue. Text "" is not translated.
type Entry struct {
	English, Text string
	From          []string // files that have the sentence
	Notes         []string // remarks of a translator, lines that begin with "# "
	Line          int      // of the catalogue, where the entry begins
	Fuzzy         bool     // a guess of the translator's program: not used
}

// Catalogue is a PO file: what one part of the site says in one language.
type Catalogue struct {
	File    string
	Header  map[string]string // "Language", "X-Name", "X-Draft"
	Notes   []string          // remarks at the head
	Entries []Entry
	Old     []string // lines of sentences that no page has any more, as they are kept for translators
}

// Bounds of a catalogue.
const (
	longestFile     = 8 << 20 // bytes
	longestSentence = 8 << 10 // bytes
)

// ParsePO reads a catalogue. An error names the file and the line.
func ParsePO(file string, text []byte) (*Catalogue, error) {
	p := &poReader{cat: &Catalogue{File: file, Header: map[string]string{}}, seen: map[string]int{}}
	if len(text) > longestFile {
		return nil, fmt.Errorf("%s: longer than %d bytes", file, longestFile)
	}
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("%s: not written in UTF-8", file)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for line := range strings.Lines(string(text)) {
		p.line++
		if err := p.take(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, p.line, err)
		}
	}
	p.line++
	if err := p.end(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, p.line, err)
	}
	return p.cat, nil
}

// poReader reads a catalogue line by line.
type poReader struct {
	cat  *Catalogue
	seen map[string]int // lines of the sentences
	line int

	now   Entry
	into  *string // what the next string is added to
	begun bool    // a msgid was read
	said  bool    // and its msgstr
}

func (p *poReader) take(line string) error {
	switch {
	case line == "":
		return p.end()
	case strings.HasPrefix(line, "#"):
		if p.said {
			if err := p.end(); err != nil {
				return err
			}
		}
		switch {
		case strings.HasPrefix(line, "#~"):
			p.cat.Old = append(p.cat.Old, line)
		case strings.HasPrefix(line, "# "):
			p.now.Notes = append(p.now.Notes, line)
		}
		if flags, ok := strings.CutPrefix(line, "#,"); ok && strings.Contains(flags, "fuzzy") {
			p.now.Fuzzy = true
		}
		if from, ok := strings.CutPrefix(line, "#:"); ok {
			p.now.From = append(p.now.From, strings.Fields(from)...)
		}
		return nil
	case strings.HasPrefix(line, `"`):
		return p.add(line)
	}
	keyword, rest, _ := strings.Cut(line, " ")
	switch keyword {
	case "msgid":
		if p.said {
			if err := p.end(); err != nil {
				return err
			}
		}
		if p.begun {
			return fmt.Errorf("a msgid without a msgstr is before this one")
		}
		p.begun, p.now.Line, p.into = true, p.line, &p.now.English
	case "msgstr":
		if !p.begun || p.said {
			return fmt.Errorf("a msgstr without a msgid")
		}
		p.said, p.into = true, &p.now.Text
	case "msgctxt", "msgid_plural":
		return fmt.Errorf("%s is not used here", keyword)
	default:
		return fmt.Errorf("neither msgid nor msgstr nor a comment: %.40q", line)
	}
	return p.add(strings.TrimSpace(rest))
}

// add takes a string in quotes.
func (p *poReader) add(quoted string) error {
	if p.into == nil {
		return fmt.Errorf("a text that belongs to no msgid and no msgstr")
	}
	text, err := unquote(quoted)
	if err != nil {
		return err
	}
	*p.into += text
	if len(*p.into) > longestSentence {
		return fmt.Errorf("a sentence longer than %d bytes", longestSentence)
	}
	return nil
}

// end finishes an entry, if one was begun.
func (p *poReader) end() error {
	now := p.now
	begun, said := p.begun, p.said
	if !begun {
		return nil // comments without an entry: of those that are no longer used
	}
	p.now, p.into, p.begun, p.said = Entry{}, nil, false, false
	switch {
	case !said:
		return fmt.Errorf("the msgid of line %d has no msgstr", now.Line)
	case now.English == "" && now.Line > 0 && len(p.cat.Entries) == 0 && len(p.cat.Header) == 0:
		for field := range strings.Lines(now.Text) {
			name, value, _ := strings.Cut(field, ":")
			p.cat.Header[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
		p.cat.Notes = now.Notes
		return nil
	case now.English == "":
		return fmt.Errorf("a second header in line %d", now.Line)
	case p.seen[now.English] > 0:
		return fmt.Errorf("the sentence of line %d is also in line %d", now.Line, p.seen[now.English])
	}
	p.seen[now.English] = now.Line
	p.cat.Entries = append(p.cat.Entries, now)
	return nil
}

func unquote(s string) (string, error) {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return "", fmt.Errorf("a text must stand between two quotation marks: %.40q", s)
	}
	s = s[1 : len(s)-1]
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return "", fmt.Errorf("a quotation mark inside a text is written \\\"")
		case s[i] != '\\':
			b.WriteByte(s[i])
			continue
		}
		i++
		if i == len(s) {
			return "", fmt.Errorf("a text ends with a backslash")
		}
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case '"', '\\':
			b.WriteByte(s[i])
		default:
			return "", fmt.Errorf("\\%c is not known: write \\n, \\t, \\\" or \\\\", s[i])
		}
	}
	return b.String(), nil
}

var quoter = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// headerOrder is the order in which the fields of a header are written; others follow by name.
var headerOrder = []string{"Project-Id-Version", "Language", "X-Name", "X-Draft", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"}

// PO is the catalogue as it is written, its entries in their order.
func (c *Catalogue) PO() []byte {
	var b bytes.Buffer
	for _, note := range c.Notes {
		b.WriteString(note + "\n")
	}
	b.WriteString("msgid \"\"\nmsgstr \"\"\n")
	var more []string
	for name := range c.Header {
		if !slices.Contains(headerOrder, name) {
			more = append(more, name)
		}
	}
	slices.Sort(more)
	for _, name := range slices.Concat(headerOrder, more) {
		if value, ok := c.Header[name]; ok {
			fmt.Fprintf(&b, "\"%s\\n\"\n", quoter.Replace(name+": "+value))
		}
	}
	for _, e := range c.Entries {
		b.WriteString("\n")
		for _, note := range e.Notes {
			b.WriteString(note + "\n")
		}
		for _, from := range e.From {
			fmt.Fprintf(&b, "#: %s\n", from)
		}
		if e.Fuzzy {
			b.WriteString("#, fuzzy\n")
		}
		fmt.Fprintf(&b, "msgid \"%s\"\nmsgstr \"%s\"\n", quoter.Replace(e.English), quoter.Replace(e.Text))
	}
	if len(c.Old) > 0 {
		b.WriteString("\n" + strings.Join(c.Old, "\n") + "\n")
	}
	return b.Bytes()
}

// isPlain reports whether a text has no sign that a page cannot show.
func isPlain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError
	})
}
