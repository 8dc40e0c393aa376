package account

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// OfficesPage lists offices: those held and to come, or those that have ended.
type OfficesPage struct {
	kit.Page
	Tabs  kit.Tabs
	Head  kit.ListHead
	Rows  []OfficeRow
	Pager *kit.Pager // of the ended ones
	Empty *kit.Empty
}

// OfficeRow is one line of the offices.
type OfficeRow struct {
	Title, URL  string // URL: where it is ended; "" when it has ended
	Name        string
	From, Until string
	State       kit.Badge
}

// OfficePage is one office, to be ended.
type OfficePage struct {
	kit.Page
	State  kit.Badge
	Facts  []kit.Fact
	Ended  bool
	Action string
	Hidden []kit.Hidden
	Until  kit.Field
	Now    *kit.PostButton // ends it at once, or takes the appointment back
	NowIs  string          // what the button does
}

var officesView = kit.NewView[OfficesPage](templates, "admin/offices.html")

var officeView = kit.NewView[OfficePage](templates, "admin/office.html")

const (
	officesPerPage = 50
)

func officeTabs(ended bool) kit.Tabs {
	return kit.Tabs{Label: "Offices", Items: []kit.NavItem{
		{Label: "Current and to come", URL: kit.OfficesPath, Current: !ended},
		{Label: "Ended", URL: kit.OfficesPath + "/ended", Current: ended},
	}}
}

func (s *Desk) adminOffices(c echo.Context) error {
	list, err := s.Auth.Offices(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := OfficesPage{Page: s.Page(c, "Offices", adminCrumb), Tabs: officeTabs(false), Rows: s.officeRows(list)}
	page.Head.Count = countText(len(list), "office")
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title: "No offices yet", Text: "Appoint the officers of the society, and the secretaries of its clubs.",
		}
	}
	return officesView.Render(c, http.StatusOK, page)
}

func (s *Desk) adminOfficesEnded(c echo.Context) error {
	number := kit.QueryPage(c)
	list, total, err := s.Auth.EndedOffices(c.Request().Context(), s.Actor(c), (number-1)*officesPerPage, officesPerPage)
	if err != nil {
		return err
	}
	page := OfficesPage{Page: s.Page(c, "Offices", adminCrumb), Tabs: officeTabs(true), Rows: s.officeRows(list)}
	page.Head.Count = countText(total, "office")
	pager := kit.PagerAt(kit.OfficesPath+"/ended", nil, number, officesPerPage, total)
	page.Pager = &pager
	if total == 0 {
		page.Pager = nil
		page.Empty = &kit.Empty{Title: "No office has ended yet", Text: "Offices stay listed here after their last day."}
	}
	return officesView.Render(c, http.StatusOK, page)
}

func (s *Desk) officeRows(list []auth.Appointment) []OfficeRow {
	rows := make([]OfficeRow, len(list))
	for i, a := range list {
		rows[i] = OfficeRow{
			Title: a.Title(), Name: a.Name.Listed(), From: a.From.Long(), Until: a.Until.Long(),
			State: kit.OfficeState(a.Office, s.Today()),
		}
		if a.Until.IsZero() || !a.Until.Before(s.Today()) {
			rows[i].URL = kit.OfficeURL(a.ID)
		}
	}
	return rows
}

