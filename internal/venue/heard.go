package venue

import (
	"context"

	"nzgs/internal/store"
)

// heard notes that a laptop was heard of. Nothing of the event changes, so that no page of it is told.
func (s *Service) heard(ctx context.Context, l Loan, in Arrival) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		return noteHeard(ctx, tx, l.ID, s.cases.Now(), in.Clock, in.Place)
	})
}
