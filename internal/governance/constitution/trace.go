package constitution

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/civil"
)

// Step is a line of arithmetic with the rule it comes from.
type Step struct {
	Rule string `json:"rule,omitempty"` // "5.12"; "" of a step that was kept before its rule was kept with it
	Text string `json:"text"`           // "11 recorded ≥ 10"
}

// Used is a reading of an open question that had a part in a result.
type Used struct {
	Question QuestionID `json:"question"`
	Reading  ReadingID  `json:"reading"`
	Ruled    civil.Date `json:"ruled"`           // the committee's meeting that ruled; zero: the shipped reading
	Words    string     `json:"words,omitempty"` // all that is known of a reading that was kept in words alone
}

// Trace says how a result came about, in words that a member can follow. It is
// kept with its result, so that it stays as it was when the constitution is
// amended or the committee rules.
type Trace struct {
	Rule     string     `json:"rule"`           // the rule that decides
	Text     string     `json:"text,omitempty"` // that rule in a sentence, of a trace that is told with it
	Steps    []Step     `json:"steps"`
	Outcome  string     `json:"outcome,omitempty"` // "carried"
	Readings []Used     `json:"readings,omitempty"`
	Amended  civil.Date `json:"amended,omitzero"` // told: the constitution as amended on this day; zero: as it was first
}

// Told begins the trace of a date or a fee, which is what it comes to: it says
// the rule in a sentence, and by which version of the constitution it was
// worked out, and goes on with the steps and readings of t.
func (c Constitution) Told(t Trace) Trace {
	known, _ := c.Rule(t.Rule)
	return Trace{Rule: t.Rule, Text: known.Summary, Amended: c.From}.With(t)
}

// IsZero reports whether there is nothing to explain.
func (t Trace) IsZero() bool { return t.Rule == "" && len(t.Steps) == 0 && t.Outcome == "" }

// String is the trace in a line: "11 recorded ≥ 10 (5.12); 8 of 12 for or
// against ≥ 2/3 (5.12): carried [reading 5.12-abstain]".
func (t Trace) String() string {
	line := t.line()
	for _, u := range t.Readings {
		line += " [" + u.String() + "]"
	}
	return line
}

// line is the steps and what they come to.
func (t Trace) line() string {
	parts := make([]string, len(t.Steps))
	for i, s := range t.Steps {
		parts[i] = s.String()
	}
	line := strings.Join(parts, "; ")
	switch {
	case line == "":
		line = t.Outcome
	case t.Outcome != "":
		line += ": " + t.Outcome
	}
	return line
}

// Sentences is the trace as minutes and letters tell it: "11 recorded ≥ 10
// (5.12); 8 of 12 for or against ≥ 2/3 (5.12): carried.", and after it each
// reading in a sentence of its own (see [ReadingSentences]). It is "" of an
// empty trace.
func (t Trace) Sentences() string {
	out := ""
	if line := t.line(); line != "" {
		// A step's text begins with a capital, and goes on in the middle of a sentence here.
		out = strings.ReplaceAll(line, "; The ", "; the ") + "."
	}
	if read := ReadingSentences(t.Readings); read != "" {
		out = strings.TrimSpace(out + " " + read)
	}
	return out
}

