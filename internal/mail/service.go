package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Post takes letters to their recipients.
type Post interface {
	// Send hands a letter over. An error that wraps ErrRefused is final; after
	// one that wraps ErrUnknown the letter may have gone; any other may pass.
	Send(ctx context.Context, m Message) error
}

// Message is a letter as it leaves.
type Message struct {
	ID            string // the same for each copy of a letter, before the sender's domain (RFC 5322, 3.6.4)
	To            Recipient
	Subject, Body string
	Attachments   []Attachment
	ReplyTo       Recipient // no address: answers go to the sender
	Leave         string    // address of the page that stops such letters, by one press as well (RFC 8058); "": none
}

var (
	// ErrRefused is a letter that the server will never take: no such address.
	ErrRefused = errors.New("refused")
	// ErrNoAddress is a letter whose address the server refuses for good; it is an ErrRefused.
	ErrNoAddress = fmt.Errorf("%w: the address does not work", ErrRefused)
	// ErrLeft is a letter that its reader wants no more of.
	ErrLeft = errors.New("its reader wants no letters of this kind")
	// ErrUnknown is a letter that was handed over without an answer.
	ErrUnknown = errors.New("no answer")
)

// Service is the outbox.
type Service struct {
	db       *store.DB
	cases    usecase.Cases
	post     Post
	whenSent []AfterSent
	links    map[LinkTo]AddressOf
	leave    LeaveAt
	retired  atomic.Bool
}

// AfterSent is told the keys of letters that have left.
type AfterSent func(ctx context.Context, keys []string) error

// WhenSent adds to what is run when letters have left: once for all that one
// Deliver sent. Called where services are put together.
func (s *Service) WhenSent(run AfterSent) { s.whenSent = append(s.whenSent, run) }

// AddressOf makes the address of a link, in a letter to someone's address. One that is no longer good, or is not for
// that address, is refused with apperr.NotFound.
type AddressOf func(ctx context.Context, link int64, to string) (string, error)

// FillLinks has the links of a kind in letters made as they leave: what is kept of a letter
// never holds one. Called where services are put together.
func (s *Service) FillLinks(to LinkTo, addressOf AddressOf) {
	if s.links == nil {
		s.links = make(map[LinkTo]AddressOf)
	}
	s.links[to] = addressOf
}

// LeaveAt makes the address where someone leaves a topic. ErrLeft: they have left it.
type LeaveAt func(ctx context.Context, person int64, topic string) (string, error)

// LeaveBy has the addresses made by which readers leave the topics of letters. Called where services are put together.
func (s *Service) LeaveBy(at LeaveAt) { s.leave = at }

// New returns the outbox on an open database. Without a post, letters wait.
func New(db *store.DB, clock civil.Clock, post Post) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), post: post}
}

// Sends reports whether letters can be sent: whether there is a server.
func (s *Service) Sends() bool { return s.post != nil }

// Retire has Deliver end after the letter that it is sending: another service has taken its place.
func (s *Service) Retire() { s.retired.Store(true) }

// Attach keeps a file for the letters of the transaction.
func (s *Service) Attach(ctx context.Context, tx *store.Tx, a Attachment) (AttachmentID, error) {
	return insertAttachment(ctx, tx, a)
}

// Queue writes letters into the outbox within tx, and says how many are new: a key that was queued before is passed over. A
// subject that is too long is shortened at a word.
func (s *Service) Queue(ctx context.Context, tx *store.Tx, letters ...Letter) (queued int, err error) {
	for _, l := range letters {
		l = l.fitted()
		if err := l.check(); err != nil {
			return queued, fmt.Errorf("letter %s: %w", l.Key, err)
		}
		if dead, err := hasDied(ctx, tx, l.To.Person); err != nil || dead {
			if err != nil {
				return queued, err
			}
			continue // no one writes to who died
		}
		isNew, err := insertLetter(ctx, tx, l, s.cases.Now())
		if err != nil {
			return queued, err
		}
		if isNew {
			queued++
		}
	}
	return queued, nil
}

