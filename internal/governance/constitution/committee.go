package constitution

import (
	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

const (
	rule61 = "6.1"
	rule62 = "6.2"
	rule63 = "6.3"
	rule64 = "6.4"
	rule65 = "6.5"
	rule66 = "6.6"
)

// Rule 6.1: the committee meets at least twice a year: the year that a day
// lies in.
func (c Constitution) MeetingYear(on civil.Date) (first, last civil.Date, t Trace) {
	t.Rule = rule61
	if c.read(&t, CommitteeYear) == "subscription" {
		year := c.YearOf(on)
		return c.First(year), c.Last(year), t
	}
	return civil.On(on.Year(), 1, 1), civil.On(on.Year(), 12, 31), t
}

// Rule 6.1: how many meetings of the committee are missing from the year that
// a day lies in.
func (c Constitution) MeetingsMissing(held []civil.Date, on civil.Date) (missing int, t Trace) {
	from, to, t := c.MeetingYear(on)
	n := 0
	for _, day := range held {
		if !day.Before(from) && !day.After(to) {
			n++
		}
	}
	missing = max(0, c.Figures.CommitteeMeetings-n)
	sign := "≥"
	if missing > 0 {
		sign = "<"
	}
	t.Step(
		rule61, "%s from %s to %s %s %d", counted(n, "meeting"), from.Long(), to.Long(), sign, c.Figures.CommitteeMeetings,
	)
	return missing, t
}

// Rule 6.2: three members are a quorum of the committee.
func (c Constitution) CommitteeQuorum(present int) (quorate bool, t Trace) {
	t.Rule = rule62
	if present < c.Figures.CommitteeQuorum {
		t.Step(rule62, "%d present < %d", present, c.Figures.CommitteeQuorum)
		t.conclude("no quorum")
		return false, t
	}
	t.Step(rule62, "%d present ≥ %d", present, c.Figures.CommitteeQuorum)
	t.conclude("quorate")
	return true, t
}

// Rule 6.3: the committee decides by a simple majority of those voting. A tie
// fails: no casting vote is given, unless the committee ruled that there is one. The error has every impossible number.
func (c Constitution) CommitteeDecides(v Votes, chair ChairVote) (Outcome, error) {
	var f apperr.Fields
	var reading Trace
	v.check(&f)
	checkChair(&f, chair, v)
	if chair != ChairSilent && c.read(&reading, CommitteeTie) == "fails" && !f.Has("chair") {
		f.Add("chair", "The chair of the committee has no casting vote (rule 6.3): a tie fails.")
	}
	if err := f.Err(); err != nil {
		return Outcome{}, err
	}
	m := motion{Constitution: c, rule: rule63, majority: c.Figures.CommitteeMajority, votes: v, chair: chair}
	if v.Yes == v.No {
		m.casting = c.read(&m.trace, CommitteeTie) == "casting"
	}
	m.count("voting", c.whole(&m.trace, v))
	return m.outcome(), nil
}

// Rule 6.4: the senior officer present chairs the committee's meetings.
func (c Constitution) CommitteeChair(present []Officer) (chair Officer, ok bool, t Trace) {
	chair, ok, t = c.Senior(present)
	t.Rule = rule64
	if ok {
		t.conclude("%s takes the chair", chair.Person.Name)
	}
	return chair, ok, t
}

// Rule 6.5: the committee may co-opt up to two members of the society; seated
// is how many it has co-opted already.
func (c Constitution) Coopt(who Signature, seated int) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule65}}
	if !who.Entitled {
		q.obstacle(rule65, "%s is not a member", who.Person.Name)
	}
	if seated >= c.Figures.CooptedSeats {
		q.obstacle(rule65, "%d + 1 co-opted > %d", seated, c.Figures.CooptedSeats)
	} else {
		q.passed(rule65, "%d + 1 co-opted ≤ %d", seated, c.Figures.CooptedSeats)
	}
	return q.close("may be co-opted", "may not be co-opted")
}

// Rule 6.6: an acting officer may be any member of the society.
func (c Constitution) AppointActing(office Office, who Signature) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule66}}
	if count(c.Figures.Officers, office) == 0 {
		q.obstacle(rule31, "There is no office called %s", office)
	}
	if who.Entitled {
		q.passed(rule66, "%s is a member", who.Person.Name)
	} else {
		q.obstacle(rule66, "%s is not a member", who.Person.Name)
	}
	return q.close("may be appointed", "may not be appointed")
}

// Rule 6.6: until an acting officer is appointed, the senior officer still
// functioning answers for the duties of the office; ok is false when there is
// none.
func (c Constitution) AnswersFor(office Office, functioning []Officer) (who Officer, ok bool, t Trace) {
	var others []Officer
	for _, o := range functioning {
		if o.Office != office {
			others = append(others, o)
		}
	}
	who, ok, t = c.Senior(others)
	t.Rule = rule66
	if ok {
		t.conclude("%s answers for the duties of the %s", who.Person.Name, office)
	}
	return who, ok, t
}
