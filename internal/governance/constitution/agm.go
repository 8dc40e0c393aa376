package constitution

import (
	"fmt"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

const (
	rule41  = "4.1"
	rule45  = "4.5"
	rule417 = "4.17"
)

// AGM is what is known about an annual general meeting.
type AGM struct {
	Date       civil.Date
	Previous   civil.Date // zero: not known
	NoticeSent civil.Date // zero: not yet
	Balance    civil.Date // last balance date before Date; zero: not known
}

// Check returns what is wrong with the dates, in form order.
func (m AGM) Check() apperr.Fields {
	var f apperr.Fields
	CheckDay(&f, "date", m.Date)
	known := !f.Has("date")
	if checkGiven(&f, "previous", m.Previous) && known && !m.Previous.Before(m.Date) {
		f.Add("previous", "The previous AGM must be before this one: %s is not before %s.", m.Previous, m.Date)
	}
	if checkGiven(&f, "notice_sent", m.NoticeSent) && known && m.NoticeSent.After(m.Date) {
		f.Add("notice_sent", "The notice must be sent before the meeting: %s is after %s.", m.NoticeSent, m.Date)
	}
	if checkGiven(&f, "balance_date", m.Balance) && known && !m.Balance.Before(m.Date) {
		f.Add("balance_date", "Enter the last balance date before the meeting: %s is not before %s.", m.Balance, m.Date)
	}
	return f
}

// Rules 4.1, 4.5 and 4.17: the dates around an AGM, and what is wrong with
// those that are fixed. The error has every impossible date.
func (c Constitution) AGMCalendar(m AGM) (Calendar, error) {
	if err := m.Check().Err(); err != nil {
		return Calendar{}, err
	}
	var k calendar
	k.add(DutyProposals, rule417, func(t *Trace) civil.Date { return c.proposalsBy(t, m.Date) })
	k.add(DutyNotice, rule41, func(t *Trace) civil.Date { return c.noticeBefore(t, rule41, m.Date, c.Figures.NoticeDays) })
	k.add(DutyMinutes, rule45, func(t *Trace) civil.Date { return daysAfter(t, rule45, m.Date, c.Figures.MinutesDays) })
	if !m.Previous.IsZero() {
		c.warnInterval(&k.inquiry, m)
		c.warnYear(&k.inquiry, m)
	}
	agmLimits(&k.inquiry, m.Date, m.Previous, m.Balance)
	if !m.NoticeSent.IsZero() {
		c.warnNotice(&k.inquiry, rule41, m.NoticeSent, m.Date)
	}
	k.Reminders = []Reminder{actAGM}
	return k.done(), nil
}

// warnInterval warns of an AGM after the last day that rule 4.1 leaves for it.
func (c Constitution) warnInterval(q *inquiry, m AGM) {
	due, t := c.AGMDue(m.Previous)
	q.uses(t)
	if !m.Date.After(due) {
		return
	}
	months := c.Figures.AGMMonths
	if due != m.Previous.AddMonths(months) {
		months = actAGMMonths
	}
	q.warn(
		rule41, "%s is later than %s, %d months after the AGM of %s", m.Date.Long(), due.Long(), months, m.Previous.Long(),
	)
}

// warnYear warns of years between the previous AGM and this one in which none
// is held: rule 4.1 asks for one a year, whatever the months between them.
func (c Constitution) warnYear(q *inquiry, m AGM) {
	if m.Previous.Year() == m.Date.Year() && c.YearOf(m.Previous) == c.YearOf(m.Date) {
		return
	}
	yearOf, label := civil.Date.Year, func(y int) string { return strconv.Itoa(y) }
	if c.read(&q.trace, AGMYear) == "subscription" {
		yearOf = func(d civil.Date) int { return int(c.YearOf(d)) }
		label = func(y int) string {
			return "the subscription year " + c.First(Year(y)).Long() + " – " + c.Last(Year(y)).Long()
		}
	}
	for y := yearOf(m.Previous) + 1; y < yearOf(m.Date); y++ {
		q.warn(
			rule41, "No AGM is held in %s: there must be one every year, and the last was on %s", label(y), m.Previous.Long(),
		)
		if y == yearOf(m.Previous)+maxYearsNamed {
			return
		}
	}
}

// maxYearsNamed is how many years without an AGM are told one by one.
const maxYearsNamed = 5

// warnNotice says what is wrong with the day on which a notice was sent.
func (c Constitution) warnNotice(q *inquiry, rule string, sent, meeting civil.Date) {
	timeliness, t := c.NoticeOfMeeting(rule, meeting, sent)
	q.uses(t)
	switch timeliness {
	case TooLate:
		q.warn(rule, "The notice was sent on %s, too late: %s before %s, and at least %d are needed",
			sent.Long(), counted(sent.DaysUntil(meeting), "day"), meeting.Long(), c.Figures.NoticeDays)
	case Exactly:
		q.warn(rule, "The notice was sent on %s, exactly %d days before %s: accepted, with nothing to spare",
			sent.Long(), c.Figures.NoticeDays, meeting.Long())
	}
}

// Rule 4.1, and 5.3 for an EGM: at least two weeks' notice of a general
// meeting, sent on one day. The rule is either of the two.
func (c Constitution) NoticeOfMeeting(rule string, meeting, sent civil.Date) (Timeliness, Trace) {
	t := Trace{Rule: rule}
	timeliness := c.timely(&t, rule, sent, meeting, c.Figures.NoticeDays)
	t.conclude(
		"%s",
		map[Timeliness]string{InTime: "in time", Exactly: "in time, with nothing to spare", TooLate: "too late"}[timeliness],
	)
	return timeliness, t
}

// Leaving is how far the letters of a notice have gone out.
type Leaving struct {
	Last     civil.Date // day on which the last of those that left did; zero: none has
	Waiting  int        // to be sent by e-mail
	Unknown  int        // handed over, and no answer came
	Failed   int        // not taken by the mail server
	Unposted int        // printed, and not recorded as posted
}

// Still is how many letters have not left, as far as is known.
func (l Leaving) Still() int { return l.Waiting + l.Unknown + l.Failed + l.Unposted }

// Given is the day on which the notice was given: that of the last letter. It
// is zero while some have not left.
func (l Leaving) Given() civil.Date {
	if l.Still() > 0 {
		return civil.Date{}
	}
	return l.Last
}

// Rules 4.1 and 5.3: notice is given to all members, and so on the day on which
// the last letter left. While some have not, it is judged as if they left today,
// or on the day of the meeting once that is past. The rule is either of the two.
func (c Constitution) NoticeGiven(rule string, meeting civil.Date, l Leaving, today civil.Date) (Timeliness, Trace) {
	t := Trace{Rule: rule}
	given := l.Given()
	if !given.IsZero() && !given.After(meeting) {
		return c.NoticeOfMeeting(rule, meeting, given)
	}
	for _, line := range l.Lines() {
		t.Step(rule, "%s", line)
	}
	if l.Last.After(meeting) {
		t.Step(rule, "The last letter left on %s, after the meeting of %s", l.Last.Long(), meeting.Long())
		t.conclude("too late")
		return TooLate, t
	}
	if today.After(meeting) {
		today = meeting
	}
	if c.timely(&t, rule, civil.Later(today, l.Last), meeting, c.Figures.NoticeDays) == TooLate {
		t.conclude("too late")
		return TooLate, t
	}
	t.conclude("not given yet")
	return NotYet, t
}

// Lines say which letters have not left: "73 letters are still waiting to be
// sent". There are none once all have.
func (l Leaving) Lines() []string {
	var out []string
	for _, of := range []struct {
		n         int
		one, many string
	}{
		{l.Waiting, "1 letter is still waiting to be sent", "%d letters are still waiting to be sent"},
		{l.Unknown, "It is not known whether 1 letter left", "It is not known whether %d letters left"},
		{l.Failed, "1 letter could not be sent", "%d letters could not be sent"},
		{l.Unposted, "1 printed letter is not recorded as posted", "%d printed letters are not recorded as posted"},
	} {
		switch of.n {
		case 0:
		case 1:
			out = append(out, of.one)
		default:
			out = append(out, fmt.Sprintf(of.many, of.n))
		}
	}
	return out
}

// Rule 4.1: the last day for an AGM, eighteen months after the previous one.
func (c Constitution) AGMDue(previous civil.Date) (civil.Date, Trace) {
	t := Trace{Rule: rule41}
	due := monthsAfter(&t, rule41, previous, c.Figures.AGMMonths)
	if c.read(&t, AGMInterval) == "act" && actAGMMonths < c.Figures.AGMMonths {
		due = monthsAfter(&t, societiesAct+", s 84", previous, actAGMMonths)
	}
	t.conclude("by %s", due.Long())
	return due, t
}

// Rule 4.5: the minutes reach the secretary within two weeks of the meeting.
func (c Constitution) MinutesDue(meeting civil.Date) (civil.Date, Trace) {
	t := Trace{Rule: rule45}
	return daysAfter(&t, rule45, meeting, c.Figures.MinutesDays), t
}
