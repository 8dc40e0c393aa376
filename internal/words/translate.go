package words

import (
	"fmt"
	"slices"
	"strings"
)

// Lookup gives a sentence in another language; false where there is none.
type Lookup func(english string) (string, bool)

// Translated is a template in another language, as far as there are words: each translated sentence is marked with the
// language (tag, as "mi"), by a lang of the element that it fills or by a span around it. n is how many sentences were
// translated. A translation that does not fit its sentence is an error.
func Translated(template, tag string, lookup Lookup) (out string, n int, err error) {
	tokens, err := lex(template)
	if err != nil {
		return "", 0, err
	}
	found, err := find(tokens)
	if err != nil {
		return "", 0, err
	}
	w := &writer{tokens: tokens, tag: tag, lookup: lookup, marked: map[int]bool{}}
	said := map[int]sentence{}
	for _, s := range found {
		if _, ok := lookup(s.english); ok {
			said[s.from] = s
			if s.before >= 0 {
				w.marked[s.before] = true
			}
		}
	}
	for i := 0; i < len(tokens); i++ {
		w.follow(tokens[i])
		s, ok := said[i]
		if !ok {
			w.token(i)
			continue
		}
		if err := w.sentence(s); err != nil {
			return "", 0, err
		}
		i = s.to - 1
	}
	return w.out.String(), w.n, w.err
}

// writer writes a template in another language.
type writer struct {
	tokens []token
	tag    string
	lookup Lookup
	marked map[int]bool // tokens of elements that say the language
	out    strings.Builder
	open   []string // elements that are open
	n      int
	err    error
}

func hasLang(tag string) bool { return strings.Contains(tag, ` lang="`) }

// noSpan are the elements that have text alone.
var noSpan = []string{"title", "option", "textarea", "svg"}

// follow notes which elements are open.
func (w *writer) follow(t token) {
	switch t.kind {
	case startTag:
		w.open = append(w.open, t.name)
	case endTag:
		for k, name := range slices.Backward(w.open) {
			if name == t.name {
				w.open = w.open[:k]
				return
			}
		}
	}
}

// token writes a token as it is, with its attributes translated.
func (w *writer) token(i int) {
	t := w.tokens[i]
	if t.kind != startTag && t.kind != voidTag {
		w.out.WriteString(t.src)
		return
	}
	src, said := t.src, false
	for _, a := range slices.Backward(t.attributes()) {
		value, n, err := w.value(src[a.from:a.to])
		if err != nil {
			w.err = err
		}
		src, said = src[:a.from]+value+src[a.to:], said || n > 0
		w.n += n
	}
	if (w.marked[i] || said && t.kind == voidTag) && !hasLang(src) {
		n := 1 + len(t.name)
		src = src[:n] + ` lang="` + w.tag + `"` + src[n:]
	}
	w.out.WriteString(src)
}

var (
	inText  = strings.NewReplacer("&lt;", "&lt;", "&", "&amp;", ">", "&gt;")
	inValue = strings.NewReplacer("&lt;", "&lt;", "&", "&amp;", ">", "&gt;", `"`, "&#34;")
)

// value translates an attribute.
func (w *writer) value(src string) (string, int, error) {
	f, err := valueOf(src)
	if err != nil {
		return "", 0, err
	}
	var b strings.Builder
	at, n := 0, 0
	for _, s := range f.found {
		translation, ok := w.lookup(s.english)
		if !ok {
			continue
		}
		if err := Check(s.english, translation); err != nil {
			return "", 0, fmt.Errorf("%q: %w", s.english, err)
		}
		all, err := pieces(translation)
		if err != nil {
			return "", 0, err
		}
		from, to := f.tokens[s.from], f.tokens[s.to-1]
		b.WriteString(src[at:from.at] + leading(from))
		for _, p := range all {
			if p.kind == literal {
				b.WriteString(inValue.Replace(p.text))
			} else {
				b.WriteString(p.text)
			}
		}
		b.WriteString(trailing(to))
		at, n = to.to, n+1
	}
	return b.String() + src[at:], n, nil
}

// sentence writes a translation.
func (w *writer) sentence(s sentence) error {
	translation, _ := w.lookup(s.english)
	if err := Check(s.english, translation); err != nil {
		return fmt.Errorf("%q: %w", s.english, err)
	}
	all, err := pieces(translation)
	if err != nil {
		return err
	}
	span := s.before < 0 && !slices.ContainsFunc(w.open, func(name string) bool { return slices.Contains(noSpan, name) })
	w.out.WriteString(leading(w.tokens[s.from]))
	if span {
		w.out.WriteString(`<span lang="` + w.tag + `">`)
	}
	for _, p := range all {
		switch p.kind {
		case literal:
			w.out.WriteString(inText.Replace(p.text))
		case startTag, voidTag:
			w.token(s.tags[2*p.tag-2])
		case endTag:
			w.out.WriteString(w.tokens[s.tags[2*p.tag-1]].src)
		default:
			w.out.WriteString(p.text)
		}
	}
	if span {
		w.out.WriteString("</span>")
	}
	w.out.WriteString(trailing(w.tokens[s.to-1]))
	w.n++
	return nil
}

// leading and trailing are the white space at the ends of a text.
func leading(t token) string {
	if t.kind != literal {
		return ""
	}
	return t.src[:len(t.src)-len(strings.TrimLeft(t.src, " \t\r\n"))]
}

func trailing(t token) string {
	if t.kind != literal {
		return ""
	}
	return t.src[len(strings.TrimRight(t.src, " \t\r\n")):]
}
