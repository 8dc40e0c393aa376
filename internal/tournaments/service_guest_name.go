package tournaments

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// people are the players of the entry: one, or the two of a pair.
func (e Entry) people() []PersonID {
	if e.Partner != nil {
		return []PersonID{e.Person, e.Partner.Person}
	}
	return []PersonID{e.Person}
}

// Guests are the players of an entry whose names the actor may correct: those who came into the register by an entry in
// the event.
func (s *Service) Guests(ctx context.Context, actor auth.Actor, id EntryID) ([]members.Person, error) {
	e, h, err := s.entryHere(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: h.event.ID}); err != nil {
		return nil, err
	}
	var out []members.Person
	for _, person := range e.people() { // at most two
		if h.event.Away != "" || h.event.AtVenue {
			break
		}
		switch event, err := members.GuestOf(ctx, s.db, person); {
		case err != nil:
			return nil, err
		case event != h.event.ID:
			continue
		}
		p, err := members.PersonByID(ctx, s.db, person)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// CorrectGuest corrects the name of a guest who is entered, whatever the stage of the event. The error is a
// *members.PossibleDuplicates while the register holds someone who may be the same person and is not named in in.Apart.
func (s *Service) CorrectGuest(ctx context.Context, actor auth.Actor, id EntryID, in members.NameInput) error {
	_, h, err := s.entryHere(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.directEvent(ctx, actor, h.event.ID, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
		if e.AtVenue {
			return nil, apperr.New(
				apperr.Conflict, "Names are corrected on the society’s site, once %s is given back.", e.Name,
			)
		}
		if err := guestOf(ctx, tx, e, id, in.ID); err != nil {
			return nil, err
		}
		return members.CorrectGuest(ctx, tx, permit, in)
	})
}

// guestOf refuses people who are not of the entry, or came into the register by another event.
func guestOf(ctx context.Context, q store.Queryer, e Event, id EntryID, person PersonID) error {
	entry, err := entryByID(ctx, q, id)
	if err != nil {
		return err
	}
	of := false
	for _, p := range entry.people() {
		of = of || p == person
	}
	if !of {
		return apperr.New(apperr.NotFound, "This entry has no such player.")
	}
	event, err := members.GuestOf(ctx, q, person)
	if err != nil || event == 0 || event == e.ID { // of 0, members says why
		return err
	}
	other, err := eventByID(ctx, q, event)
	if err != nil {
		return err
	}
	return apperr.New(
		apperr.Conflict, "%s came into the register by %s. A director of that event, or the secretary, corrects the name.",
		entry.Name, other.Name,
	)
}

// entryHere reads an entry with its section and event.
func (s *Service) entryHere(ctx context.Context, q store.Queryer, id EntryID) (Entry, here, error) {
	e, err := entryByID(ctx, q, id)
	if err != nil {
		return Entry{}, here{}, err
	}
	h, err := sectionByID(ctx, q, e.Section)
	return e, h, err
}
