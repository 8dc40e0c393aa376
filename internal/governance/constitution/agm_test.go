package constitution

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
)

// dates are a calendar's deadlines: "notice 2026-02-27 5.3".
func dates(k Calendar) []string {
	out := make([]string, len(k.Deadlines))
	for i, d := range k.Deadlines {
		out[i] = string(d.What) + " " + d.By.String() + " " + d.Rule
	}
	return out
}

func by(t *testing.T, k Calendar, what Duty) civil.Date {
	t.Helper()
	for _, d := range k.Deadlines {
		if d.What == what {
			return d.By
		}
	}
	t.Fatalf("there is no %s among %v", what, dates(k))
	return civil.Date{}
}

// Rules 4.1, 4.5, 4.17.
func TestAGMDates(t *testing.T) {
	for _, tt := range []struct{ name, date, want string }{
		{"an ordinary day", "2026-03-14", "proposals 2026-01-14 4.17, notice 2026-02-27 4.1, minutes 2026-03-28 4.5"},
		{"the last day of April", "2026-04-30", "proposals 2026-02-28 4.17, notice 2026-04-15 4.1, minutes 2026-05-14 4.5"},
		{"in a leap year", "2028-04-30", "proposals 2028-02-29 4.17, notice 2028-04-15 4.1, minutes 2028-05-14 4.5"},
		{"a leap day", "2028-02-29", "proposals 2027-12-29 4.17, notice 2028-02-14 4.1, minutes 2028-03-14 4.5"},
		{
			"the day summer time ends", "2026-04-05", "proposals 2026-02-05 4.17, notice 2026-03-21 4.1, minutes 2026-04-19 4.5",
		},
		{
			"the day summer time begins", "2026-09-27",
			"proposals 2026-07-27 4.17, notice 2026-09-12 4.1, minutes 2026-10-11 4.5",
		},
		{
			"across the turn of the year", "2026-01-10",
			"proposals 2025-11-10 4.17, notice 2025-12-26 4.1, minutes 2026-01-24 4.5",
		},
	} {
		k, err := shipped.AGMCalendar(AGM{Date: day(tt.date)})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(dates(k), ", "); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", tt.name, got, tt.want)
		}
		if len(k.Warnings) != 0 || len(k.Reminders) != 1 || k.Reminders[0].ID != "act-84-agm" {
			t.Errorf("%s: warnings %v, reminders %v", tt.name, k.Warnings, k.Reminders)
		}
	}
	k, err := shipped.AGMCalendar(AGM{Date: day("2026-03-14")})
	if err != nil {
		t.Fatal(err)
	}
	wantTrace(
		t, k.Deadlines[1].Trace, "14 March 2026 − 15 days = 27 February 2026: 14 days’ notice (4.1) [reading 4.1-two-weeks]",
	)
	for _, d := range k.Deadlines {
		if d.Owner == "" || d.What.Label() == string(d.What) {
			t.Errorf("%s falls to nobody or has no label", d.What)
		}
	}
}

// Rule 4.1: two weeks' notice leaves out both days.
func TestNoticeOfAGM(t *testing.T) {
	for _, tt := range []struct {
		sent string
		want Timeliness
		warn string
	}{
		{"2026-02-01", InTime, ""},
		{"2026-02-27", InTime, ""},
		{"2026-02-28", Exactly, "exactly 14 days"},
		{"2026-03-01", TooLate, "too late"},
		{"2026-03-13", TooLate, "too late"},
		{"2026-03-14", TooLate, "too late"},
	} {
		got, trace := shipped.NoticeOfMeeting("4.1", day("2026-03-14"), day(tt.sent))
		if got != tt.want {
			t.Errorf("sent %s: %s, want %s; %s", tt.sent, got, tt.want, trace)
		}
		k, err := shipped.AGMCalendar(AGM{Date: day("2026-03-14"), NoticeSent: day(tt.sent)})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case tt.warn == "" && len(k.Warnings) != 0, tt.warn != "" && (len(k.Warnings) != 1 || !strings.Contains(
			k.Warnings[0].String(), tt.warn,
		) || k.Warnings[0].Rule != "4.1"):
			t.Errorf("sent %s: warnings %v, want %q", tt.sent, k.Warnings, tt.warn)
		}
	}
}

func TestTwoWeeksByEachReading(t *testing.T) {
	for reading, want := range map[ReadingID][2]string{ // of a notice sent exactly 14 days before; the last day for a notice
		"warn": {string(Exactly), "2026-02-27"}, "clear": {string(TooLate), "2026-02-27"},
		"fourteen": {string(InTime), "2026-02-28"},
	} {
		c := ruled(t, TwoWeeks, reading)
		got, trace := c.NoticeOfMeeting("4.1", day("2026-03-14"), day("2026-02-28"))
		k, err := c.AGMCalendar(AGM{Date: day("2026-03-14")})
		if err != nil {
			t.Fatal(err)
		}
		if last := by(t, k, DutyNotice); string(got) != want[0] || last != day(want[1]) || !trace.Uses(TwoWeeks) {
			t.Errorf("reading %s: %s and %s, want %v", reading, got, last, want)
		}
	}
}

