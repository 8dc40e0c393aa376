package constitution

import (
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
)

const rule23 = "2.3"

// Rule 2.3: a club registers all of its members, of whom there must be at
// least five.
func (c Constitution) ListSize(listed int) (accepted bool, t Trace) {
	t.Rule = rule23
	if listed < c.Figures.ClubMinimum {
		t.Step(rule23, "%s on the list < %d", counted(listed, "member"), c.Figures.ClubMinimum)
		t.conclude("the list is refused")
		return false, t
	}
	t.Step(rule23, "%s on the list ≥ %d", counted(listed, "member"), c.Figures.ClubMinimum)
	t.conclude("the list is accepted")
	return true, t
}

// Credit is something that counts towards a club's fee.
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

// ClubList is what decides a club's registration with one list.
type ClubList struct {
	Members  int         // of the club in the year with this list
	Charged  int         // of those on this list; the others are explained as registered before
	Rate     money.Cents // annual subscription
	Received civil.Date  // zero: not yet
	Credits  []Credit    // in any order
	Year     Year        // that the list is for

	Differ    money.Cents // by which the fee is another because of members with rates of their own
	DifferWhy []string    // a line for each kind of them
}

// Registration is what rule 2.3 makes of a list and its fee.
type Registration struct {
	Fee     money.Cents // charged × rate
	Waived  money.Cents
	Paid    money.Cents
	Missing money.Cents // still to pay
	Over    money.Cents // paid beyond the fee

	FeeComplete civil.Date // day on which the full fee was in; zero: not yet
	From        civil.Date // later of list and full fee; zero: not effective
	AfterYear   bool       // From lies after the year that the list is for

	FeeTrace  Trace // of the fee
	DueTrace  Trace // of what was waived of it; without steps if nothing was
	FromTrace Trace
}

// Due is what the club has to pay: the fee without what was waived.
func (r Registration) Due() money.Cents { return r.Fee - r.Waived }

// Rule 2.3: the fee is the number of members on the list × the annual
// subscription; the registration is effective on the later of the days on
// which the list and the full fee were received.
func (c Constitution) Register(l ClubList) Registration {
	r := Registration{FeeTrace: Trace{Rule: rule23}, DueTrace: Trace{Rule: rule23}, FromTrace: Trace{Rule: rule23}}
	for _, credit := range l.Credits {
		if credit.Kind == Waived {
			r.Waived += credit.Amount
		} else {
			r.Paid += credit.Amount
		}
	}
	from := &r.FromTrace
	if l.Received.IsZero() {
		from.Step(rule23, "The list has not come in")
		from.Step(rule23, "Paid towards the fee so far: %s", r.Paid)
		return r
	}
	r.Fee = l.Rate.Times(l.Charged) + l.Differ
	r.explainFee(l)
	r.Missing, r.Over = max(0, r.Due()-r.Paid), max(0, r.Paid-r.Due())
	r.FeeComplete = dayCovered(r.Fee, l.Received, l.Credits)
	from.Step(rule23, "List received %s", l.Received.Long())
	if r.FeeComplete.IsZero() {
		from.Step(rule23, "Received %s of %s: %s is missing", r.Paid, r.Due(), r.Missing)
		from.Step(rule23, "Not effective until the full fee is in")
		return r
	}
	r.From = civil.Later(l.Received, r.FeeComplete)
	from.Step(rule23, "Full fee received %s%s", r.FeeComplete.Long(), payments(l.Credits))
	from.Step(rule23, "The later of the two: %s", r.From.Long())
	if last := c.Last(l.Year); r.From.After(last) {
		r.AfterYear = true
		from.Step(rule23, "The subscription year ended on %s: the club was not affiliated in it", last.Long())
	}
	return r
}

