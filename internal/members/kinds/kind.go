package kinds

import (
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
)

// Kind is of what kind a member is.
type Kind string

// The kinds. Full is whoever is of no other.
const (
	Full    Kind = "full"
	Student Kind = "student"
	Junior  Kind = "junior"
	Family  Kind = "family"
	Life    Kind = "life"
)

// All lists the kinds in the order of forms.
var All = []Kind{Full, Student, Junior, Family, Life}

// Rated lists the kinds that can have a subscription of their own.
var Rated = []Kind{Full, Student, Junior, Family}

// Known reports whether k is one of the kinds.
func (k Kind) Known() bool { return slices.Contains(All, k) }

// Label is the kind as people read it.
func (k Kind) Label() string {
	switch k {
	case Student:
		return "Student"
	case Junior:
		return "Junior"
	case Family:
		return "Family"
	case Life:
		return "Life member"
	}
	return "Full"
}

// Each is whom a rate of the kind is for: "each student".
func (k Kind) Each() string {
	switch k {
	case Student:
		return "each student"
	case Junior:
		return "each junior"
	case Family:
		return "each family"
	}
	return "each member"
}

// Standing is the kind of a member from a year on; its zero value with a person is full.
type Standing struct {
	ID     int64
	Person members.PersonID
	Kind   Kind
	From   members.Year
	Payer  members.PersonID // of a family: who pays for this person; 0: no one else
	Reason string
	At     civil.Instant
	By     string // who said so
}

// Is is the kind: full of whoever has none.
func (s Standing) Is() Kind {
	if s.Kind == "" {
		return Full
	}
	return s.Kind
}

// PaidFor reports whether another pays for this person.
func (s Standing) PaidFor() bool { return s.Payer != 0 && s.Payer != s.Person }

// Pays reports whether the person pays for a family.
func (s Standing) Pays() bool { return s.Is() == Family && !s.PaidFor() }

// In is which of a person's standings, the oldest first, holds in a year.
func In(all []Standing, year members.Year) (out Standing) {
	for _, s := range all {
		if s.From <= year {
			out = s
		}
	}
	return out
}

// Why explains a kind, of one that is not full.
func (s Standing) Why(t *constitution.Trace) {
	if s.Is() == Full {
		return
	}
	t.Step("2.2", "%s from %s: %s (%s, %s)", s.Is().Label(), s.From, s.Reason, s.By, s.At.Date().Long())
}

// Input says of what kind a person is from a year on. Its fields are kind, from, payer and reason.
type Input struct {
	Person members.PersonID
	Seen   int64 // the standing that was shown, 0 for none
	Kind   Kind
	From   members.Year
	Payer  members.PersonID // of a family: who pays; 0 or the person: they pay themselves
	Reason string
}

const maxReason = 500

// check checks an input beside what is known: the person's own standings, those of the payer, and whom the person pays for.
func (in Input) check(current members.Year, payer []Standing, paidFor int) apperr.Fields {
	var f apperr.Fields
	if !in.Kind.Known() {
		f.Add("kind", "Choose the kind.")
	}
	if !in.From.Valid() || in.From < current-1 || in.From > current+1 {
		f.Add("from", "Choose the subscription year from which this holds: last year’s, this one or the next.")
	}
	if in.Kind == Family && in.Payer != 0 && in.Payer != in.Person {
		if p := In(payer, in.From); !p.Pays() {
			f.Add("payer", "Record first that the payer’s own kind is Family from %s on, and that they pay themselves.", in.From)
		}
	}
	if paidFor > 0 && (in.Kind != Family || in.Payer != 0 && in.Payer != in.Person) {
		f.Add("kind", "This person pays for a family. Change the others of the family first.")
	}
	switch n := utf8.RuneCountInString(in.Reason); {
	case strings.TrimSpace(in.Reason) == "" && in.Kind == Life:
		f.Add("reason", "Name the resolution that made them a life member, with its day.")
	case strings.TrimSpace(in.Reason) == "":
		f.Add("reason", "Say why, or how you know.")
	case n > maxReason:
		f.Add("reason", "Shorten this to %d characters.", maxReason)
	}
	return f
}
