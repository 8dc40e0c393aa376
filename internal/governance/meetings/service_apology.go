package meetings

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// apologising runs fn while apologies in: until the meeting is over. Everyone may send their
// own; those of others are recorded by the officers.
func (s *Service) apologising(ctx context.Context, actor auth.Actor, id ID, person PersonID, fn change) error {
	may := func(r Record) (usecase.Permit, error) {
		own := actor.SignedIn() && actor.Person == person && person != 0
		return s.cases.Allow(actor.By(), unless(own || s.mayOpen(actor, r.Meeting), refuseDoor(actor)))
	}
	return s.within(ctx, id, may, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if m := r.Meeting; !m.State.Upcoming() {
			return nil, apperr.New(
				apperr.Conflict, "The %s is “%s”: it takes no more apologies.", m.Title(), m.State.Label(),
			)
		}
		return fn(tx, permit, r)
	})
}

// Apologise records that somebody entitled to be at a meeting cannot come.
// Field: apology.
func (s *Service) Apologise(ctx context.Context, actor auth.Actor, id ID, person PersonID) error {
	return s.apologising(ctx, actor, id, person, func(
		tx *store.Tx, permit usecase.Permit, r Record,
	) (*usecase.Entry, error) {
		entitled, err := s.entitledOn(ctx, tx, r, person)
		if err != nil {
			return nil, err
		}
		var f apperr.Fields
		switch {
		case !entitled && r.Meeting.Kind == Committee:
			f.Add("apology", "Only the committee sends apologies for its meeting.")
		case !entitled:
			f.Add("apology", "Only members on the day of the meeting send apologies.")
		case r.stillHere(person):
			f.Add("apology", "%s is recorded as present.", r.facts.names[person])
		case r.Apologised(person):
			return nil, usecase.ErrSame
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := insertApology(ctx, tx, id, person, s.cases.Now(), permit.Name()); err != nil {
			return nil, err
		}
		return permit.Did("apologise.meeting", "meeting", int64(id), nil, map[string]any{"person": person}), nil
	})
}

// ClearApology records that somebody comes after all, or that the apology was a
// mistake.
func (s *Service) ClearApology(ctx context.Context, actor auth.Actor, id ID, person PersonID) error {
	return s.apologising(ctx, actor, id, person, func(
		tx *store.Tx, permit usecase.Permit, r Record,
	) (*usecase.Entry, error) {
		if !r.Apologised(person) {
			return nil, usecase.ErrSame
		}
		if err := deleteApology(ctx, tx, id, person); err != nil {
			return nil, err
		}
		return permit.Did("clear.apology", "meeting", int64(id), map[string]any{"person": person}, nil), nil
	})
}

// ownApology is what the actor has to do with the apologies for a meeting.
func (s *Service) ownApology(ctx context.Context, q store.Queryer, actor auth.Actor, r Record) (own OwnApology, err error) {
	if !actor.SignedIn() || actor.Person == 0 {
		return own, nil
	}
	own.Sent = r.Apologised(actor.Person)
	if !r.Meeting.State.Upcoming() || r.stillHere(actor.Person) {
		return own, nil
	}
	own.May, err = s.entitledOn(ctx, q, r, actor.Person)
	return own, err
}

// entitledOn reports whether somebody may be at a meeting by right, whom its record
// need not name.
func (s *Service) entitledOn(ctx context.Context, q store.Queryer, r Record, person PersonID) (bool, error) {
	if r.Meeting.Kind == Committee {
		return r.facts.offices[person] != "", nil
	}
	member, err := members.MembersOn(ctx, q, []PersonID{person}, r.Day())
	return member[person], err
}
