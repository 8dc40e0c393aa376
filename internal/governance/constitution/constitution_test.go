package constitution

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nzgs/internal/civil"
)

var sameDay = cmp.Options{
	cmp.Comparer(func(a, b civil.Date) bool { return a == b }), cmp.AllowUnexported(Constitution{}),
}

// The figures of the version that is shipped, rule by rule.
func TestShippedFigures(t *testing.T) {
	want := map[string]string{
		"year_begins 2.2": "1 July", "carry_over_after 2.2": "31 January", "club_minimum 2.3": "5",
		"club_report_months 2.4": "12",
		"officers 3.1":           "president, secretary and treasurer", "ordinary_seats 3.2": "2", "coopted_seats 6.5": "2",
		"payment_officers 3.4": "2", "seal_signers 3.7": "2",
		"agm_months 4.1": "18", "notice_days 4.1": "14", "quorum 4.2": "10", "tellers 4.4": "2", "minutes_days 4.5": "14",
		"majority 4.8":      "more than half",
		"ballot_votes 4.16": "2", "support_percent 4.16": "10", "proposal_months 4.17": "2", "dissolution_months 4.20": "18",
		"request_signers 5.1": "10", "request_months 5.1": "2", "motions_days 5.8": "7", "closing_days 5.9": "42",
		"closing_notice_days 5.9": "14",
		"report_days 5.11":        "7", "retention_months 5.11": "6", "postal_majority 5.12": "more than half",
		"constitution_by_post 5.12": "at least two thirds", "recorded_by_post 5.12": "10",
		"committee_meetings 6.1": "2", "committee_quorum 6.2": "3", "committee_majority 6.3": "more than half",
		"constitution_at_meeting 7.2": "at least two thirds", "recorded_at_meeting 7.2": "10",
	}
	got := make(map[string]string)
	for _, f := range Shipped().Figures.List() {
		got[f.Name+" "+f.Rule] = f.Value
		if f.Label == "" {
			t.Errorf("%s has no label", f.Name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := Shipped().Check().Err(); err != nil {
		t.Error(err)
	}
}

// Every field of Figures is in the list, under its stored name.
func TestEveryFigureIsListed(t *testing.T) {
	var f Figures
	v := reflect.ValueOf(&f).Elem()
	if v.NumField() != len(figureList) {
		t.Errorf("%d fields, %d in the list", v.NumField(), len(figureList))
	}
	for _, d := range figureList {
		at := -1
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") == d.name {
				at = i
			}
		}
		if at < 0 || v.Field(at).Addr().Interface() != d.field(&f) {
			t.Errorf("%s is not the field of that name", d.name)
		}
	}
}

func TestShippedIsACopy(t *testing.T) {
	Shipped().Figures.Officers[0] = "wizard"
	if Shipped().Figures.Officers[0] != President {
		t.Error("a caller changed the shipped version")
	}
}

func TestFiguresAreChecked(t *testing.T) {
	for _, tt := range []struct {
		name string
		with func(*Figures)
		want string
	}{
		{"a quorum of nobody", func(f *Figures) { f.Quorum = 0 }, "quorum"},
		{"a huge quorum", func(f *Figures) { f.Quorum = 1001 }, "quorum"},
		{"29 February", func(f *Figures) { f.CarryOverAfter = MonthDay{2, 29} }, "carry_over_after"},
		{"no day", func(f *Figures) { f.YearBegins = MonthDay{} }, "year_begins"},
		{"31 April", func(f *Figures) { f.YearBegins = MonthDay{4, 31} }, "year_begins"},
		{"half is no majority", func(f *Figures) { f.Majority = Majority{1, 2, AtLeast} }, "majority"},
		{"less than half", func(f *Figures) { f.Majority = Majority{1, 3, MoreThan} }, "majority"},
		{"more than all", func(f *Figures) { f.Majority = Majority{1, 1, MoreThan} }, "majority"},
		{"unanimity", func(f *Figures) { f.Majority = Majority{1, 1, AtLeast} }, ""},
		{"no bound", func(f *Figures) { f.PostalMajority = Majority{2, 3, ""} }, "postal_majority"},
		{"no officers", func(f *Figures) { f.Officers = nil }, "officers payment_officers"},
		{"an office twice", func(f *Figures) { f.Officers = []Office{President, President} }, "officers"},
		{
			"an office that cannot be printed", func(f *Figures) { f.Officers = []Office{President, Secretary, "chair\x00"} },
			"officers",
		},
		{"an office that is no text", func(f *Figures) { f.Officers = []Office{President, Secretary, "\xff"} }, "officers"},
		{"an office without a name", func(f *Figures) { f.Officers = []Office{President, ""} }, "officers"},
		{"more signing officers than officers", func(f *Figures) { f.PaymentOfficers = 4 }, "payment_officers"},
		{"a quorum above the committee", func(f *Figures) { f.CommitteeQuorum = 8 }, "committee_quorum"},
		{"notice as long as the vote", func(f *Figures) { f.ClosingNoticeDays = 42 }, "closing_notice_days"},
		{
			"several, in order", func(f *Figures) { f.RecordedAtMeeting, f.ClubMinimum, f.Quorum = 0, 0, -1 },
			"club_minimum quorum recorded_at_meeting",
		},
	} {
		c := Shipped()
		tt.with(&c.Figures)
		if got := fields(t, c.Check().Err()); got != tt.want {
			t.Errorf("%s: refused %q, want %q", tt.name, got, tt.want)
		}
	}
	dated := Shipped()
	dated.From = day("2026-03-14")
	if got := fields(t, dated.Check().Err()); got != "adopted_by" {
		t.Errorf("a version without its resolution: %q", got)
	}
}

// anyConstitution draws a version that may be adopted.
func anyConstitution(t *rapid.T) Constitution {
	c := Shipped()
	c.From, c.AdoptedBy = anyDay(t, "from"), "Motion 4, carried 12-3"
	for _, d := range figureList {
		switch v := d.field(&c.Figures).(type) {
		case *int:
			*v = rapid.IntRange(d.min, d.max).Draw(t, d.name)
		case *MonthDay:
			*v = MonthDay{
				civil.On(2001, 1, 1).AddDays(rapid.IntRange(0, 364).Draw(t, d.name)).Month(), rapid.IntRange(1, 28).Draw(t, d.name),
			}
		case *Majority:
			*v = rapid.SampledFrom([]Majority{
				Simple, {2, 3, AtLeast}, {3, 5, MoreThan}, {1, 1, AtLeast}, {75, 100, AtLeast},
			}).Draw(t, d.name)
		}
	}
	f := &c.Figures // no more than there is
	f.PaymentOfficers = min(f.PaymentOfficers, len(f.Officers))
	f.CommitteeQuorum = min(f.CommitteeQuorum, len(f.Officers)+f.OrdinarySeats+f.CooptedSeats)
	f.ClosingDays = max(f.ClosingDays, 2)
	f.ClosingNoticeDays = min(f.ClosingNoticeDays, f.ClosingDays-1)
	return c
}

func TestDecodeReadsWhatEncodeWrote(t *testing.T) {
	b, err := Encode(Shipped())
	if err != nil {
		t.Fatal(err)
	}
	back, err := Decode(b)
	if diff := cmp.Diff(Shipped(), back, sameDay); diff != "" || err != nil {
		t.Error(diff, err)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := anyConstitution(t)
		b, err := Encode(c)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Decode(b)
		if diff := cmp.Diff(c, back, sameDay); diff != "" || err != nil {
			t.Fatal(diff, err)
		}
	})
}

