package clubs

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Template is what the list of a club for a year starts from.
type Template struct {
	Club Club
	Year members.Year
	From members.Year // the year whose list it is filled with; 0: nothing to fill in
	Rows []ListRow
}

// Template returns the club's latest list, to be brought up to date for the
// year, without those who left before that year ended: who resigned, died, was
// excluded or moved to another club. Somebody who is with another club by now
// comes without contact data.
func (s *Service) Template(ctx context.Context, actor auth.Actor, club ClubID, year members.Year) (Template, error) {
	if err := s.cases.Require(actor, auth.SubmitReturn, auth.Object{Club: club}); err != nil {
		return Template{}, err
	}
	c, err := ByID(ctx, s.db, club)
	if err != nil {
		return Template{}, err
	}
	t := Template{Club: c, Year: year}
	last, ids, err := s.listed(ctx, club, year)
	if err != nil || last == 0 {
		return t, err
	}
	t.From = last
	people, err := sortedPeople(ctx, s.db, ids)
	if err != nil {
		return t, err
	}
	terms, err := inForceOf(ctx, s.db, ids)
	if err != nil {
		return t, err
	}
	rules, err := governance.Load(ctx, s.db)
	if err != nil {
		return t, err
	}
	all := auth.Can(actor, auth.ViewRegister, auth.Object{}, s.cases.Today())
	for _, p := range people {
		if !p.Died.IsZero() || !staysTo(rules, terms[p.ID], club, last) && !staysTo(rules, terms[p.ID], club, year) {
			continue
		}
		row := ListRow{MemberNo: members.Number(p.ID), Family: p.Name.Family, Given: p.Name.Given, Grade: p.Grade}
		if all || ownMember(terms[p.ID], club, last+1, s.cases.Today()) {
			row.Email, row.Phone, row.Address = p.Contact.Email, p.Contact.Phone, p.Contact.Address
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// listed is whom the club has registered for the latest year that it has a list of, up to the given one, and that year. Who
// is registered with the club for the given year already, by moving in or paying alone, comes on top: it is no list.
func (s *Service) listed(ctx context.Context, club ClubID, year members.Year) (last members.Year, ids []PersonID, err error) {
	upTo := year
	has, err := hasList(ctx, s.db, club, year)
	if err != nil {
		return 0, nil, err
	}
	if !has {
		upTo--
	}
	last, found, err := members.LastYearOf(ctx, s.db, club, upTo)
	if err != nil {
		return 0, nil, err
	}
	if found {
		if ids, err = members.OfClubInYear(ctx, s.db, club, last); err != nil {
			return 0, nil, err
		}
	}
	if last == year {
		return last, ids, nil
	}
	ahead, err := members.OfClubInYear(ctx, s.db, club, year)
	for _, id := range ahead {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if !found && len(ahead) > 0 {
		last = year
	}
	return last, ids, err
}

// staysTo reports whether one of a person's terms of a club for a year reaches the year's last day: it does not where
// the person left before it.
func staysTo(h constitution.History, inForce []members.Term, club ClubID, year members.Year) bool {
	return slices.ContainsFunc(inForce, func(t members.Term) bool {
		return t.Club == club && t.Year == year && !t.To.Before(h.On(t.From).Last(year))
	})
}

// sortedPeople reads people and sorts them as a list of names is sorted.
func sortedPeople(ctx context.Context, q store.Queryer, ids []PersonID) ([]members.Person, error) {
	byID, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	type keyed struct {
		key string
		members.Person
	}
	list := make([]keyed, 0, len(byID))
	for _, p := range byID {
		list = append(list, keyed{members.SortKey(p.Name.Family, p.Name.Given), p})
	}
	slices.SortFunc(list, func(a, b keyed) int {
		if c := strings.Compare(a.key, b.key); c != 0 {
			return c
		}
		return int(a.ID - b.ID)
	})
	out := make([]members.Person, len(list))
	for i := range list {
		out[i] = list[i].Person
	}
	return out, nil
}
