package constitution

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Paragraph is a numbered rule in the official wording.
type Paragraph struct {
	Number  string // "4.16"
	Heading string // the heading before it, or ""
	Text    string // lines as imported, without the number
	Items   []Point
	Line    int // of the file, from 1
}

// Point is a part of a paragraph's list.
type Point struct {
	Label string // "a", or "" of a bullet
	Text  string
}

// Wording is the official wording of one version.
type Wording struct {
	Title      string // the line before the first rule, or ""
	Paragraphs []Paragraph
}

// LineError is what is wrong with one line of a file.
type LineError struct {
	Line int // from 1; 0: the file as a whole
	Text string
}

// WordingErrors is everything that is wrong with a file, by line.
type WordingErrors []LineError

func (e WordingErrors) Error() string {
	lines := make([]string, len(e))
	for i, x := range e {
		lines[i] = x.String()
	}
	return strings.Join(lines, "\n")
}

// String is "line 12: …".
func (e LineError) String() string {
	if e.Line == 0 {
		return e.Text
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Text)
}

// Limits of a file with the official wording.
const (
	maxWording      = 1 << 20 // bytes
	maxWordingLines = 10_000
	maxErrors       = 50
)

var (
	// "4.16 Election of …", also as a bullet, in bold, with "Rule" before it or a stop after it.
	numberedLine = regexp.MustCompile(
		`^(?:[•*+–-]\s+)?(?:#{1,6}\s+)?(?:\*\*|__)?(?:[Rr]ule\s+)?([0-9]{1,3}\.[0-9]{1,3})(?:\*\*|__)?[.:)]?(?:\*\*|__)?(?:\s+(.*))?$`,
	)
	labelledLine = regexp.MustCompile(`^(?:[•*+–-]\s+)?\(?([a-z])\)\s+(.+)$`)
	bulletLine   = regexp.MustCompile(`^[•*+–-]\s+(.+)$`)
	headingLine  = regexp.MustCompile(`^#{1,6}\s+(.+)$`)
)

// ParseWording reads the official wording: plain text or Markdown with
// paragraphs that begin with a rule's number. A paragraph may go on over
// several lines and have a list, lettered or with bullets; Markdown headings
// may stand between. Numbers rise and each comes once. The error is a
// WordingErrors with every problem and its line.
func ParseWording(file []byte) (Wording, error) {
	text, err := cleanWording(file)
	if err != nil {
		return Wording{}, err
	}
	r := wordingReader{seen: make(map[string]int)}
	for i, line := range strings.Split(text, "\n") {
		r.line(i+1, line)
		if len(r.errs) >= maxErrors {
			r.fail(i+1, "there are too many problems, so the rest was not read")
			break
		}
	}
	if len(r.out.Paragraphs) == 0 && len(r.errs) == 0 {
		r.fail(0, "There is no numbered paragraph, such as “4.16 …”, in this file.")
	}
	for i := range r.out.Paragraphs {
		if p := r.out.Paragraphs[i]; p.Text == "" && len(p.Items) == 0 {
			r.fail(p.Line, "rule %s has no text", p.Number)
		}
	}
	if len(r.errs) > 0 {
		slices.SortStableFunc(r.errs, func(a, b LineError) int { return a.Line - b.Line })
		return Wording{}, r.errs
	}
	return r.out, nil
}

