package postal

import (
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// Route is how a paper came back (rule 5.10).
type Route string

const (
	Direct        Route = "direct"
	ClubSecretary Route = "club" // sent through a club secretary
)

// Form is what a member's paper is (rule 5.10).
type Form string

const (
	OnPaper    Form = "paper"
	Electronic Form = "electronic" // a signed one: it counts only where the rule is read so
)

// Standing is what the tellers make of a paper as a whole (rule 5.11).
type Standing string

const (
	Valid    Standing = "valid"    // it is entered
	Rejected Standing = "rejected" // it is not, for a recorded reason
	Waiting  Standing = "waiting"  // for the tellers' ruling
)

// Receipt is a paper that came back, as a teller records it. It says nothing
// of its votes.
type Receipt struct {
	Person   auth.PersonID // of the roll; 0: no one on it, of a paper that is void for that
	Named    string        // the name on a paper of someone who is not on the roll; ""
	Received civil.Date
	Form     Form // "": on paper
	Route    Route
	Club     string   // whose secretary sent it on; of ClubSecretary
	Standing Standing // Valid or Rejected; a second paper waits whatever is said here, where the rule is read so
	Why      Why      // of a rejection; "" in lines of before it was kept
	Reason   string   // of a rejection, in the tellers' words
}

// Envelope is a line of the register.
type Envelope struct {
	ID EnvelopeID
	Receipt
	Name       string
	RecordedBy string
	RecordedAt civil.Instant
	RuledBy    string // who ruled on it afterwards; ""
	Reading    string // the reading of rule 5.10 that was applied to a second paper; ""
	Version    int64
}

// Register is the envelope register with its counts.
type Register struct {
	Envelopes []Envelope // by name, then by day of receipt
	Counts
}

// Counts are how many papers came back.
type Counts struct {
	Roll     int // members who vote
	Members  int // who returned a paper
	Valid    int
	Rejected int
	Waiting  int
}

// Papers is how many papers came back.
func (c Counts) Papers() int { return c.Valid + c.Rejected + c.Waiting }

// with are the counts with papers that have no line in the register: the tellers
// entered more as rejected than it has.
func (c Counts) with(t Totals) Counts {
	c.Rejected = max(c.Rejected, t.Rejected)
	return c
}
