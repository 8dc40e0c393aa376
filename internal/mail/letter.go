package mail

import (
	"net/mail"
	"strings"
	"time"
	"unicode"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// Ids of the outbox.
type (
	LetterID     int64
	AttachmentID int64
)

// State says where a letter stands.
type State string

// The states.
const (
	Waiting State = "waiting" // to be sent when it is due
	Sending State = "sending" // handed over; nothing is known of what became of it
	Sent    State = "sent"    // the server took it
	Failed  State = "failed"  // refused for good, or tried too often
	Left    State = "left"    // its reader wanted no letters of its kind; it did not go
)

// LinkTo says what the link of a letter is to.
type LinkTo string

// What letters link to.
const (
	ToAccount     LinkTo = ""            // a one-time link of an account
	ToApplication LinkTo = "application" // someone's own application to an event
	ToJoining     LinkTo = "joining"     // someone's own request to join the society
	ToSubscribing LinkTo = "subscribing" // confirming that someone wants the newsletter
	ToOrder       LinkTo = "order"       // a visitor's own order of the bookshop
	ToVisit       LinkTo = "visit"       // someone's own visit to a club
	ToNewsletter  LinkTo = "newsletter"  // stopping the newsletter, by one press as well (RFC 8058)
)

// Recipient is who a letter goes to.
type Recipient struct {
	Person  int64 // in the register; 0 when it is no one there
	Name    string
	Address string // name@host
}

// Letter is what is to be sent to one person.
type Letter struct {
	Key         string // what it is about and to whom, unique: "notice:7:person:12"
	Purpose     string // for the outbox: "Notice of the AGM"
	To          Recipient
	Subject     string
	Body        string // plain text
	Attachments []AttachmentID
	Link        int64  // what auth.LinkHere in the body is a link to; 0: none
	LinkTo      LinkTo // of what kind that is
	Turn        Turn   // a letter with a link goes at once, but for the newsletter and mailings
	Mailing     string // which it belongs to: the outbox shows its letters together; "": by their purpose
	ReplyTo     Recipient
	Topic       string // what its reader leaves who wants no more of them; "": it cannot be left
}

// LeaveHere stands in the body of a letter with a topic where the address to leave it is filled in.
const LeaveHere = "{leave-here}"

// turn is when the letter goes: someone waits for one with a link, but for those of a mailing.
func (l Letter) turn() Turn {
	if l.Link != 0 && l.LinkTo != ToNewsletter && l.Turn != Bulk {
		return AtOnce
	}
	return l.Turn
}

// Attachment is a file that goes with letters.
type Attachment struct {
	Name      string // file name
	MediaType string // "application/pdf"
	Content   []byte
}

// Entry is a letter as it stands in the outbox.
type Entry struct {
	ID LetterID
	Letter
	State    State
	Attempts int
	Due      civil.Instant // not tried before
	Problem  string        // why it did not go
	Queued   civil.Instant
	SentAt   civil.Instant // zero: not sent
	Restored bool          // it may have left before a backup was restored, and waits for an officer
	Outdated string        // why it is no longer true and is not sent again; "": it may be
}

// limits of a letter.
const (
	maxKey     = 200
	maxSubject = 200
	MaxBody    = 100_000 // bytes of a letter
	maxAddress = 254     // RFC 5321, 4.5.3.1.3
)

func (l Letter) check() error {
	var f apperr.Fields
	if l.Key == "" || len(l.Key) > maxKey {
		f.Add("key", "A letter needs a key of at most %d characters.", maxKey)
	}
	if l.Purpose == "" {
		f.Add("purpose", "Say what the letter is about.")
	}
	if !ValidAddress(l.To.Address) {
		f.Add("address", "Enter an e-mail address: name@host.")
	}
	if strings.TrimSpace(l.Subject) == "" || len(l.Subject) > maxSubject ||
		strings.ContainsFunc(l.Subject, unicode.IsControl) {
		f.Add("subject", "Enter a subject: one line, at most %d characters.", maxSubject)
	}
	if strings.TrimSpace(l.Body) == "" || len(l.Body) > MaxBody {
		f.Add("body", "Write the letter: at most %d characters.", MaxBody)
	}
	if l.ReplyTo.Address != "" && !ValidAddress(l.ReplyTo.Address) {
		f.Add("reply_to", "Enter an e-mail address for answers: name@host.")
	}
	return f.Err()
}

// ValidAddress reports whether a letter can be addressed so: name@host, and
// nothing else around it.
func ValidAddress(s string) bool {
	if len(s) > maxAddress {
		return false
	}
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && a.Name == ""
}

// patience is how long a letter waits after each try that came to nothing; one
// more and it has failed.
var patience = []time.Duration{
	time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
	24 * time.Hour,
}

// afterFailure says what becomes of a letter after its nth try came to nothing.
func afterFailure(tries int, now civil.Instant) (State, civil.Instant) {
	if tries > len(patience) {
		return Failed, now
	}
	return Waiting, now.Add(patience[tries-1])
}
