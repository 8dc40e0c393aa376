package constitution

import (
	"strings"

	"nzgs/internal/civil"
)

const (
	rule24 = "2.4"
	rule25 = "2.5"
)

// Rule 2.4: a club reports its members at least once a year: the next report
// is due twelve months after the last one.
func (c Constitution) ClubReportDue(last civil.Date) (civil.Date, Trace) {
	t := Trace{Rule: rule24}
	t.step(rule24, "Last list received %s", last.Long())
	return monthsAfter(&t, rule24, last, c.Figures.ClubReportMonths), t
}

// Rule 2.4: a club's secretary is one of its members: held are the terms by
// which the club has registered the person.
func (c Constitution) MayBeClubSecretary(held []Span, day civil.Date) (bool, Trace) {
	t := Trace{Rule: rule24}
	year := c.YearOf(day)
	from, to := c.First(year-1), c.Last(year)
	if c.read(&t, SecretaryOfClub) == "current" {
		from, to = day, day
	}
	for _, s := range held {
		if s.meets(from, to) {
			t.step(rule24, "Registered by the club %s – %s", s.From.Long(), s.To.Long())
			t.conclude("may be the club’s secretary")
			return true, t
		}
	}
	t.step(rule24, "Not registered by the club between %s and %s", from.Long(), to.Long())
	t.conclude("may not be the club’s secretary")
	return false, t
}

// Exclusion is a decision to exclude a member or a club.
type Exclusion struct {
	Breach  string     // of the constitution: what was done
	Reasons string     // as recorded
	Invited civil.Date // day on which the member was asked to be heard
	Decided civil.Date // day of the committee's meeting
}

// Rule 2.5: exclusion is at the committee's discretion, for a breach of the
// constitution. Read with natural justice: a recorded decision with reasons,
// and the member's chance to be heard before it.
func (c Constitution) Exclude(e Exclusion) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule25}}
	for _, given := range []struct{ text, missing, what string }{
		{e.Breach, "The breach of the constitution is not recorded", "Breach"},
		{e.Reasons, "The committee’s reasons are not recorded", "Reasons"},
	} {
		if strings.TrimSpace(given.text) == "" {
			q.obstacle(rule25, "%s", given.missing)
		} else {
			q.passed(rule25, "%s recorded", given.what)
		}
	}
	switch {
	case e.Decided.IsZero():
		q.obstacle(rule25, "The committee’s decision is not recorded")
	case e.Invited.IsZero():
		q.obstacle(rule25, "No chance to be heard is recorded")
	case !e.Invited.Before(e.Decided):
		q.obstacle(rule25, "Asked to be heard on %s, not before the decision on %s", e.Invited.Long(), e.Decided.Long())
	default:
		q.passed(rule25, "Asked to be heard on %s, decided on %s", e.Invited.Long(), e.Decided.Long())
	}
	return q.close("the exclusion may be recorded", "the exclusion may not be recorded")
}
