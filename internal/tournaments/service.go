package tournaments

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Notifier is told, after the commit, that something in an event changed. It
// must not block.
type Notifier func(EventID)

// Service carries out what directors do and what the public reads.
type Service struct {
	db     *store.DB
	clock  civil.Clock
	notify Notifier
	charts *chartCache
}

// New gives the service. A nil notify is nobody to tell.
func New(db *store.DB, clock civil.Clock, notify Notifier) *Service {
	return &Service{db: db, clock: clock, notify: notify, charts: newChartCache()}
}

// Touch bumps the event's revision within tx, which locks the event for this
// transaction, and tells the notifier once it is committed. Every writing
// transaction that concerns an event calls it first.
func (s *Service) Touch(ctx context.Context, tx *store.Tx, event EventID) error {
	if err := bumpRevision(ctx, tx, event); err != nil {
		return err
	}
	if tx.First("tournaments.notify") && s.notify != nil {
		tx.AfterCommit(func() { s.notify(event) })
	}
	return nil
}
