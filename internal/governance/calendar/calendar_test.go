package calendar

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
)

var update = flag.Bool("update", false, "write the golden calendar anew")

func written(t rapid.TB, c Calendar) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var example = Calendar{
	Name: "Duties of Ngaio Testcase",
	Days: []Day{
		{
			Entry{
				UID: "duty-1@go.example.nz", Title: "Send notice and agenda of the AGM of 14 March 2026",
				Text: "Rule 4.1: 14 days’ notice; the day of sending and the day of the meeting are left out, so that 27 " +
					"February is the last day.\nCommittee, secretary",
				URL: "https://go.example.nz/meetings/7", Status: Standing, Revision: 2,
				Changed: civil.MustParseInstant("2026-01-05T03:04:05.678Z"),
			},
			civil.MustParseDate("2026-02-27"), civil.Date{}, "",
		},
		{
			Entry{
				UID: "duty-2@go.example.nz", Title: "Minutes to the secretary", Status: Done,
				Changed: civil.MustParseInstant("2026-03-20T01:00:00.000Z"),
			},
			civil.MustParseDate("2026-03-28"), civil.Date{}, "",
		},
		{
			Entry{
				UID: "duty-3@go.example.nz", Title: "Committee meets", Status: Cancelled, Revision: 1,
				Changed: civil.MustParseInstant("2026-02-01T00:00:00.000Z"),
			},
			civil.MustParseDate("2026-12-31"), civil.Date{}, "",
		},
	},
	Meetings: []Meeting{
		{
			Entry{
				UID: "meeting-7@go.example.nz", Title: "AGM", URL: "https://go.example.nz/meetings/7", Status: Standing,
				Changed: civil.MustParseInstant("2026-01-05T03:04:05.678Z"),
			},
			"Ōtautahi; the hall, upstairs", civil.MustParseInstant("2026-03-14T00:00:00.000Z"),
			civil.MustParseInstant("2026-03-14T02:30:00.000Z"),
		},
		{
			Entry{
				UID: "meeting-8@go.example.nz", Title: "EGM in winter", Status: Standing,
				Changed: civil.MustParseInstant("2026-01-05T03:04:05.678Z"),
			},
			"", civil.MustParseInstant("2026-07-04T01:00:00.000Z"), civil.MustParseInstant("2026-07-04T02:00:00.000Z"),
		},
	},
}

func TestGoldenCalendar(t *testing.T) {
	const file = "testdata/duties.ics"
	got := written(t, example)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the calendar is not as recorded; go test -update and read the difference:\n%s", got)
	}
}

// What RFC 5545 asks for, whatever the golden file says.
func TestWhatCalendarProgramsRead(t *testing.T) {
	lines := unfolded(written(t, example))
	for _, want := range []string{
		"VERSION:2.0", "METHOD:PUBLISH", "X-WR-TIMEZONE:Pacific/Auckland", "X-WR-CALNAME:Duties of Ngaio Testcase",
		"UID:duty-1@go.example.nz", "DTSTART;VALUE=DATE:20260227", "DTEND;VALUE=DATE:20260228", "SEQUENCE:2",
		"DTSTAMP:20260105T030405Z", "LAST-MODIFIED:20260105T030405Z",
		"TRIGGER:-P2D", "ACTION:DISPLAY", "STATUS:CANCELLED", "SUMMARY:Done: Minutes to the secretary",
		"DTEND;VALUE=DATE:20270101",
		"DTSTART;TZID=Pacific/Auckland:20260314T130000", "DTEND;TZID=Pacific/Auckland:20260314T153000",
		`LOCATION:Ōtautahi\; the hall\, upstairs`,
		"DTSTART;TZID=Pacific/Auckland:20260704T130000", "TZID:Pacific/Auckland", "BEGIN:DAYLIGHT", "END:DAYLIGHT",
		"DTSTART:20260405T030000", "TZOFFSETTO:+1300",
	} {
		if !contains(lines, want) {
			t.Errorf("no line %q in\n%s", want, strings.Join(lines, "\n"))
		}
	}
	if n := count(lines, "BEGIN:VALARM"); n != 3 {
		t.Errorf("%d alarms: what is done or cancelled needs none", n)
	}
	if lines := unfolded(
		written(t, Calendar{Name: "Nothing"}),
	); contains(lines, "BEGIN:VTIMEZONE") || contains(lines, "BEGIN:VEVENT") {
		t.Errorf("an empty calendar: %q", lines)
	}
}