// ReadingSentences says how open questions were read, each once: "Open question
// 5.12-abstain is read so: An Abstain is a recorded vote for the ten."
func ReadingSentences(used []Used) string {
	var out []string
	for _, u := range used {
		if s := u.sentence(); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}

func (u Used) sentence() string {
	if u.Words != "" {
		return u.Words
	}
	s := "Open question " + string(u.Question) + " is read this way"
	if !u.Ruled.IsZero() {
		s += ", as the committee ruled on " + u.Ruled.Long()
	}
	q, _ := QuestionByID(u.Question)
	r, known := q.reading(u.Reading)
	if !known {
		return s + "."
	}
	return s + ": " + r.Text
}

// InMinutes says of a point that the rules leave open how it was read: "Rule
// 5.12 leaves a point open; it was read this way: An Abstain is a recorded vote
// for the ten."
func (u Used) InMinutes() string {
	if u.Words != "" {
		return u.Words
	}
	q, known := QuestionByID(u.Question)
	text := u.Text()
	if !known || text == "" {
		return ""
	}
	how := "it was read this way"
	if !u.Ruled.IsZero() {
		how = "the committee ruled on " + u.Ruled.Long()
	}
	return "Rule " + q.Rules[0] + " leaves a point open; " + how + ": " + text
}

// String is "11 recorded ≥ 10 (5.12)".
func (s Step) String() string {
	if s.Rule == "" {
		return s.Text
	}
	return s.Text + " (" + s.Rule + ")"
}

// String is "reading 5.12-abstain", with the reading where it is not the
// shipped one and the meeting where the committee ruled.
func (u Used) String() string {
	if u.Words != "" {
		return "reading: " + u.Words
	}
	s := "reading " + string(u.Question)
	q, known := QuestionByID(u.Question)
	if !known {
		return s
	}
	if u.Reading != q.Default().ID {
		s += ": " + string(u.Reading)
	}
	if !u.Ruled.IsZero() {
		s += ", ruled on " + u.Ruled.Long()
	}
	return s
}

// Text is the reading in a sentence, "" of a question that is not in the
// register.
func (u Used) Text() string {
	q, _ := QuestionByID(u.Question)
	r, _ := q.reading(u.Reading)
	return r.Text
}

// told is the reading in a sentence, with the committee's ruling in another.
func (u Used) told() string {
	switch {
	case u.Words != "":
		return u.Words
	case u.Ruled.IsZero():
		return u.Text()
	}
	return u.Text() + " The committee made this ruling on " + u.Ruled.Long() + "."
}

// ReadingsTold are the readings that a trace rests on, in sentences: "A new
// member has no term now. The committee made this ruling on 5 November 2025."
func (t Trace) ReadingsTold() string {
	out := make([]string, len(t.Readings))
	for i, u := range t.Readings {
		out[i] = u.told()
	}
	return strings.Join(out, " ")
}

// Lines are the texts of the steps, one a line.
func (t Trace) Lines() []string {
	out := make([]string, len(t.Steps))
	for i, s := range t.Steps {
		out[i] = s.Text
	}
	return out
}

// Uses reports whether a reading of the question had a part in the result.
func (t Trace) Uses(id QuestionID) bool {
	return slices.ContainsFunc(t.Readings, func(u Used) bool { return u.Question == id })
}

// Step adds a line of arithmetic under the rule.
func (t *Trace) Step(rule, format string, args ...any) {
	t.Steps = append(t.Steps, Step{rule, fmt.Sprintf(format, args...)})
}

func (t *Trace) conclude(format string, args ...any) { t.Outcome = fmt.Sprintf(format, args...) }

// use notes a reading once. A trace that spans two versions of the constitution
// may rest on two readings of a question.
func (t *Trace) use(u Used) {
	if !slices.ContainsFunc(t.Readings, func(had Used) bool {
		return had == u || had.Words != "" && strings.Contains(had.Words, u.told())
	}) {
		t.Readings = append(t.Readings, u)
	}
}

// With is the trace with the steps and readings of a further one.
func (t Trace) With(more Trace) Trace {
	t.Steps, t.Readings = slices.Clip(t.Steps), slices.Clip(t.Readings)
	t.add(more)
	return t
}

// add appends the steps and readings of a trace that this one builds on.
func (t *Trace) add(other Trace) {
	t.Steps = append(t.Steps, other.Steps...)
	for _, u := range other.Readings {
		t.use(u)
	}
}

// Then is the trace with what follows from it: the other's rule and outcome
// after the steps of both.
func (t Trace) Then(next Trace) Trace {
	out := Trace{Rule: next.Rule, Outcome: next.Outcome}
	out.add(t)
	out.add(next)
	return out
}

// Gravity says whether a finding forbids something.
type Gravity string

const (
	Obstacle Gravity = "obstacle" // the rule is not met
	Warning  Gravity = "warning"  // met or not in force, and yet to be looked at
)

// Finding is something that a rule has to say about a fact.
type Finding struct {
	Gravity Gravity `json:"gravity"`
	Rule    string  `json:"rule"`
	Text    string  `json:"text"`
}

// String is "Notice was sent too late … (rule 4.1)"; the law is cited by its
// own name.
func (f Finding) String() string {
	if f.Rule != "" && f.Rule[0] >= '1' && f.Rule[0] <= '9' {
		return f.Text + " (rule " + f.Rule + ")"
	}
	return f.Text + " (" + f.Rule + ")"
}

// Findings are in the order of the rules; none means that nothing stands in
// the way.
type Findings []Finding

// Blocked reports whether one of the findings is an obstacle.
func (f Findings) Blocked() bool {
	return slices.ContainsFunc(f, func(x Finding) bool { return x.Gravity == Obstacle })
}

// inquiry gathers what a check of facts finds: findings for the caller, and
// the same with the passed steps as a trace.
type inquiry struct {
	findings Findings
	trace    Trace
}

func (q *inquiry) passed(rule, format string, args ...any) { q.trace.Step(rule, format, args...) }

func (q *inquiry) obstacle(rule, format string, args ...any) { q.find(Obstacle, rule, format, args...) }

func (q *inquiry) warn(rule, format string, args ...any) { q.find(Warning, rule, format, args...) }

func (q *inquiry) find(g Gravity, rule, format string, args ...any) {
	q.findings = append(q.findings, Finding{g, rule, fmt.Sprintf(format, args...)})
	q.trace.Step(rule, format, args...)
}

// uses notes the readings of a trace that the inquiry rests on.
func (q *inquiry) uses(t Trace) {
	for _, u := range t.Readings {
		q.trace.use(u)
	}
}

// close concludes with the word for a check that nothing forbids or with the
// other, and hands back what was found.
func (q *inquiry) close(allowed, refused string) (Findings, Trace) {
	q.trace.Outcome = allowed
	if q.findings.Blocked() {
		q.trace.Outcome = refused
	}
	return q.findings, q.trace
}

// counted is "1 member", "11 members".
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// joined lists names: "A", "A and B", "A, B and C".
func joined(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
