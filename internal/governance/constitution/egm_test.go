package constitution

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Rules 5.1 to 5.11: the vector of the reading.
func TestEGMOf14March2026(t *testing.T) {
	k, err := shipped.EGMCalendar(EGM{Date: day("2026-03-14")})
	if err != nil {
		t.Fatal(err)
	}
	want := "notice 2026-02-27 5.3, motions_to_secretary 2026-03-21 5.8, minutes 2026-03-28 4.5, despatch 2026-04-10 " +
		"5.9, closing 2026-04-25 5.9, report 2026-05-02 5.11, destroy_not_before 2026-11-02 5.11"
	if got := strings.Join(dates(k), ", "); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	if len(k.Warnings) != 0 {
		t.Errorf("warnings %v", k.Warnings)
	}
	for despatched, warn := range map[string]string{
		"2026-04-10": "", "2026-04-11": "exactly 14 days", "2026-04-12": "too late",
	} {
		k, err := shipped.EGMCalendar(EGM{Date: day("2026-03-14"), Despatched: day(despatched), Closing: day("2026-04-25")})
		if err != nil {
			t.Fatal(err)
		}
		if warn == "" != (len(k.Warnings) == 0) || warn != "" && !strings.Contains(k.Warnings[0].Text, warn) {
			t.Errorf("papers out on %s: %v, want %q", despatched, k.Warnings, warn)
		}
	}
	for _, d := range k.Deadlines {
		if d.Owner == "" || d.What.Label() == string(d.What) {
			t.Errorf("%s falls to nobody or has no label", d.What)
		}
	}
}

func TestEGMDates(t *testing.T) {
	for _, tt := range []struct {
		name string
		m    EGM
		want map[Duty]string
	}{
		{"requested", EGM{Date: day("2026-03-14"), Requested: day("2026-01-20")}, map[Duty]string{DutyRequest: "2026-03-20"}},
		{
			"requested at a month's end", EGM{Date: day("2026-02-20"), Requested: day("2025-12-31")},
			map[Duty]string{DutyRequest: "2026-02-28"},
		},
		{
			"requested before a leap day", EGM{Date: day("2028-02-20"), Requested: day("2027-12-31")},
			map[Duty]string{DutyRequest: "2028-02-29"},
		},
		{
			"closing early", EGM{Date: day("2026-03-14"), Closing: day("2026-04-01")},
			map[Duty]string{
				DutyDespatch: "2026-03-17", DutyClosing: "2026-04-01", DutyReport: "2026-04-08", DutyDestroy: "2026-10-08",
			},
		},
		{
			"closing at the limit", EGM{Date: day("2026-03-14"), Closing: day("2026-04-25")},
			map[Duty]string{DutyDespatch: "2026-04-10", DutyClosing: "2026-04-25", DutyReport: "2026-05-02"},
		},
		{
			"closing past the limit is cut to it", EGM{Date: day("2026-03-14"), Closing: day("2026-04-26")},
			map[Duty]string{DutyDespatch: "2026-04-10", DutyClosing: "2026-04-25", DutyReport: "2026-05-02"},
		},
		{
			"declared", EGM{Date: day("2026-03-14"), Closing: day("2026-04-25"), Declared: day("2026-05-10")},
			map[Duty]string{DutyDestroy: "2026-11-10"},
		},
		{
			"declared on the last of August",
			EGM{Date: day("2026-07-01"), Closing: day("2026-08-10"), Declared: day("2026-08-31")},
			map[Duty]string{DutyDestroy: "2027-02-28"},
		},
		{
			"across the end of summer time", EGM{Date: day("2026-04-05")},
			map[Duty]string{
				DutyNotice: "2026-03-21", DutyMotions: "2026-04-12", DutyClosing: "2026-05-17", DutyDespatch: "2026-05-02",
			},
		},
		{
			"across its beginning", EGM{Date: day("2026-09-27")},
			map[Duty]string{
				DutyNotice: "2026-09-12", DutyMotions: "2026-10-04", DutyClosing: "2026-11-08", DutyDespatch: "2026-10-24",
			},
		},
		{
			"over a leap day", EGM{Date: day("2028-02-20")},
			map[Duty]string{DutyMotions: "2028-02-27", DutyMinutes: "2028-03-05", DutyClosing: "2028-04-02"},
		},
	} {
		k, err := shipped.EGMCalendar(tt.m)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		for what, want := range tt.want {
			if got := by(t, k, what); got != day(want) {
				t.Errorf("%s: %s by %s, want %s", tt.name, what, got, want)
			}
		}
	}
}

