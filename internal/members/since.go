package members

import (
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// stretches fills in since when somebody is a member without a gap, and what was before. Who lapsed and came back has not
// been a member since the first day.
func (s *Summary) stretches(spans []Span, day civil.Date) {
	covered := false
	for _, span := range spans {
		began := !span.From.After(day)
		switch {
		case span.Gap && began && !span.To.Before(day): // on the day there is no membership
		case span.Gap && began:
			s.Gaps++
		case span.Gap:
		case began:
			s.Since, covered = span.From, !span.To.Before(day)
		case s.Next.IsZero():
			s.Next = span.From
		}
	}
	if !covered && !s.Next.IsZero() {
		s.Since = s.Next
	}
}

// First is when somebody became a member for the first time, or zero where that is Since.
func (s Summary) First() civil.Date {
	if s.Joined == s.Since {
		return civil.Date{}
	}
	return s.Joined
}

// Told is a person's membership in words, under what they stand: "Member since", "1 July 2015 (first on 12 March 1998, with a
// gap)". Both are "" of who has no term.
func (s Summary) Told() (label, value string) {
	gaps := ""
	switch {
	case s.Gaps == 1:
		gaps = "with a gap"
	case s.Gaps > 1:
		gaps = fmt.Sprintf("with %d gaps", s.Gaps)
	}
	switch {
	case s.Status == Unenrolled:
		return "", ""
	case s.Status == Member && s.Gaps > 0:
		return "Member since", s.Since.Long() + " (first on " + s.Joined.Long() + ", " + gaps + ")"
	case s.Status == Member:
		return "Member since", s.Since.Long()
	case s.Over.IsZero():
		return "Member from", s.Next.Long()
	}
	value = constitution.Span{From: s.Joined, To: s.Over}.String()
	if gaps != "" {
		value += " (" + gaps + ")"
	}
	if s.Status == Upcoming {
		value += "; again from " + s.Next.Long()
	}
	return "Was a member", value
}

// Line is Told in one sentence: "Member since 1 July 2015, until 30 June 2027".
func (s Summary) Line() string {
	label, value := s.Told()
	switch {
	case label == "":
		return "No term"
	case s.Status == Member:
		return label + " " + value + ", until " + s.Until.Long()
	}
	return label + " " + value
}

// SinceTrace says from which stretches and gaps Told comes.
func SinceTrace(spans []Span) constitution.Trace {
	t := constitution.Trace{Rule: rule22}
	for _, span := range spans {
		days := constitution.Span{From: span.From, To: span.To}
		if span.Gap {
			t.Step(rule22, "%s: no membership (a gap)", days)
			continue
		}
		t.Step(rule22, "%s: a member", days)
	}
	return t
}
