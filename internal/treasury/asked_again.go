package treasury

import (
	"cmp"
	"context"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// noLongerPaid is why the terms of an asked subscription are cancelled.
const noLongerPaid = "The subscription is no longer paid"

// asBefore has terms that begin once more be as they were when they were cancelled: with the club that their member had moved
// to, since the day of the move, and no longer than until the day that they were cut to, unless they begin after it. records
// are those of before.
func (a Asked) asBefore(ctx context.Context, tx *store.Tx, permit usecase.Permit, records []members.Term) error {
	pieces := lastCancelled(records)
	for n, was := range pieces {
		first := n == 0 || pieces[n-1].Person != was.Person
		if err := a.moveAgain(ctx, tx, permit, was, first); err != nil {
			return err
		}
		last := n+1 == len(pieces) || pieces[n+1].Person != was.Person
		if !last || !was.To.Before(fullTerm(records, was.Person)) {
			continue
		}
		terms, err := a.reaching(ctx, tx, was.Person, was.To.AddDays(1))
		if err != nil {
			return err
		}
		terms = slices.DeleteFunc(terms, func(t members.Term) bool { return t.From.After(was.To) })
		why := "It ended on that day before it was paid again"
		if err := members.Correct(ctx, tx, permit.Now(), auth.Actor{Person: permit.Person()}, terms, was.To, why); err != nil {
			return err
		}
	}
	return nil
}

// moveAgain has a term be with the club that it was with, since the day of the move; the first piece of all from its first day
// on.
func (a Asked) moveAgain(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, was members.Term, first bool,
) error {
	terms, err := a.reaching(ctx, tx, was.Person, was.From)
	if err != nil {
		return err
	}
	terms = slices.DeleteFunc(terms, func(t members.Term) bool { return t.Club == was.Club })
	day := was.From
	if first && len(terms) > 0 {
		day = terms[0].From
	}
	why := "Moved to another club before it was paid again"
	return members.MoveClub(ctx, tx, permit.Now(), auth.Actor{Person: permit.Person()}, terms, was.Club, day, why)
}

// reaching are somebody's terms in force of the subscription that reach a day or begin after it.
func (a Asked) reaching(
	ctx context.Context, q store.Queryer, person members.PersonID, day civil.Date,
) ([]members.Term, error) {
	terms, err := members.TermsAsked(ctx, q, int64(a.ID))
	return slices.DeleteFunc(terms, func(t members.Term) bool { return t.Person != person || t.To.Before(day) }), err
}

// lastCancelled are the terms as they were when they were cancelled the last time, of each person the earliest first.
func lastCancelled(records []members.Term) (out []members.Term) {
	for _, t := range records {
		if t.Kind != members.KindVoid || t.Reason != noLongerPaid {
			continue
		}
		if len(out) > 0 && out[0].RecordedAt != t.RecordedAt {
			out = nil
		}
		out = append(out, t)
	}
	slices.SortStableFunc(out, func(a, b members.Term) int {
		return cmp.Or(cmp.Compare(a.Person, b.Person), a.From.Compare(b.From))
	})
	return out
}

// fullTerm is the last day that the records have of somebody.
func fullTerm(records []members.Term, person members.PersonID) (last civil.Date) {
	for _, t := range records {
		if t.Person == person && t.Kind != members.KindVoid {
			last = civil.Later(last, t.To)
		}
	}
	return last
}
