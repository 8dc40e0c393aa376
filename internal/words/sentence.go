package words

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A sentence of a template is a stretch of its text between the elements that stand for themselves (a paragraph, a cell, a
// button), or an attribute that people read. What is put in stays as the template has it: {{.Name}}, {{if .Open}}; the
// elements within it are numbered: <1>the list</1>.
type sentence struct {
	english  string
	from, to int   // tokens of the template, the last one not included; of an attribute those of its value
	tags     []int // the tokens of the elements <1>, <2>: where they begin, and at an odd place where they end
	before   int   // token before it, of which it is all there is; -1: it is a part of it
}

// node is a token, with what stands inside it where it opens something.
type node struct {
	index    int // of its token
	branches [][]node
	middles  []int
	end      int
}

// finder finds the sentences of a template.
type finder struct {
	tokens []token
	found  []sentence
}

// find gives the sentences of a list of tokens.
func find(tokens []token) ([]sentence, error) {
	f := &finder{tokens: tokens}
	nodes, rest, err := f.nodes(0, false)
	if err != nil {
		return nil, err
	}
	if rest != len(tokens) {
		return nil, fmt.Errorf("an {{end}} that ends nothing")
	}
	f.list(nodes)
	return f.found, nil
}

// nodes reads on from a token up to what ends it.
func (f *finder) nodes(at int, inside bool) ([]node, int, error) {
	var out []node
	for at < len(f.tokens) {
		switch t := f.tokens[at]; {
		case t.kind == closing, t.kind == middle && inside && strings.HasPrefix(t.name, "else"):
			return out, at, nil
		case t.kind == opening:
			n := node{index: at}
			for {
				branch, next, err := f.nodes(at+1, true)
				if err != nil {
					return nil, 0, err
				}
				n.branches = append(n.branches, branch)
				if next == len(f.tokens) {
					return nil, 0, fmt.Errorf("%s without its {{end}}", t.src)
				}
				at = next
				if f.tokens[at].kind == closing {
					break
				}
				n.middles = append(n.middles, at)
			}
			n.end = at
			out = append(out, n)
		default:
			out = append(out, node{index: at, end: at})
		}
		at++
	}
	return out, at, nil
}

// list finds the sentences of what follows each other.
func (f *finder) list(nodes []node) {
	if i := slices.IndexFunc(nodes, func(n node) bool { return !f.isBlank(n.index) }); i >= 0 && isAttribute.MatchString(f.tokens[nodes[i].index].src) {
		return // a part that writes an attribute
	}
	var run []node
	flush := func() {
		f.run(run)
		run = nil
	}
	for _, n := range nodes {
		if f.isInline(n) {
			run = append(run, n)
			continue
		}
		flush()
		for _, b := range n.branches {
			f.list(b)
		}
	}
	flush()
}

// isInline reports whether a node can stand within a sentence.
func (f *finder) isInline(n node) bool {
	switch t := f.tokens[n.index]; t.kind {
	case startTag, endTag, voidTag:
		return inline[t.name]
	case opening:
		if k := t.keyword(); k == "define" || k == "block" {
			return false
		}
		for _, branch := range n.branches {
			for _, inner := range branch {
				if !f.isInline(inner) {
					return false
				}
			}
			if !f.isBalanced(branch) {
				return false
			}
		}
	}
	return true
}

// isBalanced reports whether every element that begins in a list also ends there.
func (f *finder) isBalanced(nodes []node) bool {
	var open []string
	for _, n := range nodes {
		switch t := f.tokens[n.index]; {
		case t.kind == startTag:
			open = append(open, t.name)
		case t.kind == endTag && (len(open) == 0 || open[len(open)-1] != t.name):
			return false
		case t.kind == endTag:
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}

// run finds the sentences of a stretch without an element that stands for itself.
func (f *finder) run(nodes []node) {
	if !f.isBalanced(nodes) { // an element that begins or ends elsewhere parts them
		var part []node
		for _, n := range nodes {
			if k := f.tokens[n.index].kind; k == startTag || k == endTag {
				f.run(part)
				part = nil
				continue
			}
			part = append(part, n)
		}
		f.run(part)
		return
	}
	if i := f.ownSentence(nodes); i >= 0 {
		f.run(nodes[:i])
		for _, b := range nodes[i].branches {
			f.list(b)
		}
		f.run(nodes[i+1:])
		return
	}
	if nodes = f.trimmed(nodes); len(nodes) == 0 {
		return
	}
	if !f.hasWords(nodes) {
		f.apart(nodes)
		return
	}
	if s := f.sentence(nodes); s.before < 0 || !hasLang(f.tokens[s.before].src) { // what says its language is in it already
		f.found = append(f.found, s)
	}
}

// apart finds the sentences of elements and choices that stand beside each other, as links do: nothing is written between them.
func (f *finder) apart(nodes []node) {
	for i := 0; i < len(nodes); i++ {
		if f.tokens[nodes[i].index].kind == startTag {
			n := f.closes(nodes[i:])
			f.run(nodes[i+1 : i+n])
			i += n
			continue
		}
		for _, b := range nodes[i].branches {
			f.list(b)
		}
	}
}

// ownSentence is the first choice of a run that is a sentence of its own: it follows what ends one, and ends one or the run.
// -1: there is none.
func (f *finder) ownSentence(nodes []node) int {
	for i, n := range nodes {
		if len(n.branches) == 0 || f.depth(nodes[:i]) > 0 {
			continue
		}
		before, after := f.text(nodes[:i]), f.text(nodes[i+1:])
		inside := f.text(n.branches[0])
		if !hasLetters(inside) || !hasLetters(before+after) {
			continue
		}
		if (!hasLetters(before) || endsSentence(before)) && (!hasLetters(after) || endsSentence(inside)) {
			if hasLetters(before) || endsSentence(inside) {
				return i
			}
		}
	}
	return -1
}

// depth is how many elements are open after a list.
func (f *finder) depth(nodes []node) (n int) {
	for _, in := range nodes {
		switch f.tokens[in.index].kind {
		case startTag:
			n++
		case endTag:
			n--
		}
	}
	return n
}

// text is what is written at the top of a list.
func (f *finder) text(nodes []node) string {
	var b strings.Builder
	for _, n := range nodes {
		switch t := f.tokens[n.index]; t.kind {
		case literal:
			b.WriteString(t.src)
		case hole:
			b.WriteString("0")
		}
	}
	return html.UnescapeString(b.String())
}

// isAttribute matches what a part writes inside a tag.
var isAttribute = regexp.MustCompile(`^\s*[a-z-]+="[^"]*"?\s*$`)

func hasLetters(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

func endsSentence(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && strings.ContainsAny(s[len(s)-1:], ".!?:")
}

// hasWords reports whether anything is written in a list outside its elements and choices. An attribute that a part writes
// is none.
func (f *finder) hasWords(nodes []node) bool {
	depth := 0
	for _, n := range nodes {
		switch t := f.tokens[n.index]; t.kind {
		case startTag:
			depth++
		case endTag:
			depth--
		case literal:
			if depth == 0 && hasLetters(html.UnescapeString(t.src)) && !isAttribute.MatchString(t.src) {
				return true
			}
		}
	}
	return false
}

// trimmed is a run without what stands at its ends and is no part of the sentence: white space, comments, parts, and an element
// that is around all of it.
func (f *finder) trimmed(nodes []node) []node {
	for len(nodes) > 0 {
		first, last := nodes[0], nodes[len(nodes)-1]
		switch {
		case f.isAside(first):
			for _, b := range first.branches {
				f.list(b)
			}
			nodes = nodes[1:]
		case f.isAside(last):
			for _, b := range last.branches {
				f.list(b)
			}
			nodes = nodes[:len(nodes)-1]
		case f.tokens[first.index].kind == startTag && f.closes(nodes) == len(nodes)-1:
			nodes = nodes[1 : len(nodes)-1]
		default:
			return nodes
		}
	}
	return nil
}

// isAside reports whether a node at the end of a sentence is no part of it.
func (f *finder) isAside(n node) bool {
	switch t := f.tokens[n.index]; t.kind {
	case literal:
		return strings.TrimSpace(t.src) == ""
	case note, call, voidTag, middle:
		return true
	case opening:
		return !strings.ContainsFunc(f.all(n.branches), func(r rune) bool { return unicode.IsLetter(r) || r == '0' })
	}
	return false
}

// all is what is written in branches, at every depth.
func (f *finder) all(branches [][]node) string {
	var b strings.Builder
	for _, branch := range branches {
		b.WriteString(f.text(branch))
		for _, n := range branch {
			b.WriteString(f.all(n.branches))
		}
	}
	return b.String()
}

// closes is where the element ends that a list begins with.
func (f *finder) closes(nodes []node) int {
	open := 0
	for i, n := range nodes {
		switch f.tokens[n.index].kind {
		case startTag:
			open++
		case endTag:
			if open--; open == 0 {
				return i
			}
		}
	}
	return -1
}

// sentence is what a run says.
func (f *finder) sentence(nodes []node) sentence {
	s := sentence{from: nodes[0].index, to: nodes[len(nodes)-1].end + 1, before: -1}
	s.english, s.tags = canonical(f.tokens[s.from:s.to], s.from)
	before, after := s.from-1, s.to
	for before >= 0 && f.isBlank(before) {
		before--
	}
	for after < len(f.tokens) && f.isBlank(after) {
		after++
	}
	if before >= 0 && after < len(f.tokens) && f.tokens[before].kind == startTag && f.tokens[after].kind == endTag &&
		f.tokens[before].name == f.tokens[after].name {
		s.before = before
	}
	return s
}

func (f *finder) isBlank(i int) bool {
	t := f.tokens[i]
	return t.kind == note || t.kind == literal && strings.TrimSpace(t.src) == ""
}

// canonical is how a catalogue has a list of tokens, and the tokens of its elements.
func canonical(tokens []token, first int) (string, []int) {
	var b strings.Builder
	var tags, open []int
	trim := false
	for i, t := range tokens {
		switch t.kind {
		case literal:
			text := strings.ReplaceAll(html.UnescapeString(t.src), "<", "&lt;")
			if trim {
				text = strings.TrimLeft(text, " \t\r\n")
			}
			if i+1 < len(tokens) && tokens[i+1].trimLeft {
				text = strings.TrimRight(text, " \t\r\n")
			}
			b.WriteString(text)
		case startTag:
			tags = append(tags, first+i, -1)
			open = append(open, len(tags)/2)
			b.WriteString("<" + strconv.Itoa(len(tags)/2) + ">")
		case endTag:
			if len(open) > 0 {
				n := open[len(open)-1]
				open = open[:len(open)-1]
				tags[2*n-1] = first + i
				b.WriteString("</" + strconv.Itoa(n) + ">")
			}
		case voidTag:
			tags = append(tags, first+i, -1)
			b.WriteString("<" + strconv.Itoa(len(tags)/2) + "/>")
		case note:
		default:
			b.WriteString(t.plain())
		}
		trim = t.trimNext
	}
	return collapsed(b.String()), tags
}

// collapsed has one space for every white space, and none at the ends. A space that does not break stays.
func collapsed(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' }), " ")
}

// Sentences are those of a template, in their order, each once.
func Sentences(template string) ([]string, error) {
	tokens, err := lex(template)
	if err != nil {
		return nil, err
	}
	found, err := find(tokens)
	if err != nil {
		return nil, err
	}
	starts := map[int]string{}
	for _, s := range found {
		starts[s.from] = s.english
	}
	var out []string
	seen := map[string]bool{}
	add := func(english string) {
		if english != "" && !seen[english] {
			seen[english] = true
			out = append(out, english)
		}
	}
	for i, t := range tokens {
		add(starts[i])
		if t.kind != startTag && t.kind != voidTag {
			continue
		}
		for _, a := range t.attributes() {
			value, err := valueOf(t.src[a.from:a.to])
			if err != nil {
				return nil, err
			}
			for _, s := range value.found {
				add(s.english)
			}
		}
	}
	return out, nil
}

// valueOf finds the sentences of an attribute's value.
func valueOf(src string) (*finder, error) {
	tokens, err := lexValue(src)
	if err != nil {
		return nil, err
	}
	f := &finder{tokens: tokens}
	f.found, err = find(tokens)
	return f, err
}

// lexValue cuts a value, in which there are no elements.
func lexValue(src string) ([]token, error) {
	var out []token
	for at := 0; at < len(src); {
		n := strings.Index(src[at:], "{{")
		switch {
		case n < 0:
			n = len(src) - at
			out = append(out, token{kind: literal, at: at, to: at + n, src: src[at:]})
		case n > 0:
			out = append(out, token{kind: literal, at: at, to: at + n, src: src[at : at+n]})
		default:
			if n = actionLength(src[at:]); n == 0 {
				return nil, fmt.Errorf("a {{ without its }}")
			}
			t := action(src[at : at+n])
			t.at, t.to = at, at+n
			out = append(out, t)
		}
		at += n
	}
	return out, nil
}
