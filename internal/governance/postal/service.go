package postal

import (
	"crypto/rand"
	"io"

	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service is the use cases of postal votes.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string // its name, in whose name letters are written
	gov     *governance.Service
	outbox  *mail.Service
	site    string    // how people reach it; "" where nobody said
	random  io.Reader // crypto/rand, but for tests of what order says

	sittings sittings
}

// New returns the service of a society on an open database.
func New(db *store.DB, clock civil.Clock, society string, gov *governance.Service, outbox *mail.Service) *Service {
	s := &Service{db: db, cases: usecase.New(db, clock), society: society, gov: gov, outbox: outbox, random: rand.Reader}
	gov.WhenChanged(s.rulesChanged)
	return s
}