func TestDecodeRefuses(t *testing.T) {
	whole, err := Encode(Shipped())
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ old, new, want string }{
		"a missing figure":                    {`"quorum":10,`, ``, "quorum"},
		"a missing figure that may be nought": {`"coopted_seats":2,`, ``, "coopted_seats"},
		"an unknown figure":                   {`"quorum":10`, `"quorum":10,"wizards":1`, "wizards"},
		"a figure out of its limits":          {`"quorum":10`, `"quorum":0`, "quorum"},
		"a fraction":                          {`"quorum":10`, `"quorum":10.5`, "quorum"},
		"a day that is none":                  {`"07-01"`, `"13-01"`, "13-01"},
		"a majority that is none":             {`"\u003e1/2"`, `"most"`, "most"},
		"a negative majority":                 {`"\u003e1/2"`, `"\u003e-1/2"`, "majority"},
		"something after it":                  {`}}`, `}} {}`, "after its end"},
		"half of it":                          {`}}`, ``, "EOF"},
	} {
		text := strings.Replace(string(whole), tt.old, tt.new, 1)
		if text == string(whole) {
			t.Fatalf("%s: nothing was changed in %s", name, whole)
		}
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want one about %q", name, err, tt.want)
		}
	}
	if _, err := Decode([]byte(strings.Repeat(" ", maxEncoded+1))); err == nil {
		t.Error("a huge input is read")
	}
	if _, err := Encode(Constitution{}); err == nil {
		t.Error("the zero value is stored")
	}
}

