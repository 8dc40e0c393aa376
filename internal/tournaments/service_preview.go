package tournaments

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings"
)

// RatingPreview is what sending an event in for rating would do.
type RatingPreview struct {
	ratings.Outcome
	Names map[PersonID]string // of the players, as public pages show them
}

// RatingPreview works out what SubmitForRating would do: it makes the plan that
// SubmitForRating carries out, so that the two cannot differ, and holds up no
// one. Errors are those of SubmitForRating, but for the version.
func (s *Service) RatingPreview(ctx context.Context, actor auth.Actor, id EventID) (RatingPreview, error) {
	out := RatingPreview{Names: make(map[PersonID]string)}
	if err := s.cases.Require(actor, auth.RateEvent, auth.Object{Event: id}); err != nil {
		return out, err
	}
	plan, err := s.planRating(ctx, id, func(e Event) error { return e.standsAt(Final, e.Version, ratedOnceFinal) })
	if errors.Is(err, ratings.ErrMoved) {
		err = apperr.New(apperr.Conflict, "The rating list is being changed. Try again in a minute.")
	}
	if err != nil {
		return out, err
	}
	out.Outcome = plan.Outcome()
	sections, err := sectionsOf(ctx, s.db, id)
	if err != nil {
		return out, err
	}
	for _, section := range sections { // a handful
		entries, err := entriesOf(ctx, s.db, section.ID)
		if err != nil {
			return out, err
		}
		for _, e := range entries {
			out.Names[e.Person] = e.Name
		}
	}
	return out, nil
}