// cleanWording refuses what is no text and unifies line ends and blanks.
func cleanWording(file []byte) (string, error) {
	switch {
	case len(file) > maxWording:
		return "", WordingErrors{{0, fmt.Sprintf("The file has more than %d bytes.", maxWording)}}
	case !utf8.Valid(file):
		return "", WordingErrors{{0, "The file is not UTF-8 text. Save it as plain text or Markdown."}}
	}
	text := strings.TrimPrefix(string(file), "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u00a0", " ", "\t", " ").Replace(text)
	if strings.Count(text, "\n") >= maxWordingLines {
		return "", WordingErrors{{0, fmt.Sprintf("The file has more than %d lines.", maxWordingLines)}}
	}
	if at := strings.IndexFunc(text, func(r rune) bool {
		return r != '\n' &&
			(unicode.IsControl(r) || r == '\u2028' || r == '\u2029')
	}); at >= 0 {
		return "", WordingErrors{
			{
				1 + strings.Count(text[:at], "\n"),
				"there is a character that is not text. Save the file as plain text or Markdown.",
			},
		}
	}
	return text, nil
}

// wordingReader takes a file line by line.
type wordingReader struct {
	out     Wording
	errs    WordingErrors
	seen    map[string]int // line of each number
	heading string
	blank   bool // the line before was blank
}

func (r *wordingReader) fail(line int, format string, args ...any) {
	r.errs = append(r.errs, LineError{line, fmt.Sprintf(format, args...)})
}

func (r *wordingReader) line(no int, raw string) {
	line := strings.TrimSpace(raw)
	after := r.blank
	r.blank = line == ""
	if line == "" {
		return
	}
	if m := numberedLine.FindStringSubmatch(line); m != nil {
		r.begin(no, m[1], strings.TrimSpace(m[2]))
		return
	}
	if m := headingLine.FindStringSubmatch(line); m != nil {
		r.title(no, m[1])
		return
	}
	if len(r.out.Paragraphs) == 0 {
		if r.out.Title != "" || r.heading != "" {
			r.fail(no, "this text comes before the first numbered rule: number it or take it out")
			return
		}
		r.out.Title = line
		return
	}
	p := &r.out.Paragraphs[len(r.out.Paragraphs)-1]
	switch {
	case r.heading != "":
		r.fail(no, "this text under a heading has no number: number it or take it out")
	case labelledLine.MatchString(line):
		m := labelledLine.FindStringSubmatch(line)
		r.letter(no, p, m[1], m[2])
	case bulletLine.MatchString(line):
		p.Items = append(p.Items, Point{Text: bulletLine.FindStringSubmatch(line)[1]})
	case after && !strings.HasPrefix(raw, " "):
		r.fail(no, "this text does not belong to a rule: number it, take it out, or indent it to continue rule %s", p.Number)
	case len(p.Items) > 0:
		p.Items[len(p.Items)-1].Text += "\n" + line
	case p.Text == "":
		p.Text = line
	default:
		p.Text += "\n" + line
	}
}

// title takes a heading: the first line of the file is the title.
func (r *wordingReader) title(no int, text string) {
	if len(r.out.Paragraphs) == 0 && r.out.Title == "" && r.heading == "" {
		r.out.Title = text
		return
	}
	if r.heading != "" {
		r.fail(no, "there are two headings without a rule between them")
	}
	r.heading = text
}

func (r *wordingReader) begin(no int, number, text string) {
	if at, twice := r.seen[number]; twice {
		r.fail(no, "rule %s is already on line %d", number, at)
		return
	}
	r.seen[number] = no
	if strings.HasPrefix(number, "0") || strings.Contains(number, ".0") {
		r.fail(no, "%s is not a rule’s number: write it as 4.16", number)
	}
	if n := len(r.out.Paragraphs); n > 0 && CompareNumbers(r.out.Paragraphs[n-1].Number, number) >= 0 {
		r.fail(
			no, "rule %s follows rule %s: if this line continues rule %s, join it to the line before", number,
			r.out.Paragraphs[n-1].Number, r.out.Paragraphs[n-1].Number,
		)
	}
	r.out.Paragraphs = append(r.out.Paragraphs, Paragraph{Number: number, Heading: r.heading, Text: text, Line: no})
	r.heading = ""
}

