package words

import (
	"fmt"
	"strings"
)

// kind is what a piece of a template is.
type kind int

const (
	literal kind = iota
	hole         // {{.Name}}: what is put in
	call         // {{template "icon" "menu"}}
	opening      // {{if …}}, {{range …}}, {{with …}}, {{define …}}, {{block …}}
	middle       // {{else …}}, and what declares or sets a variable
	closing      // {{end}}
	note         // a comment
	startTag
	endTag
	voidTag
)

// token is a piece of a template's text.
type token struct {
	kind     kind
	at, to   int
	src      string
	name     string // of a tag, or of what an opening is: "if"
	trimLeft bool   // {{- : white space before it goes
	trimNext bool   // -}}
}

// voids are the elements without an end.
var voids = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true, "input": true, "link": true,
	"meta": true, "source": true, "track": true, "wbr": true,
}

// inline are the elements that stand within a sentence.
var inline = map[string]bool{
	"a": true, "abbr": true, "b": true, "bdi": true, "bdo": true, "br": true, "cite": true, "code": true, "del": true, "dfn": true,
	"em": true, "i": true, "ins": true, "kbd": true, "mark": true, "q": true, "s": true, "samp": true, "small": true,
	"span": true, "strong": true, "sub": true, "sup": true, "time": true, "u": true, "var": true, "wbr": true,
}

// raw are the elements whose text is no sentence.
var raw = map[string]bool{"script": true, "style": true}

// lex cuts a template into its tokens.
func lex(src string) ([]token, error) {
	var out []token
	for at := 0; at < len(src); {
		rest := src[at:]
		var t token
		switch {
		case strings.HasPrefix(rest, "{{"):
			n := actionLength(rest)
			if n == 0 {
				return nil, fmt.Errorf("a {{ without its }}")
			}
			t = action(rest[:n])
		case strings.HasPrefix(rest, "<!"):
			ending := ">"
			if strings.HasPrefix(rest, "<!--") {
				ending = "-->"
			}
			n := strings.Index(rest, ending)
			if n < 0 {
				return nil, fmt.Errorf("a <! without its end")
			}
			t = token{kind: note, src: rest[:n+len(ending)]}
		case isTag(rest):
			n := tagLength(rest)
			if n == 0 {
				return nil, fmt.Errorf("a tag without its end: %.30q", rest)
			}
			t = tagToken(rest[:n])
		default:
			t = token{kind: literal, src: rest[:literalLength(rest)]}
		}
		t.at, t.to = at, at+len(t.src)
		out = append(out, t)
		at = t.to
		if t.kind == startTag && raw[t.name] {
			n := strings.Index(src[at:], "</"+t.name)
			if n < 0 {
				return nil, fmt.Errorf("a <%s> without its end", t.name)
			}
			out = append(out, token{kind: note, at: at, to: at + n, src: src[at : at+n]})
			at += n
		}
	}
	return out, nil
}

// literalLength is how many bytes there are before the next action or tag.
func literalLength(s string) int {
	for i := 1; i < len(s); i++ {
		if strings.HasPrefix(s[i:], "{{") || s[i] == '<' && (isTag(s[i:]) || strings.HasPrefix(s[i:], "<!")) {
			return i
		}
	}
	return len(s)
}

