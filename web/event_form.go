package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
)

// EventFormPage sets an event up, or changes it.
type EventFormPage struct {
	Page
	Action   string
	Conflict *Conflict // somebody else saved the event first
	Groups   []FieldGroup
	Hidden   []Hidden
	Submit   string
	Back     string
}

var eventFormView = newView[EventFormPage]("director/event_form.html")

func (s *Server) eventNew(c echo.Context) error {
	return s.showEventForm(c, http.StatusOK, s.newEventPage(c), tournaments.EventForm{})
}

func (s *Server) newEventPage(c echo.Context) EventFormPage {
	return EventFormPage{
		Page:   s.page(c, "New event", Crumb{"Director", "/director"}),
		Action: "/director/events", Submit: "Set up the event", Back: "/director",
	}
}

func (s *Server) eventCreate(c echo.Context) error {
	in := readEventForm(c)
	e, err := s.tournaments.CreateEvent(c.Request().Context(), s.actor(c), in)
	if err != nil {
		page := s.newEventPage(c)
		if page.invalid(err) {
			return s.showEventForm(c, http.StatusUnprocessableEntity, page, in)
		}
		return err
	}
	s.flash(c, KindSuccess, e.Name+" is set up. Nobody else sees it until you announce it.")
	return seeOther(c, deskURL(e.ID))
}

func (s *Server) eventEdit(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showEventForm(c, http.StatusOK, s.editEventPage(c, e), e.Form())
}

func (s *Server) editEventPage(c echo.Context, e tournaments.Event) EventFormPage {
	return EventFormPage{
		Page:   s.page(c, "Name, days and place", Crumb{"Director", "/director"}, Crumb{e.Name, deskURL(e.ID)}),
		Action: deskPartURL(e.ID, "edit"), Submit: "Save", Back: deskURL(e.ID),
	}
}

func (s *Server) eventSave(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in := readEventForm(c)
	if err := s.tournaments.EditEvent(c.Request().Context(), s.actor(c), e.ID, in); err != nil {
		page := s.editEventPage(c, e)
		switch message, late := tooLate(err); {
		case page.invalid(err):
			return s.showEventForm(c, http.StatusUnprocessableEntity, page, in)
		case !late:
			return err
		default:
			return s.showEventConflict(c, page, in, message)
		}
	}
	s.flash(c, KindSuccess, "Saved.")
	return seeOther(c, deskURL(e.ID))
}

func readEventForm(c echo.Context) tournaments.EventForm {
	return tournaments.EventForm{
		Name: formText(c, "name"), Slug: formText(c, "slug"), Place: formText(c, "place"),
		From: formText(c, "from"), To: formText(c, "to"), Organiser: formID[auth.ClubID](c, "organiser"),
		About: c.FormValue("about"), Version: formVersion(c),
	}
}

// formVersion is the version of what the form was filled from.
func formVersion(c echo.Context) int64 { return formID[int64](c, "version") }

// showEventConflict answers with the form as somebody filled it in, and with
// what was saved meanwhile. Sent again it is saved over that.
func (s *Server) showEventConflict(c echo.Context, page EventFormPage, in tournaments.EventForm, message string) error {
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
	page.Conflict = formConflict(message, yours, saved)
	return s.showEventForm(c, http.StatusConflict, page, in)
}

// tooLate is the message of a change that came after somebody else's.
func tooLate(err error) (message string, late bool) {
	var e *apperr.Error
	if errors.As(err, &e) && e.Kind == apperr.Conflict {
		return e.Message, true
	}
	return "", false
}

func (s *Server) showEventForm(c echo.Context, status int, page EventFormPage, in tournaments.EventForm) error {
	page.Hidden = []Hidden{version(in.Version)}
	var err error
	if page.Groups, err = s.eventFields(c, &page.Page, in); err != nil {
		return err
	}
	return eventFormView.render(c, status, page)
}

