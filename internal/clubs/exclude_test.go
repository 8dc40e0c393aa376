package clubs

import "testing"

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
		last   string
		want   string // the first list and what it does; "" where it does not bear on the return
	}{
		{"no exclusion", Club{}, list(1, "2026-07-10", Draft), nil, "2027-06-30", ""},
		{"a list from before", club, list(1, "2026-07-10", Draft), nil, "2027-06-30", "2026-07-10"},
		{"of the same day", club, list(1, "2026-08-01", Submitted), nil, "2027-06-30", "2026-08-01"},
		{"of the day after", club, list(1, "2026-08-02", Draft), nil, "2027-06-30", "2026-08-02 again"},
		{"confirmed", club, list(1, "2026-07-10", Confirmed), nil, "2027-06-30", "2026-07-10"},
		{
			"a further list, the first from before", club, list(2, "2026-09-01", Draft),
			[]Return{list(1, "2026-07-10", Confirmed)}, "2027-06-30", "2026-07-10",
		},
		{
			"a further list, the first withdrawn", club, list(2, "2026-09-01", Draft),
			[]Return{list(1, "2026-07-10", Withdrawn)}, "2027-06-30", "2026-09-01 again",
		},
		{
			"a further list, the first from after", club, list(2, "2026-09-01", Draft),
			[]Return{list(1, "2026-08-10", Confirmed)}, "2027-06-30", "",
		},
		{
			"the first list, with a further one", club, list(1, "2026-07-10", Confirmed),
			[]Return{list(2, "2026-09-01", Confirmed), list(1, "2026-07-10", Confirmed)}, "2027-06-30", "2026-07-10",
		},
		{
			"a list of another year", club, list(2, "2026-09-01", Draft),
			[]Return{{ID: 1, Year: 2025, State: Confirmed, ListReceived: day("2025-07-10")}}, "2027-06-30", "2026-09-01 again",
		},
		{"a year that was over", club, list(1, "2026-07-10", Draft), nil, "2026-07-31", ""},
		{"withdrawn", club, list(1, "2026-07-10", Withdrawn), nil, "2027-06-30", ""},
		{"without a list", club, Return{ID: 1, Year: 2026, State: Draft}, nil, "2027-06-30", ""},
	} {
		got := ""
		if x := tt.club.excludedFor(tt.r, tt.others, day(tt.last)); x != nil {
			if got = x.First.String(); x.Again {
				got += " again"
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