// TellOwner queues a letter of the accounts to the owner of one. One that no letter can
// be addressed to is told nothing.
func (s *Service) TellOwner(ctx context.Context, tx *store.Tx, l auth.Letter) error {
	if !ValidAddress(l.Address) {
		return nil
	}
	turn := AtOnce
	if l.Mailing != "" {
		turn = Bulk
	}
	_, err := s.Queue(ctx, tx, Letter{
		Key: l.Key, Purpose: l.Purpose, Subject: l.Subject, Body: l.Body, Link: l.Link, Turn: turn, Mailing: l.Mailing,
		To: Recipient{Person: int64(l.Account.Person), Name: l.Account.Name.String(), Address: l.Address},
	})
	return err
}

// Standing is how a letter stands in the outbox.
type Standing struct {
	State State
	Sent  civil.Instant // zero: not sent
}

// Standings tells how the letters with the keys stand, of those that were queued.
func (s *Service) Standings(ctx context.Context, q store.Queryer, keys []string) (map[string]Standing, error) {
	return standings(ctx, q, keys)
}

// Known tells which of the keys were queued before.
func (s *Service) Known(ctx context.Context, q store.Queryer, keys []string) (map[string]bool, error) {
	found, err := standings(ctx, q, keys)
	out := make(map[string]bool, len(found))
	for key := range found {
		out[key] = true
	}
	return out, err
}

// Delivered says what Deliver did.
type Delivered struct{ Sent, Later, Failed, Left, Unknown int }

// Deliver sends what is due, one letter after the other, until nothing is due
// or ctx ends. What the server does not take now is tried again later.
func (s *Service) Deliver(ctx context.Context) (done Delivered, err error) {
	if s.post == nil {
		return done, nil
	}
	var sent []string
	defer func() { err = errors.Join(err, s.tellSent(ctx, sent)) }()
	for {
		e, found, err := s.claim(ctx)
		if err != nil || !found {
			return done, err
		}
		state, err := s.deliver(ctx, e)
		if err != nil {
			return done, err
		}
		switch state {
		case Sent:
			done.Sent++
			sent = append(sent, e.Key)
		case Failed:
			done.Failed++
		case Left:
			done.Left++
		case Sending:
			done.Unknown++
		default:
			done.Later++
		}
	}
}

// Hand sends letters of the outbox now, one after the other, those of them that wait and are due, and leaves what ctx is too
// short for to Deliver. It takes no longer than ctx has time, however slowly the mail server answers.
func (s *Service) Hand(ctx context.Context, keys []string) error {
	if s.post == nil {
		return nil
	}
	var sent []string
	for _, key := range keys {
		if ctx.Err() != nil {
			break
		}
		var e Entry
		claiming := context.WithoutCancel(ctx)
		err := s.db.InTx(claiming, func(tx *store.Tx) (err error) {
			var found bool
			if e, found, err = claimKey(claiming, tx, key, s.cases.Now()); err == nil && !found {
				err = usecase.ErrSame
			}
			return err
		})
		if errors.Is(err, usecase.ErrSame) {
			continue
		}
		state := Sending
		if err == nil {
			state, err = s.deliver(ctx, e)
		}
		if err != nil {
			return errors.Join(err, s.tellSent(ctx, sent))
		}
		if state == Sent {
			sent = append(sent, key)
		}
	}
	return s.tellSent(ctx, sent)
}

// tellSent runs what follows from letters that have left.
func (s *Service) tellSent(ctx context.Context, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	for _, run := range s.whenSent {
		if err := run(ctx, keys); err != nil {
			return fmt.Errorf("follow letters that were sent: %w", err)
		}
	}
	return nil
}

// claim takes the next letter that is due, so that no other copy of the
// program sends it.
func (s *Service) claim(ctx context.Context) (e Entry, found bool, err error) {
	if ctx.Err() != nil || s.retired.Load() {
		return Entry{}, false, ctx.Err()
	}
	err = s.db.InTx(ctx, func(tx *store.Tx) (err error) {
		now := s.cases.Now()
		pace, err := readPace(ctx, tx)
		if err != nil {
			return err
		}
		tried, err := triedSince(ctx, tx, now.Add(-minute), now)
		if err != nil {
			return err
		}
		e, found, err = claimDue(ctx, tx, now, pace.last(now, tried))
		if err == nil && !found {
			return usecase.ErrSame // a transaction that is kept would have every public page made again
		}
		return err
	})
	if errors.Is(err, usecase.ErrSame) {
		return Entry{}, false, nil
	}
	return e, found, err
}

