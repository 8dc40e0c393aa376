package events

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// EventFormPage sets an event up, or changes it.
type EventFormPage struct {
	kit.Page
	Action   string
	Conflict *kit.Conflict // somebody else saved the event first
	Groups   []kit.FieldGroup
	Hidden   []kit.Hidden
	Submit   string
	Back     string
}

var eventFormView = kit.NewView[EventFormPage](templates, "director/event_form.html")

func (s *Desk) eventNew(c echo.Context) error {
	return s.showEventForm(c, http.StatusOK, s.newEventPage(c), tournaments.EventForm{})
}

func (s *Desk) newEventPage(c echo.Context) EventFormPage {
	return EventFormPage{
		Page:   s.Page(c, "New event", kit.Crumb{Label: "Director", URL: "/director"}),
		Action: "/director/events", Submit: "Set up the event", Back: "/director",
	}
}

func (s *Desk) eventCreate(c echo.Context) error {
	in := readEventForm(c)
	e, err := s.tournaments.CreateEvent(c.Request().Context(), s.Actor(c), in)
	if err != nil {
		page := s.newEventPage(c)
		if page.Invalid(err) {
			return s.showEventForm(c, http.StatusUnprocessableEntity, page, in)
		}
		return err
	}
	s.Flash(c, kit.KindSuccess, e.Name+" is set up. No one else sees it until you announce it.")
	return kit.SeeOther(c, kit.EventDeskURL(e.ID))
}

func (s *Desk) eventEdit(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showEventForm(c, http.StatusOK, s.editEventPage(c, e), e.Form())
}

func (s *Desk) editEventPage(c echo.Context, e tournaments.Event) EventFormPage {
	return EventFormPage{
		Page: s.Page(c, "Name, days and place", kit.Crumb{
			Label: "Director", URL: "/director",
		}, kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)}),
		Action: deskPartURL(e.ID, "edit"), Submit: "Save", Back: kit.EventDeskURL(e.ID),
	}
}

func (s *Desk) eventSave(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in := readEventForm(c)
	if err := s.tournaments.EditEvent(c.Request().Context(), s.Actor(c), e.ID, in); err != nil {
		page := s.editEventPage(c, e)
		switch message, late := kit.TooLate(err); {
		case page.Invalid(err):
			return s.showEventForm(c, http.StatusUnprocessableEntity, page, in)
		case !late:
			return err
		default:
			return s.showEventConflict(c, page, in, message)
		}
	}
	s.Flash(c, kit.KindSuccess, "Saved.")
	return kit.SeeOther(c, kit.EventDeskURL(e.ID))
}

func readEventForm(c echo.Context) tournaments.EventForm {
	return tournaments.EventForm{
		Name: kit.FormText(c, "name"), Slug: kit.FormText(c, "slug"), Place: kit.FormText(c, "place"),
		From: kit.FormText(c, "from"), To: kit.FormText(c, "to"), Organiser: kit.FormID[auth.ClubID](c, "organiser"),
		About: c.FormValue("about"), Version: kit.FormVersion(c),
	}
}

// showEventConflict answers with the form as somebody filled it in, and with
// what was saved meanwhile. Sent again it is saved over that.
func (s *Desk) showEventConflict(c echo.Context, page EventFormPage, in tournaments.EventForm, message string) error {
	now, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	yours, err := s.eventFields(c, &page.Page, in)
	if err != nil {
		return err
	}
	saved, err := s.eventFields(c, &page.Page, now.Form())
	if err != nil {
		return err
	}
	in.Version = now.Version
	page.Conflict = kit.FormConflict(message, yours, saved)
	return s.showEventForm(c, http.StatusConflict, page, in)
}

func (s *Desk) showEventForm(c echo.Context, status int, page EventFormPage, in tournaments.EventForm) error {
	page.Hidden = []kit.Hidden{kit.VersionField(in.Version)}
	var err error
	if page.Groups, err = s.eventFields(c, &page.Page, in); err != nil {
		return err
	}
	return eventFormView.Render(c, status, page)
}

func (s *Desk) eventFields(c echo.Context, page *kit.Page, in tournaments.EventForm) ([]kit.FieldGroup, error) {
	organisers, err := s.organisers(c, in.Organiser)
	if err != nil {
		return nil, err
	}
	return []kit.FieldGroup{
		{Legend: "The event", Fields: []kit.Field{
			page.Field(kit.Field{Name: "name", Label: "Name", Value: in.Name, Required: true, MaxLength: 100}),
			page.Field(kit.Field{
				Name: "place", Label: "Place", Value: in.Place, Hint: "Where it is held: the town and the hall, for example.",
			}),
		}, Rows: [][]kit.Field{{
			page.Field(kit.Field{Name: "from", Label: "First day", Type: "date", Value: in.From, Required: true}),
			page.Field(kit.Field{Name: "to", Label: "Last day", Type: "date", Value: in.To}),
		}}},
		{Legend: "For the public page", Fields: []kit.Field{
			page.Field(kit.Field{Name: "organiser", Label: "Organised by", Type: "select", Options: organisers}),
			page.Field(kit.Field{
				Name: "about", Label: "What players should know", Type: "textarea", Rows: 6, Value: in.About,
				Hint: "Times, fees, how to enter. Leave an empty line between paragraphs.",
			}),
			page.Field(kit.Field{
				Name: "slug", Label: "Address", Value: in.Slug, Prefix: s.BaseURL + "/events/",
				Hint: "Leave it empty to make it from the name.",
			}),
		}},
	}, nil
}

// organisers are the clubs that may organise an event, after the society itself.
func (s *Desk) organisers(c echo.Context, chosen auth.ClubID) ([]kit.Option, error) {
	clubs, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return nil, err
	}
	options := []kit.Option{{Value: "", Label: s.Society, Selected: chosen == 0}}
	for _, club := range clubs {
		options = append(options, kit.Option{
			Value: strconv.FormatInt(int64(club.ID), 10), Label: club.Name, Selected: club.ID == chosen,
		})
	}
	return options, nil
}

// stageChange moves an event to another stage.
type stageChange func(ctx context.Context, actor auth.Actor, id auth.EventID, version int64) error

// eventStage answers a button that moves an event to another stage.
func (s *Desk) eventStage(change stageChange, done string) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := kit.PathID[auth.EventID](c, "id")
		if err != nil {
			return err
		}
		if err := change(c.Request().Context(), s.Actor(c), id, kit.FormVersion(c)); err != nil {
			return s.RefusedAt(c, err, kit.EventDeskURL(id))
		}
		s.Flash(c, kit.KindSuccess, done)
		return kit.SeeOther(c, kit.EventDeskURL(id))
	}
}
