package members

import (
	"encoding/json"
	"fmt"
	"strings"

	"nzgs/internal/governance/constitution"
)

// Trace says how a date or a fee came about: the rule, what it says, the
// arithmetic a step a line, and, where the rule's text leaves a choice, the
// reading that was applied.
type Trace struct {
	Rule    string   `json:"rule"` // "2.2"
	Text    string   `json:"text"` // the rule in a sentence
	Lines   []string `json:"lines"`
	Reading string   `json:"reading,omitempty"`
}

// Step adds a line to the arithmetic.
func (t *Trace) Step(format string, args ...any) {
	t.Lines = append(t.Lines, fmt.Sprintf(format, args...))
}

// add appends the steps of a rule of the constitution.
func (t *Trace) add(c constitution.Trace) { t.Lines = append(t.Lines, c.Lines()...) }

// FromConstitution is the trace of a rule of the constitution, with the rule
// in a sentence.
func FromConstitution(c constitution.Trace, text string) Trace {
	return Trace{Rule: c.Rule, Text: text, Lines: c.Lines(), Reading: readings(c)}
}

// readings says in words which readings of the constitution's open questions a
// result rests on.
func readings(c constitution.Trace) string {
	var texts []string
	for _, u := range c.Readings {
		texts = append(texts, u.Text())
	}
	return strings.Join(texts, " ")
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
