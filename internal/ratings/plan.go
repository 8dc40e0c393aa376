package ratings

import (
	"context"
	"errors"
	"maps"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// ErrMoved is the error of a plan that was worked out from a list that someone
// has changed since: nothing was written, and whoever asked plans again.
var ErrMoved = errors.New("ratings: the list has changed since this was worked out")

// Plan is what rating, withdrawing or correcting an event will change, worked out
// without holding anything up: results are entered in the meantime. It is carried
// out in a short transaction, if the list is then still the one it was worked out
// from.
type Plan struct {
	revision int64 // of the list it was worked out from
	old      *submission
	now      *submission
	in       Submission // prepared: what is put in
	declared map[PersonID]scale.Rating

	later    reworked
	own      []change // of the event that is put in
	reversed []change // of the one that is taken out
}

// Tries is how often a plan is worked out before it is worked out within the
// transaction, where no one can be first.
const Tries = 3

// Attempt has do carry out a plan; with nil it works out, in its transaction, what
// no plan could keep up with.
func Attempt(plan func() (*Plan, error), do func(*Plan) error) error {
	for range Tries {
		p, err := plan()
		if errors.Is(err, ErrMoved) {
			continue
		}
		if err != nil {
			return err
		}
		if err := do(p); !errors.Is(err, ErrMoved) {
			return err
		}
	}
	return do(nil)
}

// still reads until the list has not changed while it was read.
func (s *Service) still(ctx context.Context, read func() (*Plan, error)) (*Plan, error) {
	for range 2 * Tries {
		before, err := revisionOf(ctx, s.db)
		if err != nil {
			return nil, err
		}
		p, err := read()
		if err != nil {
			return nil, err
		}
		after, err := revisionOf(ctx, s.db)
		if err != nil {
			return nil, err
		}
		if p.revision = before; before == after {
			return p, nil
		}
	}
	return nil, ErrMoved
}

// PlanRating works out what rating an event will do; of an event that is rated
// already, what rating it again instead will do, when again is said. It asks no one
// who may: carrying it out does.
func (s *Service) PlanRating(ctx context.Context, in Submission, again Again) (*Plan, error) {
	return s.still(ctx, func() (*Plan, error) { return s.planRating(ctx, s.db, in, again) })
}

// PlanWithdrawal works out what withdrawing an event will do.
func (s *Service) PlanWithdrawal(ctx context.Context, event EventID) (*Plan, error) {
	return s.still(ctx, func() (*Plan, error) { return s.planWithdrawal(ctx, s.db, event) })
}

// Again says what becomes of an event that is rated already.
type Again int

// An event is rated once, or again in place of what counts now.
const (
	Once Again = iota
	InPlace
)

func (s *Service) planRating(ctx context.Context, q store.Queryer, in Submission, again Again) (*Plan, error) {
	in, notRated, err := in.prepare()
	if err != nil {
		return nil, err
	}
	p := &Plan{in: in}
	rated, err := countingSubmission(ctx, q, in.Event)
	switch {
	case err != nil:
		return nil, err
	case rated.id == 0 && again == InPlace:
		return nil, errNotOnList()
	case rated.id != 0 && again == Once:
		return nil, errAlreadyRated(rated)
	case rated.id != 0:
		p.old = &rated
	}
	if p.declared, err = declaredStrengths(ctx, q, in); err != nil {
		return nil, err
	}
	if err := ratedOnce(ctx, q, in, p.old); err != nil {
		return nil, err
	}
	p.now = &submission{
		event: in.Event, name: in.Name, day: in.Day, formula: formulaOn(s.versions, in.Day).Name,
		players: len(p.declared), games: len(in.Games), notRated: notRated,
	}
	p.later, p.own, p.reversed, err = s.replace(ctx, q, p.old, p.now, pack(in.Games, p.declared))
	return p, err
}

func (s *Service) planWithdrawal(ctx context.Context, q store.Queryer, event EventID) (*Plan, error) {
	rated, err := countingSubmission(ctx, q, event)
	if err != nil {
		return nil, err
	}
	if rated.id == 0 {
		return nil, errNotOnList()
	}
	p := &Plan{old: &rated}
	p.later, p.own, p.reversed, err = s.replace(ctx, q, p.old, nil, nil)
	return p, err
}

func errAlreadyRated(e submission) error {
	return apperr.New(
		apperr.Conflict, "%s was already rated on %s. Withdraw that rating first.", e.name, e.submittedAt.Date().Long(),
	)
}

func errNotOnList() error {
	return apperr.New(apperr.NotFound, "This event is not on the rating list; there is nothing to withdraw.")
}

// holds reports whether a plan is of the list as it is now, locked, and of these
// games and strengths.
func (p *Plan) holds(ctx context.Context, tx *store.Tx, in Submission) (bool, error) {
	revision, err := revisionOf(ctx, tx)
	if err != nil || p.revision+1 != revision { // locking has counted one
		return false, err
	}
	prepared, _, err := in.prepare()
	if err != nil {
		return false, err
	}
	declared, err := declaredStrengths(ctx, tx, prepared)
	return err == nil && maps.Equal(declared, p.declared) && slices.Equal(prepared.Games, p.in.Games) &&
		prepared.Event == p.in.Event && prepared.Day == p.in.Day && prepared.Name == p.in.Name, err
}

// Outcome is what the plan does.
func (p *Plan) Outcome() Outcome {
	e, changes := p.now, p.own
	if e == nil {
		e, changes = p.old, p.reversed
	}
	out := Outcome{Submission: e.id, Formula: e.formula, Games: e.games, NotRated: e.notRated, Later: p.later.list()}
	for _, c := range changes {
		out.Changes = append(out.Changes, c.public())
	}
	return out
}

// carry writes the plan, whoever plans it.
func (s *Service) carry(ctx context.Context, tx *store.Tx, actor auth.Actor, p *Plan) error {
	if p.old != nil {
		if err := withdrawSubmission(ctx, tx, p.old.id, s.cases.Now(), actor.Name); err != nil {
			return err
		}
	}
	if p.now != nil {
		p.now.submittedAt, p.now.submittedBy = s.cases.Now(), actor.Name
		var err error
		if p.now.id, err = insertSubmission(ctx, tx, *p.now, p.declared, p.in.Games); err != nil {
			return err
		}
		if err := insertChanges(ctx, tx, *p.now, p.own); err != nil {
			return err
		}
	}
	return p.later.write(ctx, tx, p.own, p.reversed)
}
