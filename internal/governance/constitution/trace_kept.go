package constitution

import (
	"encoding/json"
	"fmt"
)

// EncodeTrace is the kept form of a trace: JSON, or "" for none.
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
		return t, fmt.Errorf("read a kept trace: %w", err)
	}
	return t, nil
}

// UnmarshalJSON reads a trace. Terms and fees of the first years kept their
// steps as lines and their readings as a sentence; they stay as they were kept.
func (t *Trace) UnmarshalJSON(b []byte) error {
	type plain Trace
	kept := struct {
		*plain
		Lines   []string `json:"lines"`
		Reading string   `json:"reading"`
	}{plain: (*plain)(t)}
	if err := json.Unmarshal(b, &kept); err != nil {
		return err
	}
	for _, line := range kept.Lines {
		t.Steps = append(t.Steps, Step{Text: line})
	}
	if kept.Reading != "" {
		t.Readings = append(t.Readings, Used{Words: kept.Reading})
	}
	return nil
}