func (r *Registration) explainFee(l ClubList) {
	if before := l.Members - l.Charged; before > 0 {
		r.FeeTrace.Step(
			rule23, "%s of the club, %d of them already registered for %s", counted(l.Members, "member"), before, l.Year,
		)
	}
	r.FeeTrace.Step(rule23, "%d × %s = %s", l.Charged, l.Rate, l.Rate.Times(l.Charged))
	for _, why := range l.DifferWhy {
		r.FeeTrace.Step(rule23, "%s", why)
	}
	if len(l.DifferWhy) > 0 {
		r.FeeTrace.Step(rule23, "The fee is %s", r.Fee)
	}
	if r.Waived > 0 {
		r.DueTrace.Step(rule23, "Waived by the treasurer: %s", r.Waived)
		r.DueTrace.Step(rule23, "%s − %s = %s", r.Fee, r.Waived, r.Due())
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

// Application is a club that asks to be affiliated with its first list.
type Application struct {
	Members      int
	Rate         money.Cents
	ListReceived civil.Date  // zero: not yet
	FeeReceived  civil.Date  // zero: not yet
	Paid         money.Cents // on FeeReceived; negative: the full fee
}

// FullFee in Application.Paid is whatever the list costs.
const FullFee money.Cents = -1

const maxMembers = 1_000_000

// Check returns what is wrong with an application, in form order.
func (a Application) Check() apperr.Fields {
	var f apperr.Fields
	if a.Members < 0 || a.Members > maxMembers {
		f.Add("members", "Enter the number of members on the list, 0 to %d.", maxMembers)
	}
	if a.Rate < 0 || a.Rate > money.MaxInput {
		f.Add("rate", "Enter the annual subscription, from 0.00 to %s.", money.MaxInput.Plain())
	}
	checkGiven(&f, "list_received", a.ListReceived)
	checkGiven(&f, "fee_received", a.FeeReceived)
	if a.Paid >= 0 && a.FeeReceived.IsZero() {
		f.Add("paid", "Say with fee_received which day the payment came in.")
	}
	if a.Paid > money.MaxInput {
		f.Add("paid", "Enter an amount up to %s.", money.MaxInput.Plain())
	}
	return f
}

// Affiliation is the answer to an application.
type Affiliation struct {
	Accepted  bool // the list is long enough
	Fee       money.Cents
	Effective civil.Date // zero: refused, or not yet
	Trace     Trace
}

// Rule 2.3: a club with at least five members on its list is affiliated from
// the later of the days on which list and full fee were received. The error
// has every problem of the application.
func (c Constitution) Affiliate(a Application) (Affiliation, error) {
	if err := a.Check().Err(); err != nil {
		return Affiliation{}, err
	}
	accepted, t := c.ListSize(a.Members)
	out := Affiliation{Accepted: accepted, Fee: a.Rate.Times(a.Members)}
	if !accepted {
		t.Step(rule23, "%d × %s = %s", a.Members, a.Rate, out.Fee)
		out.Trace = t
		return out, nil
	}
	list := ClubList{
		Members: a.Members, Charged: a.Members, Rate: a.Rate, Received: a.ListReceived,
		Year: c.YearOf(civil.Later(a.ListReceived, a.FeeReceived)),
	}
	switch {
	case a.FeeReceived.IsZero():
	case a.Paid < 0:
		list.Credits = []Credit{{a.FeeReceived, out.Fee, Paid}}
	default:
		list.Credits = []Credit{{a.FeeReceived, a.Paid, Paid}}
	}
	r := c.Register(list)
	if a.ListReceived.IsZero() {
		t.Step(rule23, "%d × %s = %s", a.Members, a.Rate, out.Fee)
	}
	t.add(r.FeeTrace)
	t.add(r.DueTrace)
	t.add(r.FromTrace)
	out.Effective = r.From
	t.conclude("not effective yet")
	if !r.From.IsZero() {
		t.conclude("effective from %s", r.From.Long())
	}
	if !a.ListReceived.IsZero() && !r.From.IsZero() && c.YearOf(a.ListReceived) != c.YearOf(r.From) {
		t.Step(rule23, "List and full fee came in different subscription years: the treasurer records which one they are for")
	}
	out.Trace = t
	return out, nil
}

// Rule 2.3: whether somebody on a list is charged who is registered for the
// year already, by another club, alone, or by being carried over.
func (c Constitution) Charged() (charged bool, t Trace) {
	t.Rule = rule23
	if c.read(&t, TwoLists) == "once" {
		t.Step(rule23, "Already registered for the year: not charged again")
		return false, t
	}
	t.Step(rule23, "Already registered for the year, and charged like everyone on the list")
	return true, t
}

// Rule 2.3: until when a club is affiliated for a year that has so many members
// now. below reports that it has fallen under the minimum; since is the day
// from which on it has had too few, and matters only then.
func (c Constitution) AffiliatedUntil(
	membersNow int, since civil.Date, year Year,
) (until civil.Date, below bool, t Trace) {
	t.Rule = rule23
	until = c.Last(year)
	if membersNow >= c.Figures.ClubMinimum {
		t.Step(rule23, "%s ≥ %d", counted(membersNow, "member"), c.Figures.ClubMinimum)
		return until, false, t
	}
	t.Step(rule23, "%s left < %d since %s", counted(membersNow, "member"), c.Figures.ClubMinimum, since.Long())
	if c.read(&t, UnderMinimum) == "ceases" {
		until = since
	}
	t.conclude("affiliated until %s", until.Long())
	return until, true, t
}
