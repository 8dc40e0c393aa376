package weekly

import (
	"strings"
	"testing"

	"nzgs/internal/civil"
)

func TestWhatIsDue(t *testing.T) {
	plan := Plan{
		RemindDays: 2, LateDays: 3, Late: BothDefault,
		Last: map[int]civil.Date{1: civil.MustParseDate("2026-12-06"), 2: civil.MustParseDate("2026-12-13")},
	}
	for _, tt := range []struct {
		today   string
		round   int
		decided bool
		stage   Stage
		remind  string
		text    string
	}{
		{"2026-12-03", 1, false, Running, "", "3 days are left"},
		{"2026-12-04", 1, false, Soon, "before", "2 days are left"},
		{"2026-12-05", 1, false, Soon, "before", "one day is left"},
		{"2026-12-06", 1, false, Soon, "before", "today is the last day"},
		{"2026-12-07", 1, false, Overdue, "late", "The last day was Sunday 6 December 2026"},
		{"2026-12-09", 1, false, Overdue, "late", "applies from Thursday 10 December 2026"},
		{"2026-12-10", 1, false, RuleDue, "late", "has applied since Thursday 10 December 2026"},
		{"2026-12-10", 1, true, Decided, "", "The result is in"},
		{"2026-12-10", 2, false, Running, "", "Sunday 13 December 2026, New Zealand time"},
		{"2026-12-10", 3, false, NoDeadline, "", ""},
	} {
		d := plan.Due(tt.round, tt.decided, civil.MustParseDate(tt.today))
		if d.Stage != tt.stage || !strings.Contains(d.Text(), tt.text) {
			t.Errorf("%s, round %d: %q, %q", tt.today, tt.round, d.Stage, d.Text())
		}
		if got := d.Remind(civil.MustParseDate("2026-11-30"), civil.MustParseDate(tt.today)); got != tt.remind {
			t.Errorf("%s, round %d: reminder %q, want %q", tt.today, tt.round, got, tt.remind)
		}
		if got := d.Remind(civil.MustParseDate(tt.today), civil.MustParseDate(tt.today)); got != "" {
			t.Errorf("%s: reminded %q on the day of publication", tt.today, got)
		}
	}
	if got := plan.Rule(); !strings.Contains(got, "3 days after the last day") || !strings.Contains(got, "lost by both") {
		t.Errorf("the rule reads %q", got)
	}
}

// A player in Europe or America still has the last day when New Zealand's is over:
// what counts is New Zealand's midnight, and the texts say so.
func TestTheLastDayIsNewZealands(t *testing.T) {
	plan := Plan{RemindDays: 2, LateDays: 3, Last: map[int]civil.Date{1: civil.MustParseDate("2026-12-06")}}
	for _, tt := range []struct {
		at    string // UTC
		stage Stage
	}{
		{"2026-12-06T10:59:59.999Z", Soon},    // 11:59 pm in Auckland on the 6th
		{"2026-12-06T11:00:00.000Z", Overdue}, // midnight there; noon of the 6th in Paris
	} {
		d := plan.Due(1, false, civil.MustParseInstant(tt.at).Date())
		if d.Stage != tt.stage {
			t.Errorf("at %s: %s, want %s", tt.at, d.Stage, tt.stage)
		}
	}
	if text := plan.Due(1, false, civil.MustParseDate("2026-12-01")).Text(); !strings.Contains(text, "New Zealand time") {
		t.Errorf("%q does not say whose day it is", text)
	}
}