// Rule 4.1: eighteen months, and beside them the Act's fifteen and six.
func TestAGMInterval(t *testing.T) {
	for _, tt := range []struct {
		name, date, previous, balance string
		want                          string
	}{
		{"a year", "2026-03-14", "2025-03-14", "", ""},
		{"fifteen months", "2026-06-14", "2025-03-14", "", ""},
		{"a day more", "2026-06-15", "2025-03-14", "", "Act"},
		{"eighteen months", "2026-09-14", "2025-03-14", "", "Act"},
		{"eighteen months and a day", "2026-09-15", "2025-03-14", "", "4.1 Act"},
		{"from a month's end", "2026-02-28", "2024-08-31", "", "4.1 Act"},
		{"from a month's end, a day more", "2026-03-01", "2024-08-31", "", "4.1 4.1 Act"},
		{"six months after the balance date", "2026-06-30", "", "2025-12-31", ""},
		{"a day more than six months after it", "2026-07-01", "", "2025-12-31", "Act"},
		{"both limits of the Act", "2026-07-01", "2025-03-01", "2025-12-31", "Act Act"},
	} {
		k, err := shipped.AGMCalendar(AGM{Date: day(tt.date), Previous: day(tt.previous), Balance: day(tt.balance)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range k.Warnings {
			if w.Gravity != Warning {
				t.Errorf("%s: %v is no warning", tt.name, w)
			}
			if strings.Contains(w.Rule, "s 84") {
				got = append(got, "Act")
				if !strings.Contains(w.Text, "confirm") {
					t.Errorf("%s: the Act's limit is stated as a fact: %s", tt.name, w)
				}
			} else {
				got = append(got, w.Rule)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q (%v)", tt.name, got, tt.want, k.Warnings)
		}
	}
	due, trace := shipped.AGMDue(day("2024-08-31"))
	if due != day("2026-02-28") || !trace.Uses(AGMInterval) {
		t.Errorf("due %s; %s", due, trace)
	}
	if due, _ := ruled(t, AGMInterval, "act").AGMDue(day("2024-08-31")); due != day("2025-11-30") {
		t.Errorf("by the Act: due %s", due)
	}
}

func TestAGMRefusesTheImpossible(t *testing.T) {
	for _, tt := range []struct {
		name string
		m    AGM
		want string
	}{
		{"no date", AGM{}, "date"},
		{"previous on the day", AGM{Date: day("2026-03-14"), Previous: day("2026-03-14")}, "previous"},
		{"previous later", AGM{Date: day("2026-03-14"), Previous: day("2026-03-15")}, "previous"},
		{"notice later", AGM{Date: day("2026-03-14"), NoticeSent: day("2026-03-15")}, "notice_sent"},
		{
			"all at once",
			AGM{Date: day("2026-03-14"), Previous: day("2027-01-01"), NoticeSent: day("2027-01-01"), Balance: day("2027-01-01")},
			"previous notice_sent balance_date",
		},
		{"no date and a year beyond reason", AGM{Previous: day("9999-12-31")}, "date previous"},
		{"a year beyond reason", AGM{Date: day("9901-01-01")}, "date"},
	} {
		_, err := shipped.AGMCalendar(tt.m)
		if got := fields(t, err); got != tt.want {
			t.Errorf("%s: refused %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestMinutesDue(t *testing.T) {
	if got, trace := shipped.MinutesDue(day("2026-03-14")); got != day("2026-03-28") || trace.Rule != "4.5" {
		t.Errorf("%s under %s", got, trace.Rule)
	}
}

// No date falls outside its rule, whatever the day of the meeting.
func TestAGMDatesProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		date := anyDay(t, "date")
		k, err := shipped.AGMCalendar(AGM{Date: date})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range k.Deadlines {
			switch d.What {
			case DutyProposals:
				// n months before: at most two months earlier, and no day later would do.
				if d.By.AddMonths(2).After(date) || !d.By.AddDays(4).AddMonths(2).After(date) {
					t.Fatalf("AGM %s: proposals by %s", date, d.By)
				}
			case DutyNotice:
				if got, _ := shipped.NoticeOfMeeting("4.1", date, d.By); got != InTime {
					t.Fatalf("AGM %s: notice by %s is %s", date, d.By, got)
				}
				if got, _ := shipped.NoticeOfMeeting("4.1", date, d.By.AddDays(1)); got != Exactly {
					t.Fatalf("AGM %s: notice a day after %s is %s", date, d.By, got)
				}
				if got, _ := shipped.NoticeOfMeeting("4.1", date, d.By.AddDays(2)); got != TooLate {
					t.Fatalf("AGM %s: notice two days after %s is %s", date, d.By, got)
				}
			case DutyMinutes:
				if date.DaysUntil(d.By) != 14 {
					t.Fatalf("AGM %s: minutes by %s", date, d.By)
				}
			}
		}
	})
}

// Rule 4.1: once a year, whatever the months between.
func TestAYearWithoutAnAGM(t *testing.T) {
	for _, tt := range []struct {
		name, previous, date string
		reading              ReadingID
		want                 string
	}{
		{"in the next year", "2025-03-14", "2026-12-31", "calendar", "4.1 Act"},
		{"in the same year", "2026-01-10", "2026-11-10", "calendar", ""},
		{"fourteen months, and a year between", "2024-12-10", "2026-02-01", "calendar", "4.1 year 2025"},
		{"the same by the subscription year", "2024-12-10", "2026-02-01", "subscription", ""},
		{
			"a subscription year between", "2024-06-20", "2025-08-10", "subscription",
			"4.1 year the subscription year 1 July 2024 – 30 June 2025",
		},
		{"the same by the calendar year", "2024-06-20", "2025-08-10", "calendar", ""},
		{"two years between", "2023-11-01", "2026-02-01", "calendar", "4.1 4.1 year 2024 4.1 year 2025 Act"},
	} {
		k, err := ruled(t, AGMYear, tt.reading).AGMCalendar(AGM{Date: day(tt.date), Previous: day(tt.previous)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range k.Warnings {
			word := w.Rule
			if strings.Contains(w.Rule, "s 84") {
				word = "Act"
			} else if year, ok := strings.CutPrefix(w.Text, "No AGM is held in "); ok {
				year, _, _ = strings.Cut(year, ":")
				word += " year " + year
			}
			got = append(got, word)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, strings.Join(got, " "), tt.want)
		}
	}
}

// Rule 4.1: notice is given when the last letter has left.
func TestNoticeIsGivenByTheLastLetter(t *testing.T) {
	for _, tt := range []struct {
		name  string
		l     Leaving
		today string
		want  Timeliness
		trace string
	}{
		{
			"all left in time", Leaving{Last: day("2026-02-27")}, "2026-03-10", InTime,
			"15 days from 27 February 2026 to 14 March 2026 > 14 (4.1): in time",
		},
		{"the last a day later", Leaving{Last: day("2026-02-28")}, "2026-03-10", Exactly,
			"14 days from 28 February 2026 to 14 March 2026 = 14 (4.1): in time, with nothing to spare [reading 4.1-two-weeks]"},
		{
			"the last too late", Leaving{Last: day("2026-03-01")}, "2026-03-10", TooLate,
			"13 days from 1 March 2026 to 14 March 2026 < 14 (4.1): too late",
		},
		{"none has left, and there is time", Leaving{Waiting: 73}, "2026-02-20", NotYet,
			"73 letters are still waiting to be sent (4.1); 22 days from 20 February 2026 to 14 March 2026 > 14 (4.1): not " +
				"given yet"},
		{"none has left, and there is no time", Leaving{Waiting: 73}, "2026-03-01", TooLate,
			"73 letters are still waiting to be sent (4.1); 13 days from 1 March 2026 to 14 March 2026 < 14 (4.1): too late"},
		{"one of each", Leaving{
			Last: day("2026-02-20"), Waiting: 1, Unknown: 1, Failed: 1, Unposted: 1,
		}, "2026-02-20", NotYet,
			"1 letter is still waiting to be sent (4.1); It is not known whether 1 letter left (4.1); 1 letter could not be " +
				"sent (4.1); " +
				"1 printed letter is not recorded as posted (4.1); 22 days from 20 February 2026 to 14 March 2026 > 14 (4.1): " +
				"not given yet"},
		{"they wait still when the meeting is past", Leaving{Last: day("2026-02-20"), Waiting: 2}, "2026-05-01", TooLate,
			"2 letters are still waiting to be sent (4.1); 0 days from 14 March 2026 to 14 March 2026 < 14 (4.1): too late"},
		{"the last left after the meeting", Leaving{Last: day("2026-03-15")}, "2026-05-01", TooLate,
			"The last letter left on 15 March 2026, after the meeting of 14 March 2026 (4.1): too late"},
	} {
		got, trace := shipped.NoticeGiven("4.1", day("2026-03-14"), tt.l, day(tt.today))
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		wantTrace(t, trace, tt.trace)
	}
}
