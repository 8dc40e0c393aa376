package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
)

// OfficialsPage lists who directs an event, and its referees.
type OfficialsPage struct {
	Page
	Rows    []OfficialRow
	Appoint string // address of the form, for whoever appoints
	Unable  bool   // somebody on the list has no account to sign in with
	Empty   *Empty
}

// OfficialRow is one office that serves the event.
type OfficialRow struct {
	Name, Office  string
	Serves, Since string
	State         Badge
	End           *PostButton // nil: not ended from here
}

var officialsView = newView[OfficialsPage]("director/officials.html")

const noAccount = "No account yet"

func officialsURL(id auth.EventID) string { return deskPartURL(id, "officials") }

// officialsEvent is the event of the address, for whoever serves it or appoints
// to it.
func (s *Server) officialsEvent(c echo.Context) (tournaments.Event, error) {
	id, err := pathID[auth.EventID](c, "id")
	if err != nil {
		return tournaments.Event{}, err
	}
	if !s.mayAppoint(c, id) {
		return s.deskEvent(c, auth.EnterResult)
	}
	return s.tournaments.EventByID(c.Request().Context(), s.actor(c), id)
}

func (s *Server) mayAppoint(c echo.Context, event auth.EventID) bool {
	return auth.Can(s.actor(c), auth.AppointToEvent, auth.Object{Event: event}, s.today())
}

// officialsCrumbs lead to the event's desk those whose desk it is.
func (s *Server) officialsCrumbs(c echo.Context, e tournaments.Event) []Crumb {
	if auth.Can(s.actor(c), auth.EnterResult, auth.Object{Event: e.ID}, s.today()) {
		return []Crumb{{"Director", "/director"}, {e.Name, deskURL(e.ID)}}
	}
	return []Crumb{officesCrumb}
}

func (s *Server) officials(c echo.Context) error {
	e, err := s.officialsEvent(c)
	if err != nil {
		return err
	}
	list, err := s.auth.EventOffices(c.Request().Context(), s.actor(c), e.ID)
	if err != nil {
		return err
	}
	page := OfficialsPage{Page: s.page(c, e.Name+": directors and referees", s.officialsCrumbs(c, e)...)}
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
		page.Empty = &Empty{Title: "Nobody serves this event", Text: "Appoint a director first, who sets up the rest."}
	}
	return officialsView.render(c, http.StatusOK, page)
}

func (s *Server) officialRow(p Page, event auth.EventID, o auth.EventOffice, appoints bool) OfficialRow {
	row := OfficialRow{
		Name: o.Name.String(), Office: o.Role.Title(), Serves: "every event", Since: o.From.Long(), State: officeState(o.Office, s.today()),
	}
	if !o.Until.IsZero() {
		row.Since += " – " + o.Until.Long()
	}
	if !o.HasAccount {
		row.State = Badge{KindWarning, noAccount}
	}
	if o.Office.Event == 0 {
		return row
	}
	row.Serves = "this event"
	if appoints {
		row.End = p.button("end"+idText(o.ID), officialsURL(event)+"/"+idText(o.ID)+"/end", "End", version(o.Version))
		row.End.Kind, row.End.Small, row.End.For = "secondary", "small", " the office of "+row.Name+" as "+strings.ToLower(row.Office)
	}
	return row
}

func (s *Server) officialForm(c echo.Context) error {
	e, err := s.officialsEvent(c)
	if err != nil {
		return err
	}
	return s.showOfficialForm(c, http.StatusOK, e, s.officialPage(c, e), queryID[auth.PersonID](c, "person"))
}

func (s *Server) officialPage(c echo.Context, e tournaments.Event) Page {
	return s.page(c, "Appoint somebody", append(s.officialsCrumbs(c, e), Crumb{"Directors and referees", officialsURL(e.ID)})...)
}

