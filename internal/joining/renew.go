package joining

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Renewal is what whoever is signed in can do about the next term.
type Renewal struct {
	Open    []treasury.OpenBill // asked for already
	Account string              // to pay into, or ""
	Offers  []treasury.Offer    // that can be asked for now
	Why     string              // why there is none
}

// Renewal reads what the actor can renew, and what is open.
func (s *Service) Renewal(ctx context.Context, actor auth.Actor) (r Renewal, err error) {
	if !actor.SignedIn() {
		return r, apperr.New(apperr.SignIn, "Sign in to renew.")
	}
	if actor.Person == 0 {
		return r, nil
	}
	if r.Open, err = treasury.OpenAsked(ctx, s.db, actor.Person); err != nil {
		return r, err
	}
	if r.Account, err = payInto(ctx, s.db); err != nil {
		return r, err
	}
	var refused *apperr.Error
	if err := s.mayRenew(ctx, s.db, actor.Person); errors.As(err, &refused) {
		r.Why = refused.Cited()
		return r, nil
	} else if err != nil {
		return r, err
	}
	c, err := governance.On(ctx, s.db, s.cases.Today())
	if err != nil {
		return r, err
	}
	offers, why, err := treasury.OffersOf(ctx, s.db, actor.Person, s.cases.Today(), c.YearOf(s.cases.Today()))
	if err != nil {
		return r, err
	}
	for _, o := range offers {
		asked := false
		for _, b := range r.Open {
			asked = asked || b.Year == o.Year
		}
		if !asked {
			r.Offers = append(r.Offers, o)
		}
	}
	if len(offers) == 0 {
		r.Why = why
	}
	return r, nil
}

// mayRenew refuses whom the committee has excluded.
func (s *Service) mayRenew(ctx context.Context, q store.Queryer, person members.PersonID) error {
	out, err := excluded(ctx, q, person)
	if err == nil && out {
		err = apperr.UnderRule("2.5", "Ask the committee about your membership.")
	}
	return err
}

// Renew asks the actor for the subscription of a year by an invoice, which goes out by mail. The membership begins with its
// money. Whoever lapsed long ago joins again by it, and consents.
func (s *Service) Renew(ctx context.Context, actor auth.Actor, year members.Year) (i treasury.Invoice, err error) {
	if !actor.SignedIn() || actor.Person == 0 {
		return i, apperr.New(apperr.SignIn, "Sign in to renew.")
	}
	permit, err := s.cases.May(actor, auth.ViewOwn, auth.Object{Person: actor.Person})
	if err != nil {
		return i, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := s.mayRenew(ctx, tx, actor.Person); err != nil {
			return nil, err
		}
		person, err := members.PersonByID(ctx, tx, actor.Person)
		if err != nil {
			return nil, err
		}
		var q treasury.Quote
		var entry *usecase.Entry
		if i, q, entry, err = treasury.Ask(ctx, tx, permit, treasury.AskInput{Person: actor.Person, Year: year}); err != nil {
			return nil, err
		}
		if q.Registration.NewMember() {
			if err := members.InsertConsents(ctx, tx, permit.Now(), []members.Consent{{
				Person: actor.Person, On: s.cases.Today(), Wording: Consent, StatedBy: actor.Name,
			}}); err != nil {
				return nil, err
			}
		}
		return entry, s.bill(ctx, tx, person, person.Contact.Email, i, q, "Kia ora "+person.Name.String()+"\n\nThank you for renewing your membership.")
	})
	return i, err
}
