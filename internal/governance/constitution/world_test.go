package constitution

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// day is a date, or none for "".
func day(s string) civil.Date {
	if s == "" {
		return civil.Date{}
	}
	return civil.MustParseDate(s)
}

var shipped = Shipped()

// ruled is the shipped constitution with one ruling.
func ruled(t *testing.T, q QuestionID, r ReadingID) Constitution {
	t.Helper()
	c, err := shipped.WithRulings(
		[]Ruling{{Question: q, Reading: r, Meeting: day("2026-03-05"), Words: "So ruled."}}, day("2026-03-05"),
	)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// fields are the names of the fields that a refusal concerns, in order.
func fields(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != apperr.Invalid {
		t.Fatalf("%v is no refusal of input", err)
	}
	names := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		names[i] = f.Name
	}
	return strings.Join(names, " ")
}

// wantTrace compares a trace's line.
func wantTrace(t *testing.T, got Trace, want string) {
	t.Helper()
	if got.String() != want {
		t.Errorf("trace\n%s\nwant\n%s", got, want)
	}
}

// texts are the findings' gravity and rule: "obstacle 5.1, warning 5.3".
func texts(f Findings) string {
	parts := make([]string, len(f))
	for i, x := range f {
		parts[i] = string(x.Gravity) + " " + x.Rule
	}
	return strings.Join(parts, ", ")
}

func person(id int64) Person { return Person{ID: id, Name: string(rune('A' + id - 1))} }

func member(id int64) Signature { return Signature{person(id), true} }

func stranger(id int64) Signature { return Signature{person(id), false} }

// WithRulings is the version with the committee's rulings as of a day: the
// latest ruling on a question that was made on or before the day holds. Two
// rulings of one meeting on one question are refused.
func (c Constitution) WithRulings(rulings []Ruling, day civil.Date) (Constitution, error) {
	if err := checkRulings(rulings); err != nil {
		return c, err
	}
	return c.withRulings(rulings, day), nil
}
