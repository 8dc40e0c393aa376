package meetings

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/governance/constitution"
)

// Entry names a record that minutes tell: "motion 7", "motion 7, count 2".
type Entry string

// Sentence is one thing that minutes say, with the records that it follows from.
type Sentence struct {
	From []Entry
	Form Form
	Text string   // plain, whatever was typed; only words that are quoted have lines
	Note Footnote // how it came about, at the minutes' end
}

// Form is how a sentence is set.
type Form string

// The forms.
const (
	AsParagraph Form = ""
	GoingOn     Form = "on" // in the paragraph of the one before
	AsPoint     Form = "point"
	AsQuoted    Form = "quoted"
	AsHeading   Form = "heading"
)

// Footnote is the arithmetic and the rules behind a sentence.
type Footnote struct {
	About string // "Motion 3"
	Trace constitution.Trace
}

// text is the note without the readings of open questions.
func (n Footnote) text() string {
	t := n.Trace
	t.Readings = nil
	if line := t.Sentences(); line != "" {
		return n.About + ": " + line
	}
	return ""
}

// Section is a part of minutes under a heading of its own.
type Section struct {
	Title     string // "" of the beginning
	From      []Entry
	Sentences []Sentence
}

// Say adds a sentence that follows from records.
func (s *Section) Say(form Form, from []Entry, format string, args ...any) {
	s.Sentences = append(s.Sentences, Sentence{From: from, Form: form, Text: fmt.Sprintf(format, args...)})
}

// Because gives the last sentence its note.
func (s *Section) Because(about string, t constitution.Trace) {
	s.Sentences[len(s.Sentences)-1].Note = Footnote{about, t}
}

// Draft is minutes as they follow from what was recorded.
type Draft struct {
	Title    string
	Sections []Section
}

// section begins a section, whose heading follows from records.
func (d *Draft) section(title string, from ...Entry) *Section {
	d.Sections = append(d.Sections, Section{Title: title, From: from})
	return &d.Sections[len(d.Sections)-1]
}

// Notes are how the sentences came about, each once, and after them how open
// questions of the rules were read.
func (d Draft) Notes() []Sentence {
	var notes, readings []Sentence
	add := func(to *[]Sentence, from []Entry, text string) {
		i := slices.IndexFunc(*to, func(s Sentence) bool { return s.Text == text })
		if i < 0 && text != "" {
			*to = append(*to, Sentence{Form: AsPoint, From: slices.Clone(from), Text: text})
		} else if i >= 0 {
			(*to)[i].From = append((*to)[i].From, from...)
		}
	}
	for _, section := range d.Sections {
		for _, s := range section.Sentences {
			add(&notes, s.From, s.Note.text())
			for _, used := range s.Note.Trace.Readings {
				add(&readings, s.From, used.InMinutes())
			}
		}
	}
	return append(notes, readings...)
}

// notesTitle is the heading of the notes.
const notesTitle = "Notes: the rules and the arithmetic"

// Markdown is the draft as minutes are kept and edited.
func (d Draft) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", headed(d.Title))
	sections := d.Sections
	if notes := d.Notes(); len(notes) > 0 {
		sections = append(slices.Clone(sections), Section{Title: notesTitle, Sentences: notes})
	}
	for _, s := range sections {
		if s.Title != "" {
			fmt.Fprintf(&b, "\n## %s\n", headed(s.Title))
		}
		s.write(&b)
	}
	return b.String()
}

// write writes the sentences, paragraphs with a blank line between them.
func (s Section) write(b *strings.Builder) {
	for i := 0; i < len(s.Sentences); i++ {
		one := s.Sentences[i]
		words := one.Text
		for one.Form != AsQuoted && i+1 < len(s.Sentences) && s.Sentences[i+1].Form == GoingOn {
			i++
			words += " " + s.Sentences[i].Text
		}
		if one.Form != AsPoint || i == 0 || s.Sentences[i-1].Form != AsPoint {
			b.WriteString("\n")
		}
		b.WriteString(one.Form.set(words) + "\n")
	}
}

// set writes words in a form; each of their lines ends where its writer ended
// it.
func (f Form) set(words string) string {
	var lines []string
	for line := range strings.Lines(words) {
		line = strings.TrimSpace(line)
		switch {
		case f == AsQuoted:
			lines = append(lines, "> "+quoted(line))
		case line != "" && f == AsHeading:
			lines = append(lines, line)
		case line != "":
			lines = append(lines, plain(line))
		}
	}
	text := strings.Join(lines, "  \n")
	switch f {
	case AsPoint:
		return "- " + strings.ReplaceAll(text, "\n", "\n  ")
	case AsHeading:
		return "### " + headed(strings.Join(lines, " "))
	}
	return text
}

// plain is a line that minutes are to say as it was typed: only where they would
// take its signs for a list, a heading or emphasis, these have a backslash.
func plain(line string) string {
	line = starred(strings.TrimSpace(strings.ReplaceAll(line, "\n", " ")))
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	rest := line[digits:]
	switch {
	case digits > 0 && digits <= 3 && len(rest) > 1 && (rest[0] == '.' || rest[0] == ')') && rest[1] == ' ':
		return line[:digits] + `\` + rest
	case digits == 0 && rest != "" && strings.ContainsRune("#>|", rune(rest[0])),
		len(rest) > 1 && digits == 0 && strings.ContainsRune("-+*", rune(rest[0])) && rest[1] == ' ',
		digits == 0 && strings.Trim(rest, "- ") == "" && strings.Count(rest, "-") >= 3:
		return `\` + rest
	}
	return line
}

// headed is a line as a heading, which only signs at its end could close.
func headed(line string) string {
	line = starred(strings.TrimSpace(strings.ReplaceAll(line, "\n", " ")))
	if rest := strings.TrimRight(line, "#"); rest != line && (rest == "" || strings.HasSuffix(rest, " ")) {
		return rest + `\` + line[len(rest):]
	}
	return line
}

// quoted is a line within a quotation.
func quoted(line string) string {
	line = starred(line)
	if strings.HasPrefix(line, ">") {
		return `\` + line
	}
	return line
}

// starred marks stars that could be taken for emphasis, and backslashes that
// could be taken for marks.
func starred(line string) string {
	var b strings.Builder
	stars := strings.Count(line, "*") > 1
	for i, c := range line {
		last := i+1 == len(line)
		if c == '*' && stars || c == '\\' && (last || marks(line[i+1])) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// marks reports whether a backslash before the character would be taken for one
// that marks it.
func marks(c byte) bool {
	return c > ' ' && c < 0x7f && !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')
}
