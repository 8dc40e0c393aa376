package constitution

import (
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

const (
	rule51  = "5.1"
	rule53  = "5.3"
	rule55  = "5.5"
	rule56  = "5.6"
	rule57  = "5.7"
	rule58  = "5.8"
	rule59  = "5.9"
	rule511 = "5.11"
)

// EGMRequest is a request of members for an EGM.
type EGMRequest struct {
	Received  civil.Date
	Signers   []Signature // Entitled: a member on the day of receipt
	Proposer  Person      // zero: nobody is named
	Proposals int
}

// Rule 5.1: a written request with its proposals, signed by at least ten
// members, one of them named as the proposer.
func (c Constitution) RequestEGM(r EGMRequest) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule51}}
	if r.Received.IsZero() {
		q.obstacle(rule51, "The day the request was received is not recorded")
	}
	if r.Proposals < 1 {
		q.obstacle(rule51, "The request has no proposal")
	}
	signed := entitled(&q, rule51, r.Signers, "was not a member")
	if need := c.Figures.RequestSigners; len(signed) < need {
		q.obstacle(rule51, "Signed by %s < %d", counted(len(signed), "member"), need)
	} else {
		q.passed(rule51, "Signed by %s ≥ %d", counted(len(signed), "member"), need)
	}
	switch {
	case r.Proposer == (Person{}):
		q.obstacle(rule51, "No one is named as the proposer")
	case !holds(signed, r.Proposer):
		q.obstacle(rule51, "%s is named as the proposer, but has not signed the request", r.Proposer.Name)
	default:
		q.passed(rule51, "%s is the proposer", r.Proposer.Name)
	}
	return q.close("the meeting is called", "the meeting need not be called")
}

// EGM is what is known about an extraordinary general meeting and its postal
// vote. A zero date is not known, or not yet.
type EGM struct {
	Date       civil.Date
	Requested  civil.Date // receipt of the members' request; zero: the committee's own initiative
	NoticeSent civil.Date
	Despatched civil.Date // the voting papers
	Closing    civil.Date // last day for voting papers; zero: the latest that the rules allow
	Declared   civil.Date // the result
}

// Check returns what is wrong with the dates, in form order.
func (m EGM) Check() apperr.Fields {
	var f apperr.Fields
	CheckDay(&f, "date", m.Date)
	known := !f.Has("date")
	if checkGiven(&f, "requested", m.Requested) && known && m.Requested.After(m.Date) {
		f.Add("requested", "The request must come before the meeting: %s is after %s.", m.Requested, m.Date)
	}
	if checkGiven(&f, "notice_sent", m.NoticeSent) {
		switch {
		case known && m.NoticeSent.After(m.Date):
			f.Add("notice_sent", "The notice must be sent before the meeting: %s is after %s.", m.NoticeSent, m.Date)
		case !m.Requested.IsZero() && !f.Has("requested") && m.NoticeSent.Before(m.Requested):
			f.Add("notice_sent", "The notice must follow the request: %s is before %s.", m.NoticeSent, m.Requested)
		}
	}
	closes := checkGiven(&f, "closing", m.Closing)
	if closes && known && !m.Closing.After(m.Date) {
		f.Add("closing", "The postal vote must close after the meeting: %s is not after %s.", m.Closing, m.Date)
	}
	if checkGiven(&f, "despatched", m.Despatched) {
		switch {
		case known && m.Despatched.Before(m.Date):
			f.Add("despatched", "The papers must go out after the meeting: %s is before %s.", m.Despatched, m.Date)
		case closes && m.Despatched.After(m.Closing):
			f.Add("despatched", "The papers must go out before the vote closes: %s is after %s.", m.Despatched, m.Closing)
		}
	}
	if checkGiven(&f, "declared", m.Declared) {
		switch {
		case known && !m.Declared.After(m.Date):
			f.Add("declared", "The result must be declared after the meeting: %s is not after %s.", m.Declared, m.Date)
		case closes && m.Declared.Before(m.Closing):
			f.Add("declared", "The result must be declared after the vote closes: %s is before %s.", m.Declared, m.Closing)
		}
	}
	return f
}

