package members

import (
	"encoding/json"
	"fmt"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Trace says how a date or a fee came about: the rule, what it says, the
// arithmetic a step a line, and, where the rule's text leaves a choice, the
// reading that was applied. It is kept with its result, so that it stays as it
// was when the constitution is amended or the committee rules.
type Trace struct {
	Rule    string     `json:"rule"` // "2.2"
	Text    string     `json:"text"` // the rule in a sentence
	Lines   []string   `json:"lines"`
	Reading string     `json:"reading,omitempty"`
	Amended civil.Date `json:"amended,omitzero"` // the constitution as amended on this day; zero: as it was first
}

// Step adds a line to the arithmetic.
func (t *Trace) Step(format string, args ...any) {
	t.Lines = append(t.Lines, fmt.Sprintf(format, args...))
}

// traceUnder begins a trace of a rule of the constitution.
func traceUnder(c constitution.Constitution, rule string) Trace {
	known, _ := c.Rule(rule)
	return Trace{Rule: rule, Text: known.Summary, Amended: c.From}
}

// add appends the steps of a rule of the constitution and its readings.
func (t *Trace) add(c constitution.Trace) {
	t.Lines = append(t.Lines, c.Lines()...)
	for _, u := range c.Readings {
		text := u.Text()
		if !u.Ruled.IsZero() {
			text += " The committee made this ruling on " + u.Ruled.Long() + "."
		}
		if !strings.Contains(t.Reading, text) {
			t.Reading = strings.TrimSpace(t.Reading + " " + text)
		}
	}
}

// TraceOf is the trace of a rule of the constitution with the rule in a
// sentence and the version of the constitution it was worked out by.
func TraceOf(c constitution.Constitution, t constitution.Trace) Trace {
	return traceUnder(c, t.Rule).With(t)
}

// With is the trace with the steps and readings of a further one.
func (t Trace) With(more constitution.Trace) Trace {
	t.Lines = t.Lines[:len(t.Lines):len(t.Lines)]
	t.add(more)
	return t
}

// Explained is the arithmetic with what it rests on beside the rule: the
// readings, and the version of the constitution if it was ever amended.
func (t Trace) Explained() []string {
	out := t.Lines[:len(t.Lines):len(t.Lines)]
	if t.Reading != "" {
		out = append(out, t.Reading)
	}
	if !t.Amended.IsZero() {
		out = append(out, "Under the constitution as amended on "+t.Amended.Long()+".")
	}
	return out
}

// IsZero reports whether there is nothing to explain.
func (t Trace) IsZero() bool { return t.Rule == "" && len(t.Lines) == 0 }

// EncodeTrace is the stored form of a trace: JSON, or "" for none.
func EncodeTrace(t Trace) (string, error) {
	if t.IsZero() {
		return "", nil
	}
	b, err := json.Marshal(t)
	return string(b), err
}

// DecodeTrace reads what EncodeTrace wrote.
func DecodeTrace(s string) (Trace, error) {
	var t Trace
	if s == "" {
		return t, nil
	}
	if err := json.Unmarshal([]byte(s), &t); err != nil {
		return t, fmt.Errorf("read a trace: %w", err)
	}
	return t, nil
}
