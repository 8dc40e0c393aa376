package postal

import (
	"crypto/rand"
	"io"

	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/mail"
	"nzgs/internal/store"
)

// Service is the use cases of postal votes.
type Service struct {
	db     *store.DB
	clock  civil.Clock
	gov    *governance.Service
	outbox *mail.Service
	random io.Reader // crypto/rand, but for tests of what order says
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock, gov *governance.Service, outbox *mail.Service) *Service {
	return &Service{db: db, clock: clock, gov: gov, outbox: outbox, random: rand.Reader}
}
