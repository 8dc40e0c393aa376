package postal

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/store"
)

// Service is the use cases of postal votes.
type Service struct {
	db    *store.DB
	clock civil.Clock
	gov   *governance.Service
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock, gov *governance.Service) *Service {
	return &Service{db: db, clock: clock, gov: gov}
}
