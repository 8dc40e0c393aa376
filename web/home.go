package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
)

// HomePage is the public front page.
type HomePage struct {
	Page
	Hero   Hero
	Now    []EventCard // being played
	Coming []EventCard
	Past   []EventCard
	Empty  *Empty // no event at all
	Duties []Task // of whoever holds an office: what is due next
}

var homeView = newView[HomePage]("public/home.html")

// How many events the front page shows of each kind.
const (
	homeComing = 6
	homePast   = 3
)

func (s *Server) home(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.actor(c)
	coming, _, err := s.tournaments.Events(ctx, actor, tournaments.EventFilter{When: tournaments.Coming, Limit: homeComing})
	if err != nil {
		return err
	}
	past, _, err := s.tournaments.Events(ctx, actor, tournaments.EventFilter{When: tournaments.Past, Limit: homePast})
	if err != nil {
		return err
	}
	page := HomePage{Page: s.page(c, ""), Hero: Hero{
		Title:   "Go in New Zealand",
		Text:    "Tournaments, ratings and clubs of the " + s.society + ".",
		Actions: []Link{{Label: "Events", URL: "/events", Kind: "primary"}, {Label: "Rating list", URL: "/ratings", Kind: "secondary"}, {Label: "Find a club", URL: "/clubs", Kind: "secondary"}},
	}}
	for _, e := range coming {
		if e.Status == tournaments.Running {
			page.Now = append(page.Now, eventCard(e))
		} else {
			page.Coming = append(page.Coming, eventCard(e))
		}
	}
	for _, e := range past {
		page.Past = append(page.Past, eventCard(e))
	}
	if len(coming)+len(past) == 0 {
		page.Empty = &Empty{Title: "No events yet", Text: "Tournaments are announced here."}
		if auth.CanSomewhere(actor, auth.CreateEvent, s.today()) {
			page.Empty.Action = &Link{Label: "Set up an event", URL: "/director/events/new"}
		}
	}
	if page.Duties, err = s.due(c); err != nil {
		return err
	}
	return homeView.render(c, http.StatusOK, page)
}

// eventCard is an event on the front page.
func eventCard(e tournaments.EventSummary) EventCard {
	return EventCard{
		Name: e.Name, URL: eventURL(e.Slug), Date: e.Dates(), Place: e.Place,
		Text: e.Text, Badge: statusBadge(e.Status),
	}
}

// statusBadge is how far an event has come.
func statusBadge(status tournaments.Status) *Badge {
	kind := KindNeutral
	switch status {
	case tournaments.Draft:
		kind = KindWarning
	case tournaments.Open:
		kind = KindInfo
	case tournaments.Running:
		kind = KindLive
	}
	return &Badge{Kind: kind, Text: capital(status.String())}
}
