package events

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// OfficialsPage lists who directs an event, and its referees.
type OfficialsPage struct {
	kit.Page
	Rows    []OfficialRow
	Appoint string // address of the form, for whoever appoints
	Unable  bool   // somebody on the list has no account to sign in with
	Empty   *kit.Empty
}

// OfficialRow is one office that serves the event.
type OfficialRow struct {
	Name, Office  string
	Serves, Since string
	State         kit.Badge
	End           *kit.PostButton // nil: not ended from here
}

var officialsView = kit.NewView[OfficialsPage](templates, "director/officials.html")

const noAccount = "No account yet"

func officialsURL(id auth.EventID) string { return deskPartURL(id, "officials") }

// officialsEvent is the event of the address, for whoever serves it or appoints
// to it.
func (s *Desk) officialsEvent(c echo.Context) (tournaments.Event, error) {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return tournaments.Event{}, err
	}
	if !s.mayAppoint(c, id) {
		return s.deskEvent(c, auth.EnterResult)
	}
	return s.tournaments.EventByID(c.Request().Context(), s.Actor(c), id)
}

func (s *Desk) mayAppoint(c echo.Context, event auth.EventID) bool {
	return auth.Can(s.Actor(c), auth.AppointToEvent, auth.Object{Event: event}, s.Today())
}

// officialsCrumbs lead to the event's desk those whose desk it is.
func (s *Desk) officialsCrumbs(c echo.Context, e tournaments.Event) []kit.Crumb {
	if auth.Can(s.Actor(c), auth.EnterResult, auth.Object{Event: e.ID}, s.Today()) {
		return []kit.Crumb{{Label: "Director", URL: "/director"}, {Label: e.Name, URL: kit.EventDeskURL(e.ID)}}
	}
	return []kit.Crumb{kit.OfficesCrumb}
}

func (s *Desk) officials(c echo.Context) error {
	e, err := s.officialsEvent(c)
	if err != nil {
		return err
	}
	list, err := s.Auth.EventOffices(c.Request().Context(), s.Actor(c), e.ID)
	if err != nil {
		return err
	}
	page := OfficialsPage{Page: s.Page(c, e.Name+": directors and referees", s.officialsCrumbs(c, e)...)}
	appoints := s.mayAppoint(c, e.ID)
	if appoints {
		page.Appoint = officialsURL(e.ID) + "/appoint"
	}
	for _, o := range list {
		row := s.officialRow(page.Page, e.ID, o, appoints)
		page.Unable = page.Unable || row.State.Text == noAccount
		page.Rows = append(page.Rows, row)
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title: "No directors or referees yet", Text: "Appoint a director first; they set up the rest.",
		}
	}
	return officialsView.Render(c, http.StatusOK, page)
}

func (s *Desk) officialRow(p kit.Page, event auth.EventID, o auth.EventOffice, appoints bool) OfficialRow {
	row := OfficialRow{
		Name: o.Name.String(), Office: o.Role.Title(), Serves: "every event", Since: o.From.Long(),
		State: kit.OfficeState(o.Office, s.Today()),
	}
	if !o.Until.IsZero() {
		row.Since += " – " + o.Until.Long()
	}
	if !o.HasAccount {
		row.State = kit.Badge{Kind: kit.KindWarning, Text: noAccount}
	}
	if o.Office.Event == 0 {
		return row
	}
	row.Serves = "this event"
	if appoints {
		row.End = p.Button(
			"end"+kit.IDText(o.ID), officialsURL(event)+"/"+kit.IDText(o.ID)+"/end", "End", kit.VersionField(o.Version),
		)
		row.End.Kind, row.End.Small, row.End.For = "secondary", "small", " the office of "+row.Name+" as "+strings.ToLower(row.Office)
	}
	return row
}

func (s *Desk) officialForm(c echo.Context) error {
	e, err := s.officialsEvent(c)
	if err != nil {
		return err
	}
	return s.showOfficialForm(c, http.StatusOK, e, s.officialPage(c, e), kit.QueryID[auth.PersonID](c, "person"))
}

func (s *Desk) officialPage(c echo.Context, e tournaments.Event) kit.Page {
	return s.Page(
		c, "Appoint someone",
		append(s.officialsCrumbs(c, e), kit.Crumb{Label: "Directors and referees", URL: officialsURL(e.ID)})...,
	)
}

