package clubs

import (
	"testing"

	"nzgs/internal/members"
)

// A club's secretary knows whom the club registered lately, unless another club
// has them now.
func TestOwnMember(t *testing.T) {
	term := func(club ClubID, year members.Year, from, to string) members.Term {
		return members.Term{Club: club, Year: year, From: day(from), To: day(to)}
	}
	thisYear, lastYear := term(1, 2026, "2026-07-10", "2027-06-30"), term(1, 2025, "2025-07-10", "2026-06-30")
	for name, tt := range map[string]struct {
		terms []members.Term
		want  bool
	}{
		"nobody's":                       {nil, false},
		"registered for the year":        {[]members.Term{thisYear}, true},
		"registered the year before":     {[]members.Term{lastYear}, true},
		"registered two years before":    {[]members.Term{term(1, 2024, "2024-07-10", "2025-06-30")}, false},
		"with another club now":          {[]members.Term{lastYear, term(2, 2026, "2026-07-10", "2027-06-30")}, false},
		"with another club in the past":  {[]members.Term{lastYear, term(2, 2025, "2025-07-10", "2026-06-30")}, true},
		"an individual member besides":   {[]members.Term{lastYear, term(0, 2026, "2026-07-10", "2027-06-30")}, true},
		"of this club and of another":    {[]members.Term{thisYear, term(2, 2026, "2026-07-10", "2027-06-30")}, false},
		"of another club, two years ago": {[]members.Term{term(2, 2024, "2024-07-10", "2025-06-30")}, false},
	} {
		if got := ownMember(tt.terms, 1, 2026, day("2026-08-03")); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows have", 1: "1 row has", 2: "2 rows have"} {
		if got := verb(n, "row", "has", "have"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
