package members

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

func day(s string) civil.Date {
	if s == "" {
		return civil.Date{}
	}
	return civil.MustParseDate(s)
}

// term is "from to" in a list of past terms.
func term(from, to string) Term { return Term{From: day(from), To: day(to), Kind: KindNew} }

func TestSubscriptionYear(t *testing.T) {
	for _, tt := range []struct {
		day  string
		want Year
		long string
	}{
		{"2026-06-30", 2025, "1 July 2025 – 30 June 2026"},
		{"2026-07-01", 2026, "1 July 2026 – 30 June 2027"},
		{"2026-12-31", 2026, "1 July 2026 – 30 June 2027"},
		{"2027-01-01", 2026, "1 July 2026 – 30 June 2027"},
		{"2000-01-31", 1999, "1 July 1999 – 30 June 2000"},
	} {
		if got := YearOf(day(tt.day)); got != tt.want || got.Long() != tt.long {
			t.Errorf("YearOf(%s) = %d (%s), want %d (%s)", tt.day, got, got.Long(), tt.want, tt.long)
		}
	}
	for y, want := range map[Year]string{1999: "1999/00", 2008: "2008/09", 2026: "2026/27"} {
		if y.String() != want {
			t.Errorf("year %d is written %s, want %s", int(y), y, want)
		}
	}
}

// Rule 2.2, the vectors of the reading.
func TestTermEnd(t *testing.T) {
	for _, tt := range []struct {
		joined   string
		standing Standing
		want     string
		kind     TermKind
	}{
		{"2026-01-31", Newcomer, "2026-06-30", KindNew},
		{"2026-02-01", Newcomer, "2027-06-30", KindCarriedOver},
		{"2026-06-30", Newcomer, "2027-06-30", KindCarriedOver},
		{"2026-07-01", Newcomer, "2027-06-30", KindNew},
		{"2026-12-31", Newcomer, "2027-06-30", KindNew},
		{"2028-02-29", Newcomer, "2029-06-30", KindCarriedOver},
		{"2026-01-31", Returning, "2026-06-30", KindRenewal},
		{"2026-02-01", Returning, "2026-06-30", KindRenewal},
		{"2026-06-30", Returning, "2026-06-30", KindRenewal},
		{"2026-07-01", Returning, "2027-06-30", KindRenewal},
	} {
		end, kind := Subscriptions.TermEnd(day(tt.joined), tt.standing)
		if end.String() != tt.want || kind != tt.kind {
			t.Errorf("%s joining on %s: to %s (%s), want %s (%s)", tt.standing, tt.joined, end, kind, tt.want, tt.kind)
		}
	}
}

func TestStandingLooksAtThisYearAndTheOneBefore(t *testing.T) {
	for _, tt := range []struct {
		name  string
		terms []Term
		on    string
		want  Standing
	}{
		{"no term ever", nil, "2026-08-01", Newcomer},
		{"term in the previous year", []Term{term("2025-09-01", "2026-06-30")}, "2027-06-30", Returning},
		{"term that ended a year and a day before the year", []Term{term("2024-09-01", "2025-06-30")}, "2026-07-01", Newcomer},
		{"term in the current year", []Term{term("2026-07-05", "2027-06-30")}, "2026-08-01", Returning},
		{"carried over into the previous year", []Term{term("2025-03-01", "2026-06-30")}, "2026-08-01", Returning},
	} {
		if got := Subscriptions.StandingOn(day(tt.on), tt.terms); got != tt.want {
			t.Errorf("%s, on %s: %s, want %s", tt.name, tt.on, got, tt.want)
		}
	}
}

