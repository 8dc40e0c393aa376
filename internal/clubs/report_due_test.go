package clubs

import (
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
)

// A club's next list is due before its affiliation ends, whatever the twelve months say; when it has ended, nothing is next.
func TestNothingIsNextAfterAnAffiliationEnded(t *testing.T) {
	day := civil.MustParseDate
	none := civil.Date{}
	for name, tt := range map[string]struct {
		last, on    string
		year        members.Year
		due, lapsed civil.Date
		excluded    string
	}{
		"no list yet":                     {"", "2026-11-21", 0, none, none, ""},
		"the affiliation ends first":      {"2026-11-01", "2026-11-21", 2026, day("2027-06-30"), none, ""},
		"on its last day":                 {"2026-11-01", "2027-06-30", 2026, day("2027-06-30"), none, ""},
		"the day after":                   {"2026-11-01", "2027-07-01", 2026, none, day("2027-06-30"), ""},
		"within twelve months, and ended": {"2026-11-01", "2027-09-01", 2026, none, day("2027-06-30"), ""},
		"years later":                     {"2020-11-01", "2027-09-01", 2020, none, day("2021-06-30"), ""},
		"excluded":                        {"2026-11-01", "2026-12-02", 2026, none, day("2026-12-01"), "2026-12-01"},
		"excluded today":                  {"2026-11-01", "2026-12-01", 2026, none, day("2026-12-01"), "2026-12-01"},
		"excluded from tomorrow":          {"2026-11-01", "2026-11-30", 2026, day("2027-06-30"), none, "2026-12-01"},
		"excluded, a year over":           {"2026-11-01", "2027-09-01", 2026, none, day("2026-12-01"), "2026-12-01"},
		"excluded after it ended":         {"2026-11-01", "2027-09-01", 2026, none, day("2027-06-30"), "2027-08-01"},
		"a list since it was excluded":    {"2026-11-01", "2026-12-02", 2026, day("2027-06-30"), none, "2026-10-01"},
	} {
		last := lastList{year: tt.year}
		if tt.last != "" {
			last.day = day(tt.last)
		}
		club := Club{}
		if tt.excluded != "" {
			club.ExcludedOn = day(tt.excluded)
		}
		due, trace, lapsed := reportDue(constitution.Shipped(), club, last, day(tt.on))
		if due != tt.due || lapsed != tt.lapsed || (len(trace.Steps) > 0) == due.IsZero() {
			t.Errorf("%s: due %s (%v), lapsed %s", name, due, trace, lapsed)
		}
	}
}
