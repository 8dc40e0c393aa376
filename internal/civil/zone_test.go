package civil

import (
	"testing"
	"time"
)

// in has the society be elsewhere for a test: none of this package runs beside another.
func in(t *testing.T, name string) {
	t.Helper()
	if err := SetZone(name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := SetZone(NewZealand); err != nil {
			t.Fatal(err)
		}
	})
}

// Every day begins once, also where clocks change at midnight: forward in Santiago and Beirut, back in Havana and Asunción.
func TestADayBeginsWhereverTheSocietyIs(t *testing.T) {
	for _, name := range []string{
		"Pacific/Auckland", "Pacific/Chatham", "Australia/Lord_Howe", "Europe/London", "Asia/Kathmandu", "Asia/Beirut",
		"America/Santiago", "America/Havana", "America/Asuncion", "Pacific/Kiritimati", "UTC",
	} {
		t.Run(name, func(t *testing.T) {
			in(t, name)
			for d := On(2012, 1, 1); d.Year() < 2030; d = d.AddDays(1) {
				at := d.Midnight()
				if got := at.Date(); got != d {
					t.Fatalf("%s begins at %s, which is of %s", d, at, got)
				}
				if got := at.Add(-time.Millisecond).Date(); got != d.AddDays(-1) {
					t.Fatalf("before %s begins, at %s, it is %s", d, at, got)
				}
			}
		})
	}
}

func TestDaysAndHoursAreOfTheSocietysZone(t *testing.T) {
	for _, c := range []struct{ zone, words, day, long string }{
		{"Pacific/Auckland", "New Zealand time", "2026-07-01", "1 July 2026, 12:30 am"},
		{"Europe/London", "London time", "2026-06-30", "30 June 2026, 1:30 pm"},
		{"America/Argentina/Buenos_Aires", "Buenos Aires time", "2026-06-30", "30 June 2026, 9:30 am"},
		{"UTC", "UTC", "2026-06-30", "30 June 2026, 12:30 pm"},
	} {
		t.Run(c.zone, func(t *testing.T) {
			in(t, c.zone)
			at := MustParseInstant("2026-06-30T12:30:00.000Z")
			if got := at.Date().String(); got != c.day || at.Long() != c.long || ZoneWords() != c.words {
				t.Errorf("%s, %s, %s", got, at.Long(), ZoneWords())
			}
		})
	}
}

func TestWhatIsNoZone(t *testing.T) {
	for _, name := range []string{"", "Local", "Pacific/Auckand", "NZ$", "../etc/passwd", "+13:00", "localtime", "posixrules",
		"right/Europe/London", "posix/Europe/London", "./Europe/London", "Europe//London", "Europe/London/", "Factory"} {
		if _, err := ReadZone(name); err == nil {
			t.Errorf("%q is taken for a zone", name)
		}
	}
}
