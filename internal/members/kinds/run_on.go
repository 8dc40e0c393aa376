package kinds

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// RunOn gives life members the term of the subscription year that has begun: of them no subscription is asked. Who resigned
// or was excluded since the kind was recorded, and who died, gets none. The program runs it every hour.
func (s *Service) RunOn(ctx context.Context) (n int, err error) {
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return 0, err
	}
	if due, err := s.dueTerms(ctx, s.db); err != nil || len(due) == 0 {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		n = 0
		if err := holdKinds(ctx, tx); err != nil {
			return nil, err
		}
		due, err := s.dueTerms(ctx, tx)
		if err != nil {
			return nil, err
		}
		if len(due) == 0 {
			return nil, usecase.ErrSame
		}
		var done *usecase.Entry
		for i := range due {
			due[i].RecordedAt = permit.Now()
			done = done.Then(permit.Did("run_on.term", "person", int64(due[i].Person), nil, map[string]any{
				"year": due[i].Year, "from": due[i].From, "to": due[i].To,
			}))
		}
		n = len(due)
		return done, members.InsertTerms(ctx, tx, due)
	})
	return n, err
}

// dueTerms are the terms of life members that are still to be given.
func (s *Service) dueTerms(ctx context.Context, q store.Queryer) (out []members.Term, err error) {
	c, err := governance.On(ctx, q, s.cases.Today())
	if err != nil {
		return nil, err
	}
	year := c.YearOf(s.cases.Today())
	lifers, err := lifers(ctx, q, year)
	if err != nil || len(lifers) == 0 {
		return nil, err
	}
	ids := make([]members.PersonID, len(lifers))
	for i, l := range lifers {
		ids[i] = l.Person
	}
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	terms, err := members.TermsOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	for _, l := range lifers {
		p, known := people[l.Person]
		inForce := members.InForce(terms[l.Person])
		if _, registered := members.RegisteredTo(c.Last(year), inForce); registered || !known || !p.Died.IsZero() {
			continue
		}
		out = append(out, l.term(c, year, len(inForce) > 0))
	}
	return out, nil
}

// Rule 2.2: the term of a life member, of whom no subscription is asked.
func (s Standing) term(c constitution.Constitution, year members.Year, before bool) members.Term {
	t := members.Term{
		Person: s.Person, Year: year, From: civil.Later(c.First(year), s.At.Date()), To: c.Last(year), Kind: members.KindNew,
		Trace: constitution.Trace{Rule: "2.2"},
	}
	if before {
		t.Kind = members.KindRenewal
	}
	s.Why(&t.Trace)
	t.Trace.Step("2.2", "The membership runs on: %s to %s, and no subscription is asked", t.From.Long(), t.To.Long())
	return t
}
