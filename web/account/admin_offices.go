package account

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
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
	kit.FormPage
	State kit.Badge
	Ended bool
	Now   *kit.PostButton // ends it at once, or takes the appointment back
	NowIs string          // what the button does
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
	number := kit.PageNumber(c)
	list, total, err := s.Auth.EndedOffices(c.Request().Context(), s.Actor(c), (number-1)*officesPerPage, officesPerPage)
	if err != nil {
		return err
	}
	page := OfficesPage{Page: s.Page(c, "Offices", adminCrumb), Tabs: officeTabs(true), Rows: s.officeRows(list)}
	page.Head.Count = countText(total, "office")
	pager := kit.PagerOf(number, officesPerPage, total, &url.URL{Path: kit.OfficesPath + "/ended"})
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

// appoint gives somebody an office: first the person, whom the address names.
func (s *Desk) appoint() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(c echo.Context, in *kit.Filling, _ kit.Nothing) {
			in.Set("person", c.QueryParam("person"))
			in.SetDay("from", s.Today())
		},
		Show: s.showAppoint,
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			o := auth.Office{
				Person: kit.Chosen[auth.PersonID](in, "person"), Role: auth.Role(in.Text("role")),
				Club: kit.Chosen[auth.ClubID](in, "club"), Event: kit.Chosen[auth.EventID](in, "event"),
				From: in.Day("from"), Until: in.Day("until"),
			}
			if _, err := s.Auth.Appoint(c.Request().Context(), s.Actor(c), o); err != nil {
				return kit.Done{}, err
			}
			text, err := s.Invited(c, "The appointment is recorded and runs from "+o.From.Long()+".", o.Person)
			return kit.Done{To: kit.OfficesPath, Message: text}, err
		},
	}
}

func (s *Desk) showAppoint(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
	page.Page = s.Page(c, "Appoint someone", adminCrumb, kit.OfficesCrumb)
	page.Action, page.Submit, page.Back = kit.OfficesPath, "Appoint", kit.OfficesPath
	one, err := s.AskPerson(c, page, kit.OfficesPath+"/appoint")
	if err != nil || one.Person == 0 {
		return err
	}
	clubs, err := s.clubOptions(c)
	if err != nil {
		return err
	}
	events, err := s.eventOptions(c)
	if err != nil {
		return err
	}
	roles := []kit.Option{{Label: "Choose an office"}}
	for _, r := range auth.Roles {
		roles = append(roles, kit.Option{Value: string(r), Label: r.Title()})
	}
	page.Title = "Appoint " + one.Name.String()
	how, err := s.Auth.InvitedWithOffice(c.Request().Context(), s.Actor(c), one.Person)
	if err != nil {
		return err
	}
	for _, w := range how {
		if text := w.Before(); text != "" {
			page.Say(text)
		}
	}
	page.Group("The office",
		kit.Field{Name: "role", Label: "Office", Type: "select", Options: roles, Required: true},
		kit.Field{Name: "club", Label: "Club", Type: "select", Options: clubs, Hint: "Only for a club secretary."},
		kit.Field{
			Name: "event", Label: "Event", Type: "select", Options: events,
			Hint: "Only for a director or referee. Without an event they serve at every event.",
		},
	)
	from := kit.DayField("from", "First day", "")
	from.Required = true
	page.Group("Term of office").Row(from, kit.DayField("until", "Last day", "Leave it empty if no end is set."))
	return nil
}

func (s *Desk) clubOptions(c echo.Context) ([]kit.Option, error) {
	list, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return nil, err
	}
	options := []kit.Option{{Label: "No club"}}
	for _, club := range list {
		options = append(options, kit.Option{Value: kit.IDText(club.ID), Label: club.Name})
	}
	return options, nil
}

// offeredEvents is how many of the events that were played an appointment can be for, beside all that are played or to come.
const offeredEvents = 30

func (s *Desk) eventOptions(c echo.Context) ([]kit.Option, error) {
	options := []kit.Option{{Label: "No event"}}
	ctx, actor := c.Request().Context(), s.Actor(c)
	coming, err := s.tournaments.AllEvents(ctx, actor, tournaments.Coming)
	if err != nil {
		return nil, err
	}
	past, _, err := s.tournaments.Events(ctx, actor, tournaments.EventFilter{When: tournaments.Past, Limit: offeredEvents})
	for _, e := range slices.Concat(coming, past) {
		options = append(options, kit.Option{Value: kit.IDText(e.ID), Label: e.Name + ", " + e.Dates()})
	}
	return options, err
}

// oneOffice is the page of an office; its form sets the last day.
func (s *Desk) oneOffice() kit.Form[auth.Appointment] {
	return kit.Form[auth.Appointment]{
		Site: s.Site, Load: kit.ByID(s.Site, s.Auth.Office),
		Fill:    func(_ echo.Context, in *kit.Filling, _ auth.Appointment) { in.SetDay("until", s.Today()) },
		Saved:   func(_ echo.Context, in *kit.Filling, a auth.Appointment) { in.SetDay("until", a.Until) },
		Version: func(a auth.Appointment) int64 { return a.Version },
		Show: func(c echo.Context, page *kit.FormPage, a auth.Appointment) error {
			page.Page = s.Page(c, a.Name.String()+": "+a.Title(), adminCrumb, kit.OfficesCrumb)
			page.Action, page.Submit, page.Back = kit.OfficeURL(a.ID)+"/end", "Save the last day", kit.OfficesPath
			page.Facts = []kit.Fact{
				{Label: "Person", Value: a.Name.String()}, {Label: "Office", Value: a.Title()},
				{Label: "First day", Value: a.From.Long()},
			}
			if !a.Until.IsZero() {
				page.Facts = append(page.Facts, kit.Fact{Label: "Last day", Value: a.Until.Long()})
			}
			until := kit.DayField("until", "Last day", "The office is held until the end of this day.")
			until.Required = true
			page.Group("Set the last day", until)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, a auth.Appointment) (kit.Done, error) {
			last := in.Day("until")
			return kit.Done{To: kit.OfficesPath, Message: endedText(a, last)},
				s.Auth.EndOffice(c.Request().Context(), s.Actor(c), a.ID, in.Version(), last)
		},
		Render: s.showOffice,
	}
}

func (s *Desk) showOffice(c echo.Context, status int, form *kit.FormPage, a auth.Appointment) error {
	today := s.Today()
	yesterday := today.AddDays(-1)
	page := OfficePage{
		FormPage: *form, State: kit.OfficeState(a.Office, today), Ended: !a.Until.IsZero() && a.Until.Before(today),
	}
	label := "End it now"
	page.NowIs = "Ending it now makes yesterday the last day: from the next click, " + a.Name.String() +
		" can no longer do what the office allows."
	if yesterday.Before(a.From) {
		label = "Undo the appointment"
		page.NowIs = "Undoing it removes the appointment as if it had never been made. The audit log keeps it."
	}
	page.Now = page.Button("now", page.Action, label, kit.VersionField(a.Version), kit.Hidden{
		Name: "until", Value: yesterday.String(),
	})
	page.Now.Kind = "danger"
	return officeView.Render(c, status, page)
}

func endedText(a auth.Appointment, last civil.Date) string {
	if last.Before(a.From) {
		return "The appointment has been undone."
	}
	return a.Name.String() + " is " + strings.ToLower(a.Role.Title()) + " until " + last.Long() + "."
}