// No text can end its line early, and every line keeps its length.
func TestTextsStayInTheirLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("\r\n\t;,\\:\"ā囲")))).Draw(t, "text")
		raw := written(t, Calendar{
			Name: text,
			Days: []Day{
				{Entry{UID: "duty-1@x", Title: text, Text: text, URL: text, Status: Standing}, civil.MustParseDate("2026-02-27"), civil.Date{}, ""},
			},
		})
		for _, line := range strings.Split(strings.TrimSuffix(raw, "\r\n"), "\r\n") {
			if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
				t.Fatalf("a line of %d octets: %q", len(line), line)
			}
		}
		lines := unfolded(raw)
		for _, once := range []string{
			"BEGIN:VCALENDAR", "BEGIN:VEVENT", "BEGIN:VALARM", "END:VEVENT", "END:VCALENDAR", "UID:duty-1@x",
			"DTSTART;VALUE=DATE:20260227",
		} {
			if n := count(lines, once); n != 1 {
				t.Fatalf("%q stands %d times in\n%s", once, n, raw)
			}
		}
	})
}

func unfolded(raw string) []string {
	return strings.Split(strings.ReplaceAll(raw, "\r\n ", ""), "\r\n")
}

func contains(lines []string, want string) bool { return count(lines, want) > 0 }

func count(lines []string, want string) (n int) {
	for _, l := range lines {
		if l == want {
			n++
		}
	}
	return n
}

// An event of several days has its last day, its place, and no alarm where it is quiet.
func TestDaysThatLast(t *testing.T) {
	var b strings.Builder
	c := Calendar{Name: "Events", Days: []Day{{
		Entry{UID: "event-1@x", Title: "Open", Status: Standing, Quiet: true}, civil.MustParseDate("2027-01-30"),
		civil.MustParseDate("2027-02-01"), "Te Whanganui-a-Tara; upstairs",
	}}}
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"DTSTART;VALUE=DATE:20270130", "DTEND;VALUE=DATE:20270202", `LOCATION:Te Whanganui-a-Tara\; upstairs`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("it lacks %s\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "VALARM") {
		t.Error("a quiet day has an alarm")
	}
}

// A meeting of a society elsewhere has its hour by the clocks of there, and how they change around it.
func TestMeetingsOfASocietyElsewhere(t *testing.T) {
	if err := civil.SetZone("Europe/London"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = civil.SetZone(civil.NewZealand) })
	got := written(t, Calendar{Name: "Meetings", Meetings: []Meeting{{
		Entry: Entry{UID: "m@go.example.org", Title: "AGM", Changed: civil.MustParseInstant("2026-01-05T03:04:05.000Z")},
		Start: civil.MustParseInstant("2026-07-04T18:00:00.000Z"), End: civil.MustParseInstant("2026-07-04T19:00:00.000Z"),
	}}})
	for _, want := range []string{
		"X-WR-TIMEZONE:Europe/London", "DTSTART;TZID=Europe/London:20260704T190000", "DTEND;TZID=Europe/London:20260704T200000",
		"BEGIN:DAYLIGHT\r\nDTSTART:20260329T010000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\nTZNAME:BST\r\n",
		"BEGIN:STANDARD\r\nDTSTART:20261025T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0000\r\nTZNAME:GMT\r\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
