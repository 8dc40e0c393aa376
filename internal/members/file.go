package members

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// File is all the register has of one person.
type File struct {
	Person   Person
	Terms    []Term // every row, corrections too, oldest first
	Spans    []Span // the terms in force joined, with the gaps between them
	Summary  Summary
	Consents []Consent // to become a member, the latest first
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
	terms, err := TermsOf(ctx, s.db, []PersonID{id})
	if err != nil {
		return File{}, err
	}
	inForce := InForce(terms[id])
	f := File{Person: p, Terms: terms[id], Spans: Spans(inForce), Summary: Summarise(inForce, s.cases.Today())}
	if !mayViewContact(actor, id, inForce, s.cases.Today()) {
		return File{}, auth.Require(actor, auth.ViewOwn, auth.Object{}, s.cases.Today())
	}
	if f.Consents, err = consentsOf(ctx, s.db, id); err != nil {
		return File{}, err
	}
	if !auth.Can(actor, auth.EditPerson, auth.Object{}, s.cases.Today()) {
		f.Person.Note = ""
	}
	return f, nil
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
