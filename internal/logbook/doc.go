// Package logbook carries the audit log out of the program's reach, and writes
// into it who read many people's data.
//
// Invariants
//   - Once a month the head of the log is queued to two officers, two different
//     people, so that neither alone can say what it was. Where there are not two
//     with an address, the letter says so.
//   - No name, address or other value of those who were read about is written: only
//     who read, which list, and how many people it named.
package logbook

import (
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service is the use cases of the log.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string // its name, in whose name letters are written
	outbox  *mail.Service
	looks   looks
}

// New returns the service of a society on an open database.
func New(db *store.DB, clock civil.Clock, society string, outbox *mail.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), society: society, outbox: outbox}
}
