package tournaments

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Correction is a game of a rated event with the result that it should have had.
type Correction struct {
	Game   GameID
	Result pairing.Result
	Reason string // why, for the log and the game's history
}

// maxCorrectionReason bounds the reason of a correction, in letters.
const maxCorrectionReason = 500

func (in *Correction) check() error {
	var f apperr.Fields
	if in.Result == pairing.NoResult {
		f.Add("result", "Choose the right result: a rated event keeps a result for every game.")
	}
	in.Reason = strings.TrimSpace(in.Reason)
	switch n := utf8.RuneCountInString(in.Reason); {
	case n == 0:
		f.Add("reason", "Say why the result is corrected; it is kept with the change.")
	case n > maxCorrectionReason:
		f.Add("reason", "Shorten this to %d characters.", maxCorrectionReason)
	}
	return f.Err()
}

const correctRated = "Only a rated event is corrected like this: enter the result as usual."

// Correct corrects a result of a rated event in one step: save writes the result
// and its history; the event is withdrawn from the rating list and rated again in
// the same transaction, its points are posted again and its titles decided again.
// The event stays rated throughout. Only package results calls it.
//
// Errors: Invalid for a missing result or reason; Conflict when the event is not
// rated, and what save refuses.
func (s *Service) Correct(
	ctx context.Context, actor auth.Actor, id EventID, in Correction,
	save func(tx *store.Tx) (*usecase.Entry, error),
) (out ratings.Outcome, err error) {
	permit, err := s.cases.May(actor, auth.RateEvent, auth.Object{Event: id})
	if err != nil {
		return out, err
	}
	if err := in.check(); err != nil {
		return out, err
	}
	err = ratings.Attempt(func() (*ratings.Plan, error) {
		return s.planCorrection(ctx, id, in)
	}, func(plan *ratings.Plan) error {
		return s.within(ctx, permit, id, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
			if err := e.standsAt(Rated, e.Version, correctRated); err != nil {
				return nil, err
			}
			saved, err := save(tx)
			if err != nil {
				return nil, err
			}
			submission, err := submissionOf(ctx, tx, e)
			if err != nil {
				return nil, err
			}
			out, err = s.ratings.RatePlanned(ctx, tx, actor, submission, ratings.InPlace, plan)
			if err != nil {
				return nil, err
			}
			posted, err := s.postPoints(ctx, tx, actor, e)
			if err != nil {
				return nil, err
			}
			decided, err := s.awardTitles(ctx, tx, actor, e)
			why := map[string]any{"game": in.Game, "reason": in.Reason}
			return saved.Then(permit.Did("correct.event", "event", int64(id), nil, why)).Then(posted).Then(decided), err
		})
	})
	if errors.Is(err, usecase.ErrSame) {
		err = nil
	}
	return out, err
}

// planCorrection works out what rating the event again does once the game is
// corrected.
func (s *Service) planCorrection(ctx context.Context, id EventID, in Correction) (*ratings.Plan, error) {
	e, err := eventByID(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if err := e.standsAt(Rated, e.Version, correctRated); err != nil {
		return nil, err
	}
	submission, err := submissionOf(ctx, s.db, e)
	if err != nil {
		return nil, err
	}
	for i := range submission.Games {
		if submission.Games[i].Ref == int64(in.Game) {
			submission.Games[i].Result = ratings.Result(in.Result)
		}
	}
	return s.ratings.PlanRating(ctx, submission, ratings.InPlace)
}
