package meetings

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Candidates gives who stands for election at a meeting, for rule 4.4: tellers
// do not. The package of elections answers it.
type Candidates func(ctx context.Context, q store.Queryer, meeting ID) ([]PersonID, error)

// AfterHeld runs in the transaction in which a meeting opens, closes or is
// found without a quorum: what other packages count from it follows at once.
type AfterHeld func(ctx context.Context, tx *store.Tx, m Meeting) error

// AfterMoved runs in the transaction in which a meeting gets another day: from
// is the meeting as it was, or the one before whose further date to is.
type AfterMoved func(ctx context.Context, tx *store.Tx, permit usecase.Permit, from, to Meeting) error

// Service is the use cases of meetings.
type Service struct {
	db         *store.DB
	cases      usecase.Cases
	society    string // its name, in whose name letters and minutes are written
	governance *governance.Service
	outbox     *mail.Service
	clubs      *clubs.Service
	candidates Candidates
	afterHeld  []AfterHeld
	afterMoved []AfterMoved
}

// New returns the service of a society on an open database.
func New(
	db *store.DB, clock civil.Clock, society string, rules *governance.Service, outbox *mail.Service, list *clubs.Service,
) *Service {
	s := &Service{
		db: db, cases: usecase.New(db, clock), society: society, governance: rules, outbox: outbox, clubs: list,
		candidates: nobodyStands,
	}
	rules.WhenChanged(s.rulesChanged)
	return s
}

func nobodyStands(context.Context, store.Queryer, ID) ([]PersonID, error) { return nil, nil }

// AskCandidates names who is asked for the candidates of a meeting. Called
// once, where services are put together.
func (s *Service) AskCandidates(from Candidates) { s.candidates = from }

// WhenHeld adds to what is run when a meeting was held. Called where services
// are put together.
func (s *Service) WhenHeld(run AfterHeld) { s.afterHeld = append(s.afterHeld, run) }

// WhenMoved adds to what is run when a meeting gets another day. Called where
// services are put together.
func (s *Service) WhenMoved(run AfterMoved) { s.afterMoved = append(s.afterMoved, run) }

// moved runs what follows from another day of a meeting.
func (s *Service) moved(ctx context.Context, tx *store.Tx, permit usecase.Permit, from, to Meeting) error {
	for _, run := range s.afterMoved {
		if err := run(ctx, tx, permit, from, to); err != nil {
			return err
		}
	}
	return nil
}

// Holds reports whether the actor is of those who hold meetings.
func (s *Service) Holds(actor auth.Actor) bool {
	return auth.Can(actor, auth.HoldMeetings, auth.Object{}, s.cases.Today())
}

// Runs reports whether the actor may record what happens at the meeting: holds
// meetings or has its chair.
func (s *Service) Runs(actor auth.Actor, m Meeting) bool {
	return s.Holds(actor) || actor.SignedIn() && m.Chair == actor.Person
}

// mayOpen reports whether the actor may record who is at the door and open the
// meeting. Rule 4.3: any officer may find themself in the chair, so that the
// treasurer may where neither president nor secretary came.
func (s *Service) mayOpen(actor auth.Actor, m Meeting) bool {
	return s.Runs(actor, m) || actor.Holds(s.cases.Today(), auth.President, auth.Secretary, auth.Treasurer)
}
