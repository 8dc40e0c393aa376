package clubs

import (
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Ids of what clubs are about.
type (
	ClubID   = auth.ClubID
	PersonID = auth.PersonID
	ReturnID = treasury.ReturnID
	RowID    int64
)

// State is how far the handling of a return has come.
type State string

const (
	Draft     State = "draft"     // being put together
	Submitted State = "submitted" // handed in by the club's secretary
	Confirmed State = "confirmed" // accepted by the treasurer
	Withdrawn State = "withdrawn" // given up
)

// Label is the state as people read it.
func (s State) Label() string {
	switch s {
	case Draft:
		return "Draft"
	case Submitted:
		return "With the treasurer"
	case Confirmed:
		return "Confirmed"
	case Withdrawn:
		return "Withdrawn"
	}
	return string(s)
}

// Open reports whether the return can still be changed.
func (s State) Open() bool { return s == Draft || s == Submitted }

// Return is a club's list for a subscription year with its fee.
type Return struct {
	ID           ReturnID
	Club         ClubID
	Year         members.Year
	State        State
	FileName     string // "" while there is no list
	ContentHash  string
	RowsHash     string
	Columns      []Column
	ListReceived civil.Date      // provisional while a draft
	Consent      members.Consent // what was said of the new members' consent; zero: nothing yet

	// Fixed by the confirmation.
	Rate       treasury.RateID
	RateAmount money.Cents        // for each member; read only
	Members    int                // of the club in the year with this list
	Charged    int                // rows that the fee counts
	Fee        money.Cents        // charged × rate, before waivers
	FeeTrace   constitution.Trace // how the fee came about; zero if it was confirmed before that was kept

	FeeComplete civil.Date // day the full fee was in; zero: not yet
	From        civil.Date // effective from; zero: not yet

	CreatedAt   civil.Instant
	CreatedBy   PersonID
	SubmittedAt civil.Instant
	SubmittedBy PersonID
	ConfirmedAt civil.Instant
	ConfirmedBy PersonID
	Version     int64
}

// HasList reports whether a list has been uploaded.
func (r Return) HasList() bool { return r.FileName != "" }

// sent is when the club last said that this is its list.
func (r Return) sent() civil.Instant {
	if r.State != Draft && !r.SubmittedAt.IsZero() {
		return r.SubmittedAt
	}
	return r.CreatedAt
}

// Decision is what somebody chose for a row.
type Decision string

const (
	Undecided  Decision = "open"
	SamePerson Decision = "same"      // a person who is in the register
	NewPerson  Decision = "new"       // somebody who is not
	LeaveOut   Decision = "leave_out" // not to be registered with this list
)

// Waiver is the treasurer's decision not to charge a row, with its reason.
type Waiver struct {
	On     civil.Date // zero: none
	Reason string
}

// Row is a row of an uploaded list with what was decided about it.
type Row struct {
	ListRow
	ID       RowID
	Return   ReturnID
	Decision Decision
	Person   PersonID // of SamePerson; once confirmed also of NewPerson
	Waiver   Waiver

	// Fixed by the confirmation.
	Charge   money.Cents
	TermKind members.TermKind // "": registered before
	TermTo   civil.Date
	Trace    constitution.Trace
}

// errChanged is the conflict of two people at one return.
func errChanged(id ReturnID) error { return usecase.Stale("this return", "club_return", int64(id)) }
