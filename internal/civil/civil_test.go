package civil

import (
	"testing"
	"time"
)

func TestAddMonthsClampsToTheMonthsEnd(t *testing.T) {
	for _, tt := range []struct {
		from   string
		months int
		want   string
	}{
		{"2026-10-31", 6, "2027-04-30"},
		{"2026-03-31", -1, "2026-02-28"},
		{"2028-02-29", 12, "2029-02-28"},
		{"2028-01-31", 1, "2028-02-29"},
		{"2026-12-15", 1, "2027-01-15"},
		{"2026-01-15", -13, "2024-12-15"},
		{"2026-08-31", 18, "2028-02-29"},
	} {
		if got := MustParseDate(tt.from).AddMonths(tt.months).String(); got != tt.want {
			t.Errorf("%s + %d months = %s, want %s", tt.from, tt.months, got, tt.want)
		}
	}
}

func TestInstantBelongsToTheAucklandDay(t *testing.T) {
	for _, tt := range []struct{ instant, want string }{
		{"2026-06-30T11:59:59.999Z", "2026-06-30"},
		{"2026-06-30T12:00:00.000Z", "2026-07-01"}, // NZST is UTC+12
		{"2026-12-31T10:59:59.000Z", "2026-12-31"},
		{"2026-12-31T11:00:00.000Z", "2027-01-01"}, // NZDT is UTC+13
		{"2026-09-26T13:59:59.000Z", "2026-09-27"}, // the night summer time begins
		{"2026-04-04T13:30:00.000Z", "2026-04-05"}, // the night it ends
	} {
		if got := MustParseInstant(tt.instant).Date().String(); got != tt.want {
			t.Errorf("%s is on %s, want %s", tt.instant, got, tt.want)
		}
	}
}

func TestDaysAcrossDaylightSavingChanges(t *testing.T) {
	from, to := MustParseDate("2026-04-04"), MustParseDate("2026-10-04")
	if got := from.DaysUntil(to); got != 183 {
		t.Errorf("days = %d, want 183", got)
	}
	if got := from.AddDays(183); got != to {
		t.Errorf("from + 183 days = %s, want %s", got, to)
	}
}

func TestDateRefusesWhatIsNotADate(t *testing.T) {
	for _, s := range []string{"", "2026-02-29", "2026-13-01", "1 July 2026", "2026-7-1", "0001-01-01", "20260-07-01"} {
		if d, err := ParseDate(s); err == nil {
			t.Errorf("ParseDate(%q) = %s, want an error", s, d)
		}
	}
}

func TestTextOrderIsTimeOrder(t *testing.T) {
	a := At(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	for range 200 {
		b := a.Add(7*time.Hour + 13*time.Millisecond)
		if a.String() >= b.String() || len(a.String()) != 24 {
			t.Fatalf("%s and %s do not sort as they follow", a, b)
		}
		a = b
	}
}

func TestScanReadsWhatValueWrote(t *testing.T) {
	d := MustParseDate("2028-02-29")
	v, err := d.Value()
	if err != nil {
		t.Fatal(err)
	}
	var back Date
	if err := back.Scan(v); err != nil || back != d {
		t.Errorf("scan(value(%s)) = %s, %v", d, back, err)
	}
	if err := back.Scan(nil); err != nil || !back.IsZero() {
		t.Errorf("scan(NULL) = %s, %v; want no date", back, err)
	}
	if err := back.Scan(42); err == nil {
		t.Error("scan(42) gave no error")
	}
}

func TestReadDateReadsWhatPeopleWrite(t *testing.T) {
	want := On(2026, time.July, 1)
	for _, s := range []string{
		"2026-07-01", "2026-7-1", "1 July 2026", "1 july 2026", "01 Jul 2026", "1 JUL. 2026", "1/7/2026", "01/07/2026",
		"1.7.2026", "1-7-2026", " 1  July, 2026 ", "Wednesday 1 July 2026", "Wed, 1 July 2026", "1-Jul-2026", "2026 July 1",
	} {
		if d, err := ReadDate(s); err != nil || d != want {
			t.Errorf("ReadDate(%q) = %s, %v; want %s", s, d, err, want)
		}
	}
	for _, s := range []string{
		"", "1 July", "July 2026", "1/7/26", "31 June 2026", "29/2/2026", "13/13/2026", "7/2026", "1 Ju 2026", "0 July 2026",
		"1 July 20260", "1 July 1066", "tomorrow", "1 2 3 4", "1 July 2026 2026", "July 1 2026", "2026-07-01T00",
	} {
		if d, err := ReadDate(s); err == nil {
			t.Errorf("ReadDate(%q) = %s, want an error", s, d)
		}
	}
}

func FuzzReadDate(f *testing.F) {
	f.Add("1 July 2026")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ReadDate(s)
		if err != nil {
			return
		}
		for _, text := range []string{d.String(), d.Long()} {
			if again, err := ReadDate(text); err != nil || again != d {
				t.Errorf("ReadDate(%q) = %s, but %q reads as %s, %v", s, d, text, again, err)
			}
		}
	})
}