func (s *Server) eventFields(c echo.Context, page *Page, in tournaments.EventForm) ([]FieldGroup, error) {
	organisers, err := s.organisers(c, in.Organiser)
	if err != nil {
		return nil, err
	}
	return []FieldGroup{
		{Legend: "The event", Fields: []Field{
			page.field(Field{Name: "name", Label: "Name", Value: in.Name, Required: true, MaxLength: 100}),
			page.field(Field{Name: "place", Label: "Place", Value: in.Place, Hint: "Where players come to, such as the town and the hall."}),
		}, Rows: [][]Field{{
			page.field(Field{Name: "from", Label: "First day", Type: "date", Value: in.From, Required: true}),
			page.field(Field{Name: "to", Label: "Last day", Type: "date", Value: in.To}),
		}}},
		{Legend: "For the public page", Fields: []Field{
			page.field(Field{Name: "organiser", Label: "Organised by", Type: "select", Options: organisers}),
			page.field(Field{Name: "about", Label: "What players should know", Type: "textarea", Rows: 6, Value: in.About, Hint: "Times, fees, how to enter. Leave an empty line between paragraphs."}),
			page.field(Field{Name: "slug", Label: "Address", Value: in.Slug, Prefix: s.baseURL + "/events/", Hint: "Leave this empty to have it made from the name."}),
		}},
	}, nil
}

// field completes a form's field: its id, and the problem with it.
func (p *Page) field(f Field) Field {
	if f.ID == "" {
		f.ID = f.Name
	}
	f.Error = p.errorOn(f.Name)
	p.nameProblems(f)
	return f
}

// nameProblems says in the error summary which field a problem is about, where
// its own words do not: "Enter the day" stands beside many of them.
func (p *Page) nameProblems(f Field) {
	for i, e := range p.Errors {
		if e.Field == f.Name && e.Label == "" && !namesField(e.Message, f.Label) {
			p.Errors[i].Label = f.Label
		}
	}
}

// namesField reports whether a message has the label's longer words in it.
func namesField(message, label string) bool {
	message, found := strings.ToLower(message), false
	for _, word := range strings.Fields(strings.ToLower(label)) {
		if len(word) < 4 {
			continue
		}
		if !strings.Contains(message, word) {
			return false
		}
		found = true
	}
	return found
}

// organisers are the clubs that may organise an event, after the society itself.
func (s *Server) organisers(c echo.Context, chosen auth.ClubID) ([]Option, error) {
	clubs, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return nil, err
	}
	options := []Option{{Value: "", Label: s.society, Selected: chosen == 0}}
	for _, club := range clubs {
		options = append(options, Option{Value: strconv.FormatInt(int64(club.ID), 10), Label: club.Name, Selected: club.ID == chosen})
	}
	return options, nil
}

// stageChange moves an event to another stage.
type stageChange func(ctx context.Context, actor auth.Actor, id auth.EventID, version int64) error

// eventStage answers a button that moves an event to another stage.
func (s *Server) eventStage(change stageChange, done string) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := pathID[auth.EventID](c, "id")
		if err != nil {
			return err
		}
		if err := change(c.Request().Context(), s.actor(c), id, formVersion(c)); err != nil {
			return s.refusedAt(c, err, deskURL(id))
		}
		s.flash(c, KindSuccess, done)
		return seeOther(c, deskURL(id))
	}
}

// refusedAt goes back to a page with the refusal as its message, when err is
// one that a form of one button can meet; else err is for the error page.
func (s *Server) refusedAt(c echo.Context, err error, to string) error {
	var p Page
	if !p.invalid(err) && !p.conflicting(err) {
		return err
	}
	s.flash(c, KindError, p.Errors[0].Message)
	return seeOther(c, to)
}

// conflicting takes the refusal of a change that came too late into the page,
// and reports whether err was one.
func (p *Page) conflicting(err error) bool {
	if apperr.KindOf(err) != apperr.Conflict {
		return false
	}
	p.refused(err)
	return true
}

// backTo is the page of this site that the form names in "back", else fallback.
func backTo(c echo.Context, fallback string) string {
	to := c.FormValue("back")
	if to == "" {
		return fallback
	}
	return localPath(to, fallback)
}