func isTag(s string) bool {
	s, begun := strings.CutPrefix(s, "<")
	s = strings.TrimPrefix(s, "/")
	return begun && s != "" && (s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z')
}

// actionLength is how long the action is that s begins with; 0: it has no end.
func actionLength(s string) int {
	if inner := strings.TrimLeft(strings.TrimPrefix(s[2:], "-"), " \t\r\n"); strings.HasPrefix(inner, "/*") {
		n := strings.Index(s, "*/")
		if n < 0 {
			return 0
		}
		m := strings.Index(s[n:], "}}")
		if m < 0 {
			return 0
		}
		return n + m + 2
	}
	var quote byte
	for i := 2; i < len(s); i++ {
		switch {
		case quote == 0 && strings.HasPrefix(s[i:], "}}"):
			return i + 2
		case quote == 0 && (s[i] == '"' || s[i] == '`' || s[i] == '\''):
			quote = s[i]
		case quote != 0 && quote != '`' && s[i] == '\\':
			i++
		case s[i] == quote:
			quote = 0
		}
	}
	return 0
}

// action says what an action is.
func action(src string) token {
	t := token{kind: hole, src: src}
	inner := src[2 : len(src)-2]
	if rest, ok := strings.CutPrefix(inner, "-"); ok && rest != "" && strings.ContainsRune(" \t\r\n", rune(rest[0])) {
		t.trimLeft, inner = true, rest
	}
	if rest, ok := strings.CutSuffix(inner, "-"); ok && rest != "" && strings.ContainsRune(" \t\r\n", rune(rest[len(rest)-1])) {
		t.trimNext, inner = true, rest
	}
	inner = strings.TrimSpace(inner)
	t.name = inner
	first, _, _ := strings.Cut(inner, " ")
	switch {
	case strings.HasPrefix(inner, "/*"):
		t.kind = note
	case first == "if" || first == "range" || first == "with" || first == "define" || first == "block":
		t.kind = opening
	case first == "end":
		t.kind = closing
	case first == "else" || first == "break" || first == "continue" || strings.HasPrefix(first, "$") && strings.Contains(inner, "="):
		t.kind = middle
	case first == "template":
		t.kind = call
	}
	return t
}

// keyword is what an opening opens.
func (t token) keyword() string {
	first, _, _ := strings.Cut(t.name, " ")
	return first
}

// plain is an action without what it does to the white space around it.
func (t token) plain() string { return "{{" + t.name + "}}" }

// tagLength is how long the tag is that s begins with; 0: it has no end.
func tagLength(s string) int {
	var quote byte
	for i := 1; i < len(s); i++ {
		if strings.HasPrefix(s[i:], "{{") {
			n := actionLength(s[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
			continue
		}
		switch {
		case quote == 0 && s[i] == '>':
			return i + 1
		case quote == 0 && (s[i] == '"' || s[i] == '\''):
			quote = s[i]
		case s[i] == quote:
			quote = 0
		}
	}
	return 0
}

func tagToken(src string) token {
	t := token{kind: startTag, src: src}
	name := strings.TrimPrefix(src[1:], "/")
	n := strings.IndexFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-'
	})
	t.name = strings.ToLower(name[:n])
	switch {
	case src[1] == '/':
		t.kind = endTag
	case voids[t.name] || strings.HasSuffix(src, "/>"):
		t.kind = voidTag
	}
	return t
}

// read are the attributes that people read or hear.
var read = map[string]bool{
	"title": true, "alt": true, "placeholder": true, "aria-label": true, "aria-description": true, "data-label": true, "label": true,
}

// attribute is a value within a tag, from and to within its text.
type attribute struct {
	name     string
	from, to int
}

// attributes are those of a tag that people read.
func (t token) attributes() []attribute {
	var out []attribute
	s, button := t.src, t.isButton()
	for i := 1 + len(t.name); i < len(s); i++ {
		if strings.HasPrefix(s[i:], "{{") {
			i += actionLength(s[i:]) - 1
			continue
		}
		if s[i] != '"' && s[i] != '\'' {
			continue
		}
		quote, from := s[i], i+1
		for i = from; s[i] != quote; i++ {
			if strings.HasPrefix(s[i:], "{{") {
				i += actionLength(s[i:]) - 1
			}
		}
		name := strings.TrimRight(s[:from-1], "= ")
		name = strings.ToLower(name[strings.LastIndexAny(name, " \t\r\n}")+1:])
		if (read[name] || name == "value" && button) && quote == '"' {
			out = append(out, attribute{name, from, i})
		}
	}
	return out
}

// isButton reports whether a tag is an input that is pressed: its value is what stands on it.
func (t token) isButton() bool {
	return t.name == "input" && (strings.Contains(t.src, `type="submit"`) || strings.Contains(t.src, `type="button"`) || strings.Contains(t.src, `type="reset"`))
}