// letter adds a point of a lettered list; letters follow each other from a.
func (r *wordingReader) letter(no int, p *Paragraph, label, text string) {
	want := byte('a')
	for _, it := range p.Items {
		if it.Label != "" {
			want = it.Label[0] + 1
		}
	}
	if label[0] != want {
		r.fail(no, "point %s) of rule %s comes where %c) should be", label, p.Number, want)
	}
	p.Items = append(p.Items, Point{Label: label, Text: text})
}

// CompareNumbers orders rule numbers, 4.9 before 4.10: negative when a stands
// before b.
func CompareNumbers(a, b string) int {
	x, y := splitNumber(a), splitNumber(b)
	return slices.Compare(x[:], y[:])
}

func splitNumber(s string) [2]int {
	part, rule, _ := strings.Cut(s, ".")
	p, _ := strconv.Atoi(part)
	r, _ := strconv.Atoi(rule)
	return [2]int{p, r}
}

// Missing are the rules of the shipped constitution that the wording lacks,
// and Unknown those that it has beyond them: both for a person to look at.
func (w Wording) Missing() []string {
	var out []string
	for _, r := range rulebook {
		if _, ok := w.Paragraph(r.Number); !ok {
			out = append(out, r.Number)
		}
	}
	return out
}

func (w Wording) Unknown() []string {
	var out []string
	for _, p := range w.Paragraphs {
		if !slices.ContainsFunc(rulebook, func(r Rule) bool { return r.Number == p.Number }) {
			out = append(out, p.Number)
		}
	}
	return out
}

// Paragraph finds a rule's wording.
func (w Wording) Paragraph(number string) (Paragraph, bool) {
	i := slices.IndexFunc(w.Paragraphs, func(p Paragraph) bool { return p.Number == number })
	if i < 0 {
		return Paragraph{}, false
	}
	return w.Paragraphs[i], true
}

// Markdown writes the wording so that ParseWording reads it back the same.
func (w Wording) Markdown() string {
	var b strings.Builder
	if w.Title != "" {
		fmt.Fprintf(&b, "# %s\n", w.Title)
	}
	for _, p := range w.Paragraphs {
		if p.Heading != "" {
			fmt.Fprintf(&b, "\n## %s\n", p.Heading)
		}
		fmt.Fprintf(&b, "\n%s %s\n", p.Number, p.Text)
		for _, it := range p.Items {
			if it.Label == "" {
				fmt.Fprintf(&b, "- %s\n", it.Text)
			} else {
				fmt.Fprintf(&b, "%s) %s\n", it.Label, it.Text)
			}
		}
	}
	return b.String()
}

var onlyNumber = regexp.MustCompile(`^[1-9][0-9]?\.[1-9][0-9]?$`)

// ReadRule reads the wording of one rule, without its number, as a motion would
// have it. problem says what to write instead, or is "".
func ReadRule(number, text string) (p Paragraph, problem string) {
	if !onlyNumber.MatchString(number) {
		return p, fmt.Sprintf("%q is not a rule’s number: write it as 4.16.", number)
	}
	var lines []string
	headed := false
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines, headed = append(lines, line), headed || headingLine.MatchString(line)
		}
	}
	if lines == nil {
		return p, "Enter the wording of rule " + number + " as it would be."
	}
	w, err := ParseWording([]byte(number + " " + strings.Join(lines, "\n")))
	if err != nil || headed || len(w.Paragraphs) != 1 {
		return p, "Enter the wording of rule " + number +
			" alone, without its number, its points on lines of their own: a) …, b) …."
	}
	return w.Paragraphs[0], ""
}

// Words are the rule's wording without number and heading, a point a line.
func (p Paragraph) Words() string {
	var lines []string
	if p.Text != "" {
		lines = append(lines, p.Text)
	}
	for _, it := range p.Items {
		if it.Label == "" {
			lines = append(lines, "• "+it.Text)
		} else {
			lines = append(lines, it.Label+") "+it.Text)
		}
	}
	return strings.Join(lines, "\n")
}
