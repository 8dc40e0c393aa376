package main

import (
	"testing"
	"time"

	"nzgs/internal/civil"
)

func TestADemonstrationAheadOfToday(t *testing.T) {
	for _, c := range []struct {
		days string
		ok   bool
	}{{"0", true}, {"21", true}, {"3660", true}, {"3661", false}, {"-1", false}} {
		flags := demoCommand().Flags()
		if err := flags.Set("ahead", c.days); err != nil {
			t.Fatal(err)
		}
		clock, err := clockAhead(flags)
		if (err == nil) != c.ok {
			t.Errorf("--ahead %s: %v", c.days, err)
			continue
		}
		if days, _ := flags.GetInt("ahead"); c.ok && !clock().After(civil.SystemClock().Add(
			time.Duration(days)*24*time.Hour-2*time.Hour,
		)) {
			t.Errorf("--ahead %s: it is %s", c.days, clock().Long())
		}
	}
}

// A demonstration that is some days ahead is so from midnight to midnight, also where
// the clocks change in between.
func TestAheadIsWholeDaysOfTheSociety(t *testing.T) {
	for _, c := range []struct {
		now  time.Time
		days int
		want string
	}{
		{time.Date(2026, 11, 23, 11, 46, 0, 0, time.UTC), 259, "2027-08-10"}, // 0:46 am in summer time
		{time.Date(2026, 8, 9, 12, 10, 0, 0, time.UTC), 100, "2026-11-18"},
		{time.Date(2026, 8, 10, 11, 30, 0, 0, time.UTC), 100, "2026-11-18"}, // 11:30 pm
	} {
		if got := daysOn(civil.At(c.now), c.days).Date().String(); got != c.want {
			t.Errorf("%d days after %s it is %s, want %s", c.days, c.now, got, c.want)
		}
	}
}
