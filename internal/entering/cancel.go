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
	all, err := ofEvent(ctx, q, event)
	if err != nil {
		return nil, err
	}
	each := make([]*Application, len(all))
	for i := range all {
		each[i] = &all[i]
	}
	return all, withBills(ctx, q, each...)
}

// Owe tells the books of the fees that they ask for and that are not paid: that they are owed no longer, once the event is
// kept as cancelled, or are again. What was paid stands until the treasurer pays it back. The entry is what was done; nil
// is nothing.
func (s *Service) Owe(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, event EventID,
) (done *usecase.Entry, err error) {
	f, err := fieldOf(ctx, tx, event)
	if err != nil {
		return nil, err
	}
	all, err := s.ApplicationsIn(ctx, tx, event)
	if err != nil {
		return nil, err
	}
	for _, a := range all {
		if a.State != Confirmed || a.Invoice == 0 || a.Paid.Made() {
			continue
		}
		was := a
		one, err := s.bill(ctx, tx, permit, f, &a)
		if err != nil {
			return nil, err
		}
		if a.Invoice != was.Invoice {
			if one, err = keep(ctx, tx, permit, "bill.application", was, &a, one); err != nil {
				return nil, err
			}
		}
		done = done.Then(one)
	}
	return done, nil
}
