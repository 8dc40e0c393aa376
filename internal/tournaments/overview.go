package tournaments

import (
	"cmp"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
)

// Overview is an event with its sections at a glance.
type Overview struct {
	Event    Event
	Sections []SectionOverview
}

// SectionOverview is a section at a glance.
type SectionOverview struct {
	Section Section
	Players int // not withdrawn
	Current Progress
	Text    string // "Round 3 of 6: 7 of 12 results are in"
	Warned  int    // entries with a warning that no one has settled

	Planned   int    // rounds that are really played, where that is not the section's number
	Undecided string // games of a knock-out without a winner
}

// Rounds is how many rounds the section has: a match ends when it is decided.
func (o SectionOverview) Rounds() int { return cmp.Or(o.Planned, o.Section.Rounds) }

// EventFilter chooses events of a list.
type EventFilter struct {
	When   When
	Club   auth.ClubID    // that holds them; 0: any
	Year   int            // in which they begin; 0: any
	System pairing.System // by which a section is drawn; "": any
	Among  []EventID      // nil: all; at most store.MaxIn
	Held   bool           // only those that are not cancelled
	Limit  int            // 0: 50, at most 200
	Offset int
}

// When says which events by their days.
type When string

// The choices of When. The zero value is all events, newest first.
const (
	AnyTime When = ""
	Coming  When = "coming" // not finished yet, soonest first
	Past    When = "past"   // finished, newest first
)
