package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// EndWithin is EndOffice within a transaction of a service that has decided
// for itself that actor may do so: a club that names a new secretary.
func (s *Service) EndWithin(ctx context.Context, tx *store.Tx, actor Actor, id OfficeID, last civil.Date) error {
	held, err := appointmentByID(ctx, tx, id)
	if err != nil {
		return notFound(err, "Office not found.")
	}
	return s.end(ctx, tx, actor, held, held.Version, last)
}
