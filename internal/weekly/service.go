package weekly

import (
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Service keeps deadlines and writes to players.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string // address of the site; "" where no letter leads to it
	events  *tournaments.Service
	results *results.Service
	outbox  *mail.Service
}

// New gives the service, and has it asked when a round is published or withdrawn, when a
// game of one is changed, and when a record is compared with its table.
func New(
	db *store.DB, clock civil.Clock, society string, events *tournaments.Service, played *results.Service,
	outbox *mail.Service,
) *Service {
	s := &Service{
		db: db, cases: usecase.New(db, clock), society: society, events: events, results: played, outbox: outbox,
	}
	events.WhenPublished(s.published)
	events.WhenWithdrawn(s.withdrawn)
	events.WhenChanged(s.changed)
	events.WhenRearranged(s.rearranged)
	played.KnowPlans(s.planOfGame)
	return s
}

// ReachedAt says at which address the letters find the site.
func (s *Service) ReachedAt(address string) { s.site = address }
