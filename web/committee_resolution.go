package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/reports"
)

// ResolutionsPage is the register of the committee's resolutions.
type ResolutionsPage struct {
	Page
	Tabs    Tabs
	Filters Filters
	Head    ListHead
	Rows    []ResolutionLine
	MayKeep bool
	Empty   *Empty
}

// ResolutionLine is a resolution in the register.
type ResolutionLine struct {
	Number, URL string
	Day, Text   string
	Votes       string
	Outcome     Badge
}

// ResolutionPage is one resolution.
type ResolutionPage struct {
	Page
	Tabs    Tabs
	State   Badge
	Text    string
	Facts   []Fact
	MayKeep bool
	Edit    string
}

var (
	resolutionsView = newView[ResolutionsPage]("committee/resolutions.html")
	resolutionView  = newView[ResolutionPage]("committee/resolution.html")
)

func outcomeBadge(o committee.Outcome) Badge {
	switch o {
	case committee.Carried:
		return Badge{KindSuccess, o.Label()}
	case committee.Lost:
		return Badge{KindNeutral, o.Label()}
	}
	return Badge{KindWarning, o.Label()}
}

func votesText(v constitution.Votes) string {
	return strconv.Itoa(v.Yes) + "–" + strconv.Itoa(v.No) + "–" + strconv.Itoa(v.Abstain)
}

// resolutionFilter reads the state of the list from its address. What it does
// not understand is taken as not said.
func resolutionFilter(c echo.Context) committee.ResolutionFilter {
	f := committee.ResolutionFilter{Words: strings.TrimSpace(c.QueryParam("q")), Meeting: queryID[committee.MeetingID](c, "meeting")}
	if y, err := strconv.Atoi(c.QueryParam("year")); err == nil && y > 0 {
		f.Year = y
	}
	for _, o := range committee.Outcomes {
		if string(o) == c.QueryParam("outcome") {
			f.Outcome = o
		}
	}
	return f
}

func (s *Server) resolutions(c echo.Context) error {
	f := resolutionFilter(c)
	list, total, err := s.committee.Resolutions(c.Request().Context(), s.actor(c), f)
	if err != nil {
		return err
	}
	at := c.Request().URL
	page := ResolutionsPage{
		Page: s.page(c, "Resolutions of the committee", committeeCrumb), Tabs: committeeTabs(resolutionsPath), MayKeep: s.keepsCommittee(c),
		Head: ListHead{
			Count:   someOf(len(list), total, "resolution", "resolutions"),
			Exports: []Link{{Label: "XLSX", URL: withQuery(resolutionsPath+".xlsx", at)}, {Label: "CSV", URL: withQuery(resolutionsPath+".csv", at)}},
		},
	}
	page.Filters, err = s.resolutionFilters(c, f)
	if err != nil {
		return err
	}
	for _, r := range list {
		page.Rows = append(page.Rows, ResolutionLine{
			Number: r.Number.String(), URL: below(resolutionsPath, r.ID), Day: r.Day.Long(), Text: shortened(r.Text, 200), Votes: votesText(r.Votes), Outcome: outcomeBadge(r.Outcome),
		})
	}
	switch {
	case total == 0:
		page.Empty = &Empty{Title: "No resolutions yet", Text: "What the committee decides at its meetings is recorded here, numbered within the year. The constitution gives it no way to decide between its meetings."}
		if page.MayKeep {
			page.Empty.Action = &Link{Label: "Record a resolution", URL: resolutionsPath + "/new"}
		}
	case len(list) == 0:
		page.Empty = &Empty{Title: "No resolution matches", Text: "Try fewer words, or clear the filters.", Action: &Link{Label: "Clear the filters", URL: resolutionsPath}}
	}
	return resolutionsView.render(c, http.StatusOK, page)
}

