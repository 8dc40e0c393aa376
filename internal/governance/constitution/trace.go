package constitution

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/civil"
)

// Step is a line of arithmetic with the rule it comes from.
type Step struct {
	Rule string `json:"rule"` // "5.12"
	Text string `json:"text"` // "11 recorded ≥ 10"
}

// Used is a reading of an open question that had a part in a result.
type Used struct {
	Question QuestionID `json:"question"`
	Reading  ReadingID  `json:"reading"`
	Ruled    civil.Date `json:"ruled"` // the committee's meeting that ruled; zero: the shipped reading
}

// Trace says how a result came about, in words that a member can follow.
type Trace struct {
	Rule     string `json:"rule"` // the rule that decides
	Steps    []Step `json:"steps"`
	Outcome  string `json:"outcome,omitempty"` // "carried"
	Readings []Used `json:"readings,omitempty"`
}

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

// String is "11 recorded ≥ 10 (5.12)".
func (s Step) String() string { return s.Text + " (" + s.Rule + ")" }

// String is "reading 5.12-abstain", with the reading where it is not the
// shipped one and the meeting where the committee ruled.
func (u Used) String() string {
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

func (t *Trace) step(rule, format string, args ...any) {
	t.Steps = append(t.Steps, Step{rule, fmt.Sprintf(format, args...)})
}

func (t *Trace) conclude(format string, args ...any) { t.Outcome = fmt.Sprintf(format, args...) }

func (t *Trace) use(u Used) {
	if !t.Uses(u.Question) {
		t.Readings = append(t.Readings, u)
	}
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

func (q *inquiry) passed(rule, format string, args ...any) { q.trace.step(rule, format, args...) }

func (q *inquiry) obstacle(rule, format string, args ...any) { q.find(Obstacle, rule, format, args...) }

func (q *inquiry) warn(rule, format string, args ...any) { q.find(Warning, rule, format, args...) }

func (q *inquiry) find(g Gravity, rule, format string, args ...any) {
	q.findings = append(q.findings, Finding{g, rule, fmt.Sprintf(format, args...)})
	q.trace.step(rule, format, args...)
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
