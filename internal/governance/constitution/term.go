package constitution

import (
	"fmt"

	"nzgs/internal/civil"
)

const rule22 = "2.2"

// Year is a subscription year, named by the calendar year it begins in: 2026
// is 1 July 2026 – 30 June 2027.
type Year int

// String is "2026/27".
func (y Year) String() string { return fmt.Sprintf("%d/%02d", int(y), (int(y)+1)%100) }

// The subscription years that records are kept of.
const (
	EarliestYear Year = 1900
	latestYear   Year = 9998
)

// Valid reports whether records may be of the year.
func (y Year) Valid() bool { return y >= EarliestYear && y <= latestYear }

// Span is a stretch of membership, both days included.
type Span struct{ From, To civil.Date }

// String is "1 July 2026 – 30 June 2027".
func (s Span) String() string { return s.From.Long() + " – " + s.To.Long() }

func (s Span) meets(from, to civil.Date) bool { return !s.To.Before(from) && !s.From.After(to) }

// Standing says whether somebody who registers is new in the sense of rule 2.2.
type Standing string

const (
	Newcomer  Standing = "newcomer"
	Returning Standing = "returning"
)

// Rule 2.2: the subscription year that a day lies in.
func (c Constitution) YearOf(day civil.Date) Year {
	y := Year(day.Year())
	if day.Before(c.First(y)) {
		y--
	}
	return y
}

// First and Last are the first and the last day of a subscription year.
func (c Constitution) First(y Year) civil.Date { return c.Figures.YearBegins.In(int(y)) }
func (c Constitution) Last(y Year) civil.Date  { return c.First(y + 1).AddDays(-1) }

// Days are the first and the last day of a subscription year.
func (c Constitution) Days(y Year) Span { return Span{c.First(y), c.Last(y)} }

// CarryOverAfter is the last day of the year on which who is new is registered
// for that year alone.
func (c Constitution) CarryOverAfter(y Year) civil.Date {
	day := c.Figures.CarryOverAfter.In(int(y))
	if day.Before(c.First(y)) {
		day = c.Figures.CarryOverAfter.In(int(y) + 1)
	}
	return day
}

// Rule 2.2: the first day on which a subscription year can be paid for: after the last day on which a new member would be
// registered for the year before alone.
func (c Constitution) PaidAheadFrom(y Year) civil.Date { return c.CarryOverAfter(y - 1).AddDays(1) }

// Rule 2.2: who registers on a day is new or not by the terms held so far, in
// any order.
func (c Constitution) Standing(day civil.Date, held []Span) (Standing, Trace) {
	t := Trace{Rule: rule22}
	year := c.YearOf(day)
	since := c.First(year - 1)
	switch c.read(&t, NewMember) {
	case "never":
		since = civil.Date{}
	case "not-now":
		since = c.First(year)
	}
	var last Span
	for _, s := range held {
		if s.meets(since, c.Last(year)) && (s.To.After(last.To) || s.To == last.To && s.From.After(last.From)) {
			last = s
		}
	}
	if last != (Span{}) {
		t.Step(rule22, "Not new: registered %s – %s", last.From.Long(), last.To.Long())
		return Returning, t
	}
	if since.IsZero() {
		t.Step(rule22, "New: no term ever")
	} else {
		t.Step(rule22, "New: no term since %s", since.Long())
	}
	return Newcomer, t
}

// Term is how long a registration lasts.
type Term struct {
	Until   civil.Date
	Carried bool // over into the following year
}

// Rule 2.2: a subscription has effect to the end of the subscription year; a
// new member who joins after 31 January is registered to the end of the
// following one. A renewal never carries over.
func (c Constitution) Term(joined civil.Date, standing Standing) (Term, Trace) {
	t := Trace{Rule: rule22}
	year := c.YearOf(joined)
	end, after := c.Last(year), c.CarryOverAfter(year)
	t.Step(rule22, "%s is in the subscription year %s", joined.Long(), c.Days(year))
	term := Term{Until: end}
	switch {
	case standing == Returning:
		t.Step(rule22, "A renewal never carries over: to %s", end.Long())
	case joined.After(after):
		c.read(&t, NewMember)
		term = Term{Until: c.Last(year + 1), Carried: true}
		t.Step(rule22, "%s is after %s: to the end of the following year, %s", joined.Long(), after.Long(), term.Until.Long())
	default:
		c.read(&t, NewMember)
		t.Step(rule22, "%s is not after %s: to %s", joined.Long(), after.Long(), end.Long())
	}
	t.conclude("registered until %s", term.Until.Long())
	return term, t
}

// Rule 2.2: the first day of a renewal that is received for a year, on time,
// late, or before the year begins.
func (c Constitution) RenewalBegins(received civil.Date, year Year) (civil.Date, Trace) {
	t := Trace{Rule: rule22}
	first := c.First(year)
	if !received.Before(first) {
		t.Step(rule22, "Received %s", received.Long())
		return received, t
	}
	t.Step(rule22, "Received %s, before the year begins on %s", received.Long(), first.Long())
	if c.read(&t, EarlyRenewal) == "receipt" {
		return received, t
	}
	return first, t
}

// Rules 2.2 and 2.3: the day on which the people on a club's list join: list is
// the day on which it was received, effective the later of list and full fee.
func (c Constitution) JoinedByList(list, effective civil.Date) (civil.Date, Trace) {
	t := Trace{Rule: rule22}
	if effective == list {
		t.Step(rule22, "List and full fee received by %s", list.Long())
		return list, t
	}
	if c.read(&t, JoiningByList) == "list" {
		t.Step(rule22, "List received %s", list.Long())
		return list, t
	}
	t.Step(rule22, "The later of list and full fee: %s", effective.Long())
	return effective, t
}

// Rules 2.2 and 2.3: how long a club's list for the subscription year that is
// running registers one of the people on it.
func (c Constitution) ListTerm(joined civil.Date, standing Standing) (Term, Trace) {
	if standing == Returning || !joined.After(c.CarryOverAfter(c.YearOf(joined))) {
		return c.Term(joined, standing)
	}
	var reading Trace
	if c.read(&reading, LateList) == "per-row" {
		term, t := c.Term(joined, standing)
		t.add(reading)
		return term, t
	}
	term := Term{Until: c.Last(c.YearOf(joined))}
	t := Trace{Rule: rule22}
	t.Step(rule22, "%s is in the subscription year %s", joined.Long(), c.Days(c.YearOf(joined)))
	t.Step(rule22, "A list registers everyone on it to the end of the year: to %s", term.Until.Long())
	t.add(reading)
	t.conclude("registered until %s", term.Until.Long())
	return term, t
}