func (s *Server) resolutionFilters(c echo.Context, f committee.ResolutionFilter) (Filters, error) {
	all, _, err := s.committee.Resolutions(c.Request().Context(), s.actor(c), committee.ResolutionFilter{})
	if err != nil {
		return Filters{}, err
	}
	year := Field{ID: "year", Name: "year", Label: "Year", Type: "select", Options: []Option{{Label: "Every year"}}}
	last := 0
	for _, r := range all {
		if r.Number.Year != last {
			last = r.Number.Year
			year.Options = append(year.Options, Option{Value: strconv.Itoa(last), Label: strconv.Itoa(last), Selected: last == f.Year})
		}
	}
	outcome := Field{ID: "outcome", Name: "outcome", Label: "Outcome", Type: "select", Options: []Option{{Label: "All"}}}
	for _, o := range committee.Outcomes {
		outcome.Options = append(outcome.Options, Option{Value: string(o), Label: o.Label(), Selected: o == f.Outcome})
	}
	out := Filters{Action: resolutionsPath, Target: "resolutions", Fields: []Field{
		{ID: "q", Name: "q", Label: "Search", Type: "search", Value: f.Words, Placeholder: "Words, names or 2026/3"}, year, outcome,
	}}
	if f.Meeting != 0 {
		out.Hidden = []Hidden{{"meeting", idText(f.Meeting)}}
	}
	if f != (committee.ResolutionFilter{}) {
		out.Clear = resolutionsPath
	}
	return out, nil
}

// resolutionsFile exports what the list shows.
func (s *Server) resolutionsFile(c echo.Context) error {
	list, _, err := s.committee.Resolutions(c.Request().Context(), s.actor(c), resolutionFilter(c))
	if err != nil {
		return err
	}
	t := reports.Table{Title: "Resolutions", Note: "Committee, as at " + s.today().Long(), Columns: []reports.Column{
		{Title: "Number", Width: 10}, {Title: "Date", Width: 12}, {Title: "Resolution", Width: 80}, {Title: "Moved by", Width: 24}, {Title: "Seconded by", Width: 24},
		{Title: "Present", Width: 40}, {Title: "Yes", Width: 6}, {Title: "No", Width: 6}, {Title: "Abstain", Width: 8}, {Title: "Outcome", Width: 14}, {Title: "Arithmetic", Width: 60},
	}}
	for _, r := range list {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(r.Number.String()), reports.Date(r.Day), reports.Text(r.Text), reports.Text(r.Mover.Name), reports.Text(r.Seconder.Name),
			reports.Text(whoText(r.Present)), reports.Int(r.Votes.Yes), reports.Int(r.Votes.No), reports.Int(r.Votes.Abstain), reports.Text(r.Outcome.Label()), reports.Text(r.Trace.String()),
		})
	}
	return s.sendListed(c, "resolutions", t)
}

// sendListed answers with a list as the file that the address ends in.
func (s *Server) sendListed(c echo.Context, name string, t reports.Table) error {
	format := formatCSV
	if strings.HasSuffix(c.Request().URL.Path, "."+formatXLSX) {
		format = formatXLSX
	}
	return s.sendTable(c, format, name, t)
}

func whoText(people []committee.Who) string {
	var out []string
	for _, w := range people {
		out = append(out, w.Name)
	}
	return strings.Join(out, ", ")
}

func (s *Server) resolution(c echo.Context) error {
	id, err := pathID[committee.ResolutionID](c, "id")
	if err != nil {
		return err
	}
	r, err := s.committee.Resolution(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	page := ResolutionPage{
		Page: s.page(c, "Resolution "+r.Number.String(), committeeCrumb, Crumb{"Resolutions", resolutionsPath}), Tabs: committeeTabs(resolutionsPath),
		State: outcomeBadge(r.Outcome), Text: r.Text, MayKeep: s.keepsCommittee(c), Edit: below(resolutionsPath, id, "edit"),
	}
	page.Facts = []Fact{
		{Label: "Outcome", Trace: committeeTrace(r.Outcome.Label(), r.Trace)}, {Label: "Decided on", Value: r.Day.Long()},
		{Label: "Yes – no – abstain", Value: votesText(r.Votes)}, {Label: "Present", Value: whoText(r.Present)},
	}
	if r.Chair != constitution.ChairSilent {
		page.Facts = append(page.Facts, Fact{Label: "Chair’s vote", Value: capital(string(r.Chair))})
	}
	if r.Mover.Person != 0 {
		page.Facts = append(page.Facts, Fact{Label: "Moved by", Value: r.Mover.Name})
	}
	if r.Seconder.Person != 0 {
		page.Facts = append(page.Facts, Fact{Label: "Seconded by", Value: r.Seconder.Name})
	}
	page.Facts = append(page.Facts, Fact{Label: "Recorded", Value: r.RecordedAt.Long() + " by " + r.RecordedBy})
	return resolutionView.render(c, http.StatusOK, page)
}
