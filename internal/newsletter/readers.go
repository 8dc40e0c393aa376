package newsletter

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service writes and sends newsletters, and keeps who reads them.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string
	offices *auth.Service
	outbox  *mail.Service
}

// New gives the service, and has it asked for the links of its letters.
func New(db *store.DB, clock civil.Clock, society, site string, offices *auth.Service, outbox *mail.Service) *Service {
	s := &Service{db, usecase.New(db, clock), society, site, offices, outbox}
	outbox.FillLinks(mail.ToSubscribing, s.confirmAt)
	outbox.FillLinks(mail.ToNewsletter, s.leaveAt)
	return s
}

// How often, in a day, a network may send the form and an address is written to; how many may wait to be confirmed.
const (
	formsOfNetwork   = 20
	lettersToAddress = 3
	mostOpen         = 500
	confirmWithin    = 48 * time.Hour
)

// ReaderID names a reader.
type ReaderID int64

// reader is an address that the newsletter goes to, or that was asked to confirm.
type reader struct {
	id        ReaderID
	email     string
	leave     string // opens the page that stops it
	confirmed bool
	expires   civil.Instant // of one that is not
}

// Subscribe takes an address from the form that anyone may send. A question goes to the address; nothing else does before it is
// confirmed. Who sends the form is told the same whatever is known of the address.
func (s *Service) Subscribe(ctx context.Context, email, network string) error {
	email = strings.TrimSpace(email)
	var f apperr.Fields
	if !mail.ValidAddress(email) {
		f.Add("email", "Enter an e-mail address like name@example.nz.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	if !s.outbox.Sends() {
		return apperr.New(apperr.Invalid, "This site sends no letters, so no one can subscribe here.")
	}
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		did := permit.Did("ask.newsletter_reader", "newsletter_reader", 0, nil, nil) // names no one, and not whether it was known
		toAddress, ofNetwork := addressLimit(email), "newsletter-network:"+hashOf(network)
		over, err := s.offices.Spare(ctx, tx, map[string]int{toAddress: lettersToAddress, ofNetwork: formsOfNetwork})
		if err != nil {
			return nil, err
		}
		if over[ofNetwork] {
			return nil, apperr.New(apperr.TooMany, "Your network sent this form often today. Try again tomorrow.")
		}
		if over[toAddress] {
			return did, nil
		}
		if err := refuseMany(ctx, tx); err != nil {
			return nil, err
		}
		return did, s.ask(ctx, tx, email)
	})
}

// addressLimit is what counts the letters to an address.
func addressLimit(email string) string {
	return "newsletter-address:" + hashOf(members.EmailKey(email))
}

// refuseMany refuses one more address while very many wait to be confirmed.
func refuseMany(ctx context.Context, tx *store.Tx) error {
	open, err := countReaders(ctx, tx, "r.confirmed_at IS NULL")
	if err == nil && open >= mostOpen {
		err = apperr.New(apperr.TooMany, "Very many addresses wait to be confirmed just now. Try again tomorrow.")
	}
	return err
}

// ask writes to an address: the question, or that it has the newsletter already.
func (s *Service) ask(ctx context.Context, tx *store.Tx, email string) error {
	r, found, err := readerOf(ctx, tx, email)
	if err != nil {
		return err
	}
	chosen, err := memberReads(ctx, tx, email)
	if err != nil {
		return err
	}
	now := s.cases.Now()
	l := mail.Letter{
		Key: "newsletter-ask:" + rand.Text(), Purpose: "Subscribing to the newsletter", Turn: mail.AtOnce,
		To: mail.Recipient{Address: email}, Subject: "Newsletter of " + s.society,
	}
	if chosen || found && r.confirmed {
		l.Body = s.society + "\n\nSomeone, probably you, asked for our newsletter for this address. It goes there already: " +
			"there is nothing to do.\n"
	} else {
		if !found {
			r.email = email
			if r.id, err = insertReader(ctx, tx, email, rand.Text(), now, now.Add(confirmWithin)); err != nil {
				return err
			}
		} else if err := renewReader(ctx, tx, r.id, now.Add(confirmWithin)); err != nil {
			return err
		}
		l.To.Address = r.email // as it was first typed: the link is for that one
		l.Subject = "Confirm that you want the newsletter of " + s.society
		l.Link, l.LinkTo = int64(r.id), mail.ToSubscribing
		l.Body = s.society + "\n\nSomeone, probably you, asked for our newsletter for this address. Open this page and press the " +
			"button:\n\n" + auth.LinkHere + "\n\nThe link works until " + now.Add(confirmWithin).Long() + " " + civil.ZoneWords() + ". If it was " +
			"not you, do nothing: the address is forgotten.\n"
	}
	_, err = s.outbox.Queue(ctx, tx, l)
	return err
}

