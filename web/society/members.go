package society

import (
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
	"nzgs/internal/store"
	"nzgs/reports"
	"nzgs/web/kit"
)

// RegisterPage is the members' register.
type RegisterPage struct {
	kit.Page
	Filters kit.Filters
	Head    kit.ListHead
	Heads   []kit.SortHeader
	Rows    []RegisterLine
	Pager   kit.Pager
	MayAdd  bool
	Write   string // address to write to these people; "": they may not
	// MayMerge says whether the reader merges records.
	MayMerge bool
	Empty    *kit.Empty
}

// RegisterLine is one person of the register.
type RegisterLine struct {
	Number, Name, URL string
	Club, Grade       string
	Contact           string
	Joined, Until     string
	Status            kit.Badge
	Offices           string
	Second            string // the second line of the row on a phone: offices, strength, last day, club
}

var registerView = kit.NewView[RegisterPage](templates, "members/register.html")

func (s *Desk) register(c echo.Context) error {
	ctx := c.Request().Context()
	f := s.registerFilter(c)
	r, err := s.members.List(ctx, s.Actor(c), f)
	if err != nil {
		return err
	}
	list, err := s.clubs.Clubs(ctx)
	if err != nil {
		return err
	}
	at := c.Request().URL
	page := RegisterPage{
		Page:    s.Page(c, "Register of members"),
		Filters: registerFilters(f, list, s.Today()),
		Head: kit.ListHead{
			Count: kit.Plural(r.Matches, "person", "people") + " of " + strconv.Itoa(r.Total),
			Exports: []kit.Link{
				{Label: "XLSX", URL: kit.WithQuery(kit.RegisterPath+".xlsx", at)},
				{Label: "CSV", URL: kit.WithQuery(kit.RegisterPath+".csv", at)},
				{Label: "PDF", URL: kit.WithQuery(kit.RegisterPath+".pdf", at)},
				{Label: "Register as the Act asks for it, PDF", URL: actRegisterPath},
			},
		},
		Heads:  registerHeads(f, at),
		Pager:  kit.PagerOf(r.Filter.Page, r.Filter.Size, r.Matches, at),
		MayAdd: auth.Can(s.Actor(c), auth.EditPerson, auth.Object{}, s.Today()),

		MayMerge: auth.Can(s.Actor(c), auth.MergePeople, auth.Object{}, s.Today()),
	}
	if r.Matches > 0 && auth.Can(s.Actor(c), auth.KeepOutbox, auth.Object{}, s.Today()) {
		page.Write = kit.WriteURL(at)
	}
	kit.NamesPeople(c, len(r.Entries))
	names := clubNamesOf(list)
	for _, e := range r.Entries {
		page.Rows = append(page.Rows, registerLine(e, names))
	}
	if r.Matches == 0 {
		page.Empty = emptyRegister(r)
	}
	return registerView.Render(c, http.StatusOK, page)
}

func emptyRegister(r members.Register) *kit.Empty {
	if r.Total > 0 {
		return &kit.Empty{
			Title: "No one matches", Text: "Try fewer words, or clear the filters.",
			Action: &kit.Link{Label: "Clear the filters", URL: kit.RegisterPath},
		}
	}
	return &kit.Empty{
		Title: "The register is empty", Text: "People are added with their club’s list, one by one, or all together: the secretary takes a society that exists over on the page Administration.",
		Action: &kit.Link{Label: "Add a person", URL: "/members/new"},
	}
}

