package newsletter

import (
	"context"
	"crypto/rand"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Way is how a member gets the newsletter.
type Way string

// The ways.
const (
	Not     Way = "" // it does not come
	ByMail  Way = "mail"
	OnPaper Way = "paper"
)

// Choice is how someone who is signed in gets the newsletter.
type Choice struct {
	Way     Way
	Email   string // of the account: where it comes by mail
	Address string // of the register: where it comes on paper; "" none is known
}

// OwnChoice reads how whoever asks gets the newsletter, also by the form that anyone may send, for the address of the account.
func (s *Service) OwnChoice(ctx context.Context, actor auth.Actor) (Choice, error) {
	if !actor.SignedIn() {
		return Choice{}, apperr.New(apperr.SignIn, "Sign in to see whether you get the newsletter.")
	}
	return choiceOf(ctx, s.db, actor.Person)
}

// Choose keeps how whoever asks gets the newsletter. Being signed in is their confirmation: the account's address is the one by
// which they came in. A subscription by the form for that address becomes the choice, so that nothing comes twice.
func (s *Service) Choose(ctx context.Context, actor auth.Actor, way Way) error {
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to choose whether you get the newsletter.")
	}
	if way != Not && way != ByMail && way != OnPaper {
		return apperr.New(apperr.Invalid, "Choose whether the newsletter comes by e-mail, on paper, or not.")
	}
	permit, err := s.cases.Allow(actor.By(), nil)
	if err != nil {
		return err
	}
	return s.choose(ctx, permit, actor.Person, way)
}

func (s *Service) choose(ctx context.Context, permit usecase.Permit, person auth.PersonID, way Way) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		before, err := choiceOf(ctx, tx, person)
		switch {
		case err != nil:
			return nil, err
		case before.Way == way:
			return nil, usecase.ErrSame
		case way == ByMail && before.Email == "":
			return nil, apperr.New(apperr.Conflict, "Your account has no e-mail address to which the newsletter could go.")
		case way == OnPaper && before.Address == "":
			return nil, apperr.New(apperr.Conflict, "There is no postal address in the register to which the newsletter could go. Enter it first.")
		}
		if err := deleteChoice(ctx, tx, person); err != nil {
			return nil, err
		}
		if way != Not {
			if err := insertChoice(ctx, tx, person, way, rand.Text(), permit.Now()); err != nil {
				return nil, err
			}
		}
		return permit.Did("choose.newsletter", "person", int64(person), map[string]any{"way": before.Way}, map[string]any{"way": way}), nil
	})
}

// PaperReader is a member who gets the newsletter on paper.
type PaperReader struct {
	Person        auth.PersonID
	Name, Address string // Address may be "" meanwhile: then nothing can go there
}

// PaperReaders are those who get the newsletter on paper, in order of their names, without who has died.
func (s *Service) PaperReaders(ctx context.Context, actor auth.Actor) ([]PaperReader, error) {
	if err := s.cases.Require(actor, auth.KeepNews, auth.Object{}); err != nil {
		return nil, err
	}
	return paperReaders(ctx, s.db)
}

// PutOnPaper has the newsletter come on paper to a member who asked an officer for it, as who has no account does. One who chose
// how it comes keeps that.
func (s *Service) PutOnPaper(ctx context.Context, actor auth.Actor, person auth.PersonID) error {
	permit, err := s.cases.May(actor, auth.KeepNews, auth.Object{})
	if err != nil {
		return err
	}
	c, err := choiceOf(ctx, s.db, person)
	switch {
	case err != nil:
		return err
	case c.Way == ByMail:
		return apperr.New(apperr.Conflict, "This member gets the newsletter by e-mail. They change that themselves, at “My letters”.")
	case c.Address == "":
		return apperr.New(apperr.Conflict, "This member has no postal address in the register. Enter it there first.")
	}
	return s.choose(ctx, permit, person, OnPaper)
}

// TakeOffPaper ends the newsletter on paper for a member; it comes in no other way then.
func (s *Service) TakeOffPaper(ctx context.Context, actor auth.Actor, person auth.PersonID) error {
	permit, err := s.cases.May(actor, auth.KeepNews, auth.Object{})
	if err != nil {
		return err
	}
	c, err := choiceOf(ctx, s.db, person)
	if err != nil || c.Way != OnPaper {
		return err
	}
	return s.choose(ctx, permit, person, Not)
}