// deliver hands a claimed letter over and writes down what came of it.
func (s *Service) deliver(ctx context.Context, e Entry) (State, error) {
	// What was claimed is read, and what was handed over is written down, even when the program is told to stop, or the
	// database is busy: no letter is left as being sent that was not, and nobody is to send it a second time.
	sendingIn := ctx
	ctx = context.WithoutCancel(ctx)
	attachments, err := attachmentsOf(ctx, s.db, e.ID)
	if err != nil {
		return "", err
	}
	m := Message{ID: idOf(e), To: e.To, Subject: e.Subject, Attachments: attachments, ReplyTo: e.ReplyTo}
	var sending error
	if m.Body, m.Leave, sending = s.bodyOf(ctx, e); sending == nil {
		sending = s.post.Send(sendingIn, m)
	}
	now := s.cases.Now()
	state, due, problem := Sent, now, ""
	if sending != nil {
		problem = whatWasSaid(sending)
		switch {
		case errors.Is(sending, ErrLeft):
			state = Left
		case errors.Is(sending, ErrRefused):
			state = Failed
		case errors.Is(sending, ErrUnknown):
			state = Sending
		default:
			state, due = afterFailure(e.Attempts, now)
		}
	}
	return state, s.db.Insist(ctx, func(tx *store.Tx) error {
		kept, err := isStillTo(ctx, tx, e)
		if err != nil || !kept { // its reader was erased meanwhile: no address comes back with what the server said of it
			return err
		}
		if errors.Is(sending, ErrNoAddress) {
			if err := insertBounce(ctx, tx, e.To.Address, e.ID, clip(problem), now); err != nil {
				return err
			}
		}
		return setOutcome(ctx, tx, e.ID, state, due, problem)
	})
}

// idOf is what a letter is known by to its reader's mail program: the same when it is sent again, so that two copies
// can be told to be one letter. It names nobody.
func idOf(e Entry) string {
	sum := sha256.Sum256([]byte(e.Key))
	return hex.EncodeToString(sum[:12])
}

// bodyOf is the text of a letter as it leaves, and where its reader stops such letters. A link that is no longer good
// keeps its letter back for good.
func (s *Service) bodyOf(ctx context.Context, e Entry) (body, leave string, err error) {
	body = e.Body
	if e.Topic != "" {
		if s.leave == nil {
			return "", "", errors.New("no address to leave letters can be made here")
		}
		if leave, err = s.leave(ctx, e.To.Person, e.Topic); err != nil {
			return "", "", err
		}
		body = strings.ReplaceAll(body, LeaveHere, leave)
	}
	if e.Link == 0 {
		return body, leave, nil
	}
	addressOf := s.links[e.LinkTo]
	if addressOf == nil {
		return "", "", errors.New("no links can be made here")
	}
	address, err := addressOf(ctx, e.Link, e.To.Address)
	if apperr.KindOf(err) == apperr.NotFound {
		return "", "", fmt.Errorf("%w: the link in it has expired, was used or was replaced", ErrRefused)
	}
	if e.LinkTo == ToNewsletter {
		leave = address
	}
	return strings.ReplaceAll(body, auth.LinkHere, address), leave, err
}

// Letter gives one letter.
func (s *Service) Letter(ctx context.Context, actor auth.Actor, id LetterID) (Entry, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return Entry{}, err
	}
	return byID(ctx, s.db, id)
}

// SendAgain puts a letter that failed, or of which nothing is known, back
// among those that wait.
func (s *Service) SendAgain(ctx context.Context, actor auth.Actor, id LetterID) error {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		e, err := byID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if e.State == Sent {
			return nil, apperr.New(
				apperr.Conflict, "This letter was sent on %s. It was not sent again.", e.SentAt.Date().Long(),
			)
		}
		if e.Outdated != "" {
			return nil, apperr.New(apperr.Conflict, "%s The letter was not sent again.", e.Outdated)
		}
		if e.State == Left {
			return nil, apperr.New(
				apperr.Conflict, "%s wants no letters of this kind. The letter was not sent again.", e.To.Name,
			)
		}
		dead, err := hasDied(ctx, tx, e.To.Person)
		if err != nil {
			return nil, err
		}
		if dead {
			return nil, apperr.New(apperr.Conflict, "%s has died. The letter was not sent again.", e.To.Name)
		}
		before, after := map[string]string{"state": string(e.State)}, map[string]string{"state": string(Waiting)}
		return permit.Did("resend.letter", "mail_letter", int64(id), before, after), setWaiting(ctx, tx, id, s.cases.Now())
	})
}
