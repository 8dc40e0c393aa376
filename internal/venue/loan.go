package venue

import (
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
)

// EventID is an event's number on the site; its laptop knows it by the same.
type EventID = tournaments.EventID

// LoanID is the number of a loan in the database.
type LoanID int64

// LoanState says how far a loan has come.
type LoanState string

// An event is out until the laptop gives it back, or its director reclaims it.
const (
	Out       LoanState = "out"
	Returned  LoanState = "returned"
	Reclaimed LoanState = "reclaimed"
)

// Loan is one time that an event was lent.
type Loan struct {
	ID     LoanID
	Event  EventID
	Number int
	State  LoanState
	Hash   string // of the event as it was last known

	// Rows that are made at the venue have numbers from NewFrom, below NewUntil.
	NewFrom, NewUntil int64

	LentAt  civil.Instant
	LentBy  string
	Lender  tournaments.PersonID
	Heard   civil.Instant // last word from the laptop; zero: none yet
	Told    civil.Instant // what the laptop's clock said then
	Place   string        // the laptop's address in the venue's network; "": not known
	Pushes  int           // how often something new came
	EndedAt civil.Instant
	EndedBy string
}

// Push is what a laptop says of itself when it reaches the site.
type Push struct {
	Hash  string   // of the event as the laptop has it
	After []string // of every version that the laptop sent before, and of the one that it began with
	Gives bool     // and gives the event back
}

// Verdict is what becomes of a push.
type Verdict string

// A push is taken, or says nothing new, or is refused: kept aside as a file, or nothing is kept of it because the
// site had that version before.
const (
	Take Verdict = "take"
	Same Verdict = "same"
	Keep Verdict = "keep"
	Past Verdict = "past"
)

// Why a push is refused.
const (
	WhyReclaimed = "The director reclaimed the event after it was lent to this laptop."
	WhyReturned  = "The event was already given back."
	WhyOther     = "Another laptop with the same file has sent something since, and this laptop does not know of it."
)

// Judge says what becomes of a push, and why one is refused; had is whether the site had its version earlier in this
// loan. It asks no clock.
func (l Loan) Judge(p Push, had bool) (Verdict, string) {
	switch {
	case l.State == Reclaimed:
		return Keep, WhyReclaimed
	case p.Hash == l.Hash:
		return Same, ""
	case had && l.State == Out:
		return Past, WhyOther
	case had:
		return Past, WhyReturned
	case l.State == Returned:
		return Keep, WhyReturned
	case slices.Contains(p.After, l.Hash):
		return Take, ""
	}
	return Keep, WhyOther
}

// MayFetch reports whether the file of the loan may be fetched once more: until the laptop has been heard of.
func (l Loan) MayFetch() bool { return l.State == Out && l.Heard.IsZero() }

// minutesWrong is how far a clock may be out before people are told.
const minutesWrong = 10

// ClockOff is how many minutes a laptop's clock is ahead of the site's (negative: behind), 0 when they agree well
// enough.
func ClockOff(laptop, site civil.Instant) int {
	if laptop.IsZero() || site.IsZero() {
		return 0
	}
	minutes := int(laptop.Time().Sub(site.Time()).Minutes())
	if minutes > -minutesWrong && minutes < minutesWrong {
		return 0
	}
	return minutes
}
