package members

import (
	"fmt"
	"time"

	"nzgs/internal/civil"
)

// MonthDay is a day that comes every year.
type MonthDay struct {
	Month time.Month
	Day   int
}

// In is that day in the given calendar year.
func (m MonthDay) In(year int) civil.Date { return civil.On(year, m.Month, m.Day) }

// String is "31 January".
func (m MonthDay) String() string { return fmt.Sprintf("%d %s", m.Day, m.Month) }

// SubscriptionRules are the figures of rule 2.2 in one version of the
// constitution.
type SubscriptionRules struct {
	YearBegins MonthDay // 1 July
	JoinBy     MonthDay // 31 January: who is new and joins later is registered for the next year too
}

// Subscriptions is rule 2.2 as adopted. An amendment (7.1) that changes the
// figures takes its place here with the day from which it holds.
var Subscriptions = SubscriptionRules{
	YearBegins: MonthDay{time.July, 1},
	JoinBy:     MonthDay{time.January, 31},
}

// Year is a subscription year, named by the calendar year it begins in: 2026
// is 1 July 2026 – 30 June 2027.
type Year int

// Limits of a plausible subscription year.
const (
	FirstYear Year = 1900
	LastYear  Year = 9998
)

// YearOf is the subscription year that the day lies in.
func (r SubscriptionRules) YearOf(day civil.Date) Year {
	y := Year(day.Year())
	if day.Before(r.First(y)) {
		y--
	}
	return y
}

// First and Last are the first and the last day of the subscription year.
func (r SubscriptionRules) First(y Year) civil.Date { return r.YearBegins.In(int(y)) }
func (r SubscriptionRules) Last(y Year) civil.Date  { return r.First(y + 1).AddDays(-1) }

// joinBy is the last day of y on which who is new is registered for y alone.
func (r SubscriptionRules) joinBy(y Year) civil.Date {
	day := r.JoinBy.In(int(y))
	if day.Before(r.First(y)) {
		day = r.JoinBy.In(int(y) + 1)
	}
	return day
}

// YearOf, First and Last follow the rules as adopted.
func YearOf(day civil.Date) Year { return Subscriptions.YearOf(day) }
func (y Year) First() civil.Date { return Subscriptions.First(y) }
func (y Year) Last() civil.Date  { return Subscriptions.Last(y) }
func (y Year) Valid() bool       { return y >= FirstYear && y <= LastYear }

// String is "2026/27".
func (y Year) String() string { return fmt.Sprintf("%d/%02d", int(y), (int(y)+1)%100) }

// Long is "1 July 2026 – 30 June 2027".
func (y Year) Long() string { return y.First().Long() + " – " + y.Last().Long() }
