package clubs

import (
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
)

const (
	rule22 = "2.2"
	rule23 = "2.3"
	rule24 = "2.4"
)

// Standing is where a club's registration for a year stands.
type Standing string

const (
	AwaitingList Standing = "awaiting_list"
	AwaitingFee  Standing = "awaiting_fee"
	Effective    Standing = "effective"
	TooLate      Standing = "too_late" // the full fee came after the subscription year
)

// Label is the standing as people read it.
func (s Standing) Label() string {
	switch s {
	case AwaitingList:
		return "Waiting for list"
	case AwaitingFee:
		return "Waiting for fee"
	case Effective:
		return "Effective"
	case TooLate:
		return "Fee came after the year ended"
	}
	return string(s)
}

// Affiliation is what rule 2.3 makes of a list and the credits towards its fee.
type Affiliation struct {
	Standing Standing
	Fee      money.Cents // charged × rate
	Waived   money.Cents
	Paid     money.Cents
	Missing  money.Cents // still to pay
	Over     money.Cents // paid beyond the fee

	FeeComplete civil.Date // day the full fee was in; zero: not yet
	From        civil.Date // day from which the registration is effective; zero: not yet

	FeeTrace  constitution.Trace
	FromTrace constitution.Trace
}

// Due is what the club has to pay: the fee without what was waived.
func (a Affiliation) Due() money.Cents { return a.Fee - a.Waived }

// affiliate says where a list stands under a version of the constitution.
// feeTrace is how its fee came about when it was confirmed, if that was kept.
func affiliate(c constitution.Constitution, l constitution.ClubList, feeTrace constitution.Trace) Affiliation {
	reg := c.Register(l)
	if feeTrace.IsZero() {
		feeTrace = c.Told(reg.FeeTrace)
	}
	a := Affiliation{
		Fee: reg.Fee, Waived: reg.Waived, Paid: reg.Paid, Missing: reg.Missing, Over: reg.Over,
		FeeComplete: reg.FeeComplete, From: reg.From,
		FeeTrace: feeTrace.With(reg.DueTrace), FromTrace: c.Told(reg.FromTrace),
	}
	switch {
	case l.Received.IsZero():
		a.Standing = AwaitingList
	case reg.From.IsZero():
		a.Standing = AwaitingFee
	case reg.AfterYear:
		a.Standing = TooLate
	default:
		a.Standing = Effective
	}
	return a
}

// refuseSize is the refusal of a list that is too short, or nil.
func refuseSize(c constitution.Constitution, listed int) error {
	accepted, _ := c.ListSize(listed)
	if accepted {
		return nil
	}
	minimum := c.Figures.ClubMinimum
	return apperr.UnderRule(rule23, "The list has %s. A club registers all its members, and there must be at least %d: "+
		"%d < %d.",
		count(listed, "member"), minimum, listed, minimum)
}

// keptUp is what becomes of a club that is affiliated for a year by its list
// when its members grow fewer: whether it is affiliated on the day, and a
// warning if it has too few; held are the terms of its members.
func keptUp(
	c constitution.Constitution, year members.Year, membersNow int, held func() ([]members.Term, error), day civil.Date,
) (affiliated bool, warning string, err error) {
	_, below, _ := c.AffiliatedUntil(membersNow, day, year)
	if !below {
		return true, "", nil
	}
	terms, err := held()
	if err != nil {
		return false, "", err
	}
	until, _, _ := c.AffiliatedUntil(membersNow, fewSince(terms, c.Figures.ClubMinimum, day), year)
	warning = count(membersNow, "member") + " left, fewer than " + number(c.Figures.ClubMinimum)
	if day.After(until) {
		return false, warning + ". The affiliation ended on " + until.Long() + " (Rule 2.3).", nil
	}
	return true, warning + ". The club stays affiliated until " + until.Long() + " (Rule 2.3).", nil
}

// fewSince is the first day of those up to a given one on which a club with
// these terms has had fewer members than the minimum without a break; on the
// given one it has.
func fewSince(terms []members.Term, minimum int, day civil.Date) civil.Date {
	changes := []civil.Date{day}
	for _, t := range terms {
		for _, d := range []civil.Date{t.From, t.To.AddDays(1)} {
			if !d.After(day) {
				changes = append(changes, d)
			}
		}
	}
	slices.SortFunc(changes, func(a, b civil.Date) int { return b.Compare(a) })
	since := day
	for _, d := range changes { // the latest first
		people := map[PersonID]bool{}
		for _, t := range members.On(terms, d) {
			people[t.Person] = true
		}
		if len(people) >= minimum {
			break
		}
		since = d
	}
	return since
}
