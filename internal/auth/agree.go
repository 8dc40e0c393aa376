package auth

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Agreed is what a second officer's consent did.
type Agreed struct {
	Request
	Link *Link // to hand over; nil: it went to the owner by mail, or there is none
}

// AgreeToRequest does what was asked for an account. The actor is neither who asked nor
// who is concerned, and held an office a week ago already: nobody appoints somebody
// to agree. The mark is of the request as it was shown.
func (s *Service) AgreeToRequest(ctx context.Context, actor Actor, id RequestID, mark string) (Agreed, error) {
	if err := s.require(actor, AgreeToAccess, Object{}); err != nil {
		return Agreed{}, err
	}
	if err := s.requireProof(actor); err != nil {
		return Agreed{}, err
	}
	var out Agreed
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		r, err := s.waiting(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.mayAgree(ctx, tx, actor, r, mark); err != nil {
			return err
		}
		if err := s.endRequest(ctx, tx, r, "approved", actor.Person); err != nil {
			return err
		}
		if err := s.writeRequest(ctx, tx, actor, "agree.account_request", r); err != nil {
			return err
		}
		out = Agreed{Request: r}
		out.Link, err = s.fulfil(ctx, tx, actor, r)
		return err
	})
	return out, err
}

func (s *Service) mayAgree(ctx context.Context, tx *store.Tx, actor Actor, r Request, mark string) error {
	switch {
	case !actor.SignedIn():
		return errNoSession
	case actor.Person == r.Asker:
		return apperr.New(apperr.Forbidden, "You asked for this. Someone else has to agree, whatever offices you hold.")
	case actor.Person == r.Person:
		return apperr.New(apperr.Forbidden, "This is about your own account. Someone else has to agree.")
	case mark != r.Mark:
		return apperr.New(apperr.Conflict, "The request is not as it was shown to you. Read it once more before you agree.")
	}
	if err := r.inLog(ctx, tx); err != nil {
		return err
	}
	offices, err := OfficesOn(ctx, tx, s.today(), []PersonID{r.Asker})
	if err != nil {
		return err
	}
	if !Can(Actor{Person: r.Asker, Offices: offices[r.Asker]}, ManageAccounts, Object{}, s.today()) {
		return apperr.New(apperr.Conflict, "%s no longer manages accounts. Ask again.", r.AskedBy)
	}
	since := s.clock().Add(-openingLasts)
	held, err := heldOffice(ctx, tx, actor.Person, permissions[AgreeToAccess].society, since)
	if err != nil {
		return err
	}
	if !held {
		return apperr.New(
			apperr.Conflict, "You have held your office for less than seven days. Another officer has to agree, or the "+
				"society’s own machine is used: nzgs link, nzgs let-in.",
		)
	}
	return RefuseLatelyOpened(ctx, tx, actor.Person, s.clock(), "you can agree to what others ask")
}

// fulfil does within tx what was asked.
func (s *Service) fulfil(ctx context.Context, tx *store.Tx, actor Actor, r Request) (*Link, error) {
	file, err := accountByID(ctx, tx, r.Account)
	if err != nil {
		return nil, err
	}
	if file.Disabled {
		return nil, apperr.New(apperr.Invalid, "This account is closed. Reopen it first.")
	}
	o := opened{askedBy: r.AskedBy.String(), approvedBy: actor.Name}
	switch r.Kind {
	case AskLetIn:
		o.kind = openedForADay
		return nil, s.letIn(ctx, tx, actor, file.ID, r.Reason.Text(), o)
	case AskAddress:
		use := ForBoth
		if file.Apart() {
			use = ForSignIn // where letters go is not what was asked
		}
		return nil, s.moveAddress(ctx, tx, actor, move{
			before: file.Account, after: file.addresses().with(use, r.NewEmail), version: file.Version,
			how:     "asked for by " + o.askedBy + " and approved by " + o.approvedBy,
			askedBy: o.askedBy, approvedBy: o.approvedBy,
		})
	}
	o.kind = openedByLink
	return s.agreedLink(ctx, tx, actor, file.Account, o)
}

// agreedLink makes the link that two officers agreed on. It goes to the owner by
// mail, so that neither of them sees it. Without mail who agreed hands it over: who
// asked never has it.
func (s *Service) agreedLink(ctx context.Context, tx *store.Tx, actor Actor, a Account, o opened) (*Link, error) {
	if err := deleteLinksOf(ctx, tx, a.ID); err != nil {
		return nil, err
	}
	until := s.clock().Add(recoverLasts)
	if err := s.noteOpening(ctx, tx, a.ID, o); err != nil {
		return nil, err
	}
	if err := s.write(
		ctx, tx, actor, "make_link.account", "account", int64(a.ID), nil, linkFacts{Recovery, until},
	); err != nil {
		return nil, err
	}
	text := Opening{Name: a.Name, At: s.clock(), kind: o.kind, AskedBy: o.askedBy, ApprovedBy: o.approvedBy}.Text()
	if err := s.tellEverywhere(ctx, tx, a, "", telling{
		purpose: "About an account", subject: "A link was made for your account", paragraphs: []string{
			text, "If you did not ask for it, tell the society’s president or secretary at once.",
		},
	}); err != nil {
		return nil, err
	}
	if s.SendsMail() {
		return nil, s.mailAgreed(ctx, tx, a, until)
	}
	link := Link{Token: newToken(), Purpose: Recovery, Expires: until}
	hash, _ := hashOf(link.Token)
	return &link, insertLink(ctx, tx, hash, link, a.ID, s.clock())
}

func (s *Service) mailAgreed(ctx context.Context, tx *store.Tx, a Account, until civil.Instant) error {
	link, err := s.mailedLink(ctx, tx, a, Recovery, 0, until)
	if err != nil {
		return err
	}
	return s.letter(ctx, tx, a, telling{
		purpose: "New password", subject: "Choose a new password", link: link, paragraphs: []string{
			"Two officers agreed that you get a link for a new password. Choose it here:", LinkHere,
			"The link works once, until " + until.Long() + ".",
		},
	})
}
