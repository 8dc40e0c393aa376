package members

import (
	"strings"
	"testing"

	"nzgs/internal/governance/constitution"
)

// Who was a member already by the society's earlier records gets no new member's carry-over, and
// who joined after 31 January, or is a member no longer, is new.
func TestEarlierMembership(t *testing.T) {
	for name, tt := range map[string]struct {
		joins    string
		from, to string
		kind     TermKind
		until    string
	}{
		"since 1998, goes live in March":        {"2026-03-10", "1998-12-31", "2026-03-01", KindRenewal, "2026-06-30"},
		"on the last day that counts":           {"2026-03-10", "2026-01-31", "2026-03-01", KindRenewal, "2026-06-30"},
		"joined after it":                       {"2026-03-10", "2026-02-01", "2026-03-01", KindCarriedOver, "2027-06-30"},
		"a member of the last year":             {"2026-03-10", "1998-12-31", "2024-09-01", KindRenewal, "2026-06-30"},
		"a member until three years ago":        {"2026-03-10", "1998-12-31", "2023-06-30", KindCarriedOver, "2027-06-30"},
		"told of a day to come":                 {"2026-03-10", "2026-12-31", "2026-12-31", KindCarriedOver, "2027-06-30"},
		"in November, when nothing carries on":  {"2026-11-10", "2026-11-01", "2026-11-02", KindRenewal, "2027-06-30"},
		"nothing told":                          {"2026-03-10", "", "", KindCarriedOver, "2027-06-30"},
		"joins years later, a member no longer": {"2031-03-10", "1998-12-31", "2026-03-01", KindCarriedOver, "2032-06-30"},
	} {
		in := Joining{Received: day(tt.joins), Year: constitution.Shipped().YearOf(day(tt.joins))}
		if tt.from != "" {
			in.Earlier = []Earlier{{From: day(tt.from), To: day(tt.to), Told: "since 1998", Source: "members.xlsx, row 7"}}
		}
		got := in.Under(constitution.History{})
		if got.Kind != tt.kind || got.To.String() != tt.until {
			t.Errorf("%s: %s until %s, want %s until %s", name, got.Kind, got.To, tt.kind, tt.until)
		}
		says := strings.Contains(strings.Join(got.Trace.Lines(), "\n"), "Not new: a member already, since 1998, by members.xlsx, row 7")
		if says != (tt.kind == KindRenewal) {
			t.Errorf("%s: the trace is %q", name, got.Trace.Lines())
		}
	}
}
