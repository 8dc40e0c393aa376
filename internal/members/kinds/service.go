package kinds

import (
	"context"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service keeps the kinds.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

// Set says of what kind a person is from a year on. What was invoiced before stays as it is.
func (s *Service) Set(ctx context.Context, actor auth.Actor, in Input) error {
	permit, err := s.cases.May(actor, auth.SetKinds, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) { return SetIn(ctx, tx, permit, in) })
}

// SetIn is Set within tx.
func SetIn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in Input,
) (*usecase.Entry, error) {
	today := permit.Now().Date()
	c, err := governance.On(ctx, tx, today)
	if err != nil {
		return nil, err
	}
	in.Reason = strings.Join(strings.Fields(in.Reason), " ")
	if in.Kind != Family {
		in.Payer = 0
	}
	person, err := members.PersonByID(ctx, tx, in.Person)
	if err != nil {
		return nil, err
	}
	if !person.Died.IsZero() {
		return nil, apperr.New(apperr.Invalid, "It is recorded that %s died on %s.", person.Name, person.Died.Long())
	}
	// The person's row is held, so that two who decide queue.
	if err := members.Touch(ctx, tx, in.Person); err != nil {
		return nil, err
	}
	all, err := standings(ctx, tx, []members.PersonID{in.Person, in.Payer})
	if err != nil {
		return nil, err
	}
	own := all[in.Person]
	if last := lastID(own); last != in.Seen {
		return nil, usecase.Stale("the kind of this member", "person", int64(in.Person))
	}
	paidFor, err := familyOf(ctx, tx, in.Person, in.From)
	if err != nil {
		return nil, err
	}
	if err := in.check(c.YearOf(today), all[in.Payer], len(paidFor)).Err(); err != nil {
		return nil, err
	}
	was := In(own, in.From)
	if was.Is() == in.Kind && was.Payer == in.Payer && was.Reason == in.Reason {
		return nil, usecase.ErrSame
	}
	if err := insert(ctx, tx, permit, in); err != nil {
		return nil, err
	}
	return permit.Did("set.kind", "person", int64(in.Person), map[string]any{"kind": was.Is(), "payer": was.Payer},
		map[string]any{"kind": in.Kind, "from": in.From, "payer": in.Payer, "reason": in.Reason}), nil
}

func lastID(all []Standing) (id int64) {
	for _, s := range all {
		id = max(id, s.ID)
	}
	return id
}

// InUse reports whether the society knows kinds: someone is of one, or one has a rate of its own.
func (s *Service) InUse(ctx context.Context) (bool, error) { return inUse(ctx, s.db) }

// Of is a person's kinds, the oldest first, for the person and the officers.
func (s *Service) Of(ctx context.Context, actor auth.Actor, person members.PersonID) ([]Standing, error) {
	if err := s.cases.Require(actor, auth.ViewOwn, auth.Object{Person: person}); err != nil {
		return nil, err
	}
	all, err := standings(ctx, s.db, []members.PersonID{person})
	return all[person], err
}

// Listed is a member of a kind with the names that a list shows.
type Listed struct {
	Standing
	Name, PayerName string
}

// List is everyone who is of another kind than full in a year, by name.
func (s *Service) List(ctx context.Context, actor auth.Actor, year members.Year) ([]Listed, error) {
	if err := s.cases.Require(actor, auth.SetKinds, auth.Object{}); err != nil {
		return nil, err
	}
	return listed(ctx, s.db, year)
}
