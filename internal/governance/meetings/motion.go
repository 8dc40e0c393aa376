package meetings

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// MotionState is what became of a motion.
type MotionState string

// The states.
const (
	Pending    MotionState = "pending"
	Carried    MotionState = "carried"
	NotCarried MotionState = "not_carried"
	Framed     MotionState = "framed" // worded for the postal vote, rule 5.5
	Lapsed     MotionState = "lapsed" // mover or seconder absent, rule 7.1
	Withdrawn  MotionState = "withdrawn"
	RuledOut   MotionState = "ruled_out"
	NotReached MotionState = "not_reached"
)

// Label is the state as people read it.
func (s MotionState) Label() string {
	switch s {
	case Pending:
		return "To be decided"
	case Carried:
		return "Carried"
	case NotCarried:
		return "Not carried"
	case Framed:
		return "Goes to the postal vote"
	case Lapsed:
		return "Lapsed"
	case Withdrawn:
		return "Withdrawn"
	case RuledOut:
		return "Ruled out"
	case NotReached:
		return "Not reached"
	}
	return string(s)
}

// FigureChange sets a figure of the constitution to a new value, as people write
// it: "12", "two thirds", "31 March", "president and secretary". With the number
// of a rule for a name it sets that rule's wording.
type FigureChange struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Wording reports whether it is the wording of a rule that changes.
func (c FigureChange) Wording() bool { return c.Name != "" && c.Name[0] >= '0' && c.Name[0] <= '9' }

// MotionInput is a proposal as it is moved. Its fields are item, origin, kind,
// title, text, mover, seconder, received, effect, change and proposal.
type MotionInput struct {
	Item     constitution.Item   // "": proposals at an AGM, discussion at an EGM
	Origin   constitution.Origin // "": a member's
	Kind     constitution.Kind   // "": ordinary
	Title    string
	Text     string
	Mover    PersonID
	Seconder PersonID
	Received civil.Date          // by the secretary; zero: today
	Effect   constitution.Effect // under other business, rule 4.19
	Change   []FigureChange      // of a motion on the constitution; none: its wording only
	Proposal MotionID            // of an EGM's notice, that it words (5.7); 0: none
}

// Motion is a motion with everything that was recorded on it.
type Motion struct {
	ID          MotionID
	Meeting     ID
	Number      int // in the meeting, from 1
	PaperNumber int // on the voting papers of the postal vote; 0: none
	Origin      constitution.Origin
	Kind        constitution.Kind
	Item        constitution.Item
	Title       string
	Moved       string         // text as it was moved
	Text        string         // as amended so far
	MovedChange []FigureChange // of the constitution, as moved
	Change      []FigureChange // as amended so far
	Mover       Someone        // zero: moved from the chair
	Seconder    Someone
	Received    civil.Date
	Accepted    civil.Date // a late one, by the secretary; zero: not late, or not accepted
	LateReason  string
	Effect      constitution.Effect
	State       MotionState
	Amendments  []Amendment // in the order of being dealt with
	Ballot
	Reason     string             // of a withdrawal or a ruling
	Trace      constitution.Trace // of what became of it; before that of what is known so far
	DecidedAt  civil.Instant
	CopiedFrom MotionID  // of an inquorate meeting, or the proposal of an EGM's notice that it words; or 0
	Procedural Procedure // "": it is not on procedure
	About      MotionID  // the motion that one on procedure is about, or 0
	Version    int64

	OnNotice bool                  // on the agenda that was sent
	Late     constitution.Findings // of rule 4.17: what keeps it off an AGM's agenda, and warnings
	Timely   constitution.Trace    // of rule 4.17, with the days that the AGM was arranged for; empty where it is not asked
	Ready    bool                  // every amendment is dealt with: the motion may be put
	Stops    constitution.Findings // what keeps it from being put to the vote now

	laidAside bool // by a procedural motion that was carried
}

// Ballot is the votes that were taken on a motion or an amendment.
type Ballot struct {
	Counts    []Count
	Undone    []Undone // outcomes that were declared by mistake
	ChairVote constitution.ChairVote
	Decisive  int                  // number of the count that decides; 0: none yet
	Outcome   constitution.Outcome // of that count, once there is one
	ChairMay  bool                 // the votes are equal: the chair may vote, rule 4.8
}

// Count is a vote as it was counted. All are kept.
type Count struct {
	constitution.Count
	At       civil.Instant
	By       string
	Voters   int       // how many could vote then; 0: by voice, or not known
	Chair    PersonID  // who was in the chair; 0: no one, or not known
	Recount  *Recount  // it counted the papers or hands of an earlier count again
	SetAside *SetAside // entered by mistake
}

// Recount is what is kept of a second count beside its figures.
type Recount struct {
	Of     int     // number of the count before
	Asked  Someone // who asked for it; zero: the tellers or the chair
	Reason string  // why, and why the one that stands does
	Stands bool    // it, and not the count before
}

// SetAside says why something that was recorded no longer counts.
type SetAside struct {
	At     civil.Instant
	By     string
	Reason string
}

// Undone is an outcome that was declared by mistake.
type Undone struct {
	Outcome string // "Carried"
	SetAside
}

// CountInput is a vote to be recorded. Its fields are method, yes, no, abstain,
// spoiled, blank and call.
type CountInput struct {
	Motion    MotionID
	Amendment AmendmentID // 0: on the motion itself
	Method    constitution.Method
	Votes     constitution.Votes // of hands and ballots
	Spoiled   int                // ballot papers that were marked and do not count
	Blank     int                // ballot papers without a mark
	Call      constitution.Call  // of voices: what the chair declares
}

// AmendmentInput is an amendment that is moved at the meeting. Its fields are
// text, mover, seconder and change.
type AmendmentInput struct {
	Motion   MotionID
	Text     string // of the motion as it would be
	Mover    PersonID
	Seconder PersonID
	Change   []FigureChange // of the constitution as it would be; nil: as in the motion
}

// Amendment is an amendment with the votes on it.
type Amendment struct {
	ID       AmendmentID
	Motion   MotionID
	Number   int // of the motion, from 1
	Text     string
	Change   []FigureChange // nil: as in the motion
	Mover    Someone
	Seconder Someone
	Fate     constitution.Fate
	Ballot
	Reason    string
	Trace     constitution.Trace
	DecidedAt civil.Instant // zero also of one that was decided before this was kept
	Version   int64
}
