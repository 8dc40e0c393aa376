package tournaments

import (
	"context"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// EnterGuest puts someone into the register as a guest and enters them. The
// error is a *members.PossibleDuplicates while the register holds someone who
// may be the same person and is not named in apart.
func (s *Service) EnterGuest(ctx context.Context, actor auth.Actor, in GuestInput, apart ...PersonID) (Entry, error) {
	var id EntryID
	err := s.direct(ctx, actor, in.Section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		if err := checkGuest(ctx, tx, h, in); err != nil {
			return nil, err
		}
		if err := lookForGuest(ctx, tx, in, apart); err != nil {
			return nil, err
		}
		person, added, err := s.addGuest(ctx, tx, h.permit, h.event.ID, in)
		if err != nil {
			return nil, err
		}
		e, entered, err := s.enter(ctx, tx, h, person, in.EntryInput)
		if err != nil {
			return nil, err
		}
		id = e.ID
		return s.entriesChanged(ctx, tx, in.Section, added.Then(entered))
	})
	if err != nil {
		return Entry{}, err
	}
	return entryByID(ctx, s.db, id)
}

// checkGuest names everything that is wrong, of the person and of
// the entry.
func checkGuest(ctx context.Context, tx *store.Tx, h here, in GuestInput) error {
	published, err := publishedRounds(ctx, tx, h.section.ID)
	if err != nil {
		return err
	}
	problems := in.person().Check()
	_, entry := player{}.entryFrom(h, published, in.EntryInput)
	return append(problems, entry...).Err()
}

func (in GuestInput) person() members.PersonInput {
	p := members.PersonInput{FamilyName: in.FamilyName, GivenNames: in.GivenNames, Email: in.Email}
	if in.FamilyFirst {
		p.Order = members.FamilyFirst
	}
	if in.Rating != nil {
		p.Grade = in.Rating.Stated()
	}
	return p
}

func lookForGuest(ctx context.Context, q store.Queryer, in GuestInput, apart []PersonID) error {
	found, err := members.Likely(ctx, q, members.Probe{Family: in.FamilyName, Given: in.GivenNames, Email: in.Email})
	if err != nil {
		return err
	}
	for _, c := range found {
		if !slices.Contains(apart, c.Person) {
			return &members.PossibleDuplicates{Candidates: found}
		}
	}
	return nil
}

// addGuest puts someone who is to be entered in the event into the register; 0 is the past, which has no director.
func (s *Service) addGuest(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, event EventID, in GuestInput,
) (PersonID, *usecase.Entry, error) {
	p := in.person()
	problems := p.Check()
	if in.Rating == nil {
		problems.Add("rating", "Enter a grade or rating: this player has none yet.")
	}
	if err := problems.Err(); err != nil {
		return 0, nil, err
	}
	id, err := members.InsertGuest(ctx, tx, s.cases.Now(), event, p)
	if err != nil {
		return 0, nil, err
	}
	name := members.Name{Family: p.FamilyName, Given: p.GivenNames, Order: p.Order}
	after := map[string]string{"name": name.String()}
	return id, permit.Did("register.guest", "person", int64(id), nil, after), nil
}
