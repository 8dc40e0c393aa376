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
	Asked   bool   // whether a letter to Email waits for its link to be opened; then it comes by mail
}

// OwnChoice reads how whoever asks gets the newsletter, also by the form that anyone may send, for the address of the account.
func (s *Service) OwnChoice(ctx context.Context, actor auth.Actor) (Choice, error) {
	if !actor.SignedIn() {
		return Choice{}, apperr.New(apperr.SignIn, "Sign in to see whether you get the newsletter.")
	}
	now, err := choiceOf(ctx, s.db, actor.Person, s.cases.Now())
	return now.Choice, err
}

// Choose keeps how whoever asks gets the newsletter. An officer may have typed the account's address, and who signs in need not read
// what comes there: by mail it comes once the link of a letter to it was opened, for which OwnChoice then waits. A subscription by
// the form for that address becomes the choice, so that nothing comes twice.
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
	return s.choose(ctx, permit, actor.Person, true, func(now standing) (string, error) {
		switch {
		case way == ByMail && now.Email == "":
			return "", apperr.New(apperr.Conflict, "Your account has no e-mail address to which the newsletter could go.")
		case way == OnPaper && now.Address == "":
			return "", apperr.New(
				apperr.Conflict, "There is no postal address in the register to which the newsletter could go. Enter it first.",
			)
		case way == Not:
			return notKept, nil
		}
		return string(way), nil
	})
}

// choose keeps what next says of how the newsletter comes to someone; "" is that it stays as it is. Who chooses for themselves ends
// what was asked for by the form for the address of the account; an officer does not.
func (s *Service) choose(
	ctx context.Context, permit usecase.Permit, person auth.PersonID, self bool, next func(now standing) (way string, err error),
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		now, err := choiceOf(ctx, tx, person, permit.Now())
		if err != nil {
			return nil, err
		}
		way, err := next(now)
		switch {
		case err != nil:
			return nil, err
		case way == "" || way == now.own && !now.form && !now.Asked:
			return nil, usecase.ErrSame
		case way == string(ByMail) && now.own != way && now.proven() == "":
			return permit.Did("ask.newsletter_reader", "newsletter_reader", 0, nil, nil), s.askMember(ctx, tx, now.Email)
		}
		err = setChoice(ctx, tx, person, way, now.proven(), rand.Text(), permit.Now())
		if err == nil && self {
			err = endForm(ctx, tx, person)
		}
		return permit.Did("choose.newsletter", "person", int64(person), map[string]any{"way": now.own}, map[string]any{"way": way}), err
	})
}

// askMember writes the question of the form to the address of an account that was not confirmed, which no one else is told of.
func (s *Service) askMember(ctx context.Context, tx *store.Tx, email string) error {
	if !s.outbox.Sends() {
		return apperr.New(apperr.Conflict, "This site sends no letters, so the newsletter cannot come by e-mail.")
	}
	limit := addressLimit(email)
	over, err := s.offices.Spare(ctx, tx, map[string]int{limit: lettersToAddress})
	if err != nil {
		return err
	}
	if over[limit] {
		return apperr.New(apperr.Conflict, "%d letters that ask were written to %s today. Open the link of the newest, or try again tomorrow.",
			lettersToAddress, email)
	}
	if err := refuseMany(ctx, tx); err != nil {
		return err
	}
	return s.ask(ctx, tx, email)
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
// how it comes, or that it does not, keeps that.
func (s *Service) PutOnPaper(ctx context.Context, actor auth.Actor, person auth.PersonID) error {
	permit, err := s.cases.May(actor, auth.KeepNews, auth.Object{})
	if err != nil {
		return err
	}
	return s.choose(ctx, permit, person, false, func(now standing) (string, error) {
		switch {
		case now.died:
			return "", apperr.New(apperr.Conflict, "The register says that this member has died. Nothing can go to them.")
		case now.Way == ByMail:
			return "", apperr.New(apperr.Conflict, "This member gets the newsletter by e-mail. They change that themselves, at “My letters”.")
		case now.own == notKept:
			return "", apperr.New(
				apperr.Conflict, "This member chose that the newsletter does not come. They change that themselves, at “My letters”.",
			)
		case now.Address == "":
			return "", apperr.New(apperr.Conflict, "This member has no postal address in the register. Enter it there first.")
		case now.Way == OnPaper:
			return "", nil
		}
		return string(OnPaper), nil
	})
}

// TakeOffPaper ends the newsletter on paper for a member; it comes in no other way then.
func (s *Service) TakeOffPaper(ctx context.Context, actor auth.Actor, person auth.PersonID) error {
	permit, err := s.cases.May(actor, auth.KeepNews, auth.Object{})
	if err != nil {
		return err
	}
	return s.choose(ctx, permit, person, false, func(now standing) (string, error) {
		if now.own != string(OnPaper) {
			return "", nil
		}
		return offKept, nil
	})
}
