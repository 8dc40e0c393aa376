package meetings

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Block is a part of the minutes that another package tells: what an election
// came to. It stands under its agenda item, or under its title where the agenda
// has no such item.
type Block struct {
	Item      constitution.Item
	Title     string
	Sentences []Sentence
}

// Minutes are a meeting's minutes in Markdown.
type Minutes struct {
	Text       string
	Drafted    string // the draft from the records that it was last compared with; "": none is known
	SavedAt    civil.Instant
	SavedBy    string
	Approved   ID            // the later meeting that approved them; 0: not yet
	ApprovedOn civil.Date    // that meeting's day
	ApprovedAt civil.Instant // recorded
	ApprovedBy string        // who recorded it
	Version    int64         // 0: nothing is saved yet

	Corrections string        // with which they were approved
	ShownAt     civil.Instant // to members, in draft; zero: not
	ShownBy     string
}

// Readable reports whether members may read them: in draft once they are shown,
// and when they are approved.
func (m Minutes) Readable() bool { return m.Approved != 0 || !m.ShownAt.IsZero() }

// Approving is the kind of meeting that approves minutes: an AGM those of general
// meetings (4.4 b), the committee its own.
func (k Kind) Approving() Kind {
	if k == Committee {
		return Committee
	}
	return AGM
}

// ApprovableAt reports whether a later meeting is one that can have approved the
// minutes.
func (m Meeting) ApprovableAt(later Meeting) bool {
	return later.Kind == m.Kind.Approving() && later.State.Held() && later.OpenedAt.After(m.OpenedAt) &&
		later.OpenedAt.After(m.ClosedAt)
}

// ApprovedHere is minutes that were approved at a meeting.
type ApprovedHere struct {
	Of          Meeting
	Corrections string
}

// RemarkID names a remark.
type RemarkID int64

// Answer is what became of a remark.
type Answer string

// The answers.
const (
	Unanswered Answer = ""
	Taken      Answer = "taken"
	NotTaken   Answer = "not_taken"
)

// Label is the answer as people read it.
func (a Answer) Label() string {
	return map[Answer]string{Unanswered: "Not answered yet", Taken: "Taken", NotTaken: "Not taken"}[a]
}

// Remark is what a member said about minutes in draft.
type Remark struct {
	ID         RemarkID
	By         Someone
	Section    string // its heading as it was; "": the beginning
	Text       string
	At         civil.Instant
	Answer     Answer
	Reply      string
	AnsweredAt civil.Instant
	AnsweredBy string
	Version    int64
}

// ActionInput is something that somebody is asked to do. Its fields are task,
// person and due.
type ActionInput struct {
	Task   string
	Person PersonID   // 0: nobody in particular
	Due    civil.Date // zero: no day
}

// Action is something that somebody was asked to do.
type Action struct {
	ID     ActionID
	Task   string
	Who    Someone
	Due    civil.Date
	DoneAt civil.Instant
}
