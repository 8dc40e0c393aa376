package events

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// HomePage is the public front page.
type HomePage struct {
	kit.Page
	Hero   Hero
	Now    []EventCard // being played
	Coming []EventCard
	Past   []EventCard
	Empty  *kit.Empty // no event at all
	Own    []kit.Task // events being played that whoever is signed in plays in
	Duties []kit.Task // of whoever holds an office: what is due next
}

var homeView = kit.NewView[HomePage](templates, "public/home.html")

// How many events the front page shows of each kind.
const (
	homeComing = 6
	homePast   = 3
)

func (s *Desk) home(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	coming, _, err := s.tournaments.Events(ctx, actor, tournaments.EventFilter{
		When: tournaments.Coming, Limit: homeComing,
	})
	if err != nil {
		return err
	}
	past, _, err := s.tournaments.Events(ctx, actor, tournaments.EventFilter{When: tournaments.Past, Limit: homePast})
	if err != nil {
		return err
	}
	page := HomePage{Page: s.Page(c, ""), Hero: Hero{
		Title: "Go in New Zealand",
		Text:  "Tournaments, ratings and clubs of the " + s.Society + ".",
		Actions: []kit.Link{
			{Label: "Events", URL: "/events", Kind: "primary"}, {Label: "Rating list", URL: "/ratings", Kind: "secondary"},
			{Label: "Find a club", URL: "/clubs", Kind: "secondary"},
		},
	}}
	for _, e := range coming {
		if e.BeingPlayed() {
			page.Now = append(page.Now, eventCard(e))
		} else {
			page.Coming = append(page.Coming, eventCard(e))
		}
	}
	for _, e := range past {
		page.Past = append(page.Past, eventCard(e))
	}
	if len(coming)+len(past) == 0 {
		page.Empty = &kit.Empty{Title: "No events yet", Text: "Tournaments are announced here."}
		if auth.CanSomewhere(actor, auth.CreateEvent, s.Today()) {
			page.Empty.Action = &kit.Link{Label: "Set up an event", URL: "/director/events/new"}
		}
	}
	if len(page.Now) > 0 && actor.SignedIn() {
		if page.Own, err = s.ownEvents(c, tournaments.Event.BeingPlayed); err != nil {
			return err
		}
	}
	if page.Duties, err = s.due(c); err != nil {
		return err
	}
	return homeView.Render(c, http.StatusOK, page)
}

// eventCard is an event on the front page.
func eventCard(e tournaments.EventSummary) EventCard {
	return EventCard{
		Name: e.Name, URL: kit.EventURL(e.Slug), Date: e.Dates(), Place: e.Place,
		Text: e.Text, Badge: statusBadge(e.Event),
	}
}

// statusBadge is how far an event has come, or that it is cancelled.
func statusBadge(e tournaments.Event) *kit.Badge {
	kind := kit.KindNeutral
	switch {
	case e.Cancelled.Is:
		kind = kit.KindError
	case e.Status == tournaments.Draft:
		kind = kit.KindWarning
	case e.Status == tournaments.Open:
		kind = kit.KindInfo
	case e.Status == tournaments.Running:
		kind = kit.KindLive
	}
	return &kit.Badge{Kind: kind, Text: kit.Capital(e.State())}
}