func TestEGMWarnings(t *testing.T) {
	for _, tt := range []struct {
		name string
		m    EGM
		want string // rules
	}{
		{
			"none",
			EGM{
				Date: day("2026-03-14"), Requested: day("2026-01-14"), NoticeSent: day("2026-02-27"), Despatched: day("2026-04-10"),
				Closing: day("2026-04-25"),
			},
			"",
		},
		{"a day after two months", EGM{Date: day("2026-03-14"), Requested: day("2026-01-13")}, "5.1"},
		{"two months to the day", EGM{Date: day("2026-03-14"), Requested: day("2026-01-14")}, ""},
		{"no time for the notice", EGM{Date: day("2026-03-14"), Requested: day("2026-03-01")}, "5.3"},
		{"just time for the notice", EGM{Date: day("2026-03-14"), Requested: day("2026-02-28")}, ""},
		{"notice too late", EGM{Date: day("2026-03-14"), NoticeSent: day("2026-03-01")}, "5.3"},
		{"notice exactly two weeks", EGM{Date: day("2026-03-14"), NoticeSent: day("2026-02-28")}, "5.3"},
		{"closing too late", EGM{Date: day("2026-03-14"), Closing: day("2026-04-26")}, "5.9"},
		{"closing before papers can be out", EGM{Date: day("2026-03-14"), Closing: day("2026-03-28")}, "5.9"},
		{"closing as early as can be", EGM{Date: day("2026-03-14"), Closing: day("2026-03-29")}, ""},
		{"papers too late", EGM{Date: day("2026-03-14"), Closing: day("2026-04-25"), Despatched: day("2026-04-12")}, "5.9"},
		{
			"everything",
			EGM{
				Date: day("2026-03-14"), Requested: day("2026-01-01"), NoticeSent: day("2026-03-10"), Closing: day("2026-05-25"),
				Despatched: day("2026-05-20"),
			},
			"5.1 5.3 5.9 5.9",
		},
	} {
		k, err := shipped.EGMCalendar(tt.m)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		var got []string
		for _, w := range k.Warnings {
			got = append(got, w.Rule)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, k.Warnings, tt.want)
		}
	}
}

func TestEGMRefusesTheImpossible(t *testing.T) {
	for _, tt := range []struct {
		name string
		m    EGM
		want string
	}{
		{"no date", EGM{}, "date"},
		{"requested after the meeting", EGM{Date: day("2026-03-14"), Requested: day("2026-03-15")}, "requested"},
		{"closing on the day", EGM{Date: day("2026-03-14"), Closing: day("2026-03-14")}, "closing"},
		{
			"notice before the request",
			EGM{Date: day("2026-03-14"), Requested: day("2026-02-10"), NoticeSent: day("2026-02-09")}, "notice_sent",
		},
		{"notice after the meeting", EGM{Date: day("2026-03-14"), NoticeSent: day("2026-03-15")}, "notice_sent"},
		{"papers before the meeting", EGM{Date: day("2026-03-14"), Despatched: day("2026-03-13")}, "despatched"},
		{
			"papers after the closing", EGM{Date: day("2026-03-14"), Closing: day("2026-04-01"), Despatched: day("2026-04-02")},
			"despatched",
		},
		{
			"declared before the closing", EGM{Date: day("2026-03-14"), Closing: day("2026-04-01"), Declared: day("2026-03-31")},
			"declared",
		},
		{"declared on the day of the meeting", EGM{Date: day("2026-03-14"), Declared: day("2026-03-14")}, "declared"},
		{
			"all at once",
			EGM{
				Date: day("2026-03-14"), Requested: day("2026-04-01"), NoticeSent: day("2026-04-01"), Closing: day("2026-03-01"),
				Despatched: day("2026-03-01"), Declared: day("2026-03-01"),
			},
			"requested notice_sent closing despatched declared",
		},
	} {
		_, err := shipped.EGMCalendar(tt.m)
		if got := fields(t, err); got != tt.want {
			t.Errorf("%s: refused %q, want %q", tt.name, got, tt.want)
		}
	}
}

// No date falls outside its rule, whatever is known about the meeting.
func TestEGMDatesProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := EGM{Date: anyDay(t, "date")}
		if n := rapid.IntRange(-100, 0).Draw(t, "requested"); n < 0 {
			m.Requested = m.Date.AddDays(n)
		}
		if n := rapid.IntRange(0, 80).Draw(t, "closing"); n > 0 {
			m.Closing = m.Date.AddDays(n)
		}
		k, err := shipped.EGMCalendar(m)
		if err != nil {
			t.Fatal(err)
		}
		at := make(map[Duty]int) // days after the meeting
		for _, d := range k.Deadlines {
			at[d.What] = m.Date.DaysUntil(d.By)
		}
		switch {
		case at[DutyNotice] != -15, at[DutyMotions] != 7, at[DutyMinutes] != 14,
			at[DutyClosing] > 42, at[DutyDespatch] != at[DutyClosing]-15, at[DutyReport] != at[DutyClosing]+7,
			at[DutyDestroy]-at[DutyReport] < 181 || at[DutyDestroy]-at[DutyReport] > 184:
			t.Fatalf("%+v: %v", m, dates(k))
		}
		if !m.Requested.IsZero() {
			late := false
			for _, w := range k.Warnings {
				late = late || w.Rule == "5.1"
			}
			if held := m.Requested.AddMonths(2); late != m.Date.After(held) {
				t.Fatalf("requested %s, held %s: %v", m.Requested, m.Date, k.Warnings)
			}
		}
	})
}

