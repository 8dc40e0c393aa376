package members

import (
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Ids of what membership is about, and the subscription year.
type (
	PersonID = auth.PersonID
	ClubID   = auth.ClubID
	TermID   int64
	Year     = constitution.Year
)

// TermKind says how a term came about.
type TermKind string

const (
	KindNew         TermKind = "new"
	KindRenewal     TermKind = "renewal"
	KindCarriedOver TermKind = "carried_over" // new, joined after 31 January, registered for the next year too
	KindVoid        TermKind = "void"         // only in a correction: the corrected term never was
)

// Label is the kind as people read it.
func (k TermKind) Label() string {
	switch k {
	case KindNew:
		return "New member"
	case KindRenewal:
		return "Renewal"
	case KindCarriedOver:
		return "New member, carried over"
	case KindVoid:
		return "Cancelled"
	}
	return string(k)
}

// Term is a span of membership, both days included.
type Term struct {
	ID         TermID
	Person     PersonID
	Club       ClubID // 0: an individual member
	Year       Year   // subscription year it was paid for
	From, To   civil.Date
	Kind       TermKind
	Trace      constitution.Trace
	ReturnRow  int64  // row of the club's list it came from, or 0
	MovedRow   int64  // row of the old club's list whose fee it rests on, of one who moved since; or 0
	Payment    int64  // payment it came from, or 0
	Asked      int64  // asked subscription it came from, or 0
	Corrects   TermID // the term this one takes the place of, or 0
	Reason     string // of a correction
	ByStanding bool   // a cancellation that follows from the list's fee: the term comes back with it
	RecordedAt civil.Instant
	RecordedBy PersonID // 0: the program
}

// Covers reports whether the day lies in the term.
func (t Term) Covers(day civil.Date) bool { return !day.Before(t.From) && !day.After(t.To) }

// InForce leaves out the terms that were corrected and the corrections that
// cancel, and returns the rest ordered by their first day.
func InForce(terms []Term) []Term {
	corrected := make(map[TermID]bool)
	for _, t := range terms {
		if t.Corrects != 0 {
			corrected[t.Corrects] = true
		}
	}
	var out []Term
	for _, t := range terms {
		if t.Kind != KindVoid && !corrected[t.ID] {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b Term) int { return a.From.Compare(b.From) })
	return out
}

// On returns the terms in force that cover the day: empty when the person is
// no member on it.
func On(inForce []Term, day civil.Date) []Term {
	var out []Term
	for _, t := range inForce {
		if t.Covers(day) {
			out = append(out, t)
		}
	}
	return out
}

// RegisteredTo finds a term by which somebody is registered up to the last day
// of a year, or beyond it.
func RegisteredTo(last civil.Date, inForce []Term) (t Term, found bool) {
	for _, t := range inForce {
		if !t.To.Before(last) {
			return t, true
		}
	}
	return Term{}, false
}

// Joining is what decides the term of somebody who joins or renews.
type Joining struct {
	Received civil.Date // day the application or the club's list was received
	// Effective is the day from which a club's list has effect, the later of
	// list and full fee; zero: the person joins alone.
	Effective civil.Date
	Year      Year   // subscription year that is paid for
	Terms     []Term // the person's terms in force so far
	Since     Since  // since when the person has been a member already, by what is not in the register

	Earlier []Earlier // what was told of the person's membership before the register has a term
}

// Since is since when somebody has been a member, as it was told: the last day that it can mean.
type Since struct {
	Day  civil.Date // zero: nothing was told
	Text string     // as it was told: "1998"
}

// Registration is the term that a Joining leads to. It begins when the fee is
// in: see From.
type Registration struct {
	Kind     TermKind
	Earliest civil.Date // first day it can begin
	To       civil.Date // last day
	Trace    constitution.Trace
}

// NewMember reports whether the registration makes a new member.
func (g Registration) NewMember() bool { return g.Kind != KindRenewal }

// From is the first day of the term when the registration takes effect on the
// given day; ok is false when that is after the term's end.
func (g Registration) From(effective civil.Date) (day civil.Date, ok bool) {
	day = civil.Later(g.Earliest, effective)
	return day, !day.After(g.To)
}

const rule22 = "2.2"

// Check refuses a year that was over when the application came, and one more
// than five months ahead.
func (in Joining) Check(h constitution.History) error {
	c := h.On(in.Received)
	current := c.YearOf(in.Received)
	switch {
	case in.Year < current:
		return apperr.UnderRule(rule22, "The subscription year %s ended on %s, before %s. Choose %s.",
			in.Year, c.Last(in.Year).Long(), in.Received.Long(), current)
	case in.Year > current && in.Received.Before(c.PaidAheadFrom(in.Year)):
		return apperr.UnderRule(rule22, "%s is too early for the subscription year %s, which can be paid from %s. Choose %s.",
			in.Received.Long(), in.Year, c.PaidAheadFrom(in.Year).Long(), current)
	}
	return nil
}

// Under works out the registration by the constitution of the day on which the
// person joins. Check has let the application through.
func (in Joining) Under(h constitution.History) Registration {
	joined, c, byList := in.Received, h.On(in.Received), constitution.Trace{}
	if !in.Effective.IsZero() {
		joined, byList = h.On(in.Effective).JoinedByList(in.Received, in.Effective)
		c = h.On(joined)
	}
	standing, why := c.Standing(joined, spansOf(in.Terms))
	if standing == constitution.Newcomer && in.Since.before(c, joined) {
		standing, why = constitution.Returning, constitution.Trace{Rule: rule22}
		why.Step(rule22, "Not new: a member already, since %s", in.Since.Text)
	}
	if e, found := in.earlier(c, joined); found && standing == constitution.Newcomer {
		standing, why = constitution.Returning, constitution.Trace{Rule: rule22}
		why.Step(rule22, "Not new: a member already, %s, by %s", e.Told, e.Source)
	}
	g := Registration{Earliest: in.Received, Trace: c.Told(constitution.Trace{Rule: rule22})}
	g.Trace.Step(rule22, "Received %s", in.Received.Long())
	g.Trace = g.Trace.With(byList).With(why)
	in.fill(&g, c, joined, standing)
	return g
}

// before reports whether somebody who joins on a day was a member by the last day on which a new member is registered for
// the year alone: then there is nothing to carry over.
func (s Since) before(c constitution.Constitution, joined civil.Date) bool {
	return !s.Day.IsZero() && s.Day.Before(joined) && !s.Day.After(c.CarryOverAfter(c.YearOf(joined)))
}

// fill works out kind and days of a registration.
func (in Joining) fill(
	g *Registration, c constitution.Constitution, joined civil.Date, standing constitution.Standing,
) {
	current, ahead := c.YearOf(joined), c.YearOf(joined) < in.Year
	switch {
	case in.Year < current:
		g.Kind, g.To = kindOf(constitution.Term{}, standing), c.Last(in.Year)
		g.Trace.Step(rule22, "The subscription year %s had ended on %s", c.Days(in.Year), joined.Long())
	case standing == constitution.Returning && ahead:
		begins, why := c.RenewalBegins(joined, in.Year)
		g.Kind, g.Earliest, g.To = KindRenewal, begins, c.Last(in.Year)
		g.Trace = g.Trace.With(why)
		g.Trace.Step(rule22, "Paid ahead for %s: %s", in.Year, constitution.Span{From: begins, To: g.To})
	default:
		term, why := c.Term(joined, standing)
		if !in.Effective.IsZero() && !ahead {
			term, why = c.ListTerm(joined, standing)
		}
		g.Kind, g.To = kindOf(term, standing), term.Until
		g.Trace = g.Trace.With(why)
		if last := c.Last(in.Year); g.To.Before(last) { // who paid ahead while another constitution held
			g.To = last
			g.Trace.Step(rule22, "Paid ahead for %s: to %s", in.Year, last.Long())
		}
	}
}

func kindOf(term constitution.Term, standing constitution.Standing) TermKind {
	switch {
	case standing == constitution.Returning:
		return KindRenewal
	case term.Carried:
		return KindCarriedOver
	}
	return KindNew
}

func spansOf(inForce []Term) []constitution.Span {
	out := make([]constitution.Span, len(inForce))
	for i, t := range inForce {
		out[i] = constitution.Span{From: t.From, To: t.To}
	}
	return out
}

// Span is a stretch of the past with or without membership.
type Span struct {
	From, To civil.Date
	Gap      bool // nobody's member between two terms
}

// Spans joins terms that touch or overlap and shows the gaps between them.
func Spans(inForce []Term) []Span {
	var out []Span
	for _, t := range inForce {
		if len(out) == 0 {
			out = append(out, Span{From: t.From, To: t.To})
			continue
		}
		last := &out[len(out)-1]
		if t.From.After(last.To.AddDays(1)) {
			out = append(out, Span{From: last.To.AddDays(1), To: t.From.AddDays(-1), Gap: true}, Span{From: t.From, To: t.To})
			continue
		}
		last.To = civil.Later(last.To, t.To)
	}
	return out
}

// Status is how a person stands on a day.
type Status string

const (
	Member     Status = "member"
	Upcoming   Status = "upcoming" // a term begins later
	Lapsed     Status = "lapsed"   // the last term is over
	Unenrolled Status = "none"     // no term at all
)

// Label is the status as people read it.
func (s Status) Label() string {
	switch s {
	case Member:
		return "Member"
	case Upcoming:
		return "Starts later"
	case Lapsed:
		return "Lapsed"
	}
	return "Not a member"
}

// Summary is a person's membership in brief.
type Summary struct {
	Status Status
	Joined civil.Date // first day of the first term
	Since  civil.Date // first day of the unbroken stretch that covers the day, else of the next one, else of the last
	Gaps   int        // between the first term and the latest that began by the day
	Next   civil.Date // first day of the next stretch after the day, or zero
	Until  civil.Date // last day of the unbroken stretch that covers the day, else of the last term
	Ceased civil.Date // day after which the person was no member any more; zero for a member
	Over   civil.Date // last day of membership before the day, of who is no member on it, also where a term begins later
	Clubs  []ClubID   // of the terms that cover the day, else of the last term
}

// Summarise says how a person with these terms stands on the day.
func Summarise(inForce []Term, day civil.Date) Summary {
	if len(inForce) == 0 {
		return Summary{Status: Unenrolled}
	}
	s, spans := Summary{Status: Lapsed, Joined: inForce[0].From}, Spans(inForce)
	s.stretches(spans, day)
	held := On(inForce, day)
	for _, t := range inForce {
		if t.From.After(day) && len(held) == 0 {
			s.Status = Upcoming
		}
		if len(held) == 0 && t.To.Before(day) {
			s.Over = civil.Later(s.Over, t.To)
		}
		if len(held) == 0 && !t.To.Before(s.Until) {
			s.Until, s.Clubs = t.To, nil
			if t.Club != 0 {
				s.Clubs = []ClubID{t.Club}
			}
		}
	}
	if len(held) == 0 {
		if s.Status == Lapsed {
			s.Ceased = s.Until
		}
		return s
	}
	s.Status = Member
	for _, t := range held {
		if t.Club != 0 && !slices.Contains(s.Clubs, t.Club) {
			s.Clubs = append(s.Clubs, t.Club)
		}
	}
	for _, span := range spans {
		if !span.Gap && !day.Before(span.From) && !day.After(span.To) {
			s.Until = span.To
		}
	}
	return s
}
