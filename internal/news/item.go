package news

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/markdown"
	"nzgs/internal/members"
)

// ID names an item, PictureID a picture.
type (
	ID        int64
	PictureID int64
)

// State says what the public sees of an item.
type State string

// The states.
const (
	Draft     State = "draft"
	Coming    State = "coming" // on its day
	Public    State = "public"
	Withdrawn State = "withdrawn"
)

// Item is a piece of news as officers work on it.
type Item struct {
	ID
	Text
	TwoEyes   bool
	On        civil.Date // zero: a draft
	ChangedAt civil.Instant
	ChangedBy string
	changed   auth.PersonID
	approved  int64 // the version of the draft that was
	Approver  string
	Withdrawal
	Version   int64
	State     State
	Pictures  []Picture
	Published *Wording // the newest; nil: none
}

// Text is what an item says.
type Text struct{ Title, Body string }

// Withdrawal is why an item is not shown any more.
type Withdrawal struct {
	At         civil.Instant // zero: it was not withdrawn
	By, Reason string
}

// Wording is an item as it was published.
type Wording struct {
	Text
	Pictures []PictureID
	Reason   string // of a correction; "": the first
	At       civil.Instant
	By       string
}

// Picture is one of an item, without its content.
type Picture struct {
	ID            PictureID
	Says          string // for who cannot see it
	Width, Height int
	MediaType     string
}

// state is what the public sees of the item on a day.
func (i Item) state(today civil.Date) State {
	switch {
	case !i.At.IsZero():
		return Withdrawn
	case i.On.IsZero():
		return Draft
	case i.On.After(today):
		return Coming
	}
	return Public
}

// Approved reports whether the draft as it stands was approved by another officer.
func (i Item) Approved() bool { return i.approved == i.Version }

// MayApprove reports whether someone is another than the last who changed the draft.
func (i Item) MayApprove(person auth.PersonID) bool { return i.changed != person }

// Unpublished reports whether the draft says something else than the public reads, or would read.
func (i Item) Unpublished() bool {
	if i.Published == nil || i.Text != i.Published.Text || len(i.Pictures) != len(i.Published.Pictures) {
		return true
	}
	for n, p := range i.Pictures {
		if p.ID != i.Published.Pictures[n] {
			return true
		}
	}
	return false
}

const (
	maxTitle    = 150
	maxReason   = 300
	maxPictures = 12
)

func (t Text) tidied() Text {
	return Text{strings.Join(strings.Fields(t.Title), " "), strings.TrimSpace(strings.ReplaceAll(t.Body, "\r\n", "\n"))}
}

func (t Text) check() error {
	var f apperr.Fields
	if n := utf8.RuneCountInString(t.Title); n == 0 || n > maxTitle || strings.ContainsFunc(t.Title, unicode.IsControl) {
		f.Add("title", "Give it a title of at most %d letters.", maxTitle)
	}
	markdown.Check(&f, "body", t.Body)
	return f.Err()
}

func checkReason(reason, what string) error {
	var f apperr.Fields
	if n := utf8.RuneCountInString(reason); n == 0 || n > maxReason {
		f.Add("reason", "Say in a sentence %s, in at most %d letters.", what, maxReason)
	}
	return f.Err()
}

// Slug is a title for an address: "new-rules-in-tamaki". "" of a title that has no Latin letters.
func Slug(title string) string {
	var b strings.Builder
	for _, c := range members.Fold(title) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 60 {
			break
		}
	}
	return strings.Trim(b.String(), "-")
}