func TestRegistration(t *testing.T) {
	lastYear := []Term{term("2025-08-10", "2026-06-30")}
	for _, tt := range []struct {
		name      string
		in        Joining
		effective string
		kind      TermKind
		from, to  string
	}{
		{"new in August", Joining{Received: day("2026-08-03"), Year: 2026}, "2026-08-03", KindNew, "2026-08-03", "2027-06-30"},
		{"fee later than the list", Joining{Received: day("2026-08-03"), Year: 2026}, "2026-09-14", KindNew, "2026-09-14", "2027-06-30"},
		{"renewal after the year began: the gap stays", Joining{Received: day("2026-08-03"), Year: 2026, Terms: lastYear}, "2026-08-03", KindRenewal, "2026-08-03", "2027-06-30"},
		{"renewal ahead", Joining{Received: day("2026-06-10"), Year: 2026, Terms: lastYear}, "2026-06-12", KindRenewal, "2026-07-01", "2027-06-30"},
		{"renewal ahead, fee late", Joining{Received: day("2026-06-10"), Year: 2026, Terms: lastYear}, "2026-07-20", KindRenewal, "2026-07-20", "2027-06-30"},
		{"new on a list for the coming year", Joining{Received: day("2026-06-10"), Year: 2026}, "2026-06-12", KindCarriedOver, "2026-06-12", "2027-06-30"},
		{"late list, new", Joining{Received: day("2026-03-02"), Year: 2025}, "2026-03-02", KindCarriedOver, "2026-03-02", "2027-06-30"},
		{"late list, not new", Joining{Received: day("2026-03-02"), Year: 2025, Terms: []Term{term("2024-07-20", "2025-06-30")}}, "2026-03-02", KindRenewal, "2026-03-02", "2026-06-30"},
		{"list in January, fee in March", Joining{Received: day("2026-01-31"), Year: 2025}, "2026-03-02", KindNew, "2026-03-02", "2026-06-30"},
		{"fee after the term would be over", Joining{Received: day("2026-05-01"), Year: 2025, Terms: lastYear}, "2026-07-01", KindRenewal, "", "2026-06-30"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := Subscriptions.Registration(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			from, ok := g.From(day(tt.effective))
			if !ok {
				from = civil.Date{}
			}
			if g.Kind != tt.kind || from != day(tt.from) || g.To != day(tt.to) {
				t.Errorf("%s %s – %s, want %s %s – %s", g.Kind, from, g.To, tt.kind, tt.from, tt.to)
			}
			if g.Trace.Rule != "2.2" || len(g.Trace.Lines) < 3 || !strings.Contains(g.Trace.Lines[len(g.Trace.Lines)-1], g.To.Long()) {
				t.Errorf("the trace does not lead to the end: %+v", g.Trace)
			}
		})
	}
}

func TestRegisterRefusesOtherYears(t *testing.T) {
	for _, tt := range []struct {
		received string
		year     Year
	}{
		{"2026-07-01", 2025}, // over
		{"2026-01-31", 2026}, // too early by a day
		{"2026-06-30", 2027},
	} {
		_, err := Subscriptions.Registration(Joining{Received: day(tt.received), Year: tt.year})
		if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "subscription year") {
			t.Errorf("received %s for %s: %v, want a refusal", tt.received, tt.year, err)
		}
	}
	if _, err := Subscriptions.Registration(Joining{Received: day("2026-02-01"), Year: 2026}); err != nil {
		t.Errorf("1 February for the coming year: %v", err)
	}
}

