package members

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// Two records of one person can have been joined: the number of the one that is gone
// leads to the one that was kept. Package merging joins them.

// Moved is the error of who asks for a record that was joined with another: pages lead
// on, changes are refused.
type Moved struct{ From, To PersonID }

func (e *Moved) Error() string { return e.Unwrap().Error() }

// Unwrap is the refusal of a change.
func (e *Moved) Unwrap() error {
	return apperr.New(
		apperr.Conflict, "Number %d was merged with number %d, which has everything of it. Open that record.", e.From, e.To,
	)
}

// Current is the number of the record that a number leads to now: mostly itself.
func Current(ctx context.Context, q store.Queryer, id PersonID) (PersonID, error) {
	now, err := store.One(ctx, q, store.Value[PersonID], `
		SELECT COALESCE((SELECT a.kept_id FROM person_alias a WHERE a.gone_id = $1), $1)`, id)
	if err != nil {
		return 0, fmt.Errorf("read where a member number leads: %w", err)
	}
	return now, nil
}

// MovedOf says where the numbers lead that are of records which were joined with others.
func MovedOf(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID]PersonID, error) {
	type lead struct{ from, to PersonID }
	out := map[PersonID]PersonID{}
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		moved, err := store.All(ctx, q, func(s store.Scanner) (l lead, err error) {
			err = s.Scan(&l.from, &l.to)
			return l, err
		}, `
			SELECT gone_id, kept_id
			FROM person_alias
			WHERE gone_id IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("read where member numbers lead: %w", err)
		}
		for _, l := range moved {
			out[l.from] = l.to
		}
	}
	return out, nil
}

// CheckCurrent adds at a field that the person who was chosen there is a record that was joined with another since: a form
// that was open for long may name it.
func CheckCurrent(ctx context.Context, q store.Queryer, f *apperr.Fields, field string, ids ...PersonID) error {
	moved, err := MovedOf(ctx, q, ids)
	for _, id := range ids {
		if to, leads := moved[id]; leads {
			f.Add(field, "Number %d was merged with number %d. Choose that person.", id, to)
			break
		}
	}
	return err
}

// Records are the numbers under which a person has been in the register: the own one first.
func Records(ctx context.Context, q store.Queryer, id PersonID) ([]PersonID, error) {
	gone, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT a.gone_id
		FROM person_alias a
		WHERE a.kept_id = $1
		ORDER BY a.gone_id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the numbers of a person: %w", err)
	}
	return append([]PersonID{id}, gone...), nil
}

// notGoneSQL is the condition that a row p of person is a record that was not joined with another.
const notGoneSQL = `p.gone = FALSE`
