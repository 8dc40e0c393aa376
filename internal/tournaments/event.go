package tournaments

import (
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// Ids of what this package owns, and of what it refers to.
type (
	EventID  = auth.EventID
	PersonID = auth.PersonID
	ClubID   = auth.ClubID

	SectionID int64
	EntryID   int64
	RoundID   int64
	GameID    int64
	ImportID  int64
	FixedID   int64
	ForbidID  int64
)

// Status is how far an event has come.
type Status string

// The stages of an event, in order. Draft events are seen by their director
// only.
const (
	Draft   Status = "draft"
	Open    Status = "open"    // announced, entries are taken
	Running Status = "running" // a round was published
	Final   Status = "final"   // all rounds are played, the places stand
	Rated   Status = "rated"   // its games are in the rating list
)

// String is the status as people read it.
func (s Status) String() string {
	switch s {
	case Draft:
		return "being set up"
	case Open:
		return "open for entries"
	case Running:
		return "being played"
	case Final:
		return "finished"
	case Rated:
		return "finished and rated"
	}
	return string(s)
}

// Public reports whether anybody may see the event.
func (s Status) Public() bool { return s != Draft }

// TakesChanges reports whether entries, draws and results may still change.
func (s Status) TakesChanges() bool { return s != Final && s != Rated }

// Event is a tournament.
type Event struct {
	ID            EventID
	Slug          string // its address: congress-2027
	Name          string
	Place         string
	From, To      civil.Date // first and last day
	Organiser     ClubID     // 0: the society itself
	OrganiserName string
	About         string // for players: times, fees, how to enter
	Status        Status
	Version       int64 // of the fields above: goes back with the form
	Revision      int64 // of everything in the event
}

// Dates is "21 November 2026", "2–4 January 2027" or "30 December 2026 – 3
// January 2027".
func (e Event) Dates() string { return Days(e.From, e.To) }

// Days writes a first and a last day as people do.
func Days(from, to civil.Date) string {
	switch {
	case from == to:
		return from.Long()
	case from.Year() == to.Year() && from.Month() == to.Month():
		return fmt.Sprintf("%d–%s", from.Day(), to.Long())
	case from.Year() == to.Year():
		return fmt.Sprintf("%d %s – %s", from.Day(), from.Month(), to.Long())
	default:
		return from.Long() + " – " + to.Long()
	}
}

// EventForm is an event as somebody types it. The comments are the names of
// the inputs, by which problems are reported.
type EventForm struct {
	Name      string // name
	Slug      string // slug; empty makes one from the name and year
	Place     string // place
	From, To  string // from, to: 2026-11-21; an empty To is the first day
	Organiser ClubID // organiser; 0: the society itself
	About     string // about
	Version   int64
}

// EventSummary is a line of a list of events.
type EventSummary struct {
	Event
	Sections []string // their names, in order
	Players  int
	Text     string // "Round 3 of 6 is being played", "24 entries so far"
}
