package events

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

var directorCrumb = kit.Crumb{Label: "Director", URL: "/director"}

// setUpEvent begins an event.
func (s *Desk) setUpEvent() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "New event", directorCrumb)
			page.Action, page.Submit, page.Back = "/director/events", "Set up the event", "/director"
			return s.eventFields(c, page)
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			e, err := s.tournaments.CreateEvent(c.Request().Context(), s.Actor(c), readEvent(in))
			return kit.Done{
				To: kit.EventDeskURL(e.ID), Message: e.Name + " is set up. No one else sees it until you announce it.",
			}, err
		},
	}
}

// changeEvent changes an event's own fields.
func (s *Desk) changeEvent() kit.Form[tournaments.Event] {
	return kit.Form[tournaments.Event]{
		Site:    s.Site,
		Load:    func(c echo.Context) (tournaments.Event, error) { return s.deskEvent(c, auth.DirectEvent) },
		Fill:    fillEvent,
		Version: func(e tournaments.Event) int64 { return e.Version },
		Show: func(c echo.Context, page *kit.FormPage, e tournaments.Event) error {
			page.Page = s.Page(
				c, "Name, days and place", directorCrumb, kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)},
			)
			page.Action, page.Submit, page.Back = deskPartURL(e.ID, "edit"), "Save", kit.EventDeskURL(e.ID)
			return s.eventFields(c, page)
		},
		Take: func(c echo.Context, in *kit.Filling, e tournaments.Event) (kit.Done, error) {
			err := s.tournaments.EditEvent(c.Request().Context(), s.Actor(c), e.ID, readEvent(in))
			return kit.Done{To: kit.EventDeskURL(e.ID), Message: "Saved."}, err
		},
	}
}

func fillEvent(_ echo.Context, in *kit.Filling, e tournaments.Event) {
	in.Set("name", e.Name)
	in.Set("place", e.Place)
	in.SetDay("from", e.From)
	in.SetDay("to", e.To)
	kit.SetChosen(in, "organiser", e.Organiser)
	in.Set("about", e.About)
	in.Set("slug", e.Slug)
}

func readEvent(in *kit.Filling) tournaments.EventInput {
	return tournaments.EventInput{
		Name: in.Text("name"), Slug: in.Text("slug"), Place: in.Text("place"), From: in.Day("from"), To: in.Day("to"),
		Organiser: kit.Chosen[auth.ClubID](in, "organiser"), About: in.Lines("about"), Version: in.Version(),
	}
}

func (s *Desk) eventFields(c echo.Context, page *kit.FormPage) error {
	clubs, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	organisers := []kit.Option{{Label: s.Society}}
	for _, club := range clubs {
		organisers = append(organisers, kit.Option{Value: kit.IDText(club.ID), Label: club.Name})
	}
	first, last := kit.DayField("from", "First day", ""), kit.DayField("to", "Last day", "")
	first.Required, first.Width, last.Width = true, "", ""
	page.Group("The event",
		kit.Field{Name: "name", Label: "Name", Required: true, MaxLength: 100},
		kit.Field{Name: "place", Label: "Place", Hint: "Where it is held: the town and the hall, for example."},
	).Row(first, last)
	page.Group("For the public page",
		kit.Field{Name: "organiser", Label: "Organised by", Type: "select", Options: organisers},
		kit.Field{
			Name: "about", Label: "What players should know", Type: "textarea", Rows: 6,
			Hint: "Times, fees, how to enter. Leave an empty line between paragraphs.",
		},
		kit.Field{
			Name: "slug", Label: "Address", Prefix: s.BaseURL + "/events/", Hint: "Leave it empty to make it from the name.",
		},
	)
	return nil
}
