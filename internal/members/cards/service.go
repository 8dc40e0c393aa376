package cards

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service makes membership cards and says whether one is good.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

const codeLength = 26 // of 32 signs: 130 bits

func newCode() string { return rand.Text() }

// hashOf is by what a code is found: how long that takes says nothing of codes. A fast hash is enough, there is nothing to
// guess in 130 random bits.
func hashOf(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}

// Verify says whether the card with a code is good today, to anyone. The error is NotFound for what is no card's code.
func (s *Service) Verify(ctx context.Context, code string) (Verdict, error) {
	if len(code) != codeLength {
		code = "" // of no card
	}
	id, ended, err := ofCode(ctx, s.db, hashOf(code))
	if err != nil || ended {
		return Verdict{}, err
	}
	all, err := s.read(ctx, s.db, []members.PersonID{id})
	if err != nil {
		return Verdict{}, err
	}
	c := all[0]
	return judge(ended, c.Person, c.inForce, s.cases.Today(), c.Shows), nil
}

// Of is someone's card: for the person, the officers, and the secretary of a club of which the person is a member.
func (s *Service) Of(ctx context.Context, actor auth.Actor, id members.PersonID) (Card, error) {
	return s.of(ctx, s.db, actor, id)
}

func (s *Service) of(ctx context.Context, q store.Queryer, actor auth.Actor, id members.PersonID) (Card, error) {
	if err := s.cases.Require(actor, auth.ViewContact, auth.Object{Person: id}); apperr.KindOf(err) == apperr.SignIn {
		return Card{}, err
	}
	if _, err := members.PersonByID(ctx, q, id); err != nil { // of a number that was merged: where it leads
		return Card{}, err
	}
	all, err := s.read(ctx, q, []members.PersonID{id})
	if err != nil {
		return Card{}, err
	}
	if err := s.mayPrint(actor, all[0]); err != nil {
		return Card{}, err
	}
	return all[0], nil
}

func (s *Service) mayPrint(actor auth.Actor, c Card) error {
	err := s.cases.Require(actor, auth.ViewContact, auth.Object{Person: c.Person.ID})
	for _, t := range members.On(c.inForce, s.cases.Today()) {
		if err != nil && t.Club != 0 {
			err = s.cases.Require(actor, auth.ViewContact, auth.Object{Club: t.Club})
		}
	}
	return err
}

// Make makes someone's card, where there is none.
func (s *Service) Make(ctx context.Context, actor auth.Actor, id members.PersonID) error {
	return s.make(ctx, actor, id, func(tx *store.Tx, c Card, permit usecase.Permit) (*usecase.Entry, error) {
		if c.Code != "" {
			return nil, usecase.ErrSame
		}
		return permit.Did("make.card", "person", int64(id), nil, nil), insertCards(ctx, tx, permit.Now(), []members.PersonID{id})
	})
}

// Replace makes someone a new card: those before are no longer good.
func (s *Service) Replace(ctx context.Context, actor auth.Actor, id members.PersonID) error {
	return s.make(ctx, actor, id, func(tx *store.Tx, _ Card, permit usecase.Permit) (*usecase.Entry, error) {
		ended, err := endCards(ctx, tx, permit.Now(), id)
		if err != nil {
			return nil, err
		}
		return permit.Did("replace.card", "person", int64(id), nil, map[string]int64{"ended": ended}),
			insertCards(ctx, tx, permit.Now(), []members.PersonID{id})
	})
}

func (s *Service) make(
	ctx context.Context, actor auth.Actor, id members.PersonID,
	do func(*store.Tx, Card, usecase.Permit) (*usecase.Entry, error),
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		c, err := s.of(ctx, tx, actor, id)
		permit, err := s.cases.Allow(actor.By(), err)
		if err != nil {
			return nil, err
		}
		if !c.Printable() {
			return nil, c.refusal()
		}
		return do(tx, c, permit)
	})
}