// showOfficialForm asks for the person first, then for the office.
func (s *Desk) showOfficialForm(
	c echo.Context, status int, e tournaments.Event, p kit.Page, person auth.PersonID,
) error {
	if err := auth.Require(s.Actor(c), auth.AppointToEvent, auth.Object{Event: e.ID}, s.Today()); err != nil {
		return err
	}
	form := officialsURL(e.ID) + "/appoint"
	p.Shape = kit.ShapeNarrow
	if person == 0 {
		choice, err := s.ChoosePerson(c, &p, form, func(one auth.Someone) kit.Link {
			return kit.Link{Label: one.Name.Listed(), URL: form + "?person=" + kit.IDText(one.Person)}
		})
		if err != nil {
			return err
		}
		return kit.AppointView.Render(c, status, kit.AppointPage{Page: p, Choice: &choice})
	}
	one, err := s.Auth.Person(c.Request().Context(), s.Actor(c), person)
	if err != nil {
		return err
	}
	p.Title = "Appoint " + one.Name.String()
	role := auth.Role(kit.FormText(c, "role"))
	page := kit.AppointPage{
		Action: officialsURL(e.ID), Submit: "Appoint", Back: officialsURL(e.ID),
		Hidden: []kit.Hidden{{Name: "person", Value: kit.IDText(person)}},
	}
	page.Groups = []kit.FieldGroup{{Legend: "Office at " + e.Name, Fields: []kit.Field{p.Field(kit.Field{
		Name: "role", Label: "Appoint as", Type: "radios", Required: true, Hint: "It runs from today until someone ends it.",
		Options: []kit.Option{
			{
				Value: string(auth.Director), Label: auth.Director.Title(),
				Hint:     "Runs the event: entries, draws, results, and who directs and referees with them.",
				Selected: role == auth.Director,
			},
			{
				Value: string(auth.Referee), Label: auth.Referee.Title(),
				Hint: "Enters results and settles what players disagree about.", Selected: role == auth.Referee,
			},
		},
	})}}}
	page.Page = p
	return kit.AppointView.Render(c, status, page)
}

func (s *Desk) officialAppoint(c echo.Context) error {
	e, err := s.officialsEvent(c)
	if err != nil {
		return err
	}
	o := auth.Office{
		Person: kit.FormID[auth.PersonID](c, "person"), Role: auth.Role(kit.FormText(c, "role")), Event: e.ID,
		From: s.Today(),
	}
	if o.Role != auth.Director && o.Role != auth.Referee {
		o.Role = "" // refused: only these two serve an event
	}
	_, err = s.Auth.Appoint(c.Request().Context(), s.Actor(c), o)
	p := s.officialPage(c, e)
	if err != nil && !p.Invalid(err) {
		return err
	}
	if err != nil {
		return s.showOfficialForm(c, http.StatusUnprocessableEntity, e, p, o.Person)
	}
	one, err := s.Auth.Person(c.Request().Context(), s.Actor(c), o.Person)
	if err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, one.Name.String()+" is "+strings.ToLower(o.Role.Title())+" of this event from today.")
	return kit.SeeOther(c, officialsURL(e.ID))
}

// officialEnd ends an office of the event at once, or takes it back on its
// first day.
func (s *Desk) officialEnd(c echo.Context) error {
	e, err := s.officialsEvent(c)
	if err != nil {
		return err
	}
	id, err := kit.PathID[auth.OfficeID](c, "office")
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	list, err := s.Auth.EventOffices(ctx, actor, e.ID)
	if err != nil {
		return err
	}
	held := officeAmong(list, id)
	if held.Office.Event != e.ID {
		return apperr.New(apperr.NotFound, "Office not found; someone may have ended it already.")
	}
	if err := s.Auth.EndOffice(ctx, actor, id, kit.FormVersion(c), s.Today().AddDays(-1)); err != nil {
		return s.RefusedAt(c, err, officialsURL(e.ID))
	}
	s.Flash(
		c, kit.KindSuccess, held.Name.String()+" is not "+strings.ToLower(held.Role.Title())+" of this event any more.",
	)
	if held.Person == actor.Person {
		return kit.SeeOther(c, "/") // the page may not be theirs now
	}
	return kit.SeeOther(c, officialsURL(e.ID))
}

func officeAmong(list []auth.EventOffice, id auth.OfficeID) auth.EventOffice {
	for _, o := range list {
		if o.ID == id {
			return o
		}
	}
	return auth.EventOffice{}
}