// Rule 5.1.
func TestRequestEGM(t *testing.T) {
	ten := make([]Signature, 10)
	for i := range ten {
		ten[i] = member(int64(i + 1))
	}
	request := func(with func(*EGMRequest)) EGMRequest {
		r := EGMRequest{
			Received: day("2026-01-20"), Signers: append([]Signature(nil), ten...), Proposer: person(1), Proposals: 1,
		}
		with(&r)
		return r
	}
	for _, tt := range []struct {
		name string
		with func(*EGMRequest)
		want string
	}{
		{"ten members", func(*EGMRequest) {}, ""},
		{"nine members", func(r *EGMRequest) { r.Signers = r.Signers[:9] }, "obstacle 5.1"},
		{"nine members, one of them twice", func(r *EGMRequest) { r.Signers[9] = member(9) }, "obstacle 5.1"},
		{"one is no member", func(r *EGMRequest) { r.Signers[9] = stranger(10) }, "warning 5.1, obstacle 5.1"},
		{"an eleventh is no member", func(r *EGMRequest) { r.Signers = append(r.Signers, stranger(11)) }, "warning 5.1"},
		{"nobody is named", func(r *EGMRequest) { r.Proposer = Person{} }, "obstacle 5.1"},
		{"the proposer has not signed", func(r *EGMRequest) { r.Proposer = person(11) }, "obstacle 5.1"},
		{
			"the proposer is no member",
			func(r *EGMRequest) { r.Signers[0] = stranger(1); r.Signers = append(r.Signers, member(11)) },
			"warning 5.1, obstacle 5.1",
		},
		{"no proposal", func(r *EGMRequest) { r.Proposals = 0 }, "obstacle 5.1"},
		{"no day", func(r *EGMRequest) { r.Received = day("") }, "obstacle 5.1"},
	} {
		if got, trace := shipped.RequestEGM(request(tt.with)); texts(got) != tt.want || trace.Rule != "5.1" {
			t.Errorf("%s: %q, want %q", tt.name, texts(got), tt.want)
		}
	}
}

func TestCalledOrHeld(t *testing.T) {
	late := EGM{Date: day("2026-04-14"), Requested: day("2026-01-20"), NoticeSent: day("2026-03-20")}
	for reading, warnings := range map[ReadingID]int{"held": 1, "called": 0} {
		k, err := ruled(t, CalledOrHeld, reading).EGMCalendar(late)
		if err != nil {
			t.Fatal(err)
		}
		if len(k.Warnings) != warnings || by(t, k, DutyRequest) != day("2026-03-20") {
			t.Errorf("reading %s: %v, %v", reading, k.Warnings, dates(k))
		}
	}
}

// Rules 5.5 to 5.8.
func TestEGMAgenda(t *testing.T) {
	for _, tt := range []struct {
		name  string
		items []Item
		want  string
	}{
		{"the rule's", EGMItems(), ""},
		{"with the election of a chair", append([]Item{ElectChair}, EGMItems()...), ""},
		{"other business", append(EGMItems(), OtherBusiness), "obstacle 5.7"},
		{"an election", append(EGMItems(), ElectOfficers), "obstacle 5.7"},
		{"without tellers", EGMItems()[1:], "obstacle 5.5"},
		{"wording before discussion", []Item{ElectTellers, Framing, Discussion}, "obstacle 5.5"},
		{"empty", nil, "obstacle 5.5, obstacle 5.5, obstacle 5.5"},
	} {
		if got, _ := shipped.EGMAgenda(tt.items); texts(got) != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
}

func TestWhatAnEGMWords(t *testing.T) {
	for _, tt := range []struct {
		name    string
		subject Subject
		called  Called
		want    string
	}{
		{"a proposal of its notice", Substance, CalledFor, ""},
		{"another matter", Substance, NotCalledFor, "obstacle 5.7"},
		{"a matter of procedure", Procedure, NotCalledFor, ""},
		{"the wording of a motion", FramingOfMotion, NotCalledFor, ""},
	} {
		got, trace := shipped.MoveAtEGM(tt.subject, tt.called)
		if texts(got) != tt.want || trace.Rule != "5.7" || len(trace.Steps) == 0 {
			t.Errorf("%s: %v, %s; want %q", tt.name, got, trace, tt.want)
		}
	}
}

func TestWhatAnEGMDecides(t *testing.T) {
	for subject, want := range map[Subject]bool{Procedure: true, FramingOfMotion: true, Substance: false} {
		if got, _ := shipped.EGMDecides(subject); got != want {
			t.Errorf("%s: %t", subject, got)
		}
	}
	if got, _ := ruled(t, BallotAtEGM, "all").EGMDecides(Substance); !got {
		t.Error("by the other reading the meeting may decide")
	}
}
