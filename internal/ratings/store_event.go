package ratings

import (
	"context"
	"fmt"

	"nzgs/internal/members"
	"nzgs/internal/store"
)

// submissionsOf lists every submission of an event, the latest first.
func submissionsOf(ctx context.Context, q store.Queryer, event EventID) ([]RatedEvent, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (e RatedEvent, err error) {
		err = s.Scan(&e.Submission, &e.Event, &e.Name, &e.Day, &e.Formula, &e.Players, &e.Games, &e.NotRated,
			&e.SubmittedAt, &e.SubmittedBy, &e.WithdrawnAt, &e.WithdrawnBy)
		return e, err
	}, `
		SELECT id, event_id, name, day, formula, players, games, not_rated,
		       submitted_at, submitted_by, withdrawn_at, withdrawn_by
		FROM rating_event
		WHERE event_id = $1
		ORDER BY id DESC`, event)
	if err != nil {
		return nil, fmt.Errorf("read the submissions of event %d: %w", event, err)
	}
	return all, nil
}

// playersOf reads what a submission did to its players, the highest first.
func playersOf(ctx context.Context, q store.Queryer, id SubmissionID) ([]PlayerChange, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (c PlayerChange, err error) {
		var p members.Person
		err = s.Scan(append(personTargets(&p), &c.Before, &c.After, &c.GamesBefore, &c.Games)...)
		c.Person, c.Name = p.ID, p.PublicName()
		return c, err
	}, `
		SELECT `+personColumns+`, c.before_milli, c.after_milli, c.games_before, c.games
		FROM rating_change c
		JOIN person p ON p.id = c.person_id
		WHERE c.submission_id = $1
		ORDER BY c.after_milli DESC, p.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the changes of submission %d: %w", id, err)
	}
	return all, nil
}