func FuzzDecode(f *testing.F) {
	whole, err := Encode(Shipped())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"from":"","adopted_by":"","figures":{}}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := Decode(b)
		if err != nil {
			return
		}
		again, err := Encode(c)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		back, err := Decode(again)
		if err != nil || !reflect.DeepEqual(c, back) {
			t.Fatalf("%v; %s", err, again)
		}
	})
}

func TestVersionsByDay(t *testing.T) {
	version := func(from string, quorum int) Constitution {
		c := Shipped()
		c.From, c.AdoptedBy, c.Figures.Quorum = day(from), "Motion 1", quorum
		return c
	}
	v := Versions{version("2030-04-01", 15), version("2026-03-14", 12)}
	for on, want := range map[string]int{
		"1990-01-01": 10, "2026-03-13": 10, "2026-03-14": 12, "2030-03-31": 12, "2030-04-01": 15, "2090-01-01": 15,
	} {
		if got := v.On(day(on)).Figures.Quorum; got != want {
			t.Errorf("quorum on %s is %d, want %d", on, got, want)
		}
	}
	if got := v.Governing(day("2026-03-14")).Figures.Quorum; got != 10 {
		t.Errorf("the meeting that amends is held by a quorum of %d", got)
	}
	if got := v.Governing(day("2026-03-15")).Figures.Quorum; got != 12 {
		t.Errorf("a meeting the day after is held by a quorum of %d", got)
	}
	if err := v.Check(); err != nil {
		t.Error(err)
	}
	if err := append(v, version("2026-03-14", 9)).Check(); fields(t, err) != "from" {
		t.Errorf("two versions of one day: %v", err)
	}
}

// Rule 7.2 by both readings: the meeting that adopts a version is held by the one
// before, and a meeting on the first day that the version is in force by it.
func TestMeetingOnTheFirstDayInForceIsHeldByIt(t *testing.T) {
	for reading, want := range map[ReadingID]string{
		"same-day": "on 10 12 12, governing 10 10 12", "next-day": "on 10 10 12, governing 10 10 12",
	} {
		old := ruled(t, EndOfMeeting, reading)
		c := Shipped()
		c.Meeting, c.AdoptedBy, c.Figures.Quorum = day("2026-03-14"), "Motion 1", 12
		c.From, _ = old.AmendmentEffect(c.Meeting)
		b, err := Encode(c)
		if err != nil {
			t.Fatal(err)
		}
		if c, err = Decode(b); err != nil {
			t.Fatal(err)
		}
		h, err := NewHistory(Versions{c}, []Ruling{old.rulings[EndOfMeeting]})
		if err != nil {
			t.Fatal(err)
		}
		var on, governing []int
		for _, d := range []string{"2026-03-13", "2026-03-14", "2026-03-15"} {
			on = append(on, h.On(day(d)).Figures.Quorum)
			governing = append(governing, h.Governing(day(d)).Figures.Quorum)
		}
		if got := strings.NewReplacer("[", "", "]", "").Replace(fmt.Sprintf("on %d, governing %d", on, governing)); got != want {
			t.Errorf("reading %s: %s; want %s", reading, got, want)
		}
	}
	late := Shipped()
	late.From, late.Meeting, late.AdoptedBy = day("2026-03-14"), day("2026-03-15"), "Motion 1"
	if got := fields(t, late.Check().Err()); got != "from" {
		t.Errorf("in force before its meeting: %q", got)
	}
}

