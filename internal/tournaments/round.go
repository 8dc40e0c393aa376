package tournaments

import (
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// RoundState says who sees a round.
type RoundState string

// The states of a round that was drawn.
const (
	Preview   RoundState = "draft" // only the director
	Published RoundState = "published"
)

// Round is a round that was drawn.
type Round struct {
	ID          RoundID
	Section     SectionID
	Number      int // from 1
	State       RoundState
	Starts      string // for the wall: "Saturday, 10.00 am"
	Byes        []EntryID
	Games       []Game // by table
	ByeWhy      []pairing.Reason
	Idle        []Idle         // who does not play this round, and why
	Cost        []pairing.Cost // of the whole draw
	DrawnAt     civil.Instant
	PublishedAt civil.Instant
	Version     int64
}

// Idle is an entry that takes no part in a round.
type Idle struct {
	Entry EntryID
	Text  string // "absent", "half-point bye"
}

// Game is one table of a round.
type Game struct {
	ID             GameID
	Round          RoundID
	Table          int // as on the table's card
	Black, White   EntryID
	Handicap       int // stones; 0 is even, 1 is Black first without komi
	Komi           scale.HalfPoints
	HandicapReason string // set when the director chose the handicap
	Fixed          bool   // by the director
	Why            []pairing.Reason
	Result         pairing.Result // NoResult until it is reported
	Margin         string         // as told: "4½", "resignation"
	ResultBy       string         // who entered it
	ResultAt       civil.Instant
	Version        int64 // goes back with a result: two directors never overwrite each other
}

// FixedPair is a pair the director has decided on for a round.
type FixedPair struct {
	ID       FixedID
	Section  SectionID
	Round    int
	White    EntryID
	Black    EntryID // 0: White has the bye
	Colours  pairing.FixedColours
	Handicap *int // nil: by the section's rule
	Reason   string
}

// ForbiddenPair is a pair the director does not allow.
type ForbiddenPair struct {
	ID      ForbidID
	Section SectionID
	Round   int // 0: every round
	A, B    EntryID
	Reason  string
}

// FixForm is a pair to fix as somebody chooses it.
type FixForm struct {
	Section  SectionID
	Round    int
	White    EntryID // white
	Black    EntryID // black; 0 gives White the bye
	Colours  pairing.FixedColours
	Handicap string // handicap: stones; empty is by the section's rule
	Reason   string // reason; wanted when the handicap is set
}

// ForbidForm is a pair to forbid.
type ForbidForm struct {
	Section SectionID
	Round   int     // 0: every round
	A, B    EntryID // a, b
	Reason  string  // reason
}
