package members

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

func day(s string) civil.Date {
	if s == "" {
		return civil.Date{}
	}
	return civil.MustParseDate(s)
}

// term is "from to" in a list of past terms.
func term(from, to string) Term { return Term{From: day(from), To: day(to), Kind: KindNew} }

// amended is a history with one amendment, and with a ruling if one is given.
func amended(
	t *testing.T, from string, change func(*constitution.Figures), rulings ...constitution.Ruling,
) constitution.History {
	t.Helper()
	var versions constitution.Versions
	if from != "" {
		c := constitution.Shipped()
		c.From, c.AdoptedBy = day(from), "That the rules be changed."
		change(&c.Figures)
		versions = constitution.Versions{c}
	}
	h, err := constitution.NewHistory(versions, rulings)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func ruled(t *testing.T, id constitution.QuestionID, reading constitution.ReadingID) constitution.History {
	t.Helper()
	return amended(t, "", nil, constitution.Ruling{
		Question: id, Reading: reading, Meeting: day("2020-01-01"), Words: "So it is.",
	})
}

func TestRegistration(t *testing.T) {
	lastYear := []Term{term("2025-08-10", "2026-06-30")}
	asAdopted := constitution.History{}
	march := amended(t, "2026-01-15", func(f *constitution.Figures) { f.CarryOverAfter = constitution.MonthDay{Month: time.March, Day: 31} })
	list := func(received, effective string, year Year, terms ...Term) Joining {
		return Joining{Received: day(received), Effective: day(effective), Year: year, Terms: terms}
	}
	alone := func(received string, year Year, terms ...Term) Joining {
		return Joining{Received: day(received), Year: year, Terms: terms}
	}
	for _, tt := range []struct {
		name     string
		h        constitution.History
		in       Joining
		kind     TermKind
		from, to string // from "": the term never begins
	}{
		{"new in August", asAdopted, alone("2026-08-03", 2026), KindNew, "2026-08-03", "2027-06-30"},
		{"fee later than the list", asAdopted, list("2026-08-03", "2026-09-14", 2026), KindNew, "2026-09-14", "2027-06-30"},
		{
			"renewal after the year began: the gap stays", asAdopted, alone("2026-08-03", 2026, lastYear...), KindRenewal,
			"2026-08-03", "2027-06-30",
		},
		{
			"renewal ahead", asAdopted, list("2026-06-10", "2026-06-12", 2026, lastYear...), KindRenewal, "2026-07-01",
			"2027-06-30",
		},
		{
			"renewal ahead from the receipt, as ruled", ruled(t, constitution.EarlyRenewal, "receipt"),
			alone("2026-06-10", 2026, lastYear...), KindRenewal, "2026-06-10", "2027-06-30",
		},
		{
			"renewal ahead, fee late", asAdopted, list("2026-06-10", "2026-07-20", 2026, lastYear...), KindRenewal, "2026-07-20",
			"2027-06-30",
		},
		{
			"new on a list for the coming year", asAdopted, list("2026-06-10", "2026-06-12", 2026), KindCarriedOver,
			"2026-06-12", "2027-06-30",
		},
		{
			"new on a list for the coming year, fee in it", asAdopted, list("2026-06-10", "2026-07-12", 2026), KindNew,
			"2026-07-12", "2027-06-30",
		},
		{"late list, new", asAdopted, list("2026-03-02", "2026-03-02", 2025), KindCarriedOver, "2026-03-02", "2027-06-30"},
		{
			"late list, new, one term as ruled", ruled(t, constitution.LateList, "one-term"),
			list("2026-03-02", "2026-03-02", 2025), KindNew, "2026-03-02", "2026-06-30",
		},
		{
			"that ruling is of lists", ruled(t, constitution.LateList, "one-term"), alone("2026-03-02", 2025), KindCarriedOver,
			"2026-03-02", "2027-06-30",
		},
		{
			"and of those for the running year", ruled(t, constitution.LateList, "one-term"),
			list("2026-06-10", "2026-06-12", 2026), KindCarriedOver, "2026-06-12", "2027-06-30",
		},
		{
			"late list, not new", asAdopted, list("2026-03-02", "2026-03-02", 2025, term("2024-07-20", "2025-06-30")),
			KindRenewal, "2026-03-02", "2026-06-30",
		},
		{"list and fee in January", asAdopted, list("2026-01-20", "2026-01-31", 2025), KindNew, "2026-01-31", "2026-06-30"},
		{
			"list in January, fee in February", asAdopted, list("2026-01-31", "2026-02-04", 2025), KindCarriedOver, "2026-02-04",
			"2027-06-30",
		},
		{
			"by the day of the list, as ruled", ruled(t, constitution.JoiningByList, "list"),
			list("2026-01-31", "2026-02-04", 2025), KindNew, "2026-02-04", "2026-06-30",
		},
		{
			"fee after the term would be over", asAdopted, list("2026-05-01", "2026-07-01", 2025, lastYear...), KindRenewal, "",
			"2026-06-30",
		},
		{"new, and the fee after the year", asAdopted, list("2026-05-01", "2026-07-01", 2025), KindNew, "", "2026-06-30"},
		{"joining on 4 February after the amendment", march, alone("2026-02-04", 2025), KindNew, "2026-02-04", "2026-06-30"},
		{
			"joining on 4 February a year before it", march, alone("2025-02-04", 2024), KindCarriedOver, "2025-02-04",
			"2026-06-30",
		},
		{"list before it, fee after it", amended(t, "2026-02-10", func(f *constitution.Figures) { f.CarryOverAfter = constitution.MonthDay{Month: time.March, Day: 31} }),
			list("2026-02-04", "2026-02-12", 2025), KindNew, "2026-02-12", "2026-06-30"},
		{"paid ahead before it, in effect after it", amended(t, "2026-02-10", func(f *constitution.Figures) { f.CarryOverAfter = constitution.MonthDay{Month: time.March, Day: 31} }),
			list("2026-02-04", "2026-02-12", 2026), KindNew, "2026-02-12", "2027-06-30"},
		{
			"back after a gap of a year", asAdopted, alone("2026-03-02", 2025, term("2023-07-20", "2024-06-30")),
			KindCarriedOver, "2026-03-02", "2027-06-30",
		},
		{
			"never new again, as ruled", ruled(t, constitution.NewMember, "never"),
			alone("2026-03-02", 2025, term("2023-07-20", "2024-06-30")), KindRenewal, "2026-03-02", "2026-06-30",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.in.Check(tt.h); err != nil {
				t.Fatal(err)
			}
			g := tt.in.Under(tt.h)
			from, ok := g.From(civil.Later(tt.in.Received, tt.in.Effective))
			if !ok {
				from = civil.Date{}
			}
			if g.Kind != tt.kind || from != day(tt.from) || g.To != day(tt.to) {
				t.Errorf("%s %s – %s, want %s %s – %s", g.Kind, from, g.To, tt.kind, tt.from, tt.to)
			}
			if last := g.Trace.Steps[len(g.Trace.Steps)-1].Text; tt.from != "" && !strings.Contains(last, g.To.Long()) {
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
		err := Joining{Received: day(tt.received), Year: tt.year}.Check(constitution.History{})
		if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "subscription year") {
			t.Errorf("received %s for %s: %v, want a refusal", tt.received, tt.year, err)
		}
	}
	if err := (Joining{Received: day("2026-02-01"), Year: 2026}).Check(constitution.History{}); err != nil {
		t.Errorf("1 February for the coming year: %v", err)
	}
}

func TestTraceShowsTheArithmetic(t *testing.T) {
	ruling := constitution.Ruling{
		Question: constitution.NewMember, Reading: "not-now", Meeting: day("2025-11-05"), Words: "So it is.",
	}
	h := amended(t, "2025-10-04", func(f *constitution.Figures) { f.CarryOverAfter.Day = 30 }, ruling)
	g := Joining{Received: day("2026-01-31"), Year: 2025}.Under(h)
	rule, _ := h.On(day("2026-01-31")).Rule("2.2")
	want := constitution.Trace{
		Rule: "2.2",
		Text: rule.Summary,
		Steps: []constitution.Step{
			{Rule: "2.2", Text: "Received 31 January 2026"},
			{Rule: "2.2", Text: "New: no term since 1 July 2025"},
			{Rule: "2.2", Text: "31 January 2026 is in the subscription year 1 July 2025 – 30 June 2026"},
			{Rule: "2.2", Text: "31 January 2026 is after 30 January 2026: to the end of the following year, 30 June 2027"},
		},
		Readings: []constitution.Used{{Question: constitution.NewMember, Reading: "not-now", Ruled: day("2025-11-05")}},
		Amended:  day("2025-10-04"),
	}
	byDay := cmp.Comparer(func(a, b civil.Date) bool { return a == b })
	if diff := cmp.Diff(want, g.Trace, byDay); diff != "" {
		t.Error(diff)
	}
	text, err := constitution.EncodeTrace(g.Trace)
	if err != nil {
		t.Fatal(err)
	}
	back, err := constitution.DecodeTrace(text)
	if diff := cmp.Diff(want, back, byDay); diff != "" || err != nil {
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
		if s.Status != tt.status || s.Until != day(tt.until) || !cmp.Equal(s.Clubs, tt.clubs) ||
			s.Joined != day("2023-07-01") {
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
	epoch, c := day("2020-01-01"), constitution.Shipped()
	anyDay := rapid.Custom(func(t *rapid.T) civil.Date { return epoch.AddDays(rapid.IntRange(0, 4000).Draw(t, "day")) })
	rapid.Check(t, func(t *rapid.T) {
		var terms []Term
		for range rapid.IntRange(0, 3).Draw(t, "terms") {
			from := anyDay.Draw(t, "from")
			terms = append(terms, Term{From: from, To: c.Last(c.YearOf(from)), Kind: KindNew})
		}
		received := anyDay.Draw(t, "received")
		in := Joining{
			Received: received, Year: c.YearOf(received) + Year(rapid.IntRange(-1, 2).Draw(t, "ahead")), Terms: InForce(terms),
		}
		effective := received.AddDays(rapid.IntRange(0, 500).Draw(t, "fee"))
		if rapid.Bool().Draw(t, "list") {
			in.Effective = effective
		}
		if in.Check(constitution.History{}) != nil {
			return
		}
		g := in.Under(constitution.History{})
		if from, ok := g.From(effective); ok && (from.After(g.To) || from.Before(received)) {
			t.Fatalf("from %s to %s, received %s", from, g.To, received)
		}
		if g.To.Before(received) || g.To.After(c.Last(c.YearOf(received)+2)) {
			t.Fatalf("received %s, ends %s", received, g.To)
		}
		if g.Kind == KindRenewal && g.To != c.Last(in.Year) {
			t.Fatalf("a renewal for %s ends %s", in.Year, g.To)
		}
	})
}

// Of the terms that are over, or to come, the one that ends last counts; a club
// stands once, and an individual member has none.
// Who stopped being a member stands among the former ones of the register that the Act asks for, until a new term begins:
// also where one is registered already that begins later.
func TestMembersAndFormerOfADay(t *testing.T) {
	former := []Term{{From: day("2023-07-01"), To: day("2024-06-30")}}
	again := append(former, Term{From: day("2026-08-01"), To: day("2027-06-30")})
	since := day("2019-07-10")
	for _, tt := range []struct {
		name            string
		terms           []Term
		on              string
		current, ceased bool
		lastDay         string
	}{
		{"a former member", former, "2026-07-10", false, true, "2024-06-30"},
		{"who is registered for later", again, "2026-07-10", false, true, "2024-06-30"},
		{"whose new term has begun", again, "2026-08-01", true, false, ""},
		{"who was none before", again[1:], "2026-07-10", false, false, ""},
		{"long ago", []Term{{From: day("2017-07-01"), To: day("2018-06-30")}}, "2026-07-10", false, false, ""},
		{"on the first day that counts", []Term{{From: day("2017-07-01"), To: since}}, "2026-07-10", false, true, "2019-07-10"},
		{"never", nil, "2026-07-10", false, false, ""},
	} {
		r := Register{Entries: []Entry{{Summary: Summarise(tt.terms, day(tt.on))}}}
		current, ceased := r.MembersAndFormer(since)
		if (len(current) == 1) != tt.current || (len(ceased) == 1) != tt.ceased {
			t.Errorf("%s: %d members, %d former", tt.name, len(current), len(ceased))
		}
		if len(ceased) == 1 && ceased[0].Summary.Ceased != day(tt.lastDay) {
			t.Errorf("%s: ceased on %s", tt.name, ceased[0].Summary.Ceased)
		}
	}
}

func TestSummariseWhatIsUnusual(t *testing.T) {
	inner := []Term{
		{From: day("2025-07-01"), To: day("2027-06-30"), Club: 1}, {From: day("2026-01-01"), To: day("2026-06-30"), Club: 2},
	}
	if s := Summarise(inner, day("2028-01-01")); s.Until != day("2027-06-30") || !cmp.Equal(s.Clubs, []ClubID{1}) {
		t.Errorf("a short term within a long one: %+v", s)
	}
	twice := []Term{
		{From: day("2025-07-01"), To: day("2027-06-30"), Club: 1}, {From: day("2026-01-01"), To: day("2026-06-30"), Club: 1},
		{From: day("2026-01-01"), To: day("2026-06-30")},
	}
	if s := Summarise(twice, day("2026-02-01")); !cmp.Equal(s.Clubs, []ClubID{1}) {
		t.Errorf("the same club twice, and no club: %v", s.Clubs)
	}
}

func TestRegisteredTo(t *testing.T) {
	terms := []Term{term("2024-07-01", "2025-06-30"), term("2025-07-01", "2026-06-30")}
	for last, want := range map[string]string{"2025-06-30": "2025-06-30", "2025-07-01": "2026-06-30", "2026-06-30": "2026-06-30"} {
		if got, found := RegisteredTo(day(last), terms); !found || got.To != day(want) {
			t.Errorf("to %s: %s, %v", last, got.To, found)
		}
	}
	if got, found := RegisteredTo(day("2026-07-01"), terms); found {
		t.Errorf("beyond the last: %s", got.To)
	}
}

// Only who renews before the year begins has paid ahead.
func TestARenewalWithinTheYearIsNotPaidAhead(t *testing.T) {
	lastYear := []Term{term("2025-08-10", "2026-06-30")}
	for received, want := range map[string]bool{"2026-06-10": true, "2026-08-03": false} {
		g := Joining{Received: day(received), Year: 2026, Terms: lastYear}.Under(constitution.History{})
		if got := strings.Contains(strings.Join(g.Trace.Lines(), "\n"), "Paid ahead"); got != want {
			t.Errorf("received %s, paid ahead is %t: %s", received, got, strings.Join(g.Trace.Lines(), "; "))
		}
	}
}
