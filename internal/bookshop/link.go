package bookshop

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

func errNoOrder() error {
	return apperr.New(apperr.NotFound, "This order is not known here, or no longer kept.")
}

// ByLink is the order of a letter's link: it shows that order and nothing else.
func (s *Service) ByLink(ctx context.Context, token string) (Order, error) {
	return s.byLink(ctx, s.db, token)
}

func (s *Service) byLink(ctx context.Context, q store.Queryer, token string) (Order, error) {
	if len(token) != tokenLength {
		return Order{}, errNoOrder()
	}
	o, err := orderByLink(ctx, q, hashOf(token))
	if err == nil && o.State == Unconfirmed && !s.cases.Now().Before(o.Expires) {
		err = errNoOrder()
	}
	return o, err
}

// addressOfLink makes the address of the link in a letter that is about to leave. What is kept of the letter has none, so
// that no one who reads the outbox can confirm or cancel for who ordered.
func (s *Service) addressOfLink(ctx context.Context, link int64, to string) (string, error) {
	token := rand.Text()
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		o, err := orderByID(ctx, tx, OrderID(link))
		if err != nil {
			return err
		}
		if o.Email != to || o.State == Unconfirmed && !s.cases.Now().Before(o.Expires) {
			return errNoOrder()
		}
		return insertLink(ctx, tx, hashOf(token), o.ID)
	})
	return s.site + LinkPath(token), err
}

const tokenLength = 26

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// LinkPath is the page of an order, for whoever has the link of a letter.
func LinkPath(token string) string { return "/bookshop/ordered/" + token }

// Confirm confirms the address of a visitor's order and places it. Pressed again it changes nothing. Of what is no longer there
// the error is a Conflict, and nothing is held or asked for.
func (s *Service) Confirm(ctx context.Context, token string) error {
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	if _, err := s.byLink(ctx, s.db, token); err != nil { // who guesses has no one wait
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		o, err := s.byLink(ctx, tx, token)
		if err != nil {
			return nil, err
		}
		switch o.State {
		case Placed, Sent:
			return nil, usecase.ErrSame
		case Ended:
			return nil, apperr.New(apperr.Conflict, "This order was cancelled. Order again if you would like to.")
		}
		if err := mayOwe(ctx, tx, o); err != nil {
			return nil, err
		}
		if err := mayHold(ctx, tx, o.ID); err != nil {
			return nil, err
		}
		person, entry, err := buyer(ctx, tx, permit, o)
		if err != nil {
			return nil, err
		}
		o.Person = person
		placed, err := s.place(ctx, tx, permit, o)
		return entry.Then(placed), err
	})
}

// buyer is whom the books ask: who ordered by this address and name before, or someone new in the register, who has a name
// there and nothing else.
func buyer(ctx context.Context, tx *store.Tx, permit usecase.Permit, o Order) (members.PersonID, *usecase.Entry, error) {
	known, err := buyersBefore(ctx, tx, o)
	if err != nil {
		return 0, nil, err
	}
	for _, k := range known {
		if members.SameName(k.Name.String(), o.Name.String()) {
			return k.Person, nil, nil
		}
	}
	id, err := members.InsertPerson(ctx, tx, permit.Now(), members.PersonInput{FamilyName: o.Name.Family, GivenNames: o.Name.Given})
	if err != nil {
		return 0, nil, err
	}
	return id, permit.Did("register.person", "person", int64(id), nil, map[string]string{"name": o.Name.String()}), nil
}

// CancelLinked cancels the order of a letter's link, while nothing of it was paid.
func (s *Service) CancelLinked(ctx context.Context, token string) error {
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	if _, err := s.byLink(ctx, s.db, token); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		o, err := s.byLink(ctx, tx, token)
		if err != nil {
			return nil, err
		}
		if o.State == Unconfirmed {
			return permit.Did("cancel.shop_order", orderObject, int64(o.ID), nil, nil), deleteOrder(ctx, tx, o.ID)
		}
		return s.cancelOwn(ctx, tx, permit, o)
	})
}