// Rules 5.1 to 5.11: every date around an EGM and its postal vote, and what is
// wrong with those that are fixed. A closing day that is too late gives a
// warning, and the dates after it are computed from the latest allowed one.
// The error has every impossible date.
func (c Constitution) EGMCalendar(m EGM) (Calendar, error) {
	if err := m.Check().Err(); err != nil {
		return Calendar{}, err
	}
	var k calendar
	if !m.Requested.IsZero() {
		c.requestDates(&k, m)
	}
	k.add(DutyNotice, rule53, func(t *Trace) civil.Date { return c.noticeBefore(t, rule53, m.Date, c.Figures.NoticeDays) })
	if !m.NoticeSent.IsZero() {
		c.warnNotice(&k.inquiry, rule53, m.NoticeSent, m.Date)
	}
	k.add(DutyMotions, rule58, func(t *Trace) civil.Date { return daysAfter(t, rule58, m.Date, c.Figures.MotionsDays) })
	k.add(DutyMinutes, rule45, func(t *Trace) civil.Date { return daysAfter(t, rule45, m.Date, c.Figures.MinutesDays) })
	closing := c.closingDates(&k, m)
	report := k.add(DutyReport, rule511, func(t *Trace) civil.Date {
		return daysAfter(
			t, rule511, closing, c.Figures.ReportDays,
		)
	})
	declared := m.Declared
	if declared.IsZero() {
		declared = report
	}
	k.add(DutyDestroy, rule511, func(t *Trace) civil.Date { return c.destroy(t, closing, declared) })
	return k.done(), nil
}

// requestDates is rule 5.1: an EGM that members request is held within two
// months of the receipt.
func (c Constitution) requestDates(k *calendar, m EGM) {
	var reading ReadingID
	by := k.add(DutyRequest, rule51, func(t *Trace) civil.Date {
		reading = c.read(t, CalledOrHeld)
		return monthsAfter(t, rule51, m.Requested, c.Figures.RequestMonths)
	})
	switch {
	case reading == "held" && m.Date.After(by):
		k.warn(
			rule51, "%s is later than %s, %d months after the request of %s", m.Date.Long(), by.Long(), c.Figures.RequestMonths,
			m.Requested.Long(),
		)
	case reading == "called" && m.NoticeSent.After(by):
		k.warn(
			rule51, "The notice of %s is later than %s, %d months after the request of %s", m.NoticeSent.Long(), by.Long(),
			c.Figures.RequestMonths, m.Requested.Long(),
		)
	}
	if days := m.Requested.DaysUntil(m.Date); days < c.Figures.NoticeDays {
		k.warn(
			rule53, "The request of %s came %s before the meeting: %d days’ notice can no longer be given", m.Requested.Long(),
			counted(days, "day"), c.Figures.NoticeDays,
		)
	}
}

// closingDates is rule 5.9: papers are in at most six weeks after the EGM, and
// at least two weeks after they went out. It returns the closing day that the
// later dates are counted from.
func (c Constitution) closingDates(k *calendar, m EGM) civil.Date {
	limit := m.Date.AddDays(c.Figures.ClosingDays)
	closing := limit
	if !m.Closing.IsZero() && m.Closing.Before(limit) {
		closing = m.Closing
	}
	if m.Closing.After(limit) {
		k.warn(
			rule59, "%s is later than %s, %d days after the meeting: the latest closing is %s", m.Closing.Long(), limit.Long(),
			c.Figures.ClosingDays, limit.Long(),
		)
	}
	despatch := k.add(DutyDespatch, rule59, func(t *Trace) civil.Date {
		return c.noticeBefore(
			t, rule59, closing, c.Figures.ClosingNoticeDays,
		)
	})
	k.add(DutyClosing, rule59, func(t *Trace) civil.Date {
		t.Step(rule59, "%s + %d days = %s", m.Date.Long(), c.Figures.ClosingDays, limit.Long())
		if closing != limit {
			t.Step(rule59, "Set to %s", closing.Long())
		}
		return closing
	})
	if despatch.Before(m.Date) {
		k.warn(
			rule59,
			"Closing on %s leaves no time for %d days’ notice: the papers would have to go out by %s, before the meeting",
			closing.Long(), c.Figures.ClosingNoticeDays, despatch.Long(),
		)
	}
	if !m.Despatched.IsZero() {
		c.warnDespatch(&k.inquiry, m.Despatched, closing)
	}
	return closing
}

