package ratings

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// EventRating is what the rating list knows of an event.
type EventRating struct {
	Current *RatedEvent    // nil while the event is not rated
	Changes []PlayerChange // of Current, the highest rating first
	Past    []RatedEvent   // withdrawn submissions, the latest first
}

// RatedEvent is a submission as it was rated.
type RatedEvent struct {
	Submission  SubmissionID
	Event       EventID
	Name        string
	Day         civil.Date // the event's first
	Formula     string
	Players     int
	Games       int // rated
	NotRated    int // byes, defaults, games without a result
	SubmittedAt civil.Instant
	SubmittedBy string
	WithdrawnAt civil.Instant // zero: it counts
	WithdrawnBy string
}

// PlayerChange is what an event did to one of its players.
type PlayerChange struct {
	Person        PersonID
	Name          string // as public pages show it
	Before, After scale.Milli
	GamesBefore   int // rated before the event; 0: entered with the declared strength
	Games         int // rated in the event
}

// First reports whether the player entered the list with the event.
func (c PlayerChange) First() bool { return c.GamesBefore == 0 }

// Event gives what the rating list knows of an event. It is public.
func (s *Service) Event(ctx context.Context, event EventID) (EventRating, error) {
	all, err := submissionsOf(ctx, s.db, event)
	if err != nil {
		return EventRating{}, err
	}
	var out EventRating
	for _, e := range all {
		if e.WithdrawnAt.IsZero() {
			out.Current = &e
			continue
		}
		out.Past = append(out.Past, e)
	}
	if out.Current != nil {
		out.Changes, err = playersOf(ctx, s.db, out.Current.Submission)
	}
	return out, err
}
