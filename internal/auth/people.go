package auth

import (
	"context"
	"strings"
)

// Someone is a person of the register to choose from.
type Someone struct {
	Person  PersonID
	Name    Name
	Email   string    // only for actors who may see contact data
	Account AccountID // 0 when the person has none
}

// FindPeople lists people whose folded name has all the words, by name, for
// choosing whom to invite or appoint. A word of digits is a member number. Words
// are folded as the register folds names; without any, no one is found.
func (s *Service) FindPeople(ctx context.Context, actor Actor, words string, limit int) ([]Someone, error) {
	if err := s.requireChooser(actor); err != nil {
		return nil, err
	}
	list := strings.Fields(words)
	if len(list) == 0 {
		return nil, nil
	}
	found, err := peopleNamed(ctx, s.db, list[:min(len(list), maxWords)], limit)
	if err != nil {
		return nil, err
	}
	for i := range found {
		s.hideContact(actor, &found[i])
	}
	return found, nil
}

// maxWords is how many words of a search are looked at.
const maxWords = 5

// Person is one person of the register, for inviting or appointing them.
func (s *Service) Person(ctx context.Context, actor Actor, id PersonID) (Someone, error) {
	if err := s.requireChooser(actor); err != nil {
		return Someone{}, err
	}
	p, err := someoneByID(ctx, s.db, id)
	if err != nil {
		return Someone{}, notFound(err, "This person is not in the register.")
	}
	s.hideContact(actor, &p)
	return p, nil
}

// requireChooser is for whoever manages accounts or offices, be it of one
// event, and for whoever keeps the committee's records.
func (s *Service) requireChooser(actor Actor) error {
	if CanSomewhere(actor, AppointToEvent, s.today()) || Can(actor, KeepCommittee, Object{}, s.today()) {
		return nil
	}
	return s.require(actor, ManageAccounts, Object{})
}

func (s *Service) hideContact(actor Actor, p *Someone) {
	if !Can(actor, ViewContact, Object{Person: p.Person}, s.today()) {
		p.Email = ""
	}
}