// A version that was stored before versions kept the day of their meeting leaves a
// meeting on its first day to the version before, by either reading of rule 7.2.
// That is right: the meeting may be the one that adopted it, which must not be held
// by its own amendment; and where it is another one, of the day after, it was held
// by the version before when it was held, and is over. A ruling cannot tell the two
// apart, because it may be recorded late.
func TestAMeetingHeldBeforeVersionsKeptTheirMeetingStaysAsItWasHeld(t *testing.T) {
	for _, reading := range []ReadingID{"same-day", "next-day"} {
		old := ruled(t, EndOfMeeting, reading)
		c := Shipped()
		c.AdoptedBy, c.Figures.Quorum = "Motion 1", 12
		c.From, _ = old.AmendmentEffect(day("2026-03-14"))
		h, err := NewHistory(Versions{c}, []Ruling{old.rulings[EndOfMeeting]})
		if err != nil {
			t.Fatal(err)
		}
		if got := h.Governing(c.From).Figures.Quorum; got != 10 {
			t.Errorf("reading %s: a meeting on the first day, %s, is held by a quorum of %d", reading, c.From, got)
		}
		if got := h.Governing(c.From.AddDays(1)).Figures.Quorum; got != 12 {
			t.Errorf("reading %s: a meeting on the day after is held by a quorum of %d", reading, got)
		}
	}
}

func TestLastDaysOfAHistory(t *testing.T) {
	version := func(from string) Constitution {
		c := Shipped()
		c.From = day(from)
		return c
	}
	h := History{
		Versions{Shipped(), version("2026-07-02"), version("2026-03-14")},
		[]Ruling{{Meeting: day("2026-05-01")}, {Meeting: day("2026-03-14")}, {Meeting: day("2026-07-01")}},
	}
	if got := fmt.Sprint(h.LastDays(day("2026-07-01"))); got != "[2026-07-01 2026-06-30 2026-04-30 2026-03-13]" {
		t.Error(got)
	}
}

func TestMajority(t *testing.T) {
	for _, tt := range []struct {
		m       Majority
		yes, of int
		want    bool
	}{
		{Simple, 5, 10, false}, {Simple, 6, 11, true}, {Simple, 0, 0, false},
		{Majority{2, 3, AtLeast}, 8, 12, true}, {Majority{2, 3, AtLeast}, 7, 11, false},
		{Majority{2, 3, AtLeast}, 0, 0, false},
		{Majority{1, 1, AtLeast}, 3, 3, true}, {Majority{1, 1, AtLeast}, 2, 3, false},
		{Majority{3, 5, MoreThan}, 3, 5, false}, {Majority{3, 5, MoreThan}, 4, 6, true},
	} {
		if got := tt.m.Reached(tt.yes, tt.of); got != tt.want {
			t.Errorf("%d of %d is %s: %t", tt.yes, tt.of, tt.m, got)
		}
		b, _ := tt.m.MarshalText()
		var back Majority
		if err := back.UnmarshalText(b); err != nil || back != tt.m {
			t.Errorf("%s read back as %s, %v", b, back, err)
		}
	}
}

func TestTraceIsStoredAndReadBack(t *testing.T) {
	out := decide(t, ruled(
		t, AbstainRecorded, "not-recorded",
	), Poll{By: ByPost, Kind: Constitutional, Votes: Votes{8, 4, 3}})
	b, err := json.Marshal(out.Trace)
	if err != nil {
		t.Fatal(err)
	}
	var back Trace
	if err := json.Unmarshal(b, &back); err != nil || back.String() != out.Trace.String() ||
		!reflect.DeepEqual(back, out.Trace) {
		t.Errorf("%s\nread back as %s, %v", out.Trace, back, err)
	}
}
