package cancelling

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/mail"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Ids of what this package refers to.
type (
	EventID  = auth.EventID
	PersonID = auth.PersonID
)

// Service cancels events and deletes them.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string // address of the site
	events  *tournaments.Service
	entries *entering.Service
	outbox  *mail.Service
}

// New gives the service.
func New(
	db *store.DB, clock civil.Clock, society, site string, events *tournaments.Service, entries *entering.Service,
	outbox *mail.Service,
) *Service {
	return &Service{
		db: db, cases: usecase.New(db, clock), society: society, site: site, events: events, entries: entries, outbox: outbox,
	}
}

// Plan is what cancelling an event, or undoing that, would do.
type Plan struct {
	Event   tournaments.Event
	Refused string   // why it cannot be cancelled; "" when it can
	Letters int      // that would be written
	Known   int      // whom a letter would reach, and who were not told otherwise
	Spent   bool     // so many letters were written about it that no more are
	Untold  []string // players whom no letter reaches, in order of their names
	Paid    Paid
	Books   bool // a treasurer can be written to
	Sends   bool // whether letters can be sent at all
}

// Plan says what cancelling an event would do, for its director.
func (s *Service) Plan(ctx context.Context, actor auth.Actor, id EventID) (Plan, error) {
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: id}); err != nil {
		return Plan{}, err
	}
	e, err := tournaments.EventIn(ctx, s.db, id)
	if err != nil {
		return Plan{}, err
	}
	out := Plan{Event: e, Sends: s.outbox.Sends()}
	var why *apperr.Error
	if err := mayCancel(ctx, s.db, e); errors.As(err, &why) {
		out.Refused = why.Message
	} else if err != nil {
		return Plan{}, err
	}
	list, err := s.concerned(ctx, s.db, e)
	if err != nil {
		return Plan{}, err
	}
	for _, c := range list {
		if !mail.ValidAddress(c.address) {
			out.Untold = append(out.Untold, c.name)
		}
	}
	if out.Letters, out.Known, err = s.wouldWrite(ctx, e); err != nil {
		return Plan{}, err
	}
	if out.Paid, err = s.paidIn(ctx, s.db, id); err != nil {
		return Plan{}, err
	}
	out.Spent = e.Cancelled.Turns >= maxTurns
	treasurers, err := s.treasurers(ctx, s.db)
	out.Books = len(treasurers) > 0
	return out, err
}

// wouldWrite is how many letters the next turn of an event would be told in, and how many are spared it.
func (s *Service) wouldWrite(ctx context.Context, e tournaments.Event) (letters, known int, err error) {
	e.Cancelled.Is, e.Cancelled.Turns = !e.Cancelled.Is, e.Cancelled.Turns+1
	to, err := s.players(ctx, s.db, e)
	if err != nil {
		return 0, 0, err
	}
	write, _, err := s.news(ctx, s.db, e, to)
	return len(write), len(to.keys) - len(write), err
}

// mayCancel refuses an event that cannot be cancelled.
func mayCancel(ctx context.Context, q store.Queryer, e tournaments.Event) error {
	switch {
	case e.Away != "":
		return e.Closed()
	case e.AtVenue:
		return apperr.New(apperr.Conflict, "Give %s back first: it is cancelled on the society’s site.", e.Name)
	case e.Cancelled.Is:
		return apperr.New(apperr.Conflict, "%s is already cancelled.", e.Name)
	case e.Status == tournaments.Draft:
		return apperr.New(apperr.Conflict, "No one knows of %s yet. Delete it instead.", e.Name)
	case !e.Status.TakesChanges():
		return apperr.New(apperr.Conflict, "%s is %s.", e.Name, e.Status)
	}
	n, err := countPlayed(ctx, q, e.ID)
	if err == nil && n > 0 {
		played := "A game was"
		if n > 1 {
			played = fmt.Sprintf("%d games were", n)
		}
		err = apperr.New(apperr.Conflict, "%s played in %s, so it is not cancelled. End it early: give each section as many "+
			"rounds as were played, in its settings, and make the places final. A game that cannot be finished is entered as "+
			"lost by both by default. What was played then counts for the rating.", played, e.Name)
	}
	return err
}

