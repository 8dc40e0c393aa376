package entering

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// ChangeByLink changes an application for whoever has a link of its letters, until entries close.
func (s *Service) ChangeByLink(ctx context.Context, token string, in Input) error {
	a, permit, err := s.linked(ctx, token)
	if err != nil {
		return err
	}
	return s.change(ctx, permit, a, in)
}

// ChangeOwn changes an application for the person who made it, until entries close.
func (s *Service) ChangeOwn(ctx context.Context, actor auth.Actor, id ApplicationID, in Input) error {
	a, permit, err := s.owned(ctx, actor, id)
	if err != nil {
		return err
	}
	return s.change(ctx, permit, a, in)
}

// WithdrawByLink withdraws an application for whoever has a link of its letters, until entries close.
func (s *Service) WithdrawByLink(ctx context.Context, token string, version int64) error {
	a, permit, err := s.linked(ctx, token)
	if err != nil {
		return err
	}
	return s.withdraw(ctx, permit, a, version)
}

// WithdrawOwn withdraws an application for the person who made it, until entries close.
func (s *Service) WithdrawOwn(ctx context.Context, actor auth.Actor, id ApplicationID, version int64) error {
	a, permit, err := s.owned(ctx, actor, id)
	if err != nil {
		return err
	}
	return s.withdraw(ctx, permit, a, version)
}

func (s *Service) linked(ctx context.Context, token string) (Application, usecase.Permit, error) {
	a, err := s.byLink(ctx, s.db, token)
	if err != nil {
		return a, usecase.Permit{}, err
	}
	permit, err := s.visitor()
	return a, permit, err
}

func (s *Service) owned(ctx context.Context, actor auth.Actor, id ApplicationID) (Application, usecase.Permit, error) {
	a, err := s.ofOwner(ctx, actor, id)
	if err != nil {
		return a, usecase.Permit{}, err
	}
	permit, err := s.cases.Allow(actor.By(), nil)
	return a, permit, err
}

// standing reads an application that its player wants to change, within a transaction that holds its event.
func (s *Service) standing(ctx context.Context, tx *store.Tx, f field, id ApplicationID, version int64) (Application, error) {
	a, err := byID(ctx, tx, id)
	if err != nil {
		return a, err
	}
	switch {
	case !a.State.Active():
		return a, apperr.New(apperr.Conflict, "This entry is %s. Enter again, or ask the director.", a.State)
	case a.Version != version:
		return a, usecase.Stale("this entry", "application", int64(id))
	}
	return a, f.openIn(s.cases.Now(), a.Section)
}

// change changes what a player says of the own entry. Once it is confirmed, that is the rounds, and the note.
func (s *Service) change(ctx context.Context, permit usecase.Permit, of Application, in Input) error {
	in, err := s.withGrade(ctx, in)
	if err != nil {
		return err
	}
	return s.hold(ctx, of.Event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		a, err := s.standing(ctx, tx, f, of.ID, in.Version)
		if err != nil {
			return nil, err
		}
		if err := withRounds(ctx, tx, &a); err != nil {
			return nil, err
		}
		was := a
		isMember, rated, err := s.known(ctx, tx, f.event, a.Person)
		if err != nil {
			return nil, err
		}
		section, _ := f.section(a.Section)
		if a.State == Confirmed {
			fixed := a.Input()
			fixed.Absent, fixed.Note = in.Absent, in.Note
			in, rated = fixed, true
		} else if rated {
			in.Grade = "" // the rating counts
		}
		if err := in.check(&a, section.Rounds, !rated).Err(); err != nil {
			return nil, err
		}
		a.in(section)
		if kind, fee := f.terms.Fees.Of(isMember, a.Student); a.Student != was.Student {
			if a.Paid.Made() {
				return nil, apperr.New(apperr.Conflict, "Your fee is paid. Tell the director that you are a student, or are not.")
			}
			a.Kind, a.Fee = kind, fee
		}
		var done *usecase.Entry
		if a.Entry != 0 {
			if done, err = s.events.MissWithin(ctx, tx, permit, a.Entry, a.Absent); err != nil {
				return nil, err
			}
		}
		return s.saved(ctx, tx, permit, f, "edit.application", was, &a, done)
	})
}

// withRounds has an application miss the rounds of its entry, which the director may have changed.
func withRounds(ctx context.Context, q store.Queryer, a *Application) error {
	if a.Entry == 0 {
		return nil
	}
	e, err := tournaments.EntryIn(ctx, q, a.Entry)
	a.Absent = e.Absent
	return err
}

// withdraw takes a player off the list, and gives the place to whoever waits longest.
func (s *Service) withdraw(ctx context.Context, permit usecase.Permit, of Application, version int64) error {
	return s.hold(ctx, of.Event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		a, err := s.standing(ctx, tx, f, of.ID, version)
		if err != nil {
			return nil, err
		}
		return s.end(ctx, tx, permit, f, a, Withdrawn, gone)
	})
}

// end takes an application off the list for good, with its entry.
func (s *Service) end(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, a Application, state State, letter why,
) (*usecase.Entry, error) {
	done, err := s.leave(ctx, tx, permit, f, a, state, letter)
	if err != nil {
		return nil, err
	}
	if a.Entry != 0 { // the place of an entry is filled by this
		left, err := s.events.LeaveWithin(ctx, tx, permit, a.Entry)
		return done.Then(left), err
	}
	if a.State == Waiting {
		return done, nil
	}
	moved, err := s.fill(ctx, tx, a.Section)
	return done.Then(moved), err
}

var endedBy = map[State]string{Withdrawn: "withdraw", Declined: "decline"}

// saved saves an application over the version it was read with, and has the books ask for a fee that is owed otherwise.
func (s *Service) saved(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, action string, was Application, now *Application,
	done *usecase.Entry,
) (*usecase.Entry, error) {
	if was.Fee != now.Fee || was.Paid != now.Paid || (was.State == Confirmed) != (now.State == Confirmed) {
		billed, err := s.bill(ctx, tx, permit, f, now)
		if err != nil {
			return nil, err
		}
		done = done.Then(billed)
	}
	return keep(ctx, tx, permit, action, was, now, done)
}

// keep is saved without a word to the books.
func keep(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, action string, was Application, now *Application,
	done *usecase.Entry,
) (*usecase.Entry, error) {
	changed, err := update(ctx, tx, *now)
	if err != nil {
		return nil, err
	}
	if !changed {
		return nil, usecase.Stale("this entry", "application", int64(now.ID))
	}
	now.Version++
	return permit.Did(action, "application", int64(now.ID), was.facts(), now.facts()).Then(done), nil
}
