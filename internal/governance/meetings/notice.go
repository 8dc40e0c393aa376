package meetings

import (
	"fmt"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
)

// Way is how notice of a meeting is given.
type Way string

// The ways of rule 4.1.
const (
	Letters    Way = "letters"
	Newsletter Way = "newsletter"
)

// Reached is how a member was reached.
type Reached string

// The ways to a member.
const (
	ByMail       Reached = "mail"
	ByPost       Reached = "post" // no e-mail address that letters can go to
	InNewsletter Reached = "newsletter"
)

// NoticeInput is what a notice is given with. Its fields are way, sent, words,
// late_reason.
type NoticeInput struct {
	Way         Way        // "": letters
	Sent        civil.Date // of the newsletter; zero: today, as letters always are
	Words       string     // of the secretary, before the agenda; may be ""
	LateReason  string     // why it is given although it is too late for rule 4.1
	Attachments []mail.Attachment
	LogHead     string // at the foot of letters and their print; "": as it is when they are queued
	Site        string // how people reach the site, for the addresses of papers
	Print       Print  // that is kept with the notice; the zero value: none is
}

// Print is a notice as it is printed.
type Print struct {
	Content []byte
	Of      string // the body of the letter that it says the same as
}

// NoticePreview is a notice before it is given.
type NoticePreview struct {
	Subject    string
	Text       NoticeText
	Body       string // the text, as a letter
	Timeliness constitution.Timeliness
	Trace      constitution.Trace
	Agenda     constitution.Findings // of rules 4.4 and 5.5
	Motions    []int                 // numbers of the motions that go on the agenda
	Left       []MotionFinding       // motions that do not, with the reason
	Roll       []RollEntry
}

// MotionFinding is why a motion does not go on the agenda.
type MotionFinding struct {
	Number   int
	Title    string
	Findings constitution.Findings
}

// Notice is a notice that was given.
type Notice struct {
	Number     int // of the meeting, from 1; a changed date needs another
	Way        Way
	Sent       civil.Date // day on which its letters were written, or the newsletter was out
	Leaving    constitution.Leaving
	Gone       Gone       // how many of its letters have left, and how
	ForDate    civil.Date // day of the meeting that it announced
	Subject    string
	Body       string
	BodyHash   string // SHA-256 of the body when the notice was given; "" of notices of before
	PrintHash  string // of its print, which is kept; "": none is
	Motions    []int  // numbers of the motions on its agenda
	LateReason string
	LogHead    string                  // of the log, as printed on it; "" in a newsletter
	Timeliness constitution.Timeliness // by the last letter that left
	Trace      constitution.Trace
	Mail, Post int       // people on the roll
	Unreached  []Someone // whom no letter of it can go to, see RollEntry
	RecordedAt civil.Instant
	RecordedBy string
}

// Gone is to how many people a letter has left by e-mail, and to how many only by
// post.
type Gone struct{ Mail, Post int }

// String is "by e-mail to 70, by letter to 3"; "" while none has left.
func (g Gone) String() string {
	var ways []string
	if g.Mail > 0 {
		ways = append(ways, fmt.Sprintf("by e-mail to %d", g.Mail))
	}
	if g.Post > 0 {
		ways = append(ways, fmt.Sprintf("by letter to %d", g.Post))
	}
	return strings.Join(ways, ", ")
}

// RollEntry is a member on the roll of a notice.
type RollEntry struct {
	Person  PersonID
	Name    string
	Reached Reached
	Address string     // e-mail, or postal address with its lines; "" when none is known
	Posted  civil.Date // a printed letter; zero: it was not, or none is needed
	ByHand  bool       // it was handed over, not posted
	Postal  string     // postal address of who has no letter yet; "" when none is known
	Letter  mail.State // of a letter by e-mail; "": there is none
	Left    civil.Date // day on which the first letter to them left; zero: none has

	// Unreached is of whom no letter can go to: no e-mail address that takes one is
	// known, and no postal address.
	Unreached bool
}

// unreachedOf are those on a roll whom no letter can go to.
func unreachedOf(roll []RollEntry) (out []Someone) {
	for _, e := range roll {
		if e.Unreached {
			out = append(out, Someone{Person: e.Person, Name: e.Name})
		}
	}
	return out
}

// Posting says which printed letters were posted.
type Posting string

// The postings.
const (
	PostedPrinted Posting = ""       // to those without an e-mail address
	PostedUnsent  Posting = "unsent" // and to those whose letter has not gone by e-mail
	HandedOver    Posting = "hand"   // given by hand to those of To
)

// PostedInput records that printed letters were posted or handed over. Its fields
// are posted, which and to.
type PostedInput struct {
	Notice int
	Day    civil.Date
	Which  Posting
	To     []PersonID // only of HandedOver
}
