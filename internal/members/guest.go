package members

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// A guest is someone who came into the register by an entry in an event. The name is corrected by whoever directs that
// event, until the guest has a membership or an account: then it is the secretary's.

// InsertGuest adds a person who is entered in an event within tx, 0 of one of the past: the name is then the
// secretary's. The caller has checked the input and writes the audit entry.
func InsertGuest(
	ctx context.Context, tx *store.Tx, at civil.Instant, event auth.EventID, in PersonInput,
) (PersonID, error) {
	id, err := InsertPerson(ctx, tx, at, in)
	if err != nil || event == 0 {
		return id, err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO guest (person_id, event_id)
		VALUES ($1, $2)`, id, event)
	if err != nil {
		return 0, fmt.Errorf("note a guest: %w", err)
	}
	return id, nil
}

// GuestOf is the event by which a guest came into the register; 0 of anyone who is not a guest, or is one no longer: who
// has, or had, a membership, an account or an office.
func GuestOf(ctx context.Context, q store.Queryer, id PersonID) (auth.EventID, error) {
	event, err := store.One(ctx, q, store.Value[auth.EventID], `
		SELECT g.event_id
		FROM guest g
		WHERE g.person_id = $1
		  AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person_id = g.person_id)
		  AND NOT EXISTS (SELECT 1 FROM membership_term t WHERE t.person_id = g.person_id)
		  AND NOT EXISTS (SELECT 1 FROM office o WHERE o.person_id = g.person_id)`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, nil
	}
	return event, err
}

// NameInput is the name of a person as it should be; Version is the one that was shown.
type NameInput struct {
	ID      PersonID
	Version int64
	Name
	Apart []PersonID // people of that name who were looked at and are somebody else
}

// CorrectGuest saves the name of a guest within tx and gives the entry of the log. Whoever calls it has asked who may.
// The error is a *PossibleDuplicates while somebody else may be the same person and is not named in Apart.
func CorrectGuest(ctx context.Context, tx *store.Tx, permit usecase.Permit, in NameInput) (*usecase.Entry, error) {
	next := PersonInput{FamilyName: in.Family, GivenNames: in.Given, Order: in.Order}
	if err := next.Check().Err(); err != nil {
		return nil, err
	}
	next = next.tidied()
	was, err := PersonByID(ctx, tx, in.ID)
	if err != nil {
		return nil, err
	}
	switch event, err := GuestOf(ctx, tx, in.ID); {
	case err != nil:
		return nil, err
	case event == 0:
		return nil, apperr.New(
			apperr.Conflict, "%s is not in the register as a guest. The secretary corrects the name.", was.Name,
		)
	case was.Version != in.Version:
		return nil, usecase.Stale("this person", "person", int64(in.ID))
	case was.Name == next.name():
		return nil, usecase.ErrSame
	}
	apart := append([]PersonID{in.ID}, in.Apart...)
	if err := lookForDuplicates(ctx, tx, RegisterInput{PersonInput: next, Apart: apart}); err != nil {
		return nil, without(err, in.ID)
	}
	if err := updateName(ctx, tx, in.ID, next); err != nil {
		return nil, err
	}
	return permit.Did(
		"correct.guest", "person", int64(in.ID),
		map[string]string{"name": was.Name.String()}, map[string]string{"name": next.name().String()},
	), nil
}

// without is the error without the person whom everyone may be the same as.
func without(err error, id PersonID) error {
	var found *PossibleDuplicates
	if !errors.As(err, &found) {
		return err
	}
	out := &PossibleDuplicates{}
	for _, c := range found.Candidates {
		if c.Person != id {
			out.Candidates = append(out.Candidates, c)
		}
	}
	return out
}

// updateName saves a name whose version was looked at within tx.
func updateName(ctx context.Context, tx *store.Tx, id PersonID, in PersonInput) error {
	_, err := tx.Exec(ctx, `
		UPDATE person
		SET family_name = $2, given_names = $3, family_first = $4, name_key = $5, sort_key = $6, version = version + 1
		WHERE id = $1`, id, in.FamilyName, in.GivenNames, in.Order == FamilyFirst,
		NameKey(in.FamilyName, in.GivenNames), SortKey(in.FamilyName, in.GivenNames))
	if err != nil {
		return fmt.Errorf("save a name: %w", err)
	}
	return nil
}