// showOfficialForm asks for the person first, then for the office.
func (s *Server) showOfficialForm(c echo.Context, status int, e tournaments.Event, p Page, person auth.PersonID) error {
	if err := auth.Require(s.actor(c), auth.AppointToEvent, auth.Object{Event: e.ID}, s.today()); err != nil {
		return err
	}
	form := officialsURL(e.ID) + "/appoint"
	p.Shape = ShapeNarrow
	if person == 0 {
		choice, err := s.choosePerson(c, &p, form, func(one auth.Someone) Link {
			return Link{Label: one.Name.Listed(), URL: form + "?person=" + idText(one.Person)}
		})
		if err != nil {
			return err
		}
		return appointView.render(c, status, AppointPage{Page: p, Choice: &choice})
	}
	one, err := s.auth.Person(c.Request().Context(), s.actor(c), person)
	if err != nil {
		return err
	}
	p.Title = "Appoint " + one.Name.String()
	role := auth.Role(formText(c, "role"))
	page := AppointPage{Action: officialsURL(e.ID), Submit: "Appoint", Back: officialsURL(e.ID), Hidden: []Hidden{{"person", idText(person)}}}
	page.Groups = []FieldGroup{{Legend: "Office at " + e.Name, Fields: []Field{p.field(Field{
		Name: "role", Label: "Appoint as", Type: "radios", Required: true, Hint: "It is held from today until somebody ends it.",
		Options: []Option{
			{Value: string(auth.Director), Label: auth.Director.Title(), Hint: "Runs the event: entries, draws, results, and who directs and referees with them.", Selected: role == auth.Director},
			{Value: string(auth.Referee), Label: auth.Referee.Title(), Hint: "Enters results and settles what players disagree about.", Selected: role == auth.Referee},
		},
	})}}}
	page.Page = p
	return appointView.render(c, status, page)
}

func (s *Server) officialAppoint(c echo.Context) error {
	e, err := s.officialsEvent(c)
	if err != nil {
		return err
	}
	o := auth.Office{Person: formID[auth.PersonID](c, "person"), Role: auth.Role(formText(c, "role")), Event: e.ID, From: s.today()}
	if o.Role != auth.Director && o.Role != auth.Referee {
		o.Role = "" // refused: only these two serve an event
	}
	_, err = s.auth.Appoint(c.Request().Context(), s.actor(c), o)
	p := s.officialPage(c, e)
	if err != nil && !p.invalid(err) {
		return err
	}
	if err != nil {
		return s.showOfficialForm(c, http.StatusUnprocessableEntity, e, p, o.Person)
	}
	one, err := s.auth.Person(c.Request().Context(), s.actor(c), o.Person)
	if err != nil {
		return err
	}
	s.flash(c, KindSuccess, one.Name.String()+" is "+strings.ToLower(o.Role.Title())+" of this event from today.")
	return seeOther(c, officialsURL(e.ID))
}

// officialEnd ends an office of the event at once, or takes it back on its
// first day.
func (s *Server) officialEnd(c echo.Context) error {
	e, err := s.officialsEvent(c)
	if err != nil {
		return err
	}
	id, err := pathID[auth.OfficeID](c, "office")
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.actor(c)
	list, err := s.auth.EventOffices(ctx, actor, e.ID)
	if err != nil {
		return err
	}
	held := officeAmong(list, id)
	if held.Office.Event != e.ID {
		return apperr.New(apperr.NotFound, "There is no such office of this event any more.")
	}
	if err := s.auth.EndOffice(ctx, actor, id, formVersion(c), s.today().AddDays(-1)); err != nil {
		return s.refusedAt(c, err, officialsURL(e.ID))
	}
	s.flash(c, KindSuccess, held.Name.String()+" is not "+strings.ToLower(held.Role.Title())+" of this event any more.")
	if held.Person == actor.Person {
		return seeOther(c, "/") // the page may not be theirs now
	}
	return seeOther(c, officialsURL(e.ID))
}

func officeAmong(list []auth.EventOffice, id auth.OfficeID) auth.EventOffice {
	for _, o := range list {
		if o.ID == id {
			return o
		}
	}
	return auth.EventOffice{}
}