func TestTraceShowsTheArithmetic(t *testing.T) {
	g, err := Subscriptions.Registration(Joining{Received: day("2026-02-01"), Year: 2025})
	if err != nil {
		t.Fatal(err)
	}
	want := Trace{
		Rule: "2.2",
		Text: "Subscriptions have effect from 1 July to 30 June. New members joining after 31 January are registered until 30 June of the following year.",
		Lines: []string{
			"Received 1 February 2026: subscription year 1 July 2025 – 30 June 2026",
			"New: no term since 1 July 2024",
			"1 February 2026 is after 31 January 2026: to the end of the following year, 30 June 2027",
		},
		Reading: "“New” is read as: no term in the current or the previous subscription year.",
	}
	if diff := cmp.Diff(want, g.Trace); diff != "" {
		t.Error(diff)
	}
	text, err := EncodeTrace(g.Trace)
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodeTrace(text)
	if diff := cmp.Diff(want, back); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestCorrectedTermsDoNotCount(t *testing.T) {
	terms := []Term{
		{ID: 1, From: day("2025-07-01"), To: day("2026-06-30"), Kind: KindNew},
		{ID: 2, From: day("2026-08-01"), To: day("2027-06-30"), Kind: KindRenewal},
		{ID: 3, From: day("2026-08-01"), To: day("2027-06-30"), Kind: KindVoid, Corrects: 2},
		{ID: 4, From: day("2025-07-01"), To: day("2025-12-31"), Kind: KindNew, Corrects: 1},
	}
	got := InForce(terms)
	if len(got) != 1 || got[0].ID != 4 {
		t.Errorf("in force: %+v, want term 4 alone", got)
	}
	for d, want := range map[string]int{"2025-12-31": 1, "2026-01-01": 0, "2026-09-01": 0} {
		if n := len(On(got, day(d))); n != want {
			t.Errorf("terms on %s: %d, want %d", d, n, want)
		}
	}
}

func TestSpansKeepGapsVisible(t *testing.T) {
	got := Spans([]Term{
		term("2022-07-01", "2023-06-30"),
		term("2023-07-01", "2024-06-30"),
		term("2024-08-15", "2025-06-30"),
		term("2025-03-01", "2026-06-30"),
	})
	want := []Span{
		{From: day("2022-07-01"), To: day("2024-06-30")},
		{From: day("2024-07-01"), To: day("2024-08-14"), Gap: true},
		{From: day("2024-08-15"), To: day("2026-06-30")},
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b civil.Date) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}

func TestSummarise(t *testing.T) {
	terms := []Term{
		{From: day("2023-07-01"), To: day("2024-06-30"), Club: 1},
		{From: day("2025-07-20"), To: day("2026-06-30"), Club: 2},
		{From: day("2026-07-01"), To: day("2027-06-30"), Club: 2},
		{From: day("2026-09-01"), To: day("2027-06-30"), Club: 3},
	}
	for _, tt := range []struct {
		on, until string
		status    Status
		clubs     []ClubID
	}{
		{"2024-01-01", "2024-06-30", Member, []ClubID{1}},
		{"2026-01-01", "2027-06-30", Member, []ClubID{2}},
		{"2026-10-01", "2027-06-30", Member, []ClubID{2, 3}},
		{"2027-07-01", "2027-06-30", Lapsed, []ClubID{3}},
		{"2025-01-01", "2027-06-30", Upcoming, []ClubID{3}},
	} {
		s := Summarise(terms, day(tt.on))
		if s.Status != tt.status || s.Until != day(tt.until) || !cmp.Equal(s.Clubs, tt.clubs) || s.Joined != day("2023-07-01") {
			t.Errorf("on %s: %+v, want %s until %s in %v", tt.on, s, tt.status, tt.until, tt.clubs)
		}
		if ceased := s.Ceased.IsZero(); ceased == (tt.status == Lapsed) {
			t.Errorf("on %s: ceased %q with status %s", tt.on, s.Ceased, s.Status)
		}
	}
	if s := Summarise(nil, day("2026-01-01")); s.Status != Unenrolled || !s.Until.IsZero() {
		t.Errorf("without terms: %+v", s)
	}
}

// Whatever comes in, no term ends before it begins or covers a day after the
// end of the year that follows.
func TestRegisterNeverTurnsATermRound(t *testing.T) {
	epoch := day("2020-01-01")
	anyDay := rapid.Custom(func(t *rapid.T) civil.Date { return epoch.AddDays(rapid.IntRange(0, 4000).Draw(t, "day")) })
	rapid.Check(t, func(t *rapid.T) {
		var terms []Term
		for range rapid.IntRange(0, 3).Draw(t, "terms") {
			from := anyDay.Draw(t, "from")
			terms = append(terms, Term{From: from, To: Subscriptions.Last(YearOf(from)), Kind: KindNew})
		}
		received := anyDay.Draw(t, "received")
		year := YearOf(received) + Year(rapid.IntRange(-1, 2).Draw(t, "ahead"))
		g, err := Subscriptions.Registration(Joining{Received: received, Year: year, Terms: InForce(terms)})
		if err != nil {
			return
		}
		effective := received.AddDays(rapid.IntRange(0, 500).Draw(t, "fee"))
		if from, ok := g.From(effective); ok && (from.After(g.To) || from.Before(received)) {
			t.Fatalf("from %s to %s, received %s", from, g.To, received)
		}
		if g.To.Before(received) || g.To.After(Subscriptions.Last(YearOf(received)+1)) {
			t.Fatalf("received %s, ends %s", received, g.To)
		}
		if g.Kind == KindRenewal && g.To != Subscriptions.Last(year) {
			t.Fatalf("a renewal for %s ends %s", year, g.To)
		}
	})
}
