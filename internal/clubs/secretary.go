package clubs

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// NameSecretary is a club that names its secretary, or a replacement.
type NameSecretary struct {
	Club   ClubID
	Person PersonID
	From   civil.Date
}

// mayBeSecretary asks rule 2.4 whether somebody with these terms may be the
// club's secretary on a day.
func mayBeSecretary(c constitution.Constitution, inForce []members.Term, club ClubID, day civil.Date) bool {
	var held []constitution.Span
	for _, t := range inForce {
		if t.Club == club {
			held = append(held, constitution.Span{From: t.From, To: t.To})
		}
	}
	may, _ := c.MayBeClubSecretary(held, day)
	return may
}

// NameSecretary gives a club a new secretary; whoever held the office before
// gives it up the day before. The club's secretary may do so as well as the
// society's secretary and treasurer: Rule 2.4 has the club report it.
func (s *Service) NameSecretary(ctx context.Context, actor auth.Actor, in NameSecretary) error {
	permit, err := s.cases.May(actor, auth.ManageClubs, auth.Object{})
	if err != nil {
		permit, err = s.cases.May(actor, auth.SubmitReturn, auth.Object{Club: in.Club})
	}
	if err != nil {
		return err
	}
	if err := auth.RequireProof(actor, s.cases.Now()); err != nil { // it gives an office
		return err
	}
	var f apperr.Fields
	if in.Person == 0 {
		f.Add("person", "Choose the new secretary.")
	}
	if in.From.IsZero() {
		f.Add("from", "Enter the first day in office.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		club, err := ByID(ctx, tx, in.Club)
		if err != nil {
			return nil, err
		}
		if err := s.checkSecretary(ctx, tx, actor, in); err != nil {
			return nil, err
		}
		if err := checkFollows(ctx, tx, in, s.cases.Today()); err != nil {
			return nil, err
		}
		before, err := secretariesOn(ctx, tx, in.Club, in.From)
		if err != nil {
			return nil, err
		}
		for _, held := range before {
			if held.Person == in.Person {
				return nil, apperr.New(apperr.Invalid, "%s is already the secretary of %s.", held.Name, club.Name)
			}
			if err := s.offices.EndWithin(ctx, tx, actor, auth.OfficeID(held.Office), in.From.AddDays(-1)); err != nil {
				return nil, err
			}
		}
		if _, err := s.offices.AppointWithin(ctx, tx, actor, auth.Office{
			Person: in.Person, Role: auth.ClubSecretary, Club: in.Club, From: in.From,
		}); err != nil {
			return nil, err
		}
		return permit.Did("name.club_secretary", "club", int64(in.Club), nil, map[string]any{
			"person": in.Person, "from": in.From,
		}), nil
	})
}

// checkSecretary is Rule 2.4. Who the register has under a number is told only
// to those who may look it up.
func (s *Service) checkSecretary(ctx context.Context, q store.Queryer, actor auth.Actor, in NameSecretary) error {
	who := "This person"
	person, err := members.PersonByID(ctx, q, in.Person)
	if auth.Can(actor, auth.ViewRegister, auth.Object{}, s.cases.Today()) {
		if err != nil {
			return err
		}
		who = person.Name.String()
	} else if err != nil && apperr.KindOf(err) != apperr.NotFound {
		return err
	}
	c, err := governance.On(ctx, q, in.From)
	if err != nil {
		return err
	}
	list, terms, err := recentMembers(ctx, q, in.Club, c.YearOf(in.From))
	if err != nil {
		return err
	}
	// The first secretary of a club without members is free.
	if len(list) > 0 && !mayBeSecretary(c, terms[in.Person], in.Club, in.From) {
		// A form that marks fields shows their sentences alone.
		why := who + " is not a member of this club; its secretary must be one of its members."
		return &apperr.Error{
			Kind: apperr.Invalid, Rule: rule24, Message: why,
			Fields: []apperr.Field{{Name: "person", Message: why + " Choose a member (Rule 2.4)."}},
		}
	}
	return nil
}

// checkFollows refuses a first day before which the office is another's by the
// record: only whoever holds it now gives it up for the new secretary.
func checkFollows(ctx context.Context, q store.Queryer, in NameSecretary, today civil.Date) error {
	later, found, err := secretaryAfter(ctx, q, in.Club, in.From, today)
	if err != nil || !found {
		return err
	}
	var f apperr.Fields
	if later.From.After(in.From) {
		f.Add("from", "%s is secretary from %s. Enter a later day.", later.Name, later.From.Long())
	} else {
		f.Add("from", "%s was secretary until %s. Enter a later day.", later.Name, later.Until.Long())
	}
	return f.Err()
}

// Eligible lists the people who may become the club's secretary today, sorted
// by name.
func (s *Service) Eligible(ctx context.Context, actor auth.Actor, club ClubID) ([]members.Person, error) {
	if err := s.cases.Require(actor, auth.ViewClubDesk, auth.Object{Club: club}); err != nil {
		return nil, err
	}
	c, err := governance.On(ctx, s.db, s.cases.Today())
	if err != nil {
		return nil, err
	}
	list, terms, err := recentMembers(ctx, s.db, club, c.YearOf(s.cases.Today()))
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(id PersonID) bool { return !mayBeSecretary(c, terms[id], club, s.cases.Today()) })
	return sortedPeople(ctx, s.db, list)
}

// recentMembers reads the people whom the club registered for the year or the
// one before, with their terms in force.
func recentMembers(
	ctx context.Context, q store.Queryer, club ClubID, year members.Year,
) ([]PersonID, map[PersonID][]members.Term, error) {
	var ids []PersonID
	for _, y := range []members.Year{year, year - 1} {
		list, err := members.OfClubInYear(ctx, q, club, y)
		if err != nil {
			return nil, nil, err
		}
		ids = append(ids, list...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	terms, err := inForceOf(ctx, q, ids)
	return ids, terms, err
}

// inForceOf reads the terms in force of people: kind, days, club and year.
func inForceOf(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID][]members.Term, error) {
	terms, err := members.DatesOf(ctx, q, ids)
	for id, t := range terms {
		terms[id] = members.InForce(t)
	}
	return terms, err
}
