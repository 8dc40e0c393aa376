package formats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/civil"
)

// jsonReader walks through a JSON text once and knows where it is. What does not fit is a problem at its path and is
// stepped over.
type jsonReader struct {
	Problems
	dec  *json.Decoder
	next json.Token
	path []segment

	data  []byte
	at    int            // so much of data has been counted
	line  int            // at is in it
	lines map[string]int // where each path begins, for problems that are found later; nil where paths say enough
}

// segment is one step of a path: a field, or an element of a list when the name is empty.
type segment struct {
	name  string
	index int
	line  int // where its value begins
}

// newJSONReader checks the text as JSON first, so that reading its tokens cannot fail. The error is [*Problems] with the
// line and the column; what says what the text should be, "an event".
func newJSONReader(data []byte, what string) (*jsonReader, error) {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	if at := invalidUTF8(data); at >= 0 {
		return nil, syntaxProblem(data, at, "this is not UTF-8 text")
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, problem("", "the file is empty")
	}
	var raw json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			return nil, problem("", "%s", err)
		}
		at := int(syntax.Offset) - 1
		if int(syntax.Offset) >= len(data) && strings.Contains(err.Error(), "unexpected end") {
			at = len(data)
		}
		return nil, syntaxProblem(data, at, strings.TrimPrefix(err.Error(), "json: "))
	}
	r := &jsonReader{dec: json.NewDecoder(bytes.NewReader(data)), data: data, line: 1}
	r.dec.UseNumber()
	r.advance()
	if r.next != json.Delim('{') {
		return nil, syntaxProblem(
			data, bytes.IndexFunc(data, func(c rune) bool { return c > ' ' }), what+" must be an object, {…}",
		)
	}
	return r, nil
}

