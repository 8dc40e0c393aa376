package constitution

import (
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
)

// Rule 2.2: the vectors of the reading.
func TestTermOfANewMember(t *testing.T) {
	for _, tt := range []struct {
		name, joined, until string
		carried             bool
	}{
		{"the last day that is not carried over", "2026-01-31", "2026-06-30", false},
		{"the first day that is", "2026-02-01", "2027-06-30", true},
		{"the last day of the year", "2026-06-30", "2027-06-30", true},
		{"the first day of the year", "2026-07-01", "2027-06-30", false},
		{"the last day of the calendar year", "2026-12-31", "2027-06-30", false},
		{"a leap day", "2028-02-29", "2029-06-30", true},
		{"the night summer time ends", "2026-04-05", "2027-06-30", true},
		{"the night summer time begins", "2026-09-27", "2027-06-30", false},
		{"the turn of a century", "2000-01-01", "2000-06-30", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, trace := shipped.Term(day(tt.joined), Newcomer)
			if got != (Term{day(tt.until), tt.carried}) {
				t.Errorf("joined %s: %+v, want %s, carried %t", tt.joined, got, tt.until, tt.carried)
			}
			if trace.Rule != "2.2" || !trace.Uses(NewMember) {
				t.Errorf("trace: %+v", trace)
			}
		})
	}
}

// Rule 2.2: a renewal never carries over.
func TestTermOfARenewal(t *testing.T) {
	for joined, until := range map[string]string{
		"2026-01-31": "2026-06-30", "2026-02-01": "2026-06-30", "2026-06-30": "2026-06-30", "2026-07-01": "2027-06-30",
		"2028-02-29": "2028-06-30",
	} {
		got, trace := shipped.Term(day(joined), Returning)
		if got != (Term{Until: day(until)}) || trace.Uses(NewMember) {
			t.Errorf("renewed %s: %+v, want %s; %s", joined, got, until, trace)
		}
	}
}

func TestTermShowsItsArithmetic(t *testing.T) {
	_, trace := shipped.Term(day("2026-02-01"), Newcomer)
	wantTrace(t, trace, "1 February 2026 is in the subscription year 1 July 2025 – 30 June 2026 (2.2); "+
		"1 February 2026 is after 31 January 2026: to the end of the following year, 30 June 2027 (2.2): registered until "+
		"30 June 2027 [reading 2.2-new]")
	_, trace = shipped.Term(day("2026-02-01"), Returning)
	wantTrace(t, trace, "1 February 2026 is in the subscription year 1 July 2025 – 30 June 2026 (2.2); "+
		"A renewal never carries over: to 30 June 2026 (2.2): registered until 30 June 2026")
}

// Rule 2.2: who is new, by each reading.
func TestStanding(t *testing.T) {
	for _, tt := range []struct {
		name     string
		from, to string // of the only term
		on       string
		want     map[ReadingID]Standing
	}{
		{
			"no term ever", "", "", "2026-08-01",
			map[ReadingID]Standing{"two-years": Newcomer, "never": Newcomer, "not-now": Newcomer},
		},
		{
			"a term in the previous year", "2025-09-01", "2026-06-30", "2027-06-30",
			map[ReadingID]Standing{"two-years": Returning, "never": Returning, "not-now": Newcomer},
		},
		{
			"a term two years ago", "2024-09-01", "2025-06-30", "2026-07-01",
			map[ReadingID]Standing{"two-years": Newcomer, "never": Returning, "not-now": Newcomer},
		},
		{
			"a term in the current year", "2026-07-05", "2027-06-30", "2026-08-01",
			map[ReadingID]Standing{"two-years": Returning, "never": Returning, "not-now": Returning},
		},
		{
			"carried over into the current year", "2026-03-01", "2027-06-30", "2026-08-01",
			map[ReadingID]Standing{"two-years": Returning, "never": Returning, "not-now": Returning},
		},
	} {
		for reading, want := range tt.want {
			var held []Span
			if tt.from != "" {
				held = []Span{{day(tt.from), day(tt.to)}}
			}
			got, trace := ruled(t, NewMember, reading).Standing(day(tt.on), held)
			if got != want || len(trace.Steps) != 1 {
				t.Errorf("%s, reading %s: %s, want %s; %s", tt.name, reading, got, want, trace)
			}
		}
	}
}

