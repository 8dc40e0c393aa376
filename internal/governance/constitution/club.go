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
// is due twelve months after the last one, and before the affiliation ends that
// the last one gave it: that of the year it was for.
func (c Constitution) ClubReportDue(last civil.Date, year Year) (civil.Date, Trace) {
	t := Trace{Rule: rule24}
	t.Step(rule24, "Last list received %s", last.Long())
	due := monthsAfter(&t, rule24, last, c.Figures.ClubReportMonths)
	if end := c.Last(year); end.Before(due) {
		t.Step(rule23, "The affiliation for %s ends on %s", year, end.Long())
		due = end
	}
	return due, t
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
			t.Step(rule24, "Registered by the club %s – %s", s.From.Long(), s.To.Long())
			t.conclude("may be the club’s secretary")
			return true, t
		}
	}
	t.Step(rule24, "Not registered by the club between %s and %s", from.Long(), to.Long())
	t.conclude("may not be the club’s secretary")
	return false, t
}

// Accused is whom a case of rule 2.5 is about.
type Accused string

// The rule excludes members and clubs.
const (
	AccusedMember Accused = "member"
	AccusedClub   Accused = "club"
)

// Exclusion is a case of rule 2.5: what is held against a member or a club, the
// chance to be heard, and the day of the committee's decision. A zero day or an
// empty text is not recorded yet.
type Exclusion struct {
	Of      Accused
	Rules   string     // that are said to be broken
	Reasons string     // what was done
	SentOn  civil.Date // the reasons, to the member or the club
	Sent    string     // what was sent, and how
	Hearing civil.Date // by when, or on which day, it could be heard
	Heard   string     // what was said, or that nothing came
	Decided civil.Date
}

// Rule 2.5: exclusion is at the committee's discretion, for a breach of the
// constitution. Read with natural justice: the committee records its reasons,
// they were sent to the member or the club, and it could be heard before the
// decision.
func (c Constitution) Exclude(e Exclusion) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule25}}
	who := string(e.Of)
	say := func(ok bool, passed, missing string) {
		if ok {
			q.passed(rule25, "%s", passed)
		} else {
			q.obstacle(rule25, "%s", missing)
		}
	}
	written := func(text string) bool { return strings.TrimSpace(text) != "" }
	say(written(e.Reasons) && written(e.Rules), "The reasons are recorded, under rule "+e.Rules,
		"The breach is not recorded: which rules, and what the "+who+" did")
	sent := !e.SentOn.IsZero() && written(e.Sent)
	say(sent, "Sent to the "+who+" on "+e.SentOn.Long(), "What was sent to the "+who+", and when, is not recorded")
	say(
		!e.Hearing.IsZero(), "The "+who+" could be heard on "+e.Hearing.Long(),
		"No day was set on which the "+who+" could be heard",
	)
	if sent && !e.Hearing.IsZero() {
		say(
			e.Hearing.After(e.SentOn), "The hearing is after the reasons were sent",
			"The hearing is not after the day on which the reasons were sent",
		)
	}
	switch {
	case e.Decided.IsZero():
		q.obstacle(rule25, "The committee’s decision is not recorded")
	case !e.Hearing.IsZero():
		say(!e.Decided.Before(e.Hearing), "Decided on "+e.Decided.Long()+", not before the hearing",
			e.Decided.Long()+" is before the hearing on "+e.Hearing.Long())
	}
	say(
		written(e.Heard), "What the "+who+" said is recorded",
		"What the "+who+" said, or that they said nothing, is not recorded",
	)
	if e.Of == AccusedClub && !q.findings.Blocked() {
		_, t := c.MembersGoWithClub()
		q.trace.add(t)
	}
	return q.close("may be excluded", "may not be excluded")
}

// Rule 2.5: what an excluded club's members are: whether the terms by which its
// lists registered them end with its affiliation.
func (c Constitution) MembersGoWithClub() (bool, Trace) {
	t := Trace{Rule: rule25}
	if c.read(&t, ExcludedClub) == "end" {
		t.Step(rule25, "The club’s members were registered by its list, and leave with it")
		return true, t
	}
	t.Step(rule25, "The club is excluded, and its members are not")
	return false, t
}
