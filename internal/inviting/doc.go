// Package inviting invites many members by one press, each by a letter with a link of their own.
//
// What always holds: whom a letter can invite is decided by package auth, once when the list is shown and again when the
// letter is written. An invitation is written and noted in one transaction, so that a program that is stopped half way
// goes on where it was, and no one is written to twice. A press that is undone leaves no link that works and no account
// that it made, but those that their owners have used by then.
package inviting

import (
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service is the use cases of invitations by letter.
type Service struct {
	db       *store.DB
	cases    usecase.Cases
	accounts *auth.Service
	outbox   *mail.Service
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock, accounts *auth.Service, outbox *mail.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), accounts: accounts, outbox: outbox}
}
