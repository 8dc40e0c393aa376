package events

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// What the front page shows of events.

// PlayingNow are the events being played that whoever is signed in plays in.
func (s *Desk) PlayingNow(c echo.Context) ([]kit.Task, error) {
	return s.ownEvents(c, tournaments.Event.BeingPlayed)
}

// EnterURL is where one enters an event now; "" where no one does.
func (s *Desk) EnterURL(c echo.Context, e tournaments.Event) (string, error) {
	if e.Status != tournaments.Open && !e.BeingPlayed() {
		return "", nil
	}
	p, err := s.entering.Public(c.Request().Context(), s.Actor(c), e)
	if err != nil {
		return "", err
	}
	if link := enterLink(&EventPage{}, p); link != nil {
		return link.URL, nil
	}
	return "", nil
}

// StatusBadge is how far an event has come by today, or that it is cancelled.
func (s *Desk) StatusBadge(e tournaments.Event) *kit.Badge { return statusBadge(e, s.Today()) }

// statusBadge is how far an event has come on a day, or that it is cancelled.
func statusBadge(e tournaments.Event, day civil.Date) *kit.Badge {
	kind := kit.KindNeutral
	switch {
	case e.Cancelled.Is:
		kind = kit.KindError
	case e.NotClosed(day): // whether it is over no one has said
	case e.Status == tournaments.Draft:
		kind = kit.KindWarning
	case e.Status == tournaments.Open:
		kind = kit.KindInfo
	case e.Status == tournaments.Running:
		kind = kit.KindLive
	}
	return &kit.Badge{Kind: kind, Text: kit.Capital(e.StateOn(day))}
}
