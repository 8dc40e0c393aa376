package members

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
)

// Who lapsed for years and came back has not been a member since the first day.
func TestSinceWhenSomebodyIsAMember(t *testing.T) {
	gap := []Term{term("1998-03-12", "2005-06-30"), term("2015-08-01", "2016-06-30"), term("2016-07-01", "2027-06-30")}
	late := append([]Term{term("1990-07-01", "1991-06-30")}, gap...)
	whole := []Term{term("2019-03-02", "2020-06-30"), term("2020-07-01", "2027-06-30")}
	later := []Term{term("1998-03-12", "2005-06-30"), term("2027-07-01", "2028-06-30")}
	for _, tt := range []struct {
		on           string
		terms        []Term
		since        string
		label, value string
		line         string
	}{
		{"2026-07-01", nil, "", "", "", "No term"},
		{"2026-07-01", whole, "2019-03-02", "Member since", "2 March 2019", "Member since 2 March 2019, until 30 June 2027"},
		{"2026-07-01", gap, "2015-08-01", "Member since", "1 August 2015 (first on 12 March 1998, with a gap)",
			"Member since 1 August 2015 (first on 12 March 1998, with a gap), until 30 June 2027"},
		{"2026-07-01", late, "2015-08-01", "Member since", "1 August 2015 (first on 1 July 1990, with 2 gaps)",
			"Member since 1 August 2015 (first on 1 July 1990, with 2 gaps), until 30 June 2027"},
		{"2027-07-01", gap, "2015-08-01", "Was a member", "12 March 1998 – 30 June 2027 (with a gap)",
			"Was a member 12 March 1998 – 30 June 2027 (with a gap)"},
		{"2020-01-01", whole[:1], "2019-03-02", "Member since", "2 March 2019", "Member since 2 March 2019, until 30 June 2020"},
		{"2020-07-01", whole[:1], "2019-03-02", "Was a member", "2 March 2019 – 30 June 2020", "Was a member 2 March 2019 – 30 June 2020"},
		{"2010-01-01", gap, "2015-08-01", "Was a member", "12 March 1998 – 30 June 2005; again from 1 August 2015",
			"Was a member 12 March 1998 – 30 June 2005; again from 1 August 2015"},
		{"2026-07-01", later, "2027-07-01", "Was a member", "12 March 1998 – 30 June 2005; again from 1 July 2027",
			"Was a member 12 March 1998 – 30 June 2005; again from 1 July 2027"},
		{"2026-07-01", later[1:], "2027-07-01", "Member from", "1 July 2027", "Member from 1 July 2027"},
		{"2000-01-01", gap, "1998-03-12", "Member since", "12 March 1998", "Member since 12 March 1998, until 30 June 2005"},
	} {
		s := Summarise(tt.terms, day(tt.on))
		label, value := s.Told()
		if label != tt.label || value != tt.value || s.Line() != tt.line {
			t.Errorf("on %s: %q %q, %q; want %q %q, %q", tt.on, label, value, s.Line(), tt.label, tt.value, tt.line)
		}
		if tt.since == "" && !s.Since.IsZero() || tt.since != "" && s.Since != day(tt.since) {
			t.Errorf("on %s: since %s, want %s", tt.on, s.Since, tt.since)
		}
	}
	trace := strings.Join(SinceTrace(Spans(gap)).Lines(), "\n")
	for _, want := range []string{"12 March 1998 – 30 June 2005: a member", "1 July 2005 – 31 July 2015: no membership"} {
		if !strings.Contains(trace, want) {
			t.Errorf("%q is not in the trace: %s", want, trace)
		}
	}
}

// Whatever the terms: a member is one on every day from Since until the day, and was none on the day before it.
func TestAMemberSinceADayWasOneOnEveryDay(t *testing.T) {
	epoch := day("2020-01-01")
	rapid.Check(t, func(t *rapid.T) {
		var terms []Term
		for range rapid.IntRange(1, 5).Draw(t, "terms") {
			from := epoch.AddDays(rapid.IntRange(0, 60).Draw(t, "from"))
			terms = append(terms, Term{ID: TermID(len(terms) + 1), From: from, To: from.AddDays(rapid.IntRange(0, 20).Draw(t, "days"))})
		}
		terms = InForce(terms)
		on := epoch.AddDays(rapid.IntRange(-5, 90).Draw(t, "on"))
		s := Summarise(terms, on)
		gaps := 0
		for d := s.Joined; d.Before(on); d = d.AddDays(1) {
			if len(On(terms, d)) > 0 && len(On(terms, d.AddDays(1))) == 0 && anyFrom(terms, d, on) {
				gaps++
			}
		}
		if s.Gaps != gaps {
			t.Fatalf("%d gaps, counted %d", s.Gaps, gaps)
		}
		if s.Status != Member {
			return
		}
		for d := s.Since; !d.After(on); d = d.AddDays(1) {
			if len(On(terms, d)) == 0 {
				t.Fatalf("member since %s, but not on %s", s.Since, d)
			}
		}
		if len(On(terms, s.Since.AddDays(-1))) > 0 {
			t.Fatalf("member before %s", s.Since)
		}
	})
}

// anyFrom reports whether a term begins after a day and by another.
func anyFrom(terms []Term, after, by civil.Date) bool {
	for _, t := range terms {
		if t.From.After(after) && !t.From.After(by) {
			return true
		}
	}
	return false
}
