package auth

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Letter is what the owner of an account is told by mail.
type Letter struct {
	Key     string // unique: what it is about and to whom
	Purpose string // for the outbox
	Person  PersonID
	Name    string
	Address string
	Subject string
	Body    string
	Link    int64 // the one-time link that LinkHere stands for; 0: none
}

// LinkHere stands in a letter for its link. The link is made as the letter leaves:
// the outbox, which officers read, and its backups never hold one that works.
const LinkHere = "[the link stands here in the letter that is sent, and nowhere else]"

// Post puts letters into the outbox, within the transaction of what they tell.
type Post interface {
	QueueLetter(ctx context.Context, tx *store.Tx, l Letter) error
	Sends() bool // there is a mail server
}

// SendsMail reports whether the society sends letters at all.
func (s *Service) SendsMail() bool { return s.post != nil && s.post.Sends() }

// telling is a letter before it is known to whom it goes.
type telling struct {
	purpose, subject string
	paragraphs       []string
	link             int64
}

// tell writes to the owner of an account, at its address.
func (s *Service) tell(ctx context.Context, tx *store.Tx, a Account, t telling) error {
	return s.tellAt(ctx, tx, a, a.Email, t)
}

// tellAt writes to the owner of an account at an address: also at the former one.
func (s *Service) tellAt(ctx context.Context, tx *store.Tx, a Account, address string, t telling) error {
	return s.queue(ctx, tx, "account:"+idText(a.ID)+":"+rand.Text(), a, address, t)
}

func (s *Service) queue(ctx context.Context, tx *store.Tx, key string, a Account, address string, t telling) error {
	if s.post == nil {
		return nil
	}
	name := a.Name.String()
	text := append([]string{strings.TrimSpace("Kia ora " + name)}, t.paragraphs...)
	return s.post.QueueLetter(ctx, tx, Letter{
		Key: key, Purpose: t.purpose, Person: a.Person, Name: name, Address: address, Subject: t.subject,
		Body: strings.Join(append(text, s.society), "\n\n") + "\n", Link: t.link,
	})
}

// page is the address of a page as letters have it: from the settings, never
// from what a browser says of the host.
func (s *Service) page(path string) string { return s.baseURL + path }

func idText(id AccountID) string { return strconv.FormatInt(int64(id), 10) }

const tellSecretary = "If it was not you, tell the society’s secretary at once."

// AddressOfLink makes the token of a link whose letter is about to leave. A letter
// that is sent again has a new one. A link that is no longer good is refused with
// apperr.NotFound: its letter need not go.
func (s *Service) AddressOfLink(ctx context.Context, id int64) (string, error) {
	token := newToken()
	hash, _ := hashOf(token)
	err := s.db.InTx(ctx, func(tx *store.Tx) error { return setLinkToken(ctx, tx, id, hash, s.clock()) })
	if err != nil {
		return "", notFound(err, "The link in this letter is no longer good.")
	}
	return s.page("/link/" + token), nil
}

// mailedLink makes a link that a letter will carry.
func (s *Service) mailedLink(
	ctx context.Context, tx *store.Tx, a Account, purpose Purpose, change int64, until civil.Instant,
) (int64, error) {
	return insertMailedLink(ctx, tx, purpose, a.ID, change, s.clock(), until)
}

// spare counts something that is asked for against those before it, within the
// window of failed sign-ins and in their table, and says whether one had too many.
func (s *Service) spare(ctx context.Context, tx *store.Tx, limits map[string]int) (over map[string]bool, err error) {
	subjects := slices.Sorted(maps.Keys(limits))
	now := s.clock()
	known, err := failuresOf(ctx, tx, subjects, now.Add(-failureWindow))
	if err != nil {
		return nil, err
	}
	over = make(map[string]bool)
	for subject, limit := range limits {
		over[subject] = known[subject].count >= limit
	}
	_, err = insertFailures(ctx, tx, subjects, now)
	return over, err
}

var errNoMail = apperr.New(
	apperr.Invalid, "This site does not send mail. Ask the society’s secretary for a link.",
)
