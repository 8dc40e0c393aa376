package mail

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Queued is a letter of the outbox as whoever queued it finds it again.
type Queued struct {
	Subject string
	Body    string
	Waits   bool // it has not been handed over, and can be withdrawn
	Failed  bool // it reached no one
}

// Queued reads the letters with the keys, of those that were queued and not withdrawn.
func (s *Service) Queued(ctx context.Context, q store.Queryer, keys []string) (map[string]Queued, error) {
	return queuedOf(ctx, q, keys)
}

// Withdraw takes letters out of the outbox that wait there; one that has left, or is leaving, stays. Their keys can be
// queued again.
func (s *Service) Withdraw(ctx context.Context, tx *store.Tx, keys []string) error {
	return deleteWaiting(ctx, tx, keys)
}

// Outdate says of letters that failed, or of which nothing is known, why they are no longer true: they are not sent again.
func (s *Service) Outdate(ctx context.Context, tx *store.Tx, keys []string, why string) error {
	return setOutdated(ctx, tx, keys, why)
}

// WithdrawTo takes every letter to a person out of the outbox that waits there.
func (s *Service) WithdrawTo(ctx context.Context, tx *store.Tx, person int64) error {
	keys, err := waitingFor(ctx, tx, person)
	if err != nil || len(keys) == 0 {
		return err
	}
	return deleteWaiting(ctx, tx, keys)
}

// Hold keeps letters that wait in the outbox until a time.
func (s *Service) Hold(ctx context.Context, tx *store.Tx, keys []string, until civil.Instant) error {
	return holdWaiting(ctx, tx, keys, until)
}
