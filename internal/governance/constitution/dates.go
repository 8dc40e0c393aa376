package constitution

import "nzgs/internal/civil"

// Timeliness is how a notice stands to its day.
type Timeliness string

const (
	InTime  Timeliness = "in_time"
	Exactly Timeliness = "exactly" // with no day to spare: taken with a warning
	TooLate Timeliness = "too_late"
	NotYet  Timeliness = "not_yet" // some letters have not left, and could still in time
)

// timely says how a notice sent on one day stands to another; the trace has
// the arithmetic. It asks for a reading only where that matters.
func (c Constitution) timely(t *Trace, rule string, sent, day civil.Date, notice int) Timeliness {
	between := sent.DaysUntil(day)
	switch {
	case between > notice:
		t.Step(rule, "%d days from %s to %s > %d", between, sent.Long(), day.Long(), notice)
		return InTime
	case between < notice:
		t.Step(rule, "%d days from %s to %s < %d", between, sent.Long(), day.Long(), notice)
		return TooLate
	}
	t.Step(rule, "%d days from %s to %s = %d", between, sent.Long(), day.Long(), notice)
	switch c.read(t, TwoWeeks) {
	case "clear":
		return TooLate
	case "fourteen":
		return InTime
	}
	return Exactly
}

// monthsAfter adds the step "31 October 2026 + 6 months = 30 April 2027".
func monthsAfter(t *Trace, rule string, day civil.Date, n int) civil.Date {
	to := day.AddMonths(n)
	t.Step(rule, "%s + %s = %s", day.Long(), counted(n, "month"), to.Long())
	return to
}

// daysAfter adds the step "14 March 2026 + 7 days = 21 March 2026".
func daysAfter(t *Trace, rule string, day civil.Date, n int) civil.Date {
	to := day.AddDays(n)
	t.Step(rule, "%s + %s = %s", day.Long(), counted(n, "day"), to.Long())
	return to
}

// noticeBefore is the last day on which so many days' notice of a day can be
// sent without a warning; it adds the step "14 March 2026 − 15 days = 27
// February 2026".
func (c Constitution) noticeBefore(t *Trace, rule string, day civil.Date, notice int) civil.Date {
	back := notice + 1
	if c.read(t, TwoWeeks) == "fourteen" {
		back = notice
	}
	by := day.AddDays(-back)
	t.Step(rule, "%s − %s = %s: %d days’ notice", day.Long(), counted(back, "day"), by.Long(), notice)
	return by
}
