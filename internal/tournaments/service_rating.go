package tournaments

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const ratedOnceFinal = "It is rated once it is finished and closed."

// SubmitForRating rates the games of a final event, once. What is rated and
// what is left out is decided by package ratings. What it does is worked out
// first, while results of other events are entered; the list is held only to
// write it down.
func (s *Service) SubmitForRating(
	ctx context.Context, actor auth.Actor, id EventID, version int64,
) (out ratings.Outcome, err error) {
	permit, err := s.cases.May(actor, auth.RateEvent, auth.Object{Event: id})
	if err != nil {
		return out, err
	}
	err = ratings.Attempt(func() (*ratings.Plan, error) {
		return s.planRating(ctx, id, func(e Event) error { return e.standsAt(Final, version, ratedOnceFinal) })
	}, func(plan *ratings.Plan) error {
		return s.within(ctx, permit, id, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
			if err := e.standsAt(Final, version, ratedOnceFinal); err != nil {
				return nil, err
			}
			submission, err := submissionOf(ctx, tx, e)
			if err != nil {
				return nil, err
			}
			if out, err = s.ratings.RatePlanned(ctx, tx, actor, submission, ratings.Once, plan); err != nil {
				return nil, err
			}
			return s.setStatus(ctx, tx, permit, e, Rated, "submit.event")
		})
	})
	return out, err
}

// planRating works out what rating an event does, when it stands where it must.
func (s *Service) planRating(ctx context.Context, id EventID, must func(Event) error) (*ratings.Plan, error) {
	e, err := eventByID(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if err := must(e); err != nil {
		return nil, err
	}
	submission, err := submissionOf(ctx, s.db, e)
	if err != nil {
		return nil, err
	}
	return s.ratings.PlanRating(ctx, submission, ratings.Once)
}

// WithdrawRating takes an event's games off the rating list, which reverses
// exactly what they did. The event is final again.
func (s *Service) WithdrawRating(
	ctx context.Context, actor auth.Actor, id EventID, version int64,
) (out ratings.Outcome, err error) {
	permit, err := s.cases.May(actor, auth.RateEvent, auth.Object{Event: id})
	if err != nil {
		return out, err
	}
	const otherwise = "It is not rated."
	err = ratings.Attempt(func() (*ratings.Plan, error) {
		e, err := eventByID(ctx, s.db, id)
		if err == nil {
			err = e.standsAt(Rated, version, otherwise)
		}
		if err != nil {
			return nil, err
		}
		return s.ratings.PlanWithdrawal(ctx, id)
	}, func(plan *ratings.Plan) error {
		return s.within(ctx, permit, id, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
			if err := e.standsAt(Rated, version, otherwise); err != nil {
				return nil, err
			}
			var err error
			if out, err = s.ratings.WithdrawPlanned(ctx, tx, actor, id, plan); err != nil {
				return nil, err
			}
			return s.setStatus(ctx, tx, permit, e, Final, "withdraw.event")
		})
	})
	return out, err
}

// standsAt refuses an event that is not at the wanted stage, or not as it was seen.
func (e Event) standsAt(at Status, version int64, otherwise string) error {
	switch {
	case e.Status == Rated && at == Final:
		return apperr.New(apperr.Conflict, "%s is already rated; it was not rated again.", e.Name)
	case e.Status != at:
		return apperr.New(apperr.Conflict, "%s is %s. %s", e.Name, e.Status, otherwise)
	case e.Version != version:
		return usecase.Stale("this event", "event", int64(e.ID))
	}
	return nil
}

// submissionOf gathers the games of an event's rated sections.
func submissionOf(ctx context.Context, q store.Queryer, e Event) (ratings.Submission, error) {
	out := ratings.Submission{Event: e.ID, Name: e.Name, Day: e.From, Weight: ratings.FullWeight}
	sections, err := sectionsOf(ctx, q, e.ID)
	if err != nil {
		return out, err
	}
	rated := false
	for _, section := range sections { // a handful; each is read whole
		if !section.Rated {
			continue
		}
		rated = true
		f, err := fieldOf(ctx, q, section)
		if err != nil {
			return out, err
		}
		f.submit(&out)
	}
	if !rated {
		return out, apperr.New(apperr.Invalid, "No section of %s is rated. Mark one as rated in its settings.", e.Name)
	}
	return out, nil
}

// submit adds a section's players and games to a submission.
func (f field) submit(out *ratings.Submission) {
	person := make(map[EntryID]PersonID, len(f.entries))
	for _, e := range f.entries {
		person[e.ID] = e.Person
		out.Players = append(out.Players, ratings.Player{Person: e.Person, Declared: e.Rating})
	}
	for _, r := range f.rounds {
		for _, g := range r.Games {
			out.Games = append(out.Games, ratings.Game{
				Ref: int64(g.ID), Section: f.section.Name, Round: r.Number, Black: person[g.Black], White: person[g.White],
				Handicap: g.Handicap, Result: ratings.Result(g.Result), Weight: f.section.Weight,
			})
		}
	}
}
