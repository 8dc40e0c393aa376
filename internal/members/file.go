package members

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// File is all the register has of one person.
type File struct {
	Person   Person
	Terms    []Term // every row, corrections too, oldest first
	Spans    []Span // the terms in force joined, with the gaps between them
	Summary  Summary
	Consents []Consent // to become a member, the latest first
	Former   []Name    // names by which the person was known
	Earlier  []Earlier // membership before the register has a term, as it was told
}

// File returns a person's file to the person, to the officers, and to the
// secretary of a club that the person is a member of.
func (s *Service) File(ctx context.Context, actor auth.Actor, id PersonID) (File, error) {
	p, err := PersonByID(ctx, s.db, id)
	if err != nil {
		if !actor.SignedIn() {
			return File{}, auth.Require(actor, auth.ViewOwn, auth.Object{}, s.cases.Today())
		}
		return File{}, err
	}
	f, err := fileOf(ctx, s.db, p, s.cases.Today())
	if err != nil {
		return File{}, err
	}
	if !mayViewContact(actor, id, InForce(f.Terms), s.cases.Today()) {
		return File{}, auth.Require(actor, auth.ViewOwn, auth.Object{}, s.cases.Today())
	}
	if !auth.Can(actor, auth.EditPerson, auth.Object{}, s.cases.Today()) {
		f.Person.Note = ""
	}
	return f, nil
}

// FileOf reads a person's file for a room that has asked who may.
func FileOf(ctx context.Context, q store.Queryer, id PersonID, today civil.Date) (File, error) {
	p, err := PersonByID(ctx, q, id)
	if err != nil {
		return File{}, err
	}
	return fileOf(ctx, q, p, today)
}

func fileOf(ctx context.Context, q store.Queryer, p Person, today civil.Date) (File, error) {
	terms, err := TermsOf(ctx, q, []PersonID{p.ID})
	if err != nil {
		return File{}, err
	}
	inForce := InForce(terms[p.ID])
	f := File{Person: p, Terms: terms[p.ID], Spans: Spans(inForce), Summary: Summarise(inForce, today)}
	if f.Former, err = formerNamesOf(ctx, q, p.ID); err != nil {
		return File{}, err
	}
	earlier, err := EarlierOf(ctx, q, []PersonID{p.ID})
	if err != nil {
		return File{}, err
	}
	f.Earlier = earlier[p.ID]
	f.Consents, err = consentsOf(ctx, q, p.ID)
	return f, err
}

// mayViewContact decides whether the actor may see how to reach the person:
// an officer, the person, or the secretary of a club that the person is a
// member of on the day.
func mayViewContact(actor auth.Actor, id PersonID, inForce []Term, day civil.Date) bool {
	if auth.Can(actor, auth.ViewContact, auth.Object{Person: id}, day) {
		return true
	}
	for _, t := range On(inForce, day) {
		if t.Club != 0 && auth.Can(actor, auth.ViewContact, auth.Object{Club: t.Club}, day) {
			return true
		}
	}
	return false
}
