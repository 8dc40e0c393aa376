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

// LinkHere stands in a letter for its link. The link is made as the letter leaves:
// the outbox, which officers read, and its backups never hold one that works.
const LinkHere = "[the link stands here in the letter that is sent, and nowhere else]"

// SendsMail reports whether the society sends letters at all.
func (s *Service) SendsMail() bool { return s.post != nil && s.sendsMail }

// telling is a letter before it is known to whom it goes.
type telling struct {
	purpose, subject string
	paragraphs       []string
	link             int64
	mailing          string // of a mailing, whose letters wait in quiet hours
}

// letter writes to the owner of an account, at its address.
func (s *Service) letter(ctx context.Context, tx *store.Tx, a Account, t telling) error {
	return s.letterTo(ctx, tx, a, a.Email, t)
}

// AboutAccount begins the keys of letters about an account.
const AboutAccount = "account:"

// IsAboutAccount reports whether a letter with the key is about an account: it goes to the address that signs in.
func IsAboutAccount(key string) bool {
	return strings.HasPrefix(key, AboutAccount) || strings.HasPrefix(key, "reset:")
}

// letterTo writes to the owner of an account at an address: also at the former one.
func (s *Service) letterTo(ctx context.Context, tx *store.Tx, a Account, address string, t telling) error {
	return s.queue(ctx, tx, AboutAccount+idText(a.ID)+":"+rand.Text(), a, address, t)
}

func (s *Service) queue(ctx context.Context, tx *store.Tx, key string, a Account, address string, t telling) error {
	if s.post == nil {
		return nil
	}
	text := append([]string{strings.TrimSpace("Kia ora " + a.Name.String())}, t.paragraphs...)
	return s.post(ctx, tx, Letter{
		Key: key, Purpose: t.purpose, Account: a, Address: address, Subject: t.subject,
		Body: strings.Join(append(text, s.society), "\n\n") + "\n", Link: t.link, Mailing: t.mailing,
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
func (s *Service) AddressOfLink(ctx context.Context, id int64, _ string) (string, error) {
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

// Spare is spare for other forms that anyone may send: subjects begin with the form's own name.
func (s *Service) Spare(ctx context.Context, tx *store.Tx, limits map[string]int) (over map[string]bool, err error) {
	return s.spare(ctx, tx, limits)
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
