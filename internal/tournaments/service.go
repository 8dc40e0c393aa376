package tournaments

import (
	"context"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/titles"
	"nzgs/internal/usecase"
)

// Notifier is told, after the commit, that something in an event changed. It
// must not block.
type Notifier func(EventID)

// Service carries out what directors do and answers what the public reads.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	offices *auth.Service
	ratings *ratings.Service
	points  *representative.Service
	titles  *titles.Service
	notify  Notifier
	charts  *chartCache

	whenPublished  []RoundPublished
	whenWithdrawn  []RoundPublished
	whenChanged    []GameChanged
	whenRearranged []RoundRearranged
	whenEntries    []EntriesChanged
	whenMoved      []EventMoved
	whenKept       []EventKept

	solve func(from inputs, round int) (*pairing.Drawing, error) // draws a round; tests are told when
}

// New gives the service. With a nil notify, no one is told of changes.
func New(
	db *store.DB, clock civil.Clock, offices *auth.Service, list *ratings.Service,
	points *representative.Service, champions *titles.Service, notify Notifier,
) *Service {
	return &Service{
		db: db, cases: usecase.New(db, clock), offices: offices, ratings: list, points: points, titles: champions,
		notify: notify,
		charts: newChartCache(cachedCharts),
		solve:  inputs.draw,
	}
}

// RoundPublished is told, in the transaction, that a round is published; an error keeps it back.
type RoundPublished func(ctx context.Context, tx *store.Tx, r Round) error

// WhenPublished adds to what is run when a round is published. Called where services are put together.
func (s *Service) WhenPublished(run RoundPublished) { s.whenPublished = append(s.whenPublished, run) }

// WhenWithdrawn adds to what is run when a published round is made a preview again. Called where services are put
// together.
func (s *Service) WhenWithdrawn(run RoundPublished) { s.whenWithdrawn = append(s.whenWithdrawn, run) }

// GameChanged is told, in the transaction, that colours, handicap or komi of a game of a published round are other
// ones now; an error keeps the change back.
type GameChanged func(ctx context.Context, tx *store.Tx, was, now Game) error

// WhenChanged adds to what is run when a game of a published round is changed. Called where services are put together.
func (s *Service) WhenChanged(run GameChanged) { s.whenChanged = append(s.whenChanged, run) }

// RoundRearranged is told, in the transaction, that pairs of a published round were changed by hand: the games that
// were made, and who had a game and has none now. An error keeps the change back.
type RoundRearranged func(ctx context.Context, tx *store.Tx, r Round, made []Game, without []Entry) error

// WhenRearranged adds to what is run when pairs of a published round are changed by hand. Called where services are
// put together.
func (s *Service) WhenRearranged(run RoundRearranged) {
	s.whenRearranged = append(s.whenRearranged, run)
}

// Touch bumps the event's revision within tx, which locks the event for this
// transaction, and tells the notifier once it is committed. Every writing
// transaction that concerns an event calls it first. It refuses an event that is
// not written here because it is at its venue, or went home from there, and one that is cancelled.
func (s *Service) Touch(ctx context.Context, tx *store.Tx, event EventID) error {
	if err := s.touch(ctx, tx, event); err != nil {
		return err
	}
	return writtenHere(ctx, tx, event)
}

func (s *Service) touch(ctx context.Context, tx *store.Tx, event EventID) error {
	if err := bumpRevision(ctx, tx, event); err != nil {
		return err
	}
	audit.AtEvent(tx, int64(event))
	if tx.First("tournaments.notify") && s.notify != nil {
		tx.AfterCommit(func() { s.notify(event) })
	}
	return nil
}

// Revision changes whenever anything in the event does.
func (s *Service) Revision(ctx context.Context, id EventID) (int64, error) {
	return revisionOf(ctx, s.db, id)
}

// RevisionAt is the revision of the event with an address, whether it is announced or not: it tells nobody that there
// is one.
func (s *Service) RevisionAt(ctx context.Context, slug string) (int64, error) {
	return revisionAt(ctx, s.db, slug)
}

// Directs reports whether the actor may direct the event today.
func (s *Service) Directs(actor auth.Actor, id EventID) bool {
	return auth.Can(actor, auth.DirectEvent, auth.Object{Event: id}, s.cases.Today())
}

// sees reports whether the actor may see the event at all.
func (s *Service) sees(actor auth.Actor, e Event) bool {
	return e.Status.Public() || auth.Can(actor, auth.ViewEntries, auth.Object{Event: e.ID}, s.cases.Today())
}

// within runs fn in a transaction that holds the event.
func (s *Service) within(
	ctx context.Context, permit usecase.Permit, id EventID,
	fn func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error),
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := s.Touch(ctx, tx, id); err != nil {
			return nil, err
		}
		e, err := eventByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		return fn(tx, permit, e)
	})
}

// directEvent runs fn for a director of the event.
func (s *Service) directEvent(
	ctx context.Context, actor auth.Actor, id EventID,
	fn func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error),
) error {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: id})
	if err != nil {
		return err
	}
	return s.within(ctx, permit, id, fn)
}

// direct runs fn for a director of the section's event while it takes changes.
func (s *Service) direct(
	ctx context.Context, actor auth.Actor, id SectionID, fn func(tx *store.Tx, h here) (*usecase.Entry, error),
) error {
	h, err := sectionByID(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.directEvent(ctx, actor, h.event.ID, func(
		tx *store.Tx, permit usecase.Permit, _ Event,
	) (*usecase.Entry, error) {
		h, err := sectionByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := h.event.Closed(); err != nil {
			return nil, err
		}
		h.permit = permit
		return fn(tx, h)
	})
}
