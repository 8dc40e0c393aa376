package tournaments

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// Ids of what this package owns, and of what it refers to.
type (
	EventID  = auth.EventID
	PersonID = auth.PersonID
	ClubID   = auth.ClubID

	SectionID   int64
	EntryID     int64
	RoundID     int64
	GameID      int64
	ImportID    int64
	FixedID     int64
	ForbidID    int64
	EventFileID int64
)

// Status is how far an event has come.
type Status string

// The stages of an event, in order. Draft events are seen by their director
// and the officers only.
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

// Public reports whether anyone may see the event.
func (s Status) Public() bool { return s != Draft }

// TakesChanges reports whether entries, draws and results may still change.
func (s Status) TakesChanges() bool { return s != Final && s != Rated }

// steps says which stage may follow which. Publishing a first round and
// unpublishing it move between open and running.
var steps = map[Status][]Status{
	Draft:   {Open, Running},
	Open:    {Draft, Running},
	Running: {Open, Final},
	Final:   {Running, Rated},
	Rated:   {Final},
}

// mayBecome reports whether the stage may follow.
func (s Status) mayBecome(next Status) bool { return slices.Contains(steps[s], next) }

// Listing says which entries public pages list before the first draw.
type Listing string

// What public pages may list.
const (
	ListNumber    Listing = "number"    // how many there are, and no one's name
	ListConfirmed Listing = "confirmed" // who is entered
	ListAll       Listing = "all"       // and who has entered online and is not confirmed yet, or waits for a place
)

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
	Lists         Listing
	Away          Away          // why it is not written here; "" when it is
	KnownAt       civil.Instant // while it is lent: when its laptop was heard of last, or it was lent
	AtVenue       bool          // this is the laptop that it was lent to
	PlayedAt      string        // while it is lent: the laptop’s address in the network of the venue
	Cancelled     Cancellation
	Version       int64 // of the fields above: goes back with the form
	Revision      int64 // of everything in the event
}

// TakesChanges reports whether entries, draws and results may change here.
func (e Event) TakesChanges() bool { return e.Closed() == nil }

// State is how far the event has come, or that it is cancelled, as people read it.
func (e Event) State() string {
	if e.Cancelled.Is {
		return "cancelled"
	}
	return e.Status.String()
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

// EventInput is an event as someone wants it. The comments are the names of
// the inputs, by which problems are reported.
type EventInput struct {
	Name      string     // name
	Slug      string     // slug; empty makes one from the name and year
	Place     string     // place
	From, To  civil.Date // from, to; no To is the first day
	Organiser ClubID     // organiser; 0: the society itself
	About     string     // about
	Version   int64
}

// maxDays is the longest event; a longer one is a slip in a date.
const maxDays = 400

// reservedSlugs are addresses that pages have beside events and sections.
var reservedSlugs = []string{
	"new", "edit", "enter", "past", "coming", "entries", "sections", "section", "draw", "round", "rounds", "results", "result",
	"board", "standings", "crosstable", "cards", "disputes", "close", "rating", "live", "import", "print", "table",
	"tables",
	"projector", "players", "officers",
}

// check gives the event that is asked for, without id and status.
func (in EventInput) check() (Event, apperr.Fields) {
	var f apperr.Fields
	e := Event{
		Name: oneLine(in.Name), Slug: strings.ToLower(strings.TrimSpace(in.Slug)), Place: oneLine(in.Place),
		From: in.From, To: in.To, Organiser: in.Organiser, About: someLines(in.About), Version: in.Version,
	}
	if e.To.IsZero() {
		e.To = e.From
	}
	if e.Name == "" || utf8.RuneCountInString(e.Name) > maxNameRunes {
		f.Add("name", "Enter a name for the event, of at most %d letters.", maxNameRunes)
	}
	if e.Slug != "" && (!validSlug(e.Slug) || slices.Contains(reservedSlugs, e.Slug)) {
		f.Add("slug", "Use small letters, digits and hyphens, such as congress-2027, or leave this empty.")
	}
	if utf8.RuneCountInString(e.Place) > maxNameRunes {
		f.Add("place", "Shorten this to %d characters.", maxNameRunes)
	}
	switch {
	case e.From.IsZero():
		f.Add("from", "Enter the first day, like 1 July 2026.")
	case e.To.Before(e.From):
		f.Add("to", "The last day is before the first. Correct one of them.")
	case e.From.DaysUntil(e.To) > maxDays:
		f.Add("to", "This is more than a year after the first day. Correct one of them.")
	}
	if utf8.RuneCountInString(e.About) > maxTextRunes {
		f.Add("about", "Shorten this to %d characters.", maxTextRunes)
	}
	if e.Slug == "" && len(f) == 0 {
		e.Slug = eventSlug(e.Name, e.From.Year())
	}
	return e, f
}

// eventSlug is the address made from a name: "NZ Go Congress" in 2027 is
// nz-go-congress-2027.
func eventSlug(name string, year int) string {
	slug, y := shortSlug(name), fmt.Sprint(year)
	switch {
	case slug == "":
		return "event-" + y
	case strings.Contains(slug, y):
		return slug
	default:
		return slug + "-" + y
	}
}

// freeSlug is the wanted address, numbered when it is taken.
func freeSlug(wanted string, taken []string) string {
	slug := wanted
	for n := 2; slices.Contains(taken, slug) || slices.Contains(reservedSlugs, slug); n++ {
		slug = fmt.Sprintf("%s-%d", wanted, n)
	}
	return slug
}

// EventSummary is a line of a list of events.
type EventSummary struct {
	Event
	Sections []string // their names, in order
	Players  int
	Text     string // "Round 3 of 6", "24 players so far"
}