// Choose says which name is on someone's card: the person's own choice, or an officer's who was asked to.
func (s *Service) Choose(ctx context.Context, actor auth.Actor, id members.PersonID, version int64, shows Shows) error {
	permit, err := s.cases.May(actor, auth.EditPerson, auth.Object{Person: id})
	if err != nil {
		return err
	}
	if err := shows.check(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if _, err := members.PersonByID(ctx, tx, id); err != nil {
			return nil, err
		}
		if err := choose(ctx, tx, id, version, shows); err != nil {
			return nil, err
		}
		return permit.Did("choose.card_name", "person", int64(id), nil, map[string]Shows{"shows": shows}), nil
	})
}

// Club lists the cards of a club's members with its name, for the club's secretary and the officers.
func (s *Service) Club(ctx context.Context, actor auth.Actor, club members.ClubID) (name string, list []Card, err error) {
	if err := s.cases.Require(actor, auth.ViewContact, auth.Object{Club: club}); err != nil {
		return "", nil, err
	}
	of, err := clubs.ByID(ctx, s.db, club)
	if err != nil {
		return "", nil, err
	}
	list, err = s.club(ctx, s.db, club)
	return of.Name, list, err
}

func (s *Service) club(ctx context.Context, q store.Queryer, club members.ClubID) ([]Card, error) {
	ids, err := members.OfClub(ctx, q, club, s.cases.Today())
	if err != nil {
		return nil, err
	}
	return s.printable(ctx, q, ids)
}

// printable are the cards of people that can be printed: of who has died none is, whatever terms there are.
func (s *Service) printable(ctx context.Context, q store.Queryer, ids []members.PersonID) ([]Card, error) {
	list, err := s.read(ctx, q, ids)
	return slices.DeleteFunc(list, func(c Card) bool { return !c.Printable() }), err
}

// MakeClub makes the cards of a club's members who have none.
func (s *Service) MakeClub(ctx context.Context, actor auth.Actor, club members.ClubID) error {
	permit, err := s.cases.May(actor, auth.ViewContact, auth.Object{Club: club})
	if err != nil {
		return err
	}
	return s.makeAll(ctx, permit, "club", int64(club), func(tx *store.Tx) ([]Card, error) { return s.club(ctx, tx, club) })
}

// All lists the cards of all members, for the officers.
func (s *Service) All(ctx context.Context, actor auth.Actor) ([]Card, error) {
	if err := s.cases.Require(actor, auth.ViewRegister, auth.Object{}); err != nil {
		return nil, err
	}
	return s.all(ctx, s.db)
}

func (s *Service) all(ctx context.Context, q store.Queryer) ([]Card, error) {
	ids, err := members.AllOn(ctx, q, s.cases.Today())
	if err != nil {
		return nil, err
	}
	return s.printable(ctx, q, ids)
}

// CountAll is how many cards All lists: without reading them, for the page on which they are printed.
func (s *Service) CountAll(ctx context.Context, actor auth.Actor) (int, error) {
	if err := s.cases.Require(actor, auth.ViewRegister, auth.Object{}); err != nil {
		return 0, err
	}
	return members.CountLiving(ctx, s.db, s.cases.Today())
}

// MakeAll makes the cards of all members who have none.
func (s *Service) MakeAll(ctx context.Context, actor auth.Actor) error {
	permit, err := s.cases.May(actor, auth.ViewRegister, auth.Object{})
	if err != nil {
		return err
	}
	return s.makeAll(ctx, permit, "membership_card", 0, func(tx *store.Tx) ([]Card, error) { return s.all(ctx, tx) })
}

func (s *Service) makeAll(
	ctx context.Context, permit usecase.Permit, object string, id int64, read func(*store.Tx) ([]Card, error),
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		list, err := read(tx)
		if err != nil {
			return nil, err
		}
		var without []members.PersonID
		for _, c := range list {
			if c.Code == "" {
				without = append(without, c.Person.ID)
			}
		}
		if len(without) == 0 {
			return nil, usecase.ErrSame
		}
		return permit.Did("make.cards", object, id, nil, map[string]int{"cards": len(without)}),
			insertCards(ctx, tx, permit.Now(), without)
	})
}
