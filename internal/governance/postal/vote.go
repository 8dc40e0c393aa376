package postal

import (
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Ids of this package.
type (
	VoteID     int64
	DocumentID int64
	EnvelopeID int64
	MeetingID  int64 // of the EGM, in the meetings' own table
)

// Way is how the tellers enter the papers; it is chosen in the draft.
type Way string

const (
	Offline Way = "offline" // with the command nzgs teller, on a teller's own machine
	Web     Way = "web"     // on this server, sealed to the tellers' keys
)

// Motion is a motion as it is voted on (rule 5.9 c). Numbers run from 1.
type Motion struct {
	Number int
	Text   string
	Kind   constitution.Kind
}

// Draft is what the secretary prepares. EGM and Closing are calendar dates.
type Draft struct {
	Title    string
	Meeting  MeetingID // 0: the motions are typed by hand
	Held     string    // of motions typed by hand: the meeting that framed them
	Typed    string    // and why the vote does not begin from the meeting's record here
	EGM      civil.Date
	Closing  civil.Date    // last day for voting papers (5.9 e); zero: not chosen yet
	Address  string        // where papers are sent: the tellers' (5.9 d)
	Way      Way           // how the papers are entered
	Proposer auth.PersonID // of the members' request (5.1); 0: the committee's initiative
	Motions  []Motion      // numbered 1, 2, … in order
}

// Vote is a postal vote as it stands.
type Vote struct {
	ID      VoteID
	Version int64 // for saving: an old one is refused
	State   State
	Draft
	ProposerName string // "" without a proposer

	// From the freezing of the roll.
	RollDay     civil.Date // the members of this day vote
	RollCount   int
	RollHash    string // hex SHA-256 over the roll's entries, see rollHash
	MotionsHash string // hex SHA-256 over motions, closing day and address, see motionsHash
	FrozenAt    civil.Instant

	PapersAt   civil.Instant // zero: not made
	Despatched civil.Date    // zero: not out
	SentHow    string        // "By post from Wellington"
	SentBy     string        // who took them there
	ClosedAt   civil.Instant
	AgreedAt   civil.Instant
	Reported   civil.Date
	ReportNote string // the tellers' remarks, without any vote
	Declared   civil.Date
	Destroyed  civil.Date
	Destroyer  string // who recorded the destruction
	DestroyHow string
	ClearedAt  civil.Instant // zero: what was destroyed may still be in the database's files
}

// Totals are the agreed numbers of a vote.
type Totals struct {
	Papers   int // entered and valid
	Rejected int // entered as rejected, on the tellers' own machines
	Motions  []MotionTotal
	Roots    []string // hex, over the encrypted records of each of the two tellers
	RootHash string   // hex, over both
}

// MotionTotal is the count on one motion: Yes + No + Abstain + Informal is the
// number of papers entered.
type MotionTotal struct {
	Number           int
	Yes, No, Abstain int
	Informal         int // nothing or none of the three words beside this motion
}

// Outcome is a motion with what became of it.
type Outcome struct {
	Motion
	MotionTotal MotionTotal
	Carried     bool
	Referred    bool // carried, and referred to the AGM (7.1)
	Trace       constitution.Trace
}

// Declaration is the declared result (rules 5.12 and 5.13).
type Declaration struct {
	Vote        VoteID
	Title       string
	EGM         civil.Date
	Held        string `json:",omitempty"` // the meeting, and why the motions were typed by hand; "" where its record is here
	Typed       string `json:",omitempty"`
	Closing     civil.Date
	On          civil.Date // of the declaration: motions carried have effect from it
	By          string
	Office      string `json:",omitempty"` // of who declared it, on that day; "" in declarations of before it was kept
	RollCount   int
	Papers      int   // came in
	Valid       int   // entered
	Rejected    int   // by the tellers, as a whole
	Flow        *Flow `json:",omitempty"` // of the papers; nil in declarations of before it was kept
	Outcomes    []Outcome
	Effect      constitution.Trace // 5.13
	RollHash    string
	MotionsHash string
	RootHash    string // over the encrypted records of both tellers
	AuditSeq    int64  // number of the newest audit entry before the declaration
	AuditHead   string // and its hash
	Tellers     []string
	History     *TellerHistory `json:",omitempty"` // of the tellers, from the log
	KeptUntil   civil.Date     // first day on which the papers may be destroyed
	Destroyed   civil.Date     // zero: not yet
	ClearedAt   civil.Instant  `json:"-"` // as Vote has it
	// Proven is whether both tellers' signatures were checked for this reading. Of
	// votes that were destroyed before the package was kept they cannot be.
	Proven     bool `json:"-"`
	Keys       Keys `json:"-"` // by which the papers were sealed; zero where Proven is false
	KeptTrace  constitution.Trace
	ReportNote string
}

// Summary is a line of the list of votes.
type Summary struct {
	ID       VoteID
	Title    string
	State    State
	Meeting  MeetingID // 0: the meeting is not kept here
	EGM      civil.Date
	Closing  civil.Date
	Declared civil.Date
}
