package web

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/reports"
)

// RegisterPage is the members' register.
type RegisterPage struct {
	Page
	Filters Filters
	Head    ListHead
	Heads   []SortHeader
	Rows    []RegisterLine
	Pager   Pager
	MayAdd  bool
	Empty   *Empty
}

// RegisterLine is one person of the register.
type RegisterLine struct {
	Number, Name, URL string
	Club, Grade       string
	Contact           string
	Joined, Until     string
	Status            Badge
	Offices           string
}

var registerView = newView[RegisterPage]("members/register.html")

func (s *Server) register(c echo.Context) error {
	ctx := c.Request().Context()
	f := s.registerFilter(c)
	r, err := s.members.List(ctx, s.actor(c), f)
	if err != nil {
		return err
	}
	list, err := s.clubs.Clubs(ctx)
	if err != nil {
		return err
	}
	at := c.Request().URL
	page := RegisterPage{
		Page:    s.page(c, "Register of members"),
		Filters: registerFilters(f, list, s.today()),
		Head: ListHead{
			Count:   plural(r.Matches, "person", "people") + " of " + strconv.Itoa(r.Total),
			Exports: []Link{{Label: "XLSX", URL: withQuery(registerPath+".xlsx", at)}, {Label: "CSV", URL: withQuery(registerPath+".csv", at)}},
		},
		Heads:  registerHeads(f, at),
		Pager:  pagerOf(r.Filter.Page, r.Filter.Size, r.Matches, at),
		MayAdd: auth.Can(s.actor(c), auth.EditPerson, auth.Object{}, s.today()),
	}
	names := clubNamesOf(list)
	for _, e := range r.Entries {
		page.Rows = append(page.Rows, registerLine(e, names))
	}
	if r.Matches == 0 {
		page.Empty = emptyRegister(r)
	}
	return registerView.render(c, http.StatusOK, page)
}

func emptyRegister(r members.Register) *Empty {
	if r.Total > 0 {
		return &Empty{Title: "Nobody matches", Text: "Try fewer words, or clear the filters.", Action: &Link{Label: "Clear the filters", URL: registerPath}}
	}
	return &Empty{Title: "The register is empty", Text: "People enter it with their club's list, or one by one.", Action: &Link{Label: "Add a person", URL: "/members/new"}}
}

func registerLine(e members.Entry, names clubNames) RegisterLine {
	line := RegisterLine{
		Number: members.Number(e.Person.ID), Name: e.Person.Name.Listed(), URL: personURL(e.Person.ID),
		Club: names.join(e.Summary.Clubs), Grade: e.Person.Strength(), Contact: e.Person.Contact.Email,
		Joined: e.Summary.Joined.Short(), Until: e.Summary.Until.Short(), Status: memberBadge(e.Summary.Status),
	}
	if line.Contact == "" {
		line.Contact = e.Person.Contact.Phone
	}
	var titles []string
	for _, role := range e.Offices {
		titles = append(titles, role.Title())
	}
	line.Offices = strings.Join(titles, ", ")
	return line
}

// registerFilter reads the state of the list from its address. What it does
// not understand is taken as not said.
func (s *Server) registerFilter(c echo.Context) members.RegisterFilter {
	f := members.RegisterFilter{
		Query: formText(c, "q"), Club: formID[members.ClubID](c, "club"), Page: pageNumber(c),
		Status: members.Status(c.QueryParam("status")), Group: members.Group(c.QueryParam("group")),
		Sort: members.Sort(c.QueryParam("sort")), Dir: members.Direction(c.QueryParam("dir")),
	}
	if day, err := civil.ParseDate(c.QueryParam("on")); err == nil {
		f.On = day
	}
	switch f.Status {
	case members.Member, members.Lapsed, members.Upcoming, members.Unenrolled:
	default:
		f.Status = ""
	}
	switch f.Sort {
	case members.SortName, members.SortNumber, members.SortClub, members.SortJoined, members.SortUntil:
	default:
		f.Sort = members.SortName
	}
	return f
}

