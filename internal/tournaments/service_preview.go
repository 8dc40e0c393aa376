package tournaments

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
)

// RatingPreview is what sending an event in for rating would do.
type RatingPreview struct {
	ratings.Outcome
	Names map[PersonID]string // of the players, as public pages show them
}

// errPreviewed ends the transaction of a preview.
var errPreviewed = errors.New("tournaments: only looked at")

// RatingPreview works out what SubmitForRating would do, by doing it in a
// transaction that is not committed: the preview can then never differ from
// the deed. Errors are those of SubmitForRating, but for the version.
func (s *Service) RatingPreview(ctx context.Context, actor auth.Actor, id EventID) (RatingPreview, error) {
	out := RatingPreview{Names: make(map[PersonID]string)}
	if err := s.cases.Require(actor, auth.RateEvent, auth.Object{Event: id}); err != nil {
		return out, err
	}
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		e, err := eventByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if e.Status != Final {
			return apperr.New(apperr.Conflict, "%s is %s. It is rated once it is finished and closed.", e.Name, e.Status)
		}
		submission, err := submissionOf(ctx, tx, e)
		if err != nil {
			return err
		}
		if out.Outcome, err = s.ratings.RateEvent(ctx, tx, actor, submission); err != nil {
			return err
		}
		return errPreviewed
	})
	if !errors.Is(err, errPreviewed) {
		return out, err
	}
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