const maxReason = 500

// Cancel cancels an announced event before anything was played in it: it stays, with the reason, and takes no changes.
// Everyone on its list is written to, and the treasurers where fees were paid. A director may; Undo undoes it.
//
// Errors: Conflict with a result, away, not announced or over, or over an older version; Invalid without a reason.
func (s *Service) Cancel(ctx context.Context, actor auth.Actor, id EventID, reason string, version int64) error {
	reason = strings.Join(strings.Fields(reason), " ")
	var problems apperr.Fields
	if n := utf8.RuneCountInString(reason); n == 0 || n > maxReason {
		problems.Add("reason", "Say why, in at most %d characters. Everyone can read it.", maxReason)
	}
	return s.turn(ctx, actor, id, version, problems, func(e tournaments.Event) (tournaments.Cancellation, bool) {
		return tournaments.Cancellation{Is: true, Reason: reason}, e.Cancelled.Is && e.Cancelled.Reason == reason
	})
}

// Undo has an event that was cancelled take place after all. Everyone on its list is written to.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, id EventID, version int64) error {
	return s.turn(ctx, actor, id, version, nil, func(e tournaments.Event) (tournaments.Cancellation, bool) {
		return tournaments.Cancellation{}, !e.Cancelled.Is
	})
}

// turn cancels an event, or undoes that; to says what it is then, and whether it is that already.
func (s *Service) turn(
	ctx context.Context, actor auth.Actor, id EventID, version int64, problems apperr.Fields,
	to func(e tournaments.Event) (next tournaments.Cancellation, same bool),
) error {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: id})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		e, err := s.events.TouchCancelled(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		next, same := to(e)
		if same {
			return nil, usecase.ErrSame
		}
		if next.Is {
			if err := mayCancel(ctx, tx, e); err != nil {
				return nil, err
			}
		}
		if e.Version != version {
			return nil, usecase.Stale("this event", "event", int64(id))
		}
		if err := problems.Err(); err != nil {
			return nil, err
		}
		return s.turned(ctx, tx, permit, e, next)
	})
}

// turned keeps it, and tells everyone.
func (s *Service) turned(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e tournaments.Event, next tournaments.Cancellation,
) (*usecase.Entry, error) {
	was := e.Cancelled
	next.At, next.By, next.Turns = permit.Now(), permit.Name(), was.Turns+1
	if err := s.events.SetCancelled(ctx, tx, e.ID, next); err != nil {
		return nil, err
	}
	e.Cancelled = next
	owed, err := s.entries.Owe(ctx, tx, permit, e.ID)
	if err != nil {
		return nil, err
	}
	letters, err := s.tell(ctx, tx, e)
	if err != nil {
		return nil, err
	}
	action := "cancel.event"
	if !next.Is {
		action = "reinstate.event"
	}
	before, after := facts{Cancelled: was.Is, Reason: was.Reason}, facts{next.Is, next.Reason, letters}
	return permit.Did(action, "event", int64(e.ID), before, after).Then(owed), nil
}

// facts are what the audit log keeps of it.
type facts struct {
	Cancelled bool   `json:"cancelled"`
	Reason    string `json:"reason,omitempty"`
	Letters   int    `json:"letters,omitempty"`
}

// Paid is who paid the fee of an event.
type Paid struct {
	Event tournaments.Event
	Rows  []PaidRow // in order of the names
	Total money.Cents
}

// PaidRow is someone who paid.
type PaidRow struct {
	Name, Section string
	Person        PersonID // 0: not in the register
	Email         string   // of someone who is not in the register, or the address there
	Fee           money.Cents
	Paid          entering.Payment
	Invoice       string         // by which the books have it as paid; "": the director noted it
	State         entering.State // where the entry stands
}

// Paid is who paid the fee of an event, for its director and the society's officers: what to return of an event that is
// cancelled.
func (s *Service) Paid(ctx context.Context, actor auth.Actor, id EventID) (Paid, error) {
	if err := s.cases.Require(actor, auth.ViewEntries, auth.Object{Event: id}); err != nil {
		return Paid{}, err
	}
	return s.paidIn(ctx, s.db, id)
}