func TestRenewalBegins(t *testing.T) {
	for _, tt := range []struct {
		received string
		reading  ReadingID
		want     string
	}{
		{"2026-06-10", "year", "2026-07-01"},
		{"2026-06-10", "receipt", "2026-06-10"},
		{"2026-07-01", "year", "2026-07-01"},
		{"2026-08-03", "year", "2026-08-03"},
		{"2026-08-03", "receipt", "2026-08-03"},
	} {
		if got, _ := ruled(t, EarlyRenewal, tt.reading).RenewalBegins(day(tt.received), 2026); got != day(tt.want) {
			t.Errorf("received %s, reading %s: %s, want %s", tt.received, tt.reading, got, tt.want)
		}
	}
}

// Rules 2.2 and 2.3: a list of February to June registers each person by
// itself.
func TestListTerm(t *testing.T) {
	for _, tt := range []struct {
		received string
		standing Standing
		reading  ReadingID
		want     string
	}{
		{"2026-03-02", Newcomer, "per-row", "2027-06-30"},
		{"2026-03-02", Returning, "per-row", "2026-06-30"},
		{"2026-03-02", Newcomer, "one-term", "2026-06-30"},
		{"2026-08-02", Newcomer, "one-term", "2027-06-30"},
		{"2026-01-31", Newcomer, "per-row", "2026-06-30"},
	} {
		if got, _ := ruled(t, LateList, tt.reading).ListTerm(day(tt.received), tt.standing); got.Until != day(tt.want) {
			t.Errorf("%s on a list of %s, reading %s: %s, want %s", tt.standing, tt.received, tt.reading, got.Until, tt.want)
		}
	}
}

// Rules 2.2 and 2.3: list and fee on both sides of 31 January.
func TestJoinedByList(t *testing.T) {
	for _, tt := range []struct {
		list, effective string
		reading         ReadingID
		want            string
	}{
		{"2026-01-20", "2026-01-20", "effective", "2026-01-20"},
		{"2026-01-20", "2026-02-04", "effective", "2026-02-04"},
		{"2026-01-20", "2026-02-04", "list", "2026-01-20"},
		{"2026-02-04", "2026-02-04", "list", "2026-02-04"},
	} {
		got, trace := ruled(t, JoiningByList, tt.reading).JoinedByList(day(tt.list), day(tt.effective))
		if got != day(tt.want) || trace.Uses(JoiningByList) != (tt.list != tt.effective) {
			t.Errorf(
				"list %s, effective %s, reading %s: %s, want %s; %s", tt.list, tt.effective, tt.reading, got, tt.want, trace,
			)
		}
	}
}

// The figures are parameters: a society whose year is the calendar year, and
// which carries over from October.
func TestTermWithOtherFigures(t *testing.T) {
	c := Shipped()
	c.Figures.YearBegins, c.Figures.CarryOverAfter = MonthDay{1, 1}, MonthDay{9, 30}
	for joined, until := range map[string]string{
		"2026-01-01": "2026-12-31", "2026-09-30": "2026-12-31", "2026-10-01": "2027-12-31", "2026-12-31": "2027-12-31",
	} {
		if got, _ := c.Term(day(joined), Newcomer); got.Until != day(until) {
			t.Errorf("joined %s: until %s, want %s", joined, got.Until, until)
		}
	}
}

func anyDay(t *rapid.T, name string) civil.Date {
	return day("2020-01-01").AddDays(rapid.IntRange(0, 6000).Draw(t, name))
}

// A term holds the day of joining, ends with a subscription year, and lasts at
// least five months and less than seventeen; joining later never ends earlier.
func TestTermProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyDay(t, "a"), anyDay(t, "b")
		if b.Before(a) {
			a, b = b, a
		}
		for _, standing := range []Standing{Newcomer, Returning} {
			first, _ := shipped.Term(a, standing)
			second, _ := shipped.Term(b, standing)
			if second.Until.Before(first.Until) {
				t.Fatalf("%s: joining %s ends %s, joining %s ends %s", standing, a, first.Until, b, second.Until)
			}
			if first.Until.Before(a) || first.Until != shipped.Last(shipped.YearOf(first.Until)) {
				t.Fatalf("joined %s: until %s", a, first.Until)
			}
			if standing == Newcomer && (first.Until.Before(a.AddMonths(4)) || first.Until.After(a.AddMonths(17))) {
				t.Fatalf("new on %s: until %s", a, first.Until)
			}
		}
	})
}
