// Package apperr holds the errors a person can act on. Everything else is a
// plain error and is shown as "something went wrong" with a reference.
package apperr

import (
	"errors"
	"fmt"
	"strings"
)

// Kind says what sort of refusal an error is; web maps it to a status and a page.
type Kind string

const (
	Invalid   Kind = "invalid"   // the input breaks a rule: correct it and send it again
	NotFound  Kind = "not_found" // it does not exist
	Gone      Kind = "gone"      // it was there, and was removed
	Forbidden Kind = "forbidden" // the actor may not do this
	Conflict  Kind = "conflict"  // someone else changed it first
	SignIn    Kind = "sign_in"   // the actor must sign in first
	Prove     Kind = "prove"     // the actor must sign in again: the last time was a while ago
	TooLarge  Kind = "too_large" // the upload or form is over its limit
	TooMany   Kind = "too_many"  // too many attempts: wait and try again
	Replayed  Kind = "replayed"  // the same request was carried out before
	Busy      Kind = "busy"      // the database could not take the change now
)

// Field is one thing wrong with one form field.
type Field struct {
	Name    string // the input's name, as in the form
	Message string // what to do, in a sentence
}

// Error is a refusal: its kind, a sentence for the person, and the fields it
// concerns in form order.
type Error struct {
	Kind    Kind
	Message string
	Fields  []Field
	Rule    string // the rule it rests on, for example "2.3"; "" if none
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(string(e.Kind))
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "; %s: %s", f.Name, f.Message)
	}
	return b.String()
}

// Cited is the message with the rule that it rests on. A message that names the
// rule already is left as it is: each rule is cited once.
func (e *Error) Cited() string {
	if e.Rule == "" || names(e.Message, e.Rule) {
		return e.Message
	}
	return strings.TrimSuffix(e.Message, ".") + " (rule " + e.Rule + ")."
}

// names reports whether a text has a rule's number: "4.1" is not in "4.12".
func names(text, rule string) bool {
	for {
		_, after, found := strings.Cut(text, rule)
		if !found {
			return false
		}
		if after == "" || after[0] < '0' || after[0] > '9' {
			return true
		}
		text = after
	}
}

// New returns a refusal of the given kind with its sentence.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// UnderRule is a refusal of input that rests on a rule of the constitution or
// of the society's regulations.
func UnderRule(rule, format string, args ...any) *Error {
	return &Error{Kind: Invalid, Rule: rule, Message: fmt.Sprintf(format, args...)}
}

// KindOf is the kind of err, or "" when it is not an *Error.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// Fields gathers field problems in form order, so that a person sees all of
// them at once.
type Fields []Field

// Add records a problem with the named field.
func (f *Fields) Add(name, format string, args ...any) {
	*f = append(*f, Field{Name: name, Message: fmt.Sprintf(format, args...)})
}

// Err is nil when nothing was added, else an Invalid error with every problem.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Message: "Please fix the fields that are marked.", Fields: f}
}

// Has reports whether the named field has a problem.
func (f Fields) Has(name string) bool {
	for _, p := range f {
		if p.Name == name {
			return true
		}
	}
	return false
}
