package constitution

import (
	"slices"

	"nzgs/internal/civil"
)

// History is every version of a society's constitution and every ruling of its
// committee, from which the constitution of any day follows. The zero value is
// that of a society that has amended nothing and ruled on nothing.
type History struct {
	versions Versions
	rulings  []Ruling
}

// NewHistory is a history of versions and rulings, in any order. It refuses a
// ruling that is wrong in itself, and two of one meeting on one question.
func NewHistory(versions Versions, rulings []Ruling) (History, error) {
	return History{versions, rulings}, checkRulings(rulings)
}

// On is the constitution as it is applied on a day: the version in force, with
// the rulings that the committee had made by then.
func (h History) On(day civil.Date) Constitution {
	return h.versions.On(day).withRulings(h.rulings, day)
}

// Governing is the constitution that a general meeting on a day is held by:
// what the meeting itself amends takes effect from its end (rule 7.2).
func (h History) Governing(meeting civil.Date) Constitution {
	return h.versions.Governing(meeting).withRulings(h.rulings, meeting)
}

// LastDays are the days up to and with one, the latest first, that between them
// show every constitution that was applied: the day itself, and the last day
// before each change.
func (h History) LastDays(until civil.Date) []civil.Date {
	days := []civil.Date{until}
	add := func(from civil.Date) {
		if last := from.AddDays(-1); last.Before(until) {
			days = append(days, last)
		}
	}
	for _, c := range h.versions {
		if !c.From.IsZero() {
			add(c.From)
		}
	}
	for _, r := range h.rulings {
		add(r.Meeting)
	}
	slices.SortFunc(days, func(a, b civil.Date) int { return b.Compare(a) })
	return slices.Compact(days)
}
