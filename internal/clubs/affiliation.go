package clubs

import (
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
)

// AffiliationRules are the figures of rules 2.3 and 2.4 in one version of the
// constitution.
type AffiliationRules struct {
	MinimumMembers int // on a list
	ReportMonths   int // from one report of the club's members to the next
}

// Affiliations is rules 2.3 and 2.4 as adopted. An amendment (7.1) that changes
// the figures takes its place here with the day from which it holds.
var Affiliations = AffiliationRules{MinimumMembers: 5, ReportMonths: 12}

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
type CreditKind string

const (
	Paid   CreditKind = "paid"
	Waived CreditKind = "waived"
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
	if listed >= r.MinimumMembers {
		return nil
	}
	return apperr.UnderRule(rule23, "The list has %s; a club registers all of its members, of whom there must be at least %d: %d < %d.",
		count(listed, "member"), r.MinimumMembers, listed, r.MinimumMembers)
}

// Rule 2.3: the fee is the number of members on the list × the annual
// subscription; the registration is effective on the later of the days on
// which the list and the full fee were received.
func (r AffiliationRules) Affiliate(c Case) Affiliation {
	a := Affiliation{Standing: AwaitingList, FeeTrace: members.Trace{Rule: rule23, Text: text23}, FromTrace: members.Trace{Rule: rule23, Text: text23}}
	for _, credit := range c.Credits {
		if credit.Kind == Waived {
			a.Waived += credit.Amount
		} else {
			a.Paid += credit.Amount
		}
	}
	if c.ListReceived.IsZero() {
		a.FromTrace.Step("The list has not been received")
		a.FromTrace.Step("Received towards the fee: %s", a.Paid)
		return a
	}
	a.Fee = c.Rate.Times(c.Charged)
	a.explainFee(c)
	a.Missing, a.Over = max(0, a.Due()-a.Paid), max(0, a.Paid-a.Due())
	a.FeeComplete = dayCovered(a.Fee, c.ListReceived, c.Credits)
	a.FromTrace.Step("List received %s", c.ListReceived.Long())
	if a.FeeComplete.IsZero() {
		a.Standing = AwaitingFee
		a.FromTrace.Step("Received %s of %s: %s is missing", a.Paid, a.Due(), a.Missing)
		a.FromTrace.Step("Not effective until the full fee is in")
		return a
	}
	a.From = civil.Later(c.ListReceived, a.FeeComplete)
	a.FromTrace.Step("Full fee received %s%s", a.FeeComplete.Long(), payments(c.Credits))
	a.FromTrace.Step("The later of the two: %s", a.From.Long())
	a.Standing = Effective
	if a.From.After(c.Year.Last()) {
		a.Standing = TooLate
		a.FromTrace.Step("The subscription year ended on %s: the club was not affiliated in it", c.Year.Last().Long())
	}
	return a
}

func (a *Affiliation) explainFee(c Case) {
	if registered := c.Members - c.Charged; registered > 0 {
		a.FeeTrace.Step("%s of the club, %d of them registered for %s before", count(c.Members, "member"), registered, c.Year)
	}
	a.FeeTrace.Step("%d × %s = %s", c.Charged, c.Rate, a.Fee)
	if a.Waived > 0 {
		a.FeeTrace.Step("Waived by the treasurer: %s", a.Waived)
		a.FeeTrace.Step("%s − %s = %s", a.Fee, a.Waived, a.Due())
	}
}

// dayCovered is the day on which the credits reached the fee; nothing to pay
// is covered on the day of the list.
func dayCovered(fee money.Cents, list civil.Date, credits []Credit) civil.Date {
	if fee == 0 {
		return list
	}
	sorted := slices.Clone(credits)
	slices.SortStableFunc(sorted, func(a, b Credit) int { return a.Day.Compare(b.Day) })
	var sum money.Cents
	for _, c := range sorted {
		if sum += c.Amount; sum >= fee {
			return c.Day
		}
	}
	return civil.Date{}
}

// payments lists part payments: " ($100.00 on 3 August 2026, $60.00 on 10
// August 2026)", or nothing when there was at most one.
func payments(credits []Credit) string {
	var parts []string
	for _, c := range credits {
		if c.Kind == Paid {
			parts = append(parts, c.Amount.String()+" on "+c.Day.Long())
		}
	}
	if len(parts) < 2 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// WarnSize is the warning for an affiliated club that has fallen under the
// minimum during the year; "" while it has not. Read: it stays affiliated to
// the year's end.
func (r AffiliationRules) WarnSize(membersNow int, year members.Year) string {
	if membersNow >= r.MinimumMembers {
		return ""
	}
	return count(membersNow, "member") + " left, fewer than " + number(r.MinimumMembers) +
		". The club stays affiliated until " + year.Last().Long() + " (Rule 2.3)."
}

// Rule 2.4: a club reports its members at least once a year: the next report
// is due twelve months after the last one.
func (r AffiliationRules) ReportDue(last civil.Date) (civil.Date, members.Trace) {
	due := last.AddMonths(r.ReportMonths)
	t := members.Trace{Rule: rule24, Text: "The club secretary informs the committee at least annually of the names, addresses and playing strengths of the club’s members."}
	t.Step("Last list received %s", last.Long())
	t.Step("%s + %d months = %s", last.Long(), r.ReportMonths, due.Long())
	return due, t
}
