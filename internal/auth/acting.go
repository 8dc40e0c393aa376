package auth

import "context"

// ActingAs is a person with the offices held, without a session: for the
// program itself, which generates what that person would have done.
func (s *Service) ActingAs(ctx context.Context, person PersonID) (Actor, error) {
	one, err := someoneByID(ctx, s.db, person)
	if err != nil {
		return Actor{}, notFound(err, "Person not found.")
	}
	offices, err := OfficesOn(ctx, s.db, s.today(), []PersonID{person})
	if err != nil {
		return Actor{}, err
	}
	return Actor{Person: person, Name: one.Name.String(), Offices: offices[person]}, nil
}

// OfficesOf lists the offices of a person that have not ended: who holds an
// office is public.
func (s *Service) OfficesOf(ctx context.Context, person PersonID) ([]Office, error) {
	offices, err := OfficesOn(ctx, s.db, s.today(), []PersonID{person})
	return offices[person], err
}
