package entering

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Pay notes that a fee was paid, or with "" that it was not. Where the books make invoices, Beforehand makes that of a
// confirmed entry which has none; that it is paid is for the books to say.
func (s *Service) Pay(
	ctx context.Context, actor auth.Actor, id ApplicationID, how PaidHow, version int64,
) error {
	of, permit, err := s.directed(ctx, actor, id)
	if err != nil {
		return err
	}
	if how != "" && how != AtTheDoor && how != Beforehand {
		return apperr.New(apperr.Invalid, "Choose how the fee was paid.")
	}
	return s.holdCancelled(ctx, of.Event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		a, err := byID(ctx, tx, id)
		if err == nil {
			err = withBills(ctx, tx, &a)
		}
		if err != nil {
			return nil, err
		}
		if a.Version != version {
			return nil, usecase.Stale("this entry", "application", int64(id))
		}
		return s.pay(ctx, tx, permit, f, a, how)
	})
}

func (s *Service) pay(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, a Application, how PaidHow,
) (*usecase.Entry, error) {
	switch {
	case f.terms.Billed && how == Beforehand && !a.Paid.Made():
		return s.billNow(ctx, tx, permit, f, a)
	case a.Paid.How == how:
		return nil, usecase.ErrSame
	case f.terms.Billed && how == Beforehand:
		return nil, apperr.New(apperr.Conflict, "The fee is noted as paid at the door. Say first that it is not paid.")
	case a.Fee == 0 && how != "":
		return nil, apperr.New(apperr.Conflict, "This player owes no fee.")
	case !a.Paid.Made() && a.PaidSoFar() > 0:
		return nil, apperr.New(
			apperr.Conflict, "The books have %s of this fee as paid (%s). Ask the treasurer.", a.PaidSoFar(), a.Bill.Number,
		)
	}
	was := a
	if a.Paid = (Payment{}); how != "" {
		a.Paid = Payment{At: permit.Now(), How: how, By: permit.Name()}
	}
	return s.saved(ctx, tx, permit, f, "pay.application", was, &a, nil)
}

// PayEntry notes that the fee of someone was paid whom the director entered by hand, as Pay does.
func (s *Service) PayEntry(ctx context.Context, actor auth.Actor, event EventID, id EntryID, how PaidHow) error {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: event})
	if err != nil {
		return err
	}
	if how != AtTheDoor && how != Beforehand {
		return apperr.New(apperr.Invalid, "Choose how the fee was paid.")
	}
	return s.holdCancelled(ctx, event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		e, err := entryOf(ctx, tx, f, id)
		if err != nil {
			return nil, err
		}
		now := s.cases.Now()
		a := Application{
			Event: event, Section: e.Section, Person: e.Person, Entry: id, State: Confirmed, Asked: now, Queued: now,
		}
		a.Kind, a.Fee = f.terms.Fees.Of(e.Membership == tournaments.IsMember, false)
		if a.ID, err = insert(ctx, tx, a); err != nil {
			return nil, err
		}
		a.Version = 1
		return s.pay(ctx, tx, permit, f, a, how)
	})
}

func entryOf(ctx context.Context, q store.Queryer, f field, id EntryID) (tournaments.Entry, error) {
	for _, section := range f.sections { // a handful
		list, err := tournaments.EntriesIn(ctx, q, section.ID)
		if err != nil {
			return tournaments.Entry{}, err
		}
		for _, e := range list {
			if e.ID == id {
				return e, nil
			}
		}
	}
	return tournaments.Entry{}, apperr.New(apperr.NotFound, "Entry not found.")
}

// Charge says what kind of player someone is for the fee, by the fees of now.
func (s *Service) Charge(ctx context.Context, actor auth.Actor, id ApplicationID, kind Kind, version int64) error {
	of, permit, err := s.directed(ctx, actor, id)
	if err != nil {
		return err
	}
	return s.hold(ctx, of.Event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		a, err := standsStill(ctx, tx, id, version)
		if err != nil {
			return nil, err
		}
		if a.Paid.Made() {
			return nil, apperr.New(apperr.Conflict, "The fee is paid. Say first that it is not.")
		}
		was := a
		if a.Kind, a.Fee = f.terms.Fees.Of(kind == Member, kind == Student); a.Kind != kind {
			return nil, apperr.New(apperr.Invalid, "Choose one of the fees of this event.")
		}
		a.Student = kind == Student
		return s.saved(ctx, tx, permit, f, "charge.application", was, &a, nil)
	})
}