func registerFilters(f members.RegisterFilter, list []clubs.Club, today civil.Date) Filters {
	club := Field{ID: "club", Name: "club", Label: "Club", Type: "select", Options: []Option{{Label: "Every club"}}}
	for _, c := range list {
		value := strconv.FormatInt(int64(c.ID), 10)
		club.Options = append(club.Options, Option{Value: value, Label: c.Name, Selected: c.ID == f.Club})
	}
	status := Field{ID: "status", Name: "status", Label: "Membership", Type: "select", Options: []Option{{Label: "Everybody"}}}
	for _, v := range []members.Status{members.Member, members.Lapsed, members.Upcoming, members.Unenrolled} {
		status.Options = append(status.Options, Option{Value: string(v), Label: v.Label(), Selected: v == f.Status})
	}
	group := Field{ID: "group", Name: "group", Label: "Offices", Type: "select", Options: []Option{
		{Label: "Everybody"}, {Value: string(members.Officers), Label: "In office", Selected: f.Group == members.Officers},
	}}
	on := f.On
	if on.IsZero() {
		on = today
	}
	out := Filters{
		Action: registerPath, Target: "register",
		Fields: []Field{
			{ID: "q", Name: "q", Label: "Search", Type: "search", Value: f.Query, Placeholder: "Name, number, e-mail or phone"},
			club, status, group,
			{ID: "on", Name: "on", Label: "As at", Type: "date", Value: on.String(), Width: "medium"},
		},
	}
	if f.Sort != members.SortName {
		out.Hidden = append(out.Hidden, Hidden{"sort", string(f.Sort)})
	}
	if f.Dir == members.Descending {
		out.Hidden = append(out.Hidden, Hidden{"dir", string(f.Dir)})
	}
	if f.Query != "" || f.Club != 0 || f.Status != "" || f.Group != "" || on != today {
		out.Clear = registerPath
	}
	return out
}

func registerHeads(f members.RegisterFilter, at *url.URL) []SortHeader {
	head := func(label string, by members.Sort) SortHeader {
		q := at.Query()
		q.Set("sort", string(by))
		q.Del("dir")
		q.Del("page")
		h := SortHeader{Label: label}
		if f.Sort == by {
			h.Dir = "descending"
			if f.Dir != members.Descending {
				h.Dir = "ascending"
				q.Set("dir", string(members.Descending))
			}
		}
		h.URL = registerPath + "?" + q.Encode()
		return h
	}
	return []SortHeader{head("No.", members.SortNumber), head("Name", members.SortName), head("Club", members.SortClub),
		head("Joined", members.SortJoined), head("Until", members.SortUntil)}
}

// withQuery is path with the query of the page at.
func withQuery(path string, at *url.URL) string {
	if at.RawQuery == "" {
		return path
	}
	return path + "?" + at.RawQuery
}

// registerXLSX and registerCSV export what the list shows, all pages of it.
func (s *Server) registerXLSX(c echo.Context) error {
	return s.registerFile(c, formatXLSX, s.press().RegisterXLSX)
}

func (s *Server) registerCSV(c echo.Context) error {
	return s.registerFile(c, formatCSV, reports.RegisterCSV)
}

func (s *Server) registerFile(c echo.Context, format string, write func(io.Writer, reports.Register) error) error {
	ctx := c.Request().Context()
	f := s.registerFilter(c)
	f.Page, f.Size = 1, members.MaxPageSize
	r, err := s.members.List(ctx, s.actor(c), f)
	if err != nil {
		return err
	}
	list, err := s.clubs.Clubs(ctx)
	if err != nil {
		return err
	}
	ids := make([]members.PersonID, len(r.Entries))
	for i, e := range r.Entries {
		ids[i] = e.Person.ID
	}
	rated, err := s.ratings.Current(ctx, s.db, ids)
	if err != nil {
		return err
	}
	names := clubNamesOf(list)
	out := reports.Register{Title: "Register of members", AsAt: r.Filter.On.Long()}
	for _, e := range r.Entries {
		row := reports.RegisterRow{
			Number: members.Number(e.Person.ID), FamilyName: e.Person.Name.Family, GivenNames: e.Person.Name.Given,
			Club: names.join(e.Summary.Clubs), Grade: e.Person.Grade,
			Email: e.Person.Contact.Email, Phone: e.Person.Contact.Phone, Address: e.Person.Contact.Address,
			Joined: e.Summary.Joined, TermEnd: e.Summary.Until, Ceased: e.Summary.Ceased, Status: e.Summary.Status.Label(),
		}
		if r := rated[e.Person.ID]; r.Basis == ratings.Listed {
			row.Rating = r.Rating.Plain()
		}
		out.Rows = append(out.Rows, row)
	}
	var b bytes.Buffer
	if err := write(&b, out); err != nil {
		return err
	}
	return sendFile(c, format, "members", b.Bytes())
}
