package ratings

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/store"
)

var errNotRated = errors.New("the event is not rated")

// ratedAt reads the submission of an event that counts.
func ratedAt(ctx context.Context, q store.Queryer, slug string) (Sheet, error) {
	out := Sheet{Slug: slug}
	err := q.QueryRow(ctx, `
		SELECT s.id, s.event_id, s.name, s.day, s.formula, s.players, s.games, s.not_rated, s.submitted_at, s.submitted_by
		FROM rating_event s
		JOIN event e ON e.id = s.event_id
		WHERE e.slug = $1 AND s.withdrawn_at IS NULL`, slug).Scan(
		&out.Submission, &out.Event, &out.Name, &out.Day, &out.Formula, &out.RatedEvent.Players, &out.Games, &out.NotRated,
		&out.SubmittedAt, &out.SubmittedBy,
	)
	if errors.Is(err, store.ErrNoRows) {
		return out, errNotRated
	}
	if err != nil {
		return out, fmt.Errorf("read the rating of event %s: %w", slug, err)
	}
	return out, nil
}

// gamesOf reads the rated games of a submission.
func gamesOf(ctx context.Context, q store.Queryer, id SubmissionID) ([]Game, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (g Game, err error) {
		err = s.Scan(&g.Ref, &g.Section, &g.Round, &g.Black, &g.White, &g.Handicap, &g.Result, &g.Weight)
		return g, err
	}, `
		SELECT ref, section, round, black_id, white_id, handicap, result, weight
		FROM rating_game
		WHERE submission_id = $1
		ORDER BY ref`, id)
	if err != nil {
		return nil, fmt.Errorf("read the games of submission %d: %w", id, err)
	}
	return all, nil
}
