package web

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
)

// OfficesPage lists offices: those held and to come, or those that have ended.
type OfficesPage struct {
	Page
	Tabs  Tabs
	Head  ListHead
	Rows  []OfficeRow
	Pager *Pager // of the ended ones
	Empty *Empty
}

// OfficeRow is one line of the offices.
type OfficeRow struct {
	Title, URL  string // URL: where it is ended; "" when it has ended
	Name        string
	From, Until string
	State       Badge
}

// AppointPage appoints a person: first the person, then the office.
type AppointPage struct {
	Page
	Choice *PersonChoice // first step
	Action string        // second step
	Hidden []Hidden
	Groups []FieldGroup
	Submit string
	Back   string
}

// OfficePage is one office, to be ended.
type OfficePage struct {
	Page
	State  Badge
	Facts  []Fact
	Ended  bool
	Action string
	Hidden []Hidden
	Until  Field
	Now    *PostButton // ends it at once, or takes the appointment back
	NowIs  string      // what the button does
}

var (
	officesView = newView[OfficesPage]("admin/offices.html")
	appointView = newView[AppointPage]("admin/appoint.html")
	officeView  = newView[OfficePage]("admin/office.html")
)

const (
	officesPerPage = 50
)

var officesCrumb = Crumb{"Offices", officesPath}

func officeState(o auth.Office, day civil.Date) Badge {
	switch {
	case o.HeldOn(day):
		return Badge{KindSuccess, "Held"}
	case day.Before(o.From):
		return Badge{KindInfo, "To come"}
	}
	return Badge{KindNeutral, "Ended"}
}

func officeTabs(ended bool) Tabs {
	return Tabs{Label: "Offices", Items: []NavItem{
		{Label: "Held and to come", URL: officesPath, Current: !ended},
		{Label: "Ended", URL: officesPath + "/ended", Current: ended},
	}}
}

