package venue

import (
	"context"
	"fmt"
	"math"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Asides are the versions of an event that are kept aside, the newest first, for its director.
func (s *Service) Asides(ctx context.Context, actor auth.Actor, event EventID) ([]Aside, error) {
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: event}); err != nil {
		return nil, err
	}
	return asidesOf(ctx, s.db, event)
}

// SeenAside is a version kept aside, with what it tells otherwise than the event does now.
type SeenAside struct {
	Aside
	Event      tournaments.Event
	Comparison Comparison
	Unread     string // why it cannot be compared; "" when it can
	File       []byte // as it can be kept: readable text
}

// Aside is one version that is kept aside, compared result by result with the event as it stands.
func (s *Service) Aside(ctx context.Context, actor auth.Actor, id AsideID) (SeenAside, error) {
	a, packed, err := asideByID(ctx, s.db, id)
	if err != nil {
		return SeenAside{}, err
	}
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: a.Event}); err != nil {
		return SeenAside{}, err
	}
	out := SeenAside{Aside: a}
	if out.Event, err = s.events.EventByID(ctx, actor, a.Event); err != nil {
		return out, err
	}
	if out.File, err = unpack(packed); err != nil {
		return out, err
	}
	there, err := Parse(packed)
	if err != nil {
		out.Unread = err.Error()
		return out, nil
	}
	here, err := s.document(ctx, s.db, out.Event)
	if err != nil {
		return out, err
	}
	out.Comparison = Compare(here, there)
	return out, nil
}

// Use makes the event what a version kept aside says. The event as it stood is kept aside in its place, so that
// nothing is lost.
//
// Errors: Conflict while the event is away or takes no changes.
func (s *Service) Use(ctx context.Context, actor auth.Actor, id AsideID) error {
	a, packed, err := asideByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: a.Event})
	if err != nil {
		return err
	}
	d, err := Parse(packed)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := s.events.Touch(ctx, tx, a.Event); err != nil {
			return nil, err
		}
		e, err := s.events.TouchAway(ctx, tx, a.Event)
		if err != nil {
			return nil, err
		}
		if !e.Status.TakesChanges() {
			return nil, apperr.New(apperr.Conflict, "%s is %s. Reopen it first.", e.Name, e.Status)
		}
		loan := Loan{NewUntil: math.MaxInt64, Lender: permit.Person()}
		if a.Loan != 0 {
			if loan, err = loanByID(ctx, tx, a.Loan); err != nil {
				return nil, err
			}
		}
		before, err := s.setAside(ctx, tx, permit, e)
		if err != nil {
			return nil, err
		}
		facts := loanFacts{Number: a.Number, State: loan.State, Results: Compare(before, d).Games, Why: a.Why}
		entry, err := s.become(ctx, tx, permit, e, &loan, d)
		if err != nil {
			return nil, err
		}
		a.UsedAt, a.UsedBy = permit.Now(), permit.Name()
		if err := useAside(ctx, tx, a); err != nil {
			return nil, err
		}
		return entry.Then(permit.Did("use_aside.event", "event", int64(e.ID), nil, facts)), nil
	})
}

// setAside keeps the event aside as it stands here.
func (s *Service) setAside(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e tournaments.Event,
) (*Document, error) {
	d, err := s.document(ctx, tx, e)
	if err != nil {
		return nil, err
	}
	hash, err := d.Hash()
	if err != nil {
		return nil, err
	}
	packed, err := d.Pack()
	if err != nil {
		return nil, err
	}
	_, err = insertAside(ctx, tx, Aside{
		Event: e.ID, Hash: hash, CameAt: permit.Now(),
		Why: fmt.Sprintf("The event as it stood on the site before %s used another version.", permit.Name()),
	}, packed)
	return d, err
}
