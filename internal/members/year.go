package members

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// MonthDay is a day that comes every year.
type MonthDay = constitution.MonthDay

// SubscriptionRules applies rule 2.2 of one version of the constitution to
// terms. The rule itself is the constitution's.
type SubscriptionRules struct{ version constitution.Constitution }

// UnderConstitution is rule 2.2 as a version of the constitution has it.
func UnderConstitution(c constitution.Constitution) SubscriptionRules { return SubscriptionRules{c} }

// Subscriptions is rule 2.2 of the constitution that the program ships.
var Subscriptions = UnderConstitution(constitution.Shipped())

// Year is a subscription year, named by the calendar year it begins in: 2026
// is 1 July 2026 – 30 June 2027.
type Year int

// Limits of a plausible subscription year.
const (
	FirstYear Year = 1900
	LastYear  Year = 9998
)

// YearOf is the subscription year that the day lies in.
func (r SubscriptionRules) YearOf(day civil.Date) Year { return Year(r.version.YearOf(day)) }

// First and Last are the first and the last day of the subscription year.
func (r SubscriptionRules) First(y Year) civil.Date { return r.version.First(constitution.Year(y)) }
func (r SubscriptionRules) Last(y Year) civil.Date  { return r.version.Last(constitution.Year(y)) }

// joinBy is the last day of y on which who is new is registered for y alone.
func (r SubscriptionRules) joinBy(y Year) civil.Date {
	return r.version.CarryOverAfter(constitution.Year(y))
}

// YearOf, First and Last follow the rules as adopted.
func YearOf(day civil.Date) Year { return Subscriptions.YearOf(day) }
func (y Year) First() civil.Date { return Subscriptions.First(y) }
func (y Year) Last() civil.Date  { return Subscriptions.Last(y) }
func (y Year) Valid() bool       { return y >= FirstYear && y <= LastYear }

// String is "2026/27".
func (y Year) String() string { return constitution.Year(y).String() }

// Long is "1 July 2026 – 30 June 2027".
func (y Year) Long() string { return y.First().Long() + " – " + y.Last().Long() }