func countText(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func (s *Desk) adminAppointForm(c echo.Context) error {
	return s.showAppoint(c, http.StatusOK, s.appointPage(c), auth.Office{
		Person: kit.QueryID[auth.PersonID](c, "person"), From: s.Today(),
	})
}

func (s *Desk) appointPage(c echo.Context) kit.Page {
	return s.Page(c, "Appoint someone", adminCrumb, kit.OfficesCrumb)
}

// showAppoint shows the step that is due, filled from o.
func (s *Desk) showAppoint(c echo.Context, status int, p kit.Page, o auth.Office) error {
	if o.Person == 0 {
		p.Shape = kit.ShapeNarrow
		choice, err := s.ChoosePerson(c, &p, kit.OfficesPath+"/appoint", func(one auth.Someone) kit.Link {
			return kit.Link{Label: one.Name.Listed(), URL: kit.OfficesPath + "/appoint?person=" + kit.IDText(one.Person)}
		})
		if err != nil {
			return err
		}
		return kit.AppointView.Render(c, status, kit.AppointPage{Page: p, Choice: &choice})
	}
	one, err := s.Auth.Person(c.Request().Context(), s.Actor(c), o.Person)
	if err != nil {
		return err
	}
	clubs, err := s.clubOptions(c, o.Club)
	if err != nil {
		return err
	}
	events, err := s.eventOptions(c, o.Event)
	if err != nil {
		return err
	}
	roles := []kit.Option{{Label: "Choose an office"}}
	for _, r := range auth.Roles {
		roles = append(roles, kit.Option{Value: string(r), Label: r.Title(), Selected: r == o.Role})
	}
	from, until := o.From.String(), o.Until.String()
	if status != http.StatusOK { // what was typed, even when it is no date
		from, until = kit.FormText(c, "from"), kit.FormText(c, "until")
	}
	p.Title = "Appoint " + one.Name.String()
	page := kit.AppointPage{
		Action: kit.OfficesPath, Submit: "Appoint", Back: kit.OfficesPath,
		Hidden: []kit.Hidden{{Name: "person", Value: kit.IDText(o.Person)}},
	}
	page.Groups = []kit.FieldGroup{
		{Legend: "The office", Fields: []kit.Field{
			p.Field(kit.Field{Name: "role", Label: "Office", Type: "select", Options: roles, Required: true}),
			p.Field(kit.Field{Name: "club", Label: "Club", Type: "select", Options: clubs, Hint: "Only for a club secretary."}),
			p.Field(kit.Field{
				Name: "event", Label: "Event", Type: "select", Options: events,
				Hint: "Only for a director or referee. Without an event they serve at every event.",
			}),
		}},
		{Legend: "Term of office", Rows: [][]kit.Field{{
			p.Field(kit.Field{Name: "from", Label: "First day", Type: "date", Value: from, Required: true}),
			p.Field(kit.Field{
				Name: "until", Label: "Last day", Type: "date", Value: until, Hint: "Leave it empty if no end is set.",
			}),
		}}},
	}
	page.Page = p
	return kit.AppointView.Render(c, status, page)
}

func (s *Desk) clubOptions(c echo.Context, chosen auth.ClubID) ([]kit.Option, error) {
	list, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return nil, err
	}
	options := []kit.Option{{Label: "No club"}}
	for _, club := range list {
		options = append(options, kit.Option{Value: kit.IDText(club.ID), Label: club.Name, Selected: club.ID == chosen})
	}
	return options, nil
}

// offeredEvents is how many events an appointment can be for: those being
// played and to come, and the last ones played.
const offeredEvents = 30

func (s *Desk) eventOptions(c echo.Context, chosen auth.EventID) ([]kit.Option, error) {
	options := []kit.Option{{Label: "No event"}}
	for _, when := range []tournaments.When{tournaments.Coming, tournaments.Past} {
		list, _, err := s.tournaments.Events(
			c.Request().Context(), s.Actor(c), tournaments.EventFilter{When: when, Limit: offeredEvents},
		)
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			options = append(options, kit.Option{
				Value: kit.IDText(e.ID), Label: e.Name + ", " + e.Dates(), Selected: e.ID == chosen,
			})
		}
	}
	return options, nil
}