func invalidUTF8(data []byte) int {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// syntaxProblem puts a byte offset as line and column, counted in characters.
func syntaxProblem(data []byte, offset int, message string) error {
	before := data[:max(0, min(offset, len(data)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	e := &Problems{}
	e.add(Problem{Line: line, Column: column, Message: message})
	return e
}

func (r *jsonReader) advance() {
	t, err := r.dec.Token()
	if err != nil {
		t = nil // the end: the text has been checked
	}
	r.next = t
}

// wrong reports a problem here.
func (r *jsonReader) wrong(format string, args ...any) {
	line := 0
	if r.lines != nil && len(r.path) > 0 {
		line = r.path[len(r.path)-1].line
	}
	r.Problems.line(line, r.here(), format, args...)
}

// enter goes down to a field or an element, whose value comes next.
func (r *jsonReader) enter(s segment) {
	if r.lines != nil {
		s.line = r.lineOfNext()
	}
	r.path = append(r.path, s)
	if r.lines != nil {
		r.lines[r.here()] = s.line
	}
}

func (r *jsonReader) leave() { r.path = r.path[:len(r.path)-1] }

// lineOfNext is the line on which the value that comes next ends: of an object or a list, its bracket.
func (r *jsonReader) lineOfNext() int {
	to := int(r.dec.InputOffset())
	r.line += bytes.Count(r.data[r.at:to], []byte("\n"))
	r.at = to
	return r.line
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,39}$`)

// here is the path of the value being read: players[2].absent[0].
func (r *jsonReader) here() string {
	var b strings.Builder
	for _, s := range r.path {
		switch {
		case s.name == "":
			fmt.Fprintf(&b, "[%d]", s.index)
		case !plainName.MatchString(s.name):
			name := s.name
			if utf8.RuneCountInString(name) > 40 {
				name = string([]rune(name)[:40]) + "…"
			}
			fmt.Fprintf(&b, "[%q]", name)
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.name)
		}
	}
	return b.String()
}

// skip steps over the value that comes next, whatever it is.
func (r *jsonReader) skip() {
	for depth := 0; !r.enough; {
		switch r.next {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		r.advance()
		if depth == 0 {
			return
		}
	}
}

// unfit reports that the next value is of the wrong kind and steps over it.
func (r *jsonReader) unfit(want string) {
	kind := "null"
	switch t := r.next.(type) {
	case string:
		kind = "a text"
	case json.Number:
		kind = "a number"
	case bool:
		kind = "true or false"
	case json.Delim:
		kind = map[json.Delim]string{'{': "an object", '[': "a list"}[t]
	}
	r.wrong("must be %s, not %s", want, kind)
	r.skip()
}

// fields says how to read each field of an object.
type fields map[string]func()

// object reads an object. A null is a field not given. Fields that are not known or given twice are problems, and so are
// those of required that are missing.
func (r *jsonReader) object(known fields, required ...string) {
	if r.next != json.Delim('{') {
		r.unfit("an object")
		return
	}
	begins := 0
	if r.lines != nil {
		begins = r.lineOfNext()
	}
	r.advance()
	seen := make(map[string]bool, len(known))
	given := make(map[string]bool, len(required))
	for r.next != json.Delim('}') && !r.enough {
		name, _ := r.next.(string)
		r.advance()
		r.enter(segment{name: name})
		read, ok := known[name]
		switch {
		case !ok:
			r.wrong("unknown field")
			r.skip()
		case seen[name]:
			r.wrong("given twice")
			r.skip()
		case r.next == nil:
			r.advance()
		default:
			given[name] = true
			read()
		}
		seen[name] = ok
		r.leave()
	}
	r.advance()
	for _, name := range required {
		if !given[name] {
			r.path = append(r.path, segment{name: name, line: begins})
			if !r.has(r.here()) {
				r.wrong("missing")
			}
			r.leave()
		}
	}
}

// array reads a list of at most so many elements, each by its index.
func (r *jsonReader) array(most int, read func(i int)) {
	if r.next != json.Delim('[') {
		r.unfit("a list")
		return
	}
	r.advance()
	for i := 0; r.next != json.Delim(']') && !r.enough; i++ {
		if i == most {
			r.wrong("too many: at most %d", most)
			r.enough = true
			return
		}
		r.enter(segment{index: i})
		read(i)
		r.leave()
	}
	r.advance()
}

// text reads a text and tidies it. It is empty when the value is not one.
func (r *jsonReader) text(longest int) string {
	s, ok := r.next.(string)
	if !ok {
		r.unfit("a text")
		return ""
	}
	r.advance()
	s, reason := tidy(s, longest)
	if reason != "" {
		r.wrong("%s", reason)
	}
	return s
}

// whole reads a whole number.
func (r *jsonReader) whole(low, high int) int {
	n, ok := r.next.(json.Number)
	if !ok {
		r.unfit("a whole number")
		return 0
	}
	r.advance()
	i, err := strconv.Atoi(wholeDigits(n))
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		r.wrong("must be a whole number, not %s", shorten(n.String()))
		return 0
	case err != nil, i < low, i > high:
		r.wrong("must be between %d and %d", low, high)
		return 0
	}
	return i
}

// wholeDigits is a number without zeros behind the point: some programs write a whole number as 5.0.
func wholeDigits(n json.Number) string {
	whole, part, _ := strings.Cut(n.String(), ".")
	if strings.Trim(part, "0") == "" {
		return whole
	}
	return n.String()
}

// halves reads a number of points in half points.
func (r *jsonReader) halves(low, high int) int {
	n, ok := r.next.(json.Number)
	if !ok {
		r.unfit("a number of points, such as 1 or 0.5")
		return 0
	}
	r.advance()
	points, err := n.Float64() // halves are exact
	twice := 2 * points
	switch {
	case err != nil, twice < float64(low), twice > float64(high):
		r.wrong("must be between %s and %s", halfPoints(low), halfPoints(high))
		return 0
	case twice != float64(int(twice)):
		r.wrong("must be whole or half points, not %s", shorten(n.String()))
		return 0
	}
	return int(twice)
}

// halfPoints writes half points as JSON does: 1, 0.5, -2.
func halfPoints(n int) string { return strconv.FormatFloat(float64(n)/2, 'f', -1, 64) }

// seed reads a number of the full range of the lot's seed.
func (r *jsonReader) seed() uint64 {
	n, ok := r.next.(json.Number)
	if !ok {
		r.unfit("a whole number")
		return 0
	}
	r.advance()
	u, err := strconv.ParseUint(wholeDigits(n), 10, 64)
	if err != nil {
		r.wrong("must be a whole number from 0 to 18446744073709551615")
	}
	return u
}

// truth reads true or false.
func (r *jsonReader) truth() bool {
	b, ok := r.next.(bool)
	if !ok {
		r.unfit("true or false")
		return false
	}
	r.advance()
	return b
}

func shorten(s string) string {
	if len(s) > 30 {
		return s[:30] + "…"
	}
	return s
}

// date reads a day.
func (r *jsonReader) date() civil.Date {
	s := r.text(maxText)
	if s == "" {
		return civil.Date{}
	}
	d, err := civil.ParseDate(s)
	if err != nil {
		r.wrong("%q is not a date: write it like 2026-11-21", s)
	}
	return d
}
