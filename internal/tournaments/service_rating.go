package tournaments

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// SubmitForRating rates the games of a final event, once. What is rated and
// what is left out is decided by package ratings.
func (s *Service) SubmitForRating(
	ctx context.Context, actor auth.Actor, id EventID, version int64,
) (ratings.Outcome, error) {
	var out ratings.Outcome
	err := s.rate(ctx, actor, id, version, Final, "It is rated once it is finished and closed.", func(
		tx *store.Tx, permit usecase.Permit, e Event,
	) (*usecase.Entry, error) {
		submission, err := submissionOf(ctx, tx, e)
		if err != nil {
			return nil, err
		}
		if out, err = s.ratings.RateEvent(ctx, tx, actor, submission); err != nil {
			return nil, err
		}
		return s.setStatus(ctx, tx, permit, e, Rated, "submit.event")
	})
	return out, err
}

// WithdrawRating takes an event's games off the rating list, which reverses
// exactly what they did. The event is final again.
func (s *Service) WithdrawRating(
	ctx context.Context, actor auth.Actor, id EventID, version int64,
) (ratings.Outcome, error) {
	var out ratings.Outcome
	err := s.rate(ctx, actor, id, version, Rated, "It is not rated.", func(
		tx *store.Tx, permit usecase.Permit, e Event,
	) (*usecase.Entry, error) {
		var err error
		if out, err = s.ratings.Withdraw(ctx, tx, actor, id); err != nil {
			return nil, err
		}
		return s.setStatus(ctx, tx, permit, e, Final, "withdraw.event")
	})
	return out, err
}

// rate runs fn on an event at the wanted stage for someone who may rate it.
func (s *Service) rate(
	ctx context.Context, actor auth.Actor, id EventID, version int64, at Status, otherwise string,
	fn func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error),
) error {
	permit, err := s.cases.May(actor, auth.RateEvent, auth.Object{Event: id})
	if err != nil {
		return err
	}
	return s.within(ctx, permit, id, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
		switch {
		case e.Status == Rated && at == Final:
			return nil, apperr.New(apperr.Conflict, "%s is already rated; it was not rated again.", e.Name)
		case e.Status != at:
			return nil, apperr.New(apperr.Conflict, "%s is %s. %s", e.Name, e.Status, otherwise)
		case e.Version != version:
			return nil, usecase.Stale("this event", "event", int64(id))
		}
		return fn(tx, permit, e)
	})
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
