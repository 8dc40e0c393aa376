package auth

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth/passkey"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Newcomer is the first person of a society, as its set-up page learns of them.
type Newcomer struct {
	Name  Name
	Email string
}

// AddPerson enters a person into the register within tx. The register's owner
// provides it; its field problems carry the names family_name, given_names,
// order and email.
type AddPerson func(ctx context.Context, tx *store.Tx, by Actor, in Newcomer) (PersonID, error)

// Settings are what the service is told once.
type Settings struct {
	Society   string    // the society's name, refused in passwords
	BaseURL   string    // how people reach the site, without a slash at the end: for links in letters
	AddPerson AddPerson // needed by SetUp only
	Post      Post      // puts letters to the owners of accounts into the outbox; nil: none are written
	SendsMail bool      // letters leave the outbox: there is a mail server
	// FactorFrom is the day from which whoever must have a second factor is let in
	// only with one. None: they are asked to set one up, and no one is refused.
	FactorFrom civil.Date
}

// Letter tells the owner of an account what has become of it.
type Letter struct {
	Key     string // unique: a letter of the same key goes once
	Purpose string // for the outbox
	Account Account
	Address string // where it goes: the account's, its former or its next one
	Subject string
	Body    string
	Link    int64  // the one-time link that LinkHere in the body stands for; 0: none
	Mailing string // of which mailing it is, and waits in quiet hours; "": it goes at once
}

// Post puts a letter into the outbox within tx: it goes when the change is kept.
type Post func(ctx context.Context, tx *store.Tx, l Letter) error

// Service is accounts, sessions, one-time links and offices.
type Service struct {
	db        *store.DB
	clock     civil.Clock
	society   string
	baseURL   string
	addPerson AddPerson
	post      Post
	sendsMail bool
	hasher    *hasher

	factorFrom civil.Date
	site       *passkey.Site
	noPasskeys error // why passkeys cannot be used here, or nil
}

// New returns the service.
func New(db *store.DB, clock civil.Clock, settings Settings) *Service {
	s := &Service{
		db: db, clock: clock, society: settings.Society, addPerson: settings.AddPerson,
		post: settings.Post, sendsMail: settings.SendsMail,
		hasher: newHasher(costHere()), factorFrom: settings.FactorFrom,
	}
	s.ServedAt(settings.BaseURL)
	return s
}

// ServedAt says how people reach the site, where that is known only once the program
// listens: passkeys are made for that address. It is called before the first request.
func (s *Service) ServedAt(address string) {
	s.baseURL = address
	s.site, s.noPasskeys = passkey.At(address, s.society)
}

// Tidy deletes what has run out: sessions, links, changes of address, devices,
// failed sign-ins. Nothing depends on it but the size of the database.
func (s *Service) Tidy(ctx context.Context) (removed int64, err error) {
	now := s.clock()
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		removed = 0
		for _, one := range []struct {
			what   string
			remove func(context.Context, *store.Tx, civil.Instant) (int64, error)
			until  civil.Instant
		}{
			{"sessions", deleteOldSessions, now},
			{"links", deleteOldLinks, now.Add(-keepLinks)},
			{"devices", deleteOldDevices, now.Add(-DeviceLasts)},
			{"changes of address", deleteAddressChanges, now.Add(-keepChanges)},
			{"openings of accounts", forgetFormerAddresses, now.Add(-openingLasts)},
			{"half sign-ins", deleteOldHalves, now},
			{"challenges of passkeys", deleteSpentChallenges, now},
			{"failed sign-ins", deleteOldFailures, now.Add(-failureWindow)},
		} {
			n, err := one.remove(ctx, tx, one.until)
			if err != nil {
				return fmt.Errorf("tidy %s: %w", one.what, err)
			}
			removed += n
		}
		if err := s.lapseRequests(ctx, tx); err != nil {
			return fmt.Errorf("tidy requests for accounts: %w", err)
		}
		return nil
	})
	return removed, err
}

func (s *Service) today() civil.Date { return s.clock().Date() }

func (s *Service) require(actor Actor, action Action, object Object) error {
	return Require(actor, action, object, s.today())
}

// write appends an audit entry by the actor.
func (s *Service) write(
	ctx context.Context, tx *store.Tx, by Actor, action, object string, id int64, before, after any,
) error {
	return audit.Write(ctx, tx, audit.Entry{
		At: s.clock(), By: by.By(), Action: action, Object: object, ObjectID: id, Before: before, After: after,
	})
}

// notFound turns an absent row into a refusal.
func notFound(err error, format string, args ...any) error {
	if errors.Is(err, store.ErrNoRows) {
		return apperr.New(apperr.NotFound, format, args...)
	}
	return err
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}