func (c Constitution) warnDespatch(q *inquiry, despatched, closing civil.Date) {
	timeliness, t := c.NoticeOfClosing(closing, despatched)
	q.uses(t)
	switch timeliness {
	case TooLate:
		q.warn(rule59, "The papers went out on %s, too late: %s before %s, and at least %d are needed",
			despatched.Long(), counted(despatched.DaysUntil(closing), "day"), closing.Long(), c.Figures.ClosingNoticeDays)
	case Exactly:
		q.warn(rule59, "The papers went out on %s, exactly %d days before %s: accepted, with nothing to spare",
			despatched.Long(), c.Figures.ClosingNoticeDays, closing.Long())
	}
}

// Rule 5.9: at least two weeks' notice of the last day for voting papers.
func (c Constitution) NoticeOfClosing(closing, despatched civil.Date) (Timeliness, Trace) {
	t := Trace{Rule: rule59}
	timeliness := c.timely(&t, rule59, despatched, closing, c.Figures.ClosingNoticeDays)
	return timeliness, t
}

// Rules 5.5 and 5.7: an EGM elects tellers, discusses the proposals and words
// the motions, and does nothing else; without an officer it first elects a
// chair (4.3).
func (c Constitution) EGMAgenda(items []Item) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule55}}
	for _, it := range items {
		if it != ElectChair && !slices.Contains(egmItems, it) {
			q.obstacle(rule57, "“%s” is not business for an EGM", it.Label())
		}
	}
	checkOrder(&q, rule55, items, egmItems)
	return q.close("in order", "does not meet the rules")
}

// Called says whether an EGM was called for a matter.
type Called string

const (
	CalledFor    Called = "called_for" // it is about a proposal of the notice
	NotCalledFor Called = "not_called_for"
)

// Rule 5.7: an EGM does nothing but what it was called for. Once notice is
// given, a motion words one of its proposals; procedure and wording are the
// meeting's own (5.6).
func (c Constitution) MoveAtEGM(s Subject, called Called) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule57}}
	switch {
	case s != Substance:
		q.passed(rule56, "The meeting decides its own %s", s)
	case called == CalledFor:
		q.passed(rule57, "It words a proposal in the notice")
	default:
		q.obstacle(rule57, "It does not word any of the proposals in the notice, and an EGM does only what it was called for")
	}
	return q.close("may be moved", "may not be moved")
}

// Subject is what a vote at an EGM is about.
type Subject string

const (
	Procedure       Subject = "procedure"
	FramingOfMotion Subject = "wording" // of a motion for the postal vote
	Substance       Subject = "substance"
)

// Rules 5.6 and 5.8: an EGM votes on procedure and on the wording of motions;
// the motions are decided by post.
func (c Constitution) EGMDecides(s Subject) (bool, Trace) {
	t := Trace{Rule: rule56}
	if s == Procedure || s == FramingOfMotion {
		t.Step(rule56, "The meeting decides on %s", s)
		return true, t
	}
	t.Rule = rule58
	if c.read(&t, BallotAtEGM) == "all" {
		t.Step(rule58, "The meeting decides whatever it does not send to a postal vote")
		return true, t
	}
	t.Step(rule58, "The motion is decided by post")
	return false, t
}
