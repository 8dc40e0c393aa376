package cards

import (
	"cmp"
	"context"
	"slices"

	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/store"
)

// read reads the cards of people, in the order of their names.
func (s *Service) read(ctx context.Context, q store.Queryer, ids []members.PersonID) ([]Card, error) {
	today := s.cases.Today()
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	terms, err := members.DatesOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	rules, err := governance.On(ctx, q, today)
	if err != nil {
		return nil, err
	}
	of, err := kinds.Standings(ctx, q, ids, rules.YearOf(today))
	if err != nil {
		return nil, err
	}
	all, err := clubs.All(ctx, q)
	if err != nil {
		return nil, err
	}
	names := make(map[members.ClubID]string, len(all))
	for _, c := range all {
		names[c.ID] = c.Name
	}
	choices, err := choicesOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	codes, err := codesOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Card, 0, len(ids))
	for _, id := range ids {
		inForce := members.InForce(terms[id])
		c := Card{
			Person: people[id], Kind: of[id].Is(), Summary: members.Summarise(inForce, today), Version: choices[id].version,
			Code: codes[id], inForce: inForce,
		}
		c.Shows = choices[id].shows.Meant(c.Kind, c.Person)
		for _, club := range c.Summary.Clubs {
			c.Clubs = append(c.Clubs, names[club])
		}
		out = append(out, c)
	}
	sortByName(out)
	return out, nil
}

func sortByName(list []Card) {
	keys := make(map[members.PersonID]string, len(list))
	for _, c := range list {
		keys[c.Person.ID] = members.SortKey(c.Person.Name.Family, c.Person.Name.Given)
	}
	slices.SortFunc(list, func(a, b Card) int {
		return cmp.Or(cmp.Compare(keys[a.Person.ID], keys[b.Person.ID]), cmp.Compare(a.Person.ID, b.Person.ID))
	})
}