func registerLine(e members.Entry, names clubNames) RegisterLine {
	line := RegisterLine{
		Number: members.Number(e.Person.ID), Name: e.Person.Name.Listed(), URL: kit.PersonURL(e.Person.ID),
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
	var second []string
	until := line.Until
	if until != "" {
		until = "to " + until
	}
	for _, part := range []string{line.Offices, line.Grade, until, line.Club} {
		if part != "" {
			second = append(second, part)
		}
	}
	line.Second = strings.Join(second, " · ")
	return line
}

// registerFilter reads the state of the list from its address. What it does
// not understand is taken as not said.
func (s *Desk) registerFilter(c echo.Context) members.RegisterFilter {
	asked := kit.Asked(c)
	f := members.RegisterFilter{
		Query: asked.Text("q"), Club: kit.Chosen[members.ClubID](asked, "club"), Page: kit.PageNumber(c),
		Status: members.Status(asked.Text("status")), Group: members.Group(asked.Text("group")),
		Sort: members.Sort(asked.Text("sort")), Dir: members.Direction(asked.Text("dir")), On: asked.Day("on"),
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

func registerFilters(f members.RegisterFilter, list []clubs.Club, today civil.Date) kit.Filters {
	club := kit.Field{
		ID: "club", Name: "club", Label: "Club", Type: "select", Options: []kit.Option{{Label: "Every club"}},
	}
	for _, c := range list {
		value := strconv.FormatInt(int64(c.ID), 10)
		club.Options = append(club.Options, kit.Option{Value: value, Label: c.Name, Selected: c.ID == f.Club})
	}
	status := kit.Field{
		ID: "status", Name: "status", Label: "Membership", Type: "select", Options: []kit.Option{{Label: "Everyone"}},
	}
	for _, v := range []members.Status{members.Member, members.Lapsed, members.Upcoming, members.Unenrolled} {
		status.Options = append(status.Options, kit.Option{Value: string(v), Label: v.Label(), Selected: v == f.Status})
	}
	group := kit.Field{ID: "group", Name: "group", Label: "Offices", Type: "select", Options: []kit.Option{
		{Label: "Everyone"}, {Value: string(members.Officers), Label: "In office", Selected: f.Group == members.Officers},
	}}
	on := f.On
	if on.IsZero() {
		on = today
	}
	out := kit.Filters{
		Action: kit.RegisterPath, Target: "register",
		Fields: []kit.Field{
			{ID: "q", Name: "q", Label: "Search", Type: "search", Value: f.Query, Placeholder: "Name, number, e-mail or phone"},
			club, status, group,
			{ID: "on", Name: "on", Label: "As at", Type: "date", Value: on.String(), Width: "medium"},
		},
	}
	if f.Sort != members.SortName {
		out.Hidden = append(out.Hidden, kit.Hidden{Name: "sort", Value: string(f.Sort)})
	}
	if f.Dir == members.Descending {
		out.Hidden = append(out.Hidden, kit.Hidden{Name: "dir", Value: string(f.Dir)})
	}
	if f.Query != "" || f.Club != 0 || f.Status != "" || f.Group != "" || on != today {
		out.Clear = kit.RegisterPath
	}
	return out
}

func registerHeads(f members.RegisterFilter, at *url.URL) []kit.SortHeader {
	head := func(label string, by members.Sort) kit.SortHeader {
		q := at.Query()
		q.Set("sort", string(by))
		q.Del("dir")
		q.Del("page")
		h := kit.SortHeader{Label: label}
		if f.Sort == by {
			h.Dir = "descending"
			if f.Dir != members.Descending {
				h.Dir = "ascending"
				q.Set("dir", string(members.Descending))
			}
		}
		h.URL = kit.RegisterPath + "?" + q.Encode()
		return h
	}
	return []kit.SortHeader{head("No.", members.SortNumber), head("Name", members.SortName), head("Club", members.SortClub),
		head("Joined", members.SortJoined), head("Until", members.SortUntil)}
}

// registerXLSX and registerCSV export what the list shows, all pages of it.
func (s *Desk) registerXLSX(c echo.Context) error {
	return s.registerFile(c, kit.FormatXLSX, s.Press().RegisterXLSX)
}

func (s *Desk) registerCSV(c echo.Context) error {
	return s.registerFile(c, kit.FormatCSV, reports.RegisterCSV)
}

func (s *Desk) registerFile(c echo.Context, format string, write func(io.Writer, reports.Register) error) error {
	parts, err := s.members.ExportParts(s.Actor(c), s.registerFilter(c))
	if err != nil {
		return err
	}
	out := reports.Register{Title: "Register of members", AsAt: parts.Filter.On.Long()}
	people := 0
	out.Each = func(take func(reports.RegisterRow) error) error {
		return parts.Each(c.Request().Context(), func(q store.Queryer, part []members.Entry) error {
			rows, err := s.registerRows(c, q, part)
			if err != nil {
				return err
			}
			people += len(rows)
			for _, row := range rows {
				if err := take(row); err != nil {
					return err
				}
			}
			return nil
		})
	}
	name, err := s.registerName(c, parts.Filter)
	if err != nil {
		return err
	}
	err = kit.SendWritten(c, format, name, func(w io.Writer) error { return write(w, out) })
	kit.NamesPeople(c, people)
	return err
}

// registerName names a file by what it has of the register: all, those of a club, of a state, of a search.
func (s *Desk) registerName(c echo.Context, f members.RegisterFilter) (kit.FileName, error) {
	what := "register of members"
	if f.Status != "" {
		what += " " + f.Status.Label()
	}
	if f.Group == members.Officers {
		what += " in office"
	}
	if f.Query != "" {
		what += " search " + f.Query
	}
	club, err := s.clubOf(c, f)
	return s.FileName(what, club, f.On), err
}

// clubOf names the club that a list of the register is of; "" of all.
func (s *Desk) clubOf(c echo.Context, f members.RegisterFilter) (string, error) {
	if f.Club == 0 {
		return "", nil
	}
	list, err := s.clubs.Clubs(c.Request().Context())
	for _, club := range list {
		if club.ID == f.Club {
			return club.Name, err
		}
	}
	return "", err
}

// registerRows are people of the register as its files have them.
func (s *Desk) registerRows(c echo.Context, q store.Queryer, entries []members.Entry) ([]reports.RegisterRow, error) {
	ctx := c.Request().Context()
	list, err := clubs.All(ctx, q)
	if err != nil {
		return nil, err
	}
	ids := make([]members.PersonID, len(entries))
	for i, e := range entries {
		ids[i] = e.Person.ID
	}
	rated, err := s.ratings.Current(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	names := clubNamesOf(list)
	var out []reports.RegisterRow
	for _, e := range entries {
		row := registerRow(e, names.join(e.Summary.Clubs))
		if r := rated[e.Person.ID]; r.Basis == ratings.Listed {
			row.Rating = r.Rating.Plain()
		}
		out = append(out, row)
	}
	return out, nil
}

// registerRow is someone of the register as its files have them, but for the rating.
func registerRow(e members.Entry, clubs string) reports.RegisterRow {
	p, m := e.Person, e.Summary
	return reports.RegisterRow{
		Number: members.Number(p.ID), Listed: p.Name.ByFamily(), FamilyName: p.Name.Family, GivenNames: p.Name.Given, Club: clubs,
		Grade: p.Grade, Email: p.Contact.Email, Phone: p.Contact.Phone, Address: p.Contact.Address,
		Since: m.Since, First: m.First(), TermEnd: m.Until, Ceased: m.Ceased, Status: m.Status.Label(),
	}
}
