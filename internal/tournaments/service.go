package tournaments

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
)

// Notifier is told, after the commit, that something in an event changed. It
// must not block.
type Notifier func(EventID)

// Service carries out what directors do and answers what the public reads.
type Service struct {
	db      *store.DB
	clock   civil.Clock
	offices *auth.Service
	ratings *ratings.Service
	notify  Notifier
	charts  *chartCache

	solve func(from inputs, round int) (*pairing.Drawing, error) // draws a round; tests are told when
}

// New gives the service. With a nil notify, no one is told of changes.
func New(db *store.DB, clock civil.Clock, offices *auth.Service, list *ratings.Service, notify Notifier) *Service {
	return &Service{
		db: db, clock: clock, offices: offices, ratings: list, notify: notify, charts: newChartCache(cachedCharts),
		solve: inputs.draw,
	}
}

func (s *Service) today() civil.Date { return s.clock().Date() }

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

// Revision changes whenever anything in the event does.
func (s *Service) Revision(ctx context.Context, id EventID) (int64, error) {
	return revisionOf(ctx, s.db, id)
}

// Directs reports whether the actor may direct the event today.
func (s *Service) Directs(actor auth.Actor, id EventID) bool {
	return auth.Can(actor, auth.DirectEvent, auth.Object{Event: id}, s.today())
}

// sees reports whether the actor may see the event at all.
func (s *Service) sees(actor auth.Actor, e Event) bool {
	return e.Status.Public() || auth.Can(actor, auth.ViewEntries, auth.Object{Event: e.ID}, s.today())
}

// errSame rolls a transaction back that turned out to change nothing.
var errSame = errors.New("nothing changed")

// within runs fn in a transaction that holds the event.
func (s *Service) within(ctx context.Context, id EventID, fn func(tx *store.Tx, e Event) error) error {
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := s.Touch(ctx, tx, id); err != nil {
			return err
		}
		e, err := eventByID(ctx, tx, id)
		if err != nil {
			return err
		}
		return fn(tx, e)
	})
	if errors.Is(err, errSame) {
		return nil
	}
	return err
}

// directEvent runs fn for a director of the event.
func (s *Service) directEvent(
	ctx context.Context, actor auth.Actor, id EventID, fn func(tx *store.Tx, e Event) error,
) error {
	if err := auth.Require(actor, auth.DirectEvent, auth.Object{Event: id}, s.today()); err != nil {
		return err
	}
	return s.within(ctx, id, fn)
}

// direct runs fn for a director of the section's event while it takes changes.
func (s *Service) direct(
	ctx context.Context, actor auth.Actor, id SectionID, fn func(tx *store.Tx, h here) error,
) error {
	h, err := sectionByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.directEvent(ctx, actor, h.event.ID, func(tx *store.Tx, _ Event) error {
		h, err := sectionByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := takesChanges(h.event); err != nil {
			return err
		}
		return fn(tx, h)
	})
}

func takesChanges(e Event) error {
	switch e.Status {
	case Final:
		return apperr.New(apperr.Conflict, "%s is finished. To change anything, reopen it.", e.Name)
	case Rated:
		return apperr.New(apperr.Conflict, "%s is rated. To change anything, withdraw its rating and reopen it.", e.Name)
	}
	return nil
}

// record writes the audit entry of a change.
func (s *Service) record(
	ctx context.Context, tx *store.Tx, actor auth.Actor, action, object string, id int64, before, after any,
) error {
	return audit.Write(ctx, tx, audit.Entry{
		At: s.clock(), By: actor.By(), Action: action, Object: object, ObjectID: id, Before: before, After: after,
	})
}

// stale is the refusal of a change to something that someone else changed
// first; it says who, where the log knows.
func stale(ctx context.Context, q store.Queryer, object string, id int64, what string) error {
	last, err := audit.Of(ctx, q, object, id, 1)
	if err != nil {
		return err
	}
	if len(last) == 0 {
		return apperr.New(apperr.Conflict, "Someone else changed %s after you opened it. Check it and try again.", what)
	}
	return apperr.New(
		apperr.Conflict, "%s changed %s on %s, after you opened it. Check it and try again.", last[0].By.Name, what,
		last[0].At.Long(),
	)
}
