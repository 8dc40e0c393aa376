package tournaments

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// NotClosed reports whether the event was announced and its last day is past, and no one has said
// that it is finished, or that it is cancelled.
func (e Event) NotClosed(day civil.Date) bool {
	return (e.Status == Open || e.Status == Running) && !e.Cancelled.Is && e.To.Before(day)
}

// StateOn is how far the event has come on a day, as people read it.
func (e Event) StateOn(day civil.Date) string {
	if e.NotClosed(day) {
		return "over, not closed yet"
	}
	return e.State()
}

// NotClosed lists the events that the actor may close, or may appoint a director for, and that stayed
// open after their last day, those first that have waited longest; at most 200. One that is lent is among
// them: it comes home, and is closed then.
func (s *Service) NotClosed(ctx context.Context, actor auth.Actor) ([]Event, error) {
	today := s.cases.Today()
	all := auth.Can(actor, auth.DirectEvent, auth.Object{}, today) ||
		auth.Can(actor, auth.AppointToEvent, auth.Object{}, today)
	var own []EventID
	for _, o := range actor.Offices {
		if o.Event != 0 && auth.Can(actor, auth.DirectEvent, auth.Object{Event: o.Event}, today) {
			own = append(own, o.Event)
		}
	}
	if !all && len(own) == 0 {
		return nil, nil
	}
	in, args := store.In([]any{all, today, mostEvents}, own[:min(len(own), store.MaxIn)])
	events, err := store.All(ctx, s.db, scanEvent, `
		SELECT `+eventColumns+`
		FROM `+eventTables+`
		WHERE e.status IN ('open', 'running') AND e.cancelled = FALSE AND e.to_day < $2
		  AND (CAST($1 AS BOOLEAN) = TRUE OR e.id IN `+in+`)
		ORDER BY e.to_day, e.id
		LIMIT $3`, args...)
	if err != nil {
		return nil, fmt.Errorf("list the events that were not closed: %w", err)
	}
	return events, nil
}
