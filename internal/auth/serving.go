package auth

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// ServingEvent lists who directs or referees an event on a day, for what is decided within the
// caller's transaction; who holds two of the offices is listed once.
func ServingEvent(ctx context.Context, q store.Queryer, event EventID, day civil.Date) ([]PersonID, error) {
	return servingEvent(ctx, q, event, day)
}