func (s *Server) adminOffices(c echo.Context) error {
	list, err := s.auth.Offices(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	page := OfficesPage{Page: s.page(c, "Offices", adminCrumb), Tabs: officeTabs(false), Rows: s.officeRows(list)}
	page.Head.Count = countText(len(list), "office")
	if len(list) == 0 {
		page.Empty = &Empty{Title: "No offices yet", Text: "Appoint the officers of the society, and the secretaries of its clubs."}
	}
	return officesView.render(c, http.StatusOK, page)
}

func (s *Server) adminOfficesEnded(c echo.Context) error {
	number := queryPage(c)
	list, total, err := s.auth.EndedOffices(c.Request().Context(), s.actor(c), (number-1)*officesPerPage, officesPerPage)
	if err != nil {
		return err
	}
	page := OfficesPage{Page: s.page(c, "Offices", adminCrumb), Tabs: officeTabs(true), Rows: s.officeRows(list)}
	page.Head.Count = countText(total, "office")
	pager := pages(officesPath+"/ended", nil, number, officesPerPage, total)
	page.Pager = &pager
	if total == 0 {
		page.Pager = nil
		page.Empty = &Empty{Title: "No office has ended yet", Text: "Offices stay listed here after their last day."}
	}
	return officesView.render(c, http.StatusOK, page)
}

func (s *Server) officeRows(list []auth.Appointment) []OfficeRow {
	rows := make([]OfficeRow, len(list))
	for i, a := range list {
		rows[i] = OfficeRow{Title: a.Title(), Name: a.Name.Listed(), From: a.From.Long(), Until: a.Until.Long(), State: officeState(a.Office, s.today())}
		if a.Until.IsZero() || !a.Until.Before(s.today()) {
			rows[i].URL = officeURL(a.ID)
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

func (s *Server) adminAppointForm(c echo.Context) error {
	return s.showAppoint(c, http.StatusOK, s.appointPage(c), auth.Office{Person: queryID[auth.PersonID](c, "person"), From: s.today()})
}

func (s *Server) appointPage(c echo.Context) Page {
	return s.page(c, "Appoint somebody", adminCrumb, officesCrumb)
}

// showAppoint shows the step that is due, filled from o.
func (s *Server) showAppoint(c echo.Context, status int, p Page, o auth.Office) error {
	if o.Person == 0 {
		p.Shape = ShapeNarrow
		choice, err := s.choosePerson(c, &p, officesPath+"/appoint", func(one auth.Someone) Link {
			return Link{Label: one.Name.Listed(), URL: officesPath + "/appoint?person=" + idText(one.Person)}
		})
		if err != nil {
			return err
		}
		return appointView.render(c, status, AppointPage{Page: p, Choice: &choice})
	}
	one, err := s.auth.Person(c.Request().Context(), s.actor(c), o.Person)
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
	roles := []Option{{Label: "Choose an office"}}
	for _, r := range auth.Roles {
		roles = append(roles, Option{Value: string(r), Label: r.Title(), Selected: r == o.Role})
	}
	from, until := o.From.String(), o.Until.String()
	if status != http.StatusOK { // what was typed, even when it is no date
		from, until = formText(c, "from"), formText(c, "until")
	}
	p.Title = "Appoint " + one.Name.String()
	page := AppointPage{Action: officesPath, Submit: "Appoint", Back: officesPath, Hidden: []Hidden{{"person", idText(o.Person)}}}
	page.Groups = []FieldGroup{
		{Legend: "The office", Fields: []Field{
			p.field(Field{Name: "role", Label: "Office", Type: "select", Options: roles, Required: true}),
			p.field(Field{Name: "club", Label: "Club", Type: "select", Options: clubs, Hint: "Only for a club secretary."}),
			p.field(Field{Name: "event", Label: "Event", Type: "select", Options: events, Hint: "Only for a director or referee. With no event they serve every one."}),
		}},
		{Legend: "Its days", Rows: [][]Field{{
			p.field(Field{Name: "from", Label: "First day", Type: "date", Value: from, Required: true}),
			p.field(Field{Name: "until", Label: "Last day", Type: "date", Value: until, Hint: "Leave it empty while no end is set."}),
		}}},
	}
	page.Page = p
	return appointView.render(c, status, page)
}

func (s *Server) clubOptions(c echo.Context, chosen auth.ClubID) ([]Option, error) {
	list, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return nil, err
	}
	options := []Option{{Label: "No club"}}
	for _, club := range list {
		options = append(options, Option{Value: idText(club.ID), Label: club.Name, Selected: club.ID == chosen})
	}
	return options, nil
}

// offeredEvents is how many events an appointment can be for: those being
// played and to come, and the last ones played.
const offeredEvents = 30

func (s *Server) eventOptions(c echo.Context, chosen auth.EventID) ([]Option, error) {
	options := []Option{{Label: "No event"}}
	for _, when := range []tournaments.When{tournaments.Coming, tournaments.Past} {
		list, _, err := s.tournaments.Events(c.Request().Context(), s.actor(c), tournaments.EventFilter{When: when, Limit: offeredEvents})
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			options = append(options, Option{Value: idText(e.ID), Label: e.Name + ", " + e.Dates(), Selected: e.ID == chosen})
		}
	}
	return options, nil
}

func (s *Server) adminAppoint(c echo.Context) error {
	p := s.appointPage(c)
	o := auth.Office{
		Person: formID[auth.PersonID](c, "person"), Role: auth.Role(formText(c, "role")),
		Club: formID[auth.ClubID](c, "club"), Event: formID[auth.EventID](c, "event"),
	}
	o.From = p.formDate(c, "from")
	o.Until = p.formDate(c, "until")
	var err error
	if len(p.Errors) == 0 {
		_, err = s.auth.Appoint(c.Request().Context(), s.actor(c), o)
	}
	if err == nil && len(p.Errors) == 0 {
		s.flash(c, KindSuccess, "The appointment is recorded, and holds from "+o.From.Long()+".")
		return seeOther(c, officesPath)
	}
	if err != nil && !p.invalid(err) {
		return err
	}
	return s.showAppoint(c, http.StatusUnprocessableEntity, p, o)
}

// formDate reads a date; what is no date becomes a problem of its field.
func (p *Page) formDate(c echo.Context, name string) civil.Date {
	text := formText(c, name)
	if text == "" {
		return civil.Date{}
	}
	day, err := civil.ParseDate(text)
	if err != nil {
		p.Errors = append(p.Errors, FieldError{Field: name, Message: "Enter a date like " + civil.On(2026, 7, 1).String() + "."})
	}
	return day
}

func (s *Server) adminOffice(c echo.Context) error {
	id, err := pathID[auth.OfficeID](c, "id")
	if err != nil {
		return err
	}
	a, err := s.auth.Office(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	return s.showOffice(c, http.StatusOK, a, s.officePage(c, a), s.today().String())
}

func (s *Server) officePage(c echo.Context, a auth.Appointment) Page {
	return s.page(c, a.Name.String()+": "+a.Title(), adminCrumb, officesCrumb)
}

func (s *Server) showOffice(c echo.Context, status int, a auth.Appointment, p Page, until string) error {
	today := s.today()
	page := OfficePage{State: officeState(a.Office, today), Action: officeURL(a.ID) + "/end", Hidden: []Hidden{version(a.Version)}}
	page.Ended = !a.Until.IsZero() && a.Until.Before(today)
	page.Facts = []Fact{{Label: "Person", Value: a.Name.String()}, {Label: "Office", Value: a.Title()}, {Label: "First day", Value: a.From.Long()}}
	if !a.Until.IsZero() {
		page.Facts = append(page.Facts, Fact{Label: "Last day", Value: a.Until.Long()})
	}
	yesterday := today.AddDays(-1)
	label := "End it at once"
	page.NowIs = "Ending it at once makes yesterday the last day: from the next click on, " + a.Name.String() + " can no longer do what the office allows."
	if yesterday.Before(a.From) {
		label = "Take the appointment back"
		page.NowIs = "Taking it back removes the appointment as if it had not been made. The audit log keeps it."
	}
	page.Now = p.button("now", page.Action, label, version(a.Version), Hidden{"until", yesterday.String()})
	page.Now.Kind = "danger"
	page.Until = p.field(Field{Name: "until", Label: "Last day", Type: "date", Value: until, Required: true, Hint: "The office is held until the end of this day."})
	page.Page = p
	return officeView.render(c, status, page)
}

func (s *Server) adminOfficeEnd(c echo.Context) error {
	id, err := pathID[auth.OfficeID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.actor(c)
	a, err := s.auth.Office(ctx, actor, id)
	if err != nil {
		return err
	}
	p := s.officePage(c, a)
	last := p.formDate(c, "until")
	if len(p.Errors) == 0 {
		err = s.auth.EndOffice(ctx, actor, id, formVersion(c), last)
	}
	switch {
	case err == nil && len(p.Errors) == 0:
		s.flash(c, KindSuccess, endedText(a, last))
		return seeOther(c, officesPath)
	case err != nil && !p.invalid(err):
		return err
	}
	return s.showOffice(c, http.StatusUnprocessableEntity, a, p, formText(c, "until"))
}

func endedText(a auth.Appointment, last civil.Date) string {
	if last.Before(a.From) {
		return "The appointment is taken back."
	}
	return a.Name.String() + " is " + strings.ToLower(a.Role.Title()) + " until " + last.Long() + "."
}
