package letters

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
)

// Fields are what the named fields of a text stand for.
type Fields map[string]string

// Limits of a text, in characters.
const (
	maxSubject = 150
	maxText    = 8000
)

// optional marks a line that is left out when one of its fields is empty.
const optional = "? "

// Fill puts fields into a text. A line that begins with "? " is left out when one of its fields is empty.
func Fill(text string, f Fields) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if rest, ok := strings.CutPrefix(line, optional); ok {
			names, _ := fieldsOf(rest)
			if slices.ContainsFunc(names, func(name string) bool { return f[name] == "" }) {
				continue
			}
			line = rest
		}
		out = append(out, fillLine(line, f))
	}
	return strings.Join(out, "\n")
}

// FillLine puts fields into a text of one line: what it is filled with stays on it.
func FillLine(text string, f Fields) string {
	line := strings.Join(strings.FieldsFunc(fillLine(text, f), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if runes := []rune(line); len(runes) > maxSubject {
		line = string(runes[:maxSubject-1]) + "…"
	}
	for len(line) > 200 { // what the outbox takes, in bytes
		_, size := utf8.DecodeLastRuneInString(line)
		line = line[:len(line)-size]
	}
	return line
}

func fillLine(line string, f Fields) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(line, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed {
			b.WriteString("{" + rest)
			return b.String()
		}
		b.WriteString(f[name])
		line = after
	}
}

// fieldsOf lists the fields of a text; whole is false where a brace stands alone.
func fieldsOf(text string) (names []string, whole bool) {
	whole = true
	for {
		before, rest, ok := strings.Cut(text, "{")
		if strings.Contains(before, "}") {
			whole = false
		}
		if !ok {
			return names, whole
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed || strings.ContainsAny(name, "{\n") {
			return names, false
		}
		names, text = append(names, name), after
	}
}

// Text is what a letter says, with fields.
type Text struct{ Subject, Body string }

// tidied is the text without stray spaces.
func (t Text) tidied() Text {
	return Text{
		strings.Join(strings.Fields(t.Subject), " "),
		strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(t.Body, "\r\n", "\n"), "\r", "\n")),
	}
}

// unshown reports a character that no letter can have.
func unshown(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == utf8.RuneError
}

// check says what is wrong with a tidied text that may use some fields and must use others.
func (t Text) check(may, must []string) apperr.Fields {
	var f apperr.Fields
	for _, one := range []struct {
		field, text string
		most        int
		empty       string
	}{
		{"subject", t.Subject, maxSubject, "Enter a subject."}, {"body", t.Body, maxText, "Write the letter."},
	} {
		names, whole := fieldsOf(one.text)
		switch {
		case one.text == "":
			f.Add(one.field, "%s", one.empty)
		case utf8.RuneCountInString(one.text) > one.most:
			f.Add(one.field, "Shorten this to %d characters.", one.most)
		case strings.ContainsFunc(one.text, unshown):
			f.Add(one.field, "This has characters that cannot be shown. Type it again.")
		case !whole:
			f.Add(one.field, "A brace stands alone. Write fields as {name}; other braces cannot be used.")
		default:
			for _, name := range names {
				if !slices.Contains(may, name) {
					f.Add(one.field, "There is no field {%s} here. Use: %s.", name, braced(may))
					break
				}
			}
		}
	}
	if f.Has("body") {
		return f
	}
	var missing []string
	for _, name := range must {
		if !strings.Contains(mandatory(t.Body), "{"+name+"}") {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		f.Add("body", "This letter must say %s, on a line that is not optional.", braced(missing))
	}
	return f
}

// mandatory is a text without its optional lines.
func mandatory(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, optional) {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

func braced(names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = "{" + name + "}"
	}
	return strings.Join(out, ", ")
}
