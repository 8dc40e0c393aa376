package meetings

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Came says when somebody came.
type Came string

// The times.
const (
	AtBeginning Came = "beginning" // counts for the quorum, rule 4.2
	CameLater   Came = "later"
)

// Where somebody takes part.
type Where string

// The places.
const (
	InRoom Where = "room"
	Online Where = "online"
)

// PresenceInput is somebody at the door. Its fields are person, came, where.
type PresenceInput struct {
	Person PersonID
	Came   Came
	Where  Where // "": in the room
}

// Presence is somebody who is or was at a meeting.
type Presence struct {
	Someone
	Came     Came
	Where    Where
	Entitled bool   // a member on the day; at the committee's: on the committee
	Office   string // "President", or ""
	CameAt   civil.Instant
	LeftAt   civil.Instant // zero: still there
	BackAt   civil.Instant // when they came back last, having gone out; zero: they did not
}

// Here reports whether the person has not left.
func (p Presence) Here() bool { return p.LeftAt.IsZero() }

// Quorum is whether enough are present, with the arithmetic.
type Quorum struct {
	Present int // that count
	Online  int // take part online and do not count
	Needed  int
	Reached bool
	Trace   constitution.Trace
}

// Chairing is who has or takes the chair.
type Chairing struct {
	Someone // zero: nobody
	How     ChairHow
	ToElect bool // no officer is present: the first business is to elect a chair (4.3)
	Trace   constitution.Trace
}