func (s *Desk) adminAppoint(c echo.Context) error {
	p := s.appointPage(c)
	o := auth.Office{
		Person: kit.FormID[auth.PersonID](c, "person"), Role: auth.Role(kit.FormText(c, "role")),
		Club: kit.FormID[auth.ClubID](c, "club"), Event: kit.FormID[auth.EventID](c, "event"),
	}
	o.From = p.FormDate(c, "from")
	o.Until = p.FormDate(c, "until")
	var err error
	if len(p.Errors) == 0 {
		_, err = s.Auth.Appoint(c.Request().Context(), s.Actor(c), o)
	}
	if err == nil && len(p.Errors) == 0 {
		s.Flash(c, kit.KindSuccess, "The appointment is recorded and runs from "+o.From.Long()+".")
		return kit.SeeOther(c, kit.OfficesPath)
	}
	if err != nil && !p.Invalid(err) {
		return err
	}
	return s.showAppoint(c, http.StatusUnprocessableEntity, p, o)
}

func (s *Desk) adminOffice(c echo.Context) error {
	id, err := kit.PathID[auth.OfficeID](c, "id")
	if err != nil {
		return err
	}
	a, err := s.Auth.Office(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	return s.showOffice(c, http.StatusOK, a, s.officePage(c, a), s.Today().String())
}

func (s *Desk) officePage(c echo.Context, a auth.Appointment) kit.Page {
	return s.Page(c, a.Name.String()+": "+a.Title(), adminCrumb, kit.OfficesCrumb)
}

func (s *Desk) showOffice(c echo.Context, status int, a auth.Appointment, p kit.Page, until string) error {
	today := s.Today()
	page := OfficePage{
		State: kit.OfficeState(a.Office, today), Action: kit.OfficeURL(a.ID) + "/end",
		Hidden: []kit.Hidden{kit.VersionField(a.Version)},
	}
	page.Ended = !a.Until.IsZero() && a.Until.Before(today)
	page.Facts = []kit.Fact{
		{Label: "Person", Value: a.Name.String()}, {Label: "Office", Value: a.Title()},
		{Label: "First day", Value: a.From.Long()},
	}
	if !a.Until.IsZero() {
		page.Facts = append(page.Facts, kit.Fact{Label: "Last day", Value: a.Until.Long()})
	}
	yesterday := today.AddDays(-1)
	label := "End it now"
	page.NowIs = "Ending it now makes yesterday the last day: from the next click, " + a.Name.String() +
		" can no longer do what the office allows."
	if yesterday.Before(a.From) {
		label = "Undo the appointment"
		page.NowIs = "Undoing it removes the appointment as if it had never been made. The audit log keeps it."
	}
	page.Now = p.Button("now", page.Action, label, kit.VersionField(a.Version), kit.Hidden{
		Name: "until", Value: yesterday.String(),
	})
	page.Now.Kind = "danger"
	page.Until = p.Field(kit.Field{
		Name: "until", Label: "Last day", Type: "date", Value: until, Required: true,
		Hint: "The office is held until the end of this day.",
	})
	page.Page = p
	return officeView.Render(c, status, page)
}

func (s *Desk) adminOfficeEnd(c echo.Context) error {
	id, err := kit.PathID[auth.OfficeID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	a, err := s.Auth.Office(ctx, actor, id)
	if err != nil {
		return err
	}
	p := s.officePage(c, a)
	last := p.FormDate(c, "until")
	if len(p.Errors) == 0 {
		err = s.Auth.EndOffice(ctx, actor, id, kit.FormVersion(c), last)
	}
	switch {
	case err == nil && len(p.Errors) == 0:
		s.Flash(c, kit.KindSuccess, endedText(a, last))
		return kit.SeeOther(c, kit.OfficesPath)
	case err != nil && !p.Invalid(err):
		return err
	}
	return s.showOffice(c, http.StatusUnprocessableEntity, a, p, kit.FormText(c, "until"))
}

func endedText(a auth.Appointment, last civil.Date) string {
	if last.Before(a.From) {
		return "The appointment has been undone."
	}
	return a.Name.String() + " is " + strings.ToLower(a.Role.Title()) + " until " + last.Long() + "."
}
