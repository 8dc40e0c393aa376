package words

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// numbered is an element of a sentence: <1>, </1> or <1/>.
var numbered = regexp.MustCompile(`^<(/?)([1-9][0-9]?)(/?)>`)

// piece is a part of a sentence of a catalogue.
type piece struct {
	kind kind
	text string // of a literal; of an action as the template has it
	tag  int    // number of an element
}

// pieces cuts a sentence of a catalogue.
func pieces(s string) ([]piece, error) {
	var out []piece
	text := func(t string) error {
		switch {
		case strings.Contains(t, "}}"):
			return fmt.Errorf("a }} without its {{")
		case !isPlain(t):
			return fmt.Errorf("a sign that a page cannot show")
		}
		out = append(out, piece{kind: literal, text: t})
		return nil
	}
	for s != "" {
		switch {
		case strings.HasPrefix(s, "{{"):
			n := actionLength(s)
			if n == 0 {
				return nil, fmt.Errorf("a {{ without its }}")
			}
			t := action(s[:n])
			out = append(out, piece{kind: t.kind, text: t.plain()})
			s = s[n:]
		case s[0] == '<':
			m := numbered.FindStringSubmatch(s)
			if m == nil || m[1] != "" && m[3] != "" {
				return nil, fmt.Errorf("%.20q is no element of the sentence: those are numbered, as <1>", s)
			}
			n, err := strconv.Atoi(m[2])
			if err != nil {
				return nil, err
			}
			p := piece{kind: startTag, tag: n}
			switch {
			case m[1] != "":
				p.kind = endTag
			case m[3] != "":
				p.kind = voidTag
			}
			out = append(out, p)
			s = s[len(m[0]):]
		default:
			n := strings.IndexByte(s, '<')
			if k := strings.Index(s, "{{"); n < 0 || k >= 0 && k < n {
				n = k
			}
			if n < 0 {
				n = len(s)
			}
			if err := text(s[:n]); err != nil {
				return nil, err
			}
			s = s[n:]
		}
	}
	return out, nil
}

// shape is what a translation has in common with its sentence: what is chosen, in its order, and for each stretch between
// two choices what is put in and which elements are there.
type shape struct {
	choices   []string
	stretches []map[string]int
}

func shapeOf(s string) (shape, error) {
	all, err := pieces(s)
	if err != nil {
		return shape{}, err
	}
	out := shape{stretches: []map[string]int{{}}}
	var open []string // "<1>" or "{{"
	add := func(what string) { out.stretches[len(out.stretches)-1][what]++ }
	parent := func() string {
		if len(open) > 0 {
			return open[len(open)-1]
		}
		return ""
	}
	for _, p := range all {
		name := "<" + strconv.Itoa(p.tag) + ">"
		switch p.kind {
		case hole, call:
			add(p.text)
		case note:
			return shape{}, fmt.Errorf("a comment has no place in a sentence")
		case opening, middle, closing:
			out.choices = append(out.choices, p.text)
			out.stretches = append(out.stretches, map[string]int{})
			switch {
			case p.kind == opening:
				open = append(open, "{{")
			case p.kind == middle && !strings.HasPrefix(p.text, "{{$") && parent() != "{{":
				return shape{}, fmt.Errorf("%s stands within an element, or chooses nothing", p.text)
			case p.kind == closing && parent() != "{{":
				return shape{}, fmt.Errorf("%s ends nothing that was begun", p.text)
			case p.kind == closing:
				open = open[:len(open)-1]
			}
		case startTag:
			add(name + " in " + parent())
			open = append(open, name)
		case voidTag:
			add("<" + strconv.Itoa(p.tag) + "/> in " + parent())
		case endTag:
			if parent() != name {
				return shape{}, fmt.Errorf("</%d> ends nothing that was begun", p.tag)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return shape{}, fmt.Errorf("%s has no end", strings.Replace(open[len(open)-1], "{{", "{{if}} or the like", 1))
	}
	return out, nil
}

// Check says what is wrong with a translation: it puts in what its sentence puts in, chooses in the same order, and has the
// same elements, each in the same one. nil: nothing is.
func Check(english, translation string) error {
	want, err := shapeOf(english)
	if err != nil {
		return fmt.Errorf("the English sentence: %w", err)
	}
	have, err := shapeOf(translation)
	if err != nil {
		return err
	}
	if !slices.Equal(want.choices, have.choices) {
		return fmt.Errorf("what is chosen differs: %s, where the sentence has %s", listed(have.choices), listed(want.choices))
	}
	for i := range want.stretches {
		for _, what := range slices.Sorted(maps.Keys(want.stretches[i])) {
			if have.stretches[i][what] != want.stretches[i][what] {
				return fmt.Errorf("%s is in it %d times, in the sentence %d times", what, have.stretches[i][what], want.stretches[i][what])
			}
		}
		for _, what := range slices.Sorted(maps.Keys(have.stretches[i])) {
			if want.stretches[i][what] == 0 {
				return fmt.Errorf("%s is not in the sentence", what)
			}
		}
	}
	return nil
}

func listed(all []string) string {
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, " ")
}
