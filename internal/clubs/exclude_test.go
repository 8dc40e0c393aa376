package clubs

import (
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Rule 2.5: how an exclusion bears on a return of the club.
func TestAnExclusionBearsOnAReturn(t *testing.T) {
	list := func(id ReturnID, received string, state State) Return {
		return Return{ID: id, Year: 2026, State: state, ListReceived: day(received), FileName: "list.csv"}
	}
	club := Club{ExcludedOn: day("2026-08-01")}
	for _, tt := range []struct {
		name   string
		club   Club
		r      Return
		others []Return
		want   string // the first list and what it does; "" where it does not bear on the return
	}{
		{"no exclusion", Club{}, list(1, "2026-07-10", Draft), nil, ""},
		{"a list from before", club, list(1, "2026-07-10", Draft), nil, "2026-07-10"},
		{"of the same day", club, list(1, "2026-08-01", Submitted), nil, "2026-08-01"},
		{"of the day after", club, list(1, "2026-08-02", Draft), nil, "2026-08-02 again"},
		{"confirmed", club, list(1, "2026-07-10", Confirmed), nil, "2026-07-10"},
		{
			"a further list, the first from before", club, list(2, "2026-09-01", Draft),
			[]Return{list(1, "2026-07-10", Confirmed)}, "2026-07-10",
		},
		{
			"a further list, the first withdrawn", club, list(2, "2026-09-01", Draft),
			[]Return{list(1, "2026-07-10", Withdrawn)}, "2026-09-01 again",
		},
		{
			"a further list, the first from after", club, list(2, "2026-09-01", Draft),
			[]Return{list(1, "2026-08-10", Confirmed)}, "",
		},
		{
			"the first list, with a further one", club, list(1, "2026-07-10", Confirmed),
			[]Return{list(2, "2026-09-01", Confirmed), list(1, "2026-07-10", Confirmed)}, "2026-07-10",
		},
		{
			"a list of another year", club, list(2, "2026-09-01", Draft),
			[]Return{{ID: 1, Year: 2025, State: Confirmed, ListReceived: day("2025-07-10")}}, "2026-09-01 again",
		},
		{
			"a year that was over", club,
			Return{ID: 1, Year: 2025, State: Draft, ListReceived: day("2026-06-10"), FileName: "list.csv"}, nil, "",
		},
		{"withdrawn", club, list(1, "2026-07-10", Withdrawn), nil, ""},
		{"without a list", club, Return{ID: 1, Year: 2026, State: Draft}, nil, ""},
	} {
		got := ""
		if x := tt.club.excludedFor(tt.r, tt.others, constitution.Shipped()); x != nil {
			if got = x.First.String(); x.Again {
				got += " again"
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// An exclusion ends an affiliation that had begun; a list that takes effect later
// than it, or a year that begins later, never affiliated the club.
func TestWhetherAnExclusionEndedAnAffiliation(t *testing.T) {
	for _, tt := range []struct {
		name           string
		excluded       string
		received, from string // of the list
		want           bool
	}{
		{"effective before", "2026-08-01", "2026-07-10", "2026-07-31", true},
		{"of the same day", "2026-08-01", "2026-07-10", "2026-08-01", false},
		{"effective after", "2026-08-01", "2026-07-10", "2026-08-02", false},
		{"not effective", "2026-08-01", "2026-07-10", "", false},
		{"paid ahead, excluded on the first day of the year", "2026-07-01", "2026-06-10", "2026-06-10", false},
		{"paid ahead, excluded on the second day", "2026-07-02", "2026-06-10", "2026-06-10", true},
		{"a list of after the exclusion", "2026-08-01", "2026-08-02", "2026-08-02", false},
	} {
		x := Club{ExcludedOn: day(tt.excluded)}.excludedFor(Return{
			ID: 1, Year: 2026, State: Confirmed, ListReceived: day(tt.received), FileName: "list.csv",
		}, nil, constitution.Shipped())
		from := civil.Date{}
		if tt.from != "" {
			from = day(tt.from)
		}
		if x == nil || x.Ended(from) != tt.want {
			t.Errorf("%s: %+v, want %t", tt.name, x, tt.want)
		}
	}
}