// letter is a newsletter to a reader.
func (s *Service) letter(i Issue, r reader, text string) mail.Letter {
	return mail.Letter{
		Key: fmt.Sprintf("newsletter:%d:reader:%d", i.ID, r.id), Purpose: "Newsletter", Mailing: fmt.Sprintf("newsletter:%d", i.ID),
		To: mail.Recipient{Address: r.email}, Subject: i.Title, Link: int64(r.id), LinkTo: mail.ToNewsletter,
		Body: i.Title + "\n\n" + text + "\n\n" + s.society + "\n" + s.site + Path + "\n\nYou get this because you asked for it. Stop the " +
			"newsletter by one press:\n" + auth.LinkHere + "\n",
	}
}

// Path is where the newsletter is found, below the site's address.
const Path = "/newsletter"

// ConfirmPath and LeavePath are the pages of a reader's links.
func ConfirmPath(token string) string { return Path + "/confirm/" + token }
func LeavePath(token string) string   { return Path + "/leave/" + token }

// confirmAt makes the address of the link in the question, which is about to leave. The one before does not work any more.
func (s *Service) confirmAt(ctx context.Context, link int64, to string) (string, error) {
	token := rand.Text()
	err := s.db.InTx(ctx, func(tx *store.Tx) error { return setConfirm(ctx, tx, ReaderID(link), to, hashOf(token), s.cases.Now()) })
	return s.site + ConfirmPath(token), err
}

// leaveAt is the address where a reader stops the newsletter. ErrLeft: they have.
func (s *Service) leaveAt(ctx context.Context, link int64, to string) (string, error) {
	r, found, err := readerByID(ctx, s.db, ReaderID(link))
	if err == nil && (!found || !r.confirmed || members.EmailKey(r.email) != members.EmailKey(to)) {
		err = mail.ErrLeft
	}
	return s.site + LeavePath(r.leave), err
}

// Confirmable tells whether a link of a question is good, and for which address.
func (s *Service) Confirmable(ctx context.Context, token string) (email string, err error) {
	r, err := readerBy(ctx, s.db, "confirm_hash", hashOf(token))
	if err == nil && (r.confirmed || !s.cases.Now().Before(r.expires)) {
		err = errNoLink
	}
	return r.email, err
}

// Confirm confirms an address by the link of the question, which works once. Where it is that of a member's account, it becomes the
// member's choice: nothing comes on paper then.
func (s *Service) Confirm(ctx context.Context, token string) error {
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		r, err := readerBy(ctx, tx, "confirm_hash", hashOf(token))
		if err != nil {
			return nil, err
		}
		n, err := setConfirmed(ctx, tx, hashOf(token), permit.Now())
		if err == nil && n == 0 {
			err = errNoLink
		}
		if err != nil {
			return nil, err
		}
		person, err := memberAt(ctx, tx, r.id)
		if err == nil && person != 0 {
			err = errors.Join(
				setChoice(ctx, tx, person, string(ByMail), members.EmailKey(r.email), rand.Text(), permit.Now()), endForm(ctx, tx, person),
			)
		}
		return permit.Did("confirm.newsletter_reader", "newsletter_reader", 0, nil, nil), err
	})
}

// Leaving tells whether the newsletter comes by mail to whom a link to stop it belongs. Of a subscription that was stopped nothing is
// known, so its link is an error of kind apperr.NotFound, which says so; that of a member stays the member's.
func (s *Service) Leaving(ctx context.Context, token string) (reads bool, err error) {
	r, err := readerBy(ctx, s.db, "leave_token", token)
	if errors.Is(err, errNoLink) {
		err = errUnknown
	}
	if err != nil {
		return false, err
	}
	return readsBy(ctx, s.db, r.id)
}

// Leave stops the newsletter by the link of a letter: an address of the form is deleted, a member's choice is that it does not come.
// A link that is not known is an error of kind apperr.NotFound.
func (s *Service) Leave(ctx context.Context, token string) error {
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		_, err := readerBy(ctx, tx, "leave_token", token)
		switch {
		case errors.Is(err, errNoLink):
			return nil, errUnknown
		case err != nil:
			return nil, err
		}
		n, err := stopReader(ctx, tx, token)
		if err == nil && n == 0 {
			err = usecase.ErrSame
		}
		return permit.Did("leave.newsletter_reader", "newsletter_reader", 0, nil, nil), err
	})
}

// Forget removes addresses that were not confirmed in time.
func (s *Service) Forget(ctx context.Context) (removed int64, err error) {
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if removed, err = forget(ctx, tx, permit.Now()); err == nil && removed == 0 {
			err = usecase.ErrSame
		}
		return permit.Did("forget.newsletter_reader", "newsletter_reader", 0, nil, map[string]int64{"removed": removed}), err
	})
	return removed, err
}

// visitor is whoever sends the form, or presses a letter's link.
func (s *Service) visitor() (usecase.Permit, error) {
	return s.cases.Allow(audit.By{Name: "the newsletter’s form"}, nil)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
