package auth

import (
	"context"
	"slices"

	"nzgs/internal/audit"
	"nzgs/internal/civil"
)

// AuditQuery asks for a part of the audit log, newest first.
type AuditQuery struct {
	Object   string     // only this kind of object; "": every kind
	ObjectID int64      // only this object of the kind; 0: every one
	Before   int64      // only entries older than this number; 0: from the newest
	Person   PersonID   // only what this person did, and what was done to them; 0: anyone
	Actions  []string   // only these actions; nil: any
	From, To civil.Date // only of these days, both included; zero: without an end
	Limit    int
}

// ofMoney are the kinds of object that concern money: what the treasurer reads of the log.
var ofMoney = []string{
	"bank", "bank_account", "bank_line", "books_budget", "books_lock", "club_return", "committee_investment",
	"committee_loan", "invoice", "journal_entry", "ledger_account", "payment", "payment_request", "rate", "receipt", "reconciliation",
	"subscription_asked",
}

// kindsFor are the kinds of object whose entries an actor reads; nil: all.
func (s *Service) kindsFor(actor Actor) ([]string, error) {
	if Can(actor, ViewMoneyLog, Object{}, s.today()) && !Can(actor, ViewAudit, Object{}, s.today()) {
		return ofMoney, s.require(actor, ViewMoneyLog, Object{})
	}
	return nil, s.require(actor, ViewAudit, Object{})
}

// AuditLog reads the audit log, or of it what concerns money; more says whether older entries follow.
func (s *Service) AuditLog(
	ctx context.Context, actor Actor, q AuditQuery,
) (records []audit.Record, more bool, err error) {
	kinds, err := s.kindsFor(actor)
	if err != nil {
		return nil, false, err
	}
	f := audit.Filter{
		Object: q.Object, ObjectID: q.ObjectID, Before: q.Before, Person: int64(q.Person), Actions: q.Actions,
		From: q.From, To: q.To, Objects: kinds,
	}
	if q.Object != "" && kinds != nil {
		if !slices.Contains(kinds, q.Object) {
			return nil, false, nil
		}
		f.Objects = nil
	}
	records, err = audit.Find(ctx, s.db, f, q.Limit+1)
	if err != nil {
		return nil, false, err
	}
	if len(records) > q.Limit {
		return records[:q.Limit], true, nil
	}
	return records, false, nil
}

// AuditObjects lists the kinds of object that the audit log speaks of, as far as the actor reads it.
func (s *Service) AuditObjects(ctx context.Context, actor Actor) ([]string, error) {
	kinds, err := s.kindsFor(actor)
	if err != nil {
		return nil, err
	}
	list, err := audit.Objects(ctx, s.db)
	if kinds != nil {
		list = slices.DeleteFunc(list, func(kind string) bool { return !slices.Contains(kinds, kind) })
	}
	return list, err
}

// AuditActions lists the actions of the log, for whoever reads it or a part of it.
func (s *Service) AuditActions(ctx context.Context, actor Actor) ([]string, error) {
	if _, err := s.kindsFor(actor); err != nil {
		return nil, err
	}
	return audit.Actions(ctx, s.db)
}
