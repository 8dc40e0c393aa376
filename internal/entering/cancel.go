package entering

import (
	"context"

	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// What is done to all applications of an event that is cancelled. Whoever calls a function that changes something has
// asked who may, and has touched the event.

// ApplicationsIn reads the applications to an event that count or counted, in the order of their turns.
func (s *Service) ApplicationsIn(ctx context.Context, q store.Queryer, event EventID) ([]Application, error) {
	return ofEvent(ctx, q, event)
}

// Owe tells of the fees that are not paid: that they are owed no longer, because the event is cancelled, or are again.
// The entry is what else was done; nil is nothing.
func (s *Service) Owe(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, event EventID, owed bool,
) (done *usecase.Entry, err error) {
	all, err := ofEvent(ctx, tx, event)
	if err != nil {
		return nil, err
	}
	for _, a := range all {
		if a.State != Confirmed || a.Fee == 0 || a.Paid.Made() {
			continue
		}
		if !owed {
			a.Fee = 0
		}
		one, err := s.owed(ctx, tx, permit, a)
		if err != nil {
			return nil, err
		}
		done = done.Then(one)
	}
	return done, nil
}
