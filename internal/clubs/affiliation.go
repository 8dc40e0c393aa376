package clubs

import (
	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
)

// AffiliationRules applies rules 2.3 and 2.4 of one version of the constitution
// to returns. The rules themselves are the constitution's.
type AffiliationRules struct{ version constitution.Constitution }

// UnderConstitution is rules 2.3 and 2.4 as a version of the constitution has
// them.
func UnderConstitution(c constitution.Constitution) AffiliationRules { return AffiliationRules{c} }

// Affiliations is rules 2.3 and 2.4 of the constitution that the program ships.
var Affiliations = UnderConstitution(constitution.Shipped())

const (
	rule23 = "2.3"
	rule24 = "2.4"
	text23 = "A club registers all of its members, at least 5. Registration is effective upon receipt of the list, accompanied by the number of members on the list × the annual subscription."
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
		return "Awaiting list"
	case AwaitingFee:
		return "Awaiting fee"
	case Effective:
		return "Effective"
	case TooLate:
		return "Fee came after the year"
	}
	return string(s)
}

// Credit is something that counts towards a fee: a payment, or a waiver that
// the treasurer recorded.
type Credit struct {
	Day    civil.Date
	Amount money.Cents
	Kind   CreditKind
}

// CreditKind says what a Credit is.
type CreditKind = constitution.CreditKind

const (
	Paid   = constitution.Paid
	Waived = constitution.Waived
)

// Case is what decides a club's affiliation with one list.
type Case struct {
	Year         members.Year
	Members      int // of the club in the year with this list
	Charged      int // members on this list whom no earlier list of the club registered for the year
	Rate         money.Cents
	ListReceived civil.Date // zero: not yet
	Credits      []Credit   // in any order
}

// Affiliation is what rule 2.3 makes of a Case.
type Affiliation struct {
	Standing Standing
	Fee      money.Cents // charged × rate
	Waived   money.Cents
	Paid     money.Cents
	Missing  money.Cents // still to pay
	Over     money.Cents // paid beyond the fee

	FeeComplete civil.Date // day the full fee was in; zero: not yet
	From        civil.Date // day from which the registration is effective; zero: not yet

	FeeTrace  members.Trace
	FromTrace members.Trace
}

// Due is what the club has to pay: the fee without what was waived.
func (a Affiliation) Due() money.Cents { return a.Fee - a.Waived }

// CheckSize is rule 2.3's lower limit: nil when a list with so many members is
// accepted, else the refusal.
func (r AffiliationRules) CheckSize(listed int) error {
	accepted, _ := r.version.ListSize(listed)
	if accepted {
		return nil
	}
	minimum := r.version.Figures.ClubMinimum
	return apperr.UnderRule(rule23, "The list has %s; a club registers all of its members, of whom there must be at least %d: %d < %d.",
		count(listed, "member"), minimum, listed, minimum)
}

// Rule 2.3: what becomes of a list and the credits towards its fee.
func (r AffiliationRules) Affiliate(c Case) Affiliation {
	credits := make([]constitution.Credit, len(c.Credits))
	for i, credit := range c.Credits {
		credits[i] = constitution.Credit(credit)
	}
	reg := r.version.Register(constitution.ClubList{
		Members: c.Members, Charged: c.Charged, Rate: c.Rate, Received: c.ListReceived, Credits: credits, Year: constitution.Year(c.Year),
	})
	a := Affiliation{
		Fee: reg.Fee, Waived: reg.Waived, Paid: reg.Paid, Missing: reg.Missing, Over: reg.Over,
		FeeComplete: reg.FeeComplete, From: reg.From,
		FeeTrace: members.FromConstitution(reg.FeeTrace, text23), FromTrace: members.FromConstitution(reg.FromTrace, text23),
	}
	switch {
	case c.ListReceived.IsZero():
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

// WarnSize is the warning for an affiliated club that has fallen under the
// minimum during the year; "" while it has not. Read: it stays affiliated to
// the year's end.
func (r AffiliationRules) WarnSize(membersNow int, year members.Year) string {
	until, below, _ := r.version.AffiliatedUntil(membersNow, year.Last())
	if !below {
		return ""
	}
	return count(membersNow, "member") + " left, fewer than " + number(r.version.Figures.ClubMinimum) +
		". The club stays affiliated until " + until.Long() + " (Rule 2.3)."
}

// Rule 2.4: when a club's next report of its members is due.
func (r AffiliationRules) ReportDue(last civil.Date) (civil.Date, members.Trace) {
	due, t := r.version.ClubReportDue(last)
	return due, members.FromConstitution(t, "The club secretary informs the committee at least annually of the names, addresses and playing strengths of the club’s members.")
}
