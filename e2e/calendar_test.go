package e2e

import (
	"testing"
	"time"
	_ "time/tzdata" // the calendar must not depend on the machine
)

// The society's calendar, worked out once more: a journey asserts dates without
// asking the program for them.

func today(t *testing.T) time.Time {
	t.Helper()
	auckland, err := time.LoadLocation("Pacific/Auckland")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().In(auckland)
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
}

// long is "21 November 2026".
func long(day time.Time) string { return day.Format("2 January 2006") }

// iso is what a date field holds.
func iso(day time.Time) string { return day.Format(time.DateOnly) }

// yearEnd is 30 June at the end of the subscription year (rule 2.2).
func yearEnd(day time.Time) time.Time {
	end := time.Date(day.Year(), time.June, 30, 0, 0, 0, 0, time.UTC)
	if day.After(end) {
		end = end.AddDate(1, 0, 0)
	}
	return end
}

// newMembersEnd is where the term of somebody who joins on the day ends: from
// 1 February on, with the following year (rule 2.2).
func newMembersEnd(day time.Time) time.Time {
	end := yearEnd(day)
	if day.Month() >= time.February && day.Month() <= time.June {
		end = end.AddDate(1, 0, 0)
	}
	return end
}
