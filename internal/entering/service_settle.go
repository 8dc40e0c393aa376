package entering

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// settle follows what the director did to entries by hand: who was entered stands as confirmed, and whose entry was
// removed, or withdrew before the first round, as withdrawn. Each is saved, logged, written to, and owes or owes no fee as
// if it had been done on the list. f is the event as it was read, within a transaction that holds it.
func (s *Service) settle(ctx context.Context, tx *store.Tx, f field, section SectionID) (done *usecase.Entry, err error) {
	permit, err := s.program()
	if err != nil {
		return nil, err
	}
	left, err := whoLeft(ctx, tx, section)
	if err != nil {
		return nil, err
	}
	for _, a := range left {
		one, err := s.leave(ctx, tx, permit, f, a, Withdrawn, declined)
		if err != nil {
			return nil, err
		}
		done = done.Then(one)
	}
	came, err := byHand(ctx, tx, section)
	if err != nil {
		return nil, err
	}
	for _, a := range came {
		isMember, _, err := s.known(ctx, tx, f.event, a.Person)
		if err != nil {
			return nil, err
		}
		one, err := s.admit(ctx, tx, permit, f, &a, isMember, accepted, nil)
		if err != nil {
			return nil, err
		}
		done = done.Then(one)
	}
	return done, nil
}

// admit has an application whose entry was made stand as confirmed: it is saved and logged, its fee is owed, and the
// player is written to.
func (s *Service) admit(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, a *Application, isMember bool, letter why,
	entered *usecase.Entry,
) (*usecase.Entry, error) {
	was, err := byID(ctx, tx, a.ID)
	if err != nil {
		return nil, err
	}
	a.State, a.Ended = Confirmed, civil.Instant{}
	if !a.Paid.Made() && a.Kind != Student {
		a.Kind, _ = f.terms.Fees.Of(isMember, false)
		if a.Kind != was.Kind { // the register knows better than the form
			_, a.Fee = f.terms.Fees.Of(isMember, false)
		}
	}
	done, err := s.saved(ctx, tx, permit, f, "accept.application", was, a, entered)
	if err != nil {
		return nil, err
	}
	return done, s.tell(ctx, tx, f, *a, letter)
}

// leave has an application stand as ended: it is saved and logged, its fee is owed no longer, and the player is written to.
func (s *Service) leave(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, a Application, state State, letter why,
) (*usecase.Entry, error) {
	was := a
	a.State, a.Ended, a.Entry, a.Expires = state, s.cases.Now(), 0, civil.Instant{}
	done, err := s.saved(ctx, tx, permit, f, endedBy[state]+".application", was, &a, nil)
	if err != nil {
		return nil, err
	}
	return done, s.tell(ctx, tx, f, a, letter)
}
