package meetings

import (
	"fmt"
	"strconv"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Ids of what belongs to meetings.
type (
	ID          int64
	RequestID   int64
	ItemID      int64
	MotionID    int64
	AmendmentID int64
	ActionID    int64
	PersonID    = auth.PersonID
)

// Kind is which meeting it is.
type Kind string

// The kinds.
const (
	Committee Kind = "committee"
	AGM       Kind = "agm"
	EGM       Kind = "egm"
)

// Label is the kind as people read it, and Short in few letters.
func (k Kind) Label() string {
	switch k {
	case Committee:
		return "Committee meeting"
	case AGM:
		return "Annual general meeting"
	case EGM:
		return "Extraordinary general meeting"
	}
	return string(k)
}

func (k Kind) Short() string {
	switch k {
	case AGM:
		return "AGM"
	case EGM:
		return "EGM"
	}
	return k.Label()
}

// General reports whether it is a meeting of all members.
func (k Kind) General() bool { return k == AGM || k == EGM }

// State is how far a meeting has come; see state.go for the ways between them.
type State string

// The states.
const (
	Planned    State = "planned"
	NoticeSent State = "notice_sent"
	Open       State = "open"
	Adjourned  State = "adjourned" // to another day, on which it continues
	Closed     State = "closed"    // its minutes are yet to be approved
	Approved   State = "approved"  // its minutes are
	Inquorate  State = "inquorate"
	Cancelled  State = "cancelled"
)

// Label is the state as people read it.
func (s State) Label() string {
	switch s {
	case Planned:
		return "Planned"
	case NoticeSent:
		return "Notice written" // whether it was given is for its letters to say
	case Open:
		return "Open"
	case Adjourned:
		return "Adjourned"
	case Closed:
		return "Closed"
	case Approved:
		return "Minutes approved"
	case Inquorate:
		return "No quorum"
	case Cancelled:
		return "Cancelled"
	}
	return string(s)
}

// Held reports whether the meeting has opened with its quorum.
func (s State) Held() bool { return s == Open || s == Adjourned || s == Closed || s == Approved }

// Upcoming reports whether the meeting is still to be held or going on.
func (s State) Upcoming() bool {
	return s == Planned || s == NoticeSent || s == Open || s == Adjourned
}

// stored is the state as it is kept: that a meeting is adjourned follows from its
// further day.
func (s State) stored() string {
	if s == Adjourned {
		return string(Open)
	}
	return string(s)
}

// Caller is on whose initiative a meeting was called.
type Caller string

// The callers.
const (
	ByCommittee Caller = "committee" // or by the secretary, rules 4.1 and 6.1
	ByMembers   Caller = "members"   // an EGM on request, rule 5.1
)

// ChairHow says how somebody came to the chair.
type ChairHow string

// The ways: by seniority (rules 4.3, 6.4) or elected for want of an officer.
const (
	NoChair      ChairHow = ""
	SeniorChair  ChairHow = "senior"
	ElectedChair ChairHow = "elected"
)

// Meeting is one meeting.
type Meeting struct {
	ID        ID
	Kind      Kind
	Date      civil.Date
	Time      string // "19:30" in Auckland
	Place     string
	Online    string // where to join from afar, or ""
	State     State
	CalledBy  Caller
	Request   RequestID  // of an EGM that members asked for, else 0
	Previous  civil.Date // AGM before this AGM; zero: none is known
	Balance   civil.Date // last balance date before this AGM; zero: not known
	Closing   civil.Date // last day for voting papers after an EGM; zero: the latest that the rules allow
	Follows   ID         // the inquorate meeting whose further date this is, or 0
	Chair     PersonID   // 0: nobody has the chair
	ChairHow  ChairHow
	OpenedAt  civil.Instant
	ClosedAt  civil.Instant
	Reason    string // why it was cancelled
	CreatedBy string
	Version   int64

	quorum string // as it was kept at the end, JSON; "" until then
}

// Title is "AGM of 14 March 2026".
func (m Meeting) Title() string { return m.Kind.Short() + " of " + m.Date.Long() }

// Source is what the meeting's duties name as their source: "meeting:7".
func (m Meeting) Source() string { return "meeting:" + strconv.FormatInt(int64(m.ID), 10) }

// Link is the meeting's page.
func (m Meeting) Link() string { return "/meetings/" + strconv.FormatInt(int64(m.ID), 10) }

// rule is the meeting's own first rule, for refusals.
func (m Meeting) rule() string {
	return map[Kind]string{Committee: "6.1", AGM: "4.1", EGM: "5.1"}[m.Kind]
}

// Someone is a person with the name that is shown.
type Someone struct {
	Person PersonID
	Name   string
}

func (s Someone) String() string {
	if s.Name == "" {
		return fmt.Sprintf("person %d", s.Person)
	}
	return s.Name
}

func (s Someone) as() constitution.Person {
	return constitution.Person{ID: int64(s.Person), Name: s.String()}
}
