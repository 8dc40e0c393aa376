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
		row.End.Kind, row.End.Small = "secondary", "small"
		row.End.For = " the office of " + row.Name + " as " + strings.ToLower(row.Office)
	}
	return row
}

// appointOfficial appoints a director or a referee of an event: first the
// person, then the office.
func (s *Desk) appointOfficial() kit.Form[tournaments.Event] {
	return kit.Form[tournaments.Event]{
		Site: s.Site,
		Load: func(c echo.Context) (tournaments.Event, error) {
			e, err := s.officialsEvent(c)
			if err != nil {
				return e, err
			}
			return e, auth.Require(s.Actor(c), auth.AppointToEvent, auth.Object{Event: e.ID}, s.Today())
		},
		Fill: func(c echo.Context, in *kit.Filling, _ tournaments.Event) { in.Set("person", c.QueryParam("person")) },
		Show: func(c echo.Context, page *kit.FormPage, e tournaments.Event) error {
			page.Page = s.Page(
				c, "Appoint someone",
				append(s.officialsCrumbs(c, e), kit.Crumb{Label: "Directors and referees", URL: officialsURL(e.ID)})...,
			)
			page.Shape = kit.ShapeNarrow
			one, err := s.AskPerson(c, page, officialsURL(e.ID)+"/appoint")
			if err != nil || page.Choice != nil {
				return err
			}
			page.Title = "Appoint " + one.Name.String()
			page.Action, page.Submit, page.Back = officialsURL(e.ID), "Appoint", officialsURL(e.ID)
			page.Group("Office at "+e.Name, kit.Field{
				Name: "role", Label: "Appoint as", Type: "radios", Required: true,
				Hint: "It runs from today until someone ends it.",
				Options: options(
					string(auth.Director), auth.Director.Title(),
					"Runs the event: entries, draws, results, and who directs and referees with them.",
					string(auth.Referee), auth.Referee.Title(), "Enters results and settles what players disagree about.",
				),
			})
			return nil
		},
		Take: s.takeOfficial,
	}
}

func (s *Desk) takeOfficial(c echo.Context, in *kit.Filling, e tournaments.Event) (kit.Done, error) {
	o := auth.Office{
		Person: kit.Chosen[auth.PersonID](in, "person"), Role: auth.Role(in.Text("role")), Event: e.ID, From: s.Today(),
	}
	if o.Role != auth.Director && o.Role != auth.Referee {
		o.Role = "" // refused: only these two serve an event
	}
	if _, err := s.Auth.Appoint(c.Request().Context(), s.Actor(c), o); err != nil {
		return kit.Done{}, err
	}
	one, err := s.Auth.Person(c.Request().Context(), s.Actor(c), o.Person)
	if err != nil {
		return kit.Done{}, err
	}
	text, err := s.Invited(
		c, one.Name.String()+" is "+strings.ToLower(o.Role.Title())+" of this event from today.", o.Person,
	)
	return kit.Done{To: officialsURL(e.ID), Message: text}, err
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
	in, err := kit.Sent(c)
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
	if err := s.Auth.EndOffice(ctx, actor, id, in.Version(), s.Today().AddDays(-1)); err != nil {
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
