package committee

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/reports"
	"nzgs/web/kit"
)

// ResolutionsPage is the register of the committee's resolutions.
type ResolutionsPage struct {
	kit.Page
	Tabs    kit.Tabs
	Filters kit.Filters
	Head    kit.ListHead
	Rows    []ResolutionLine
	MayKeep bool
	Empty   *kit.Empty
}

// ResolutionLine is a resolution in the register.
type ResolutionLine struct {
	Number, URL string
	Day, Text   string
	Votes       string
	Outcome     kit.Badge
}

// ResolutionPage is one resolution.
type ResolutionPage struct {
	kit.Page
	Tabs    kit.Tabs
	State   kit.Badge
	Text    string
	Facts   []kit.Fact
	MayKeep bool
	Edit    string
}

var (
	resolutionsView = kit.NewView[ResolutionsPage](templates, "resolutions.html")
	resolutionView  = kit.NewView[ResolutionPage](templates, "resolution.html")
)

func outcomeBadge(o committee.Outcome) kit.Badge {
	switch o {
	case committee.Carried:
		return kit.Badge{Kind: kit.KindSuccess, Text: o.Label()}
	case committee.Lost:
		return kit.Badge{Kind: kit.KindNeutral, Text: o.Label()}
	}
	return kit.Badge{Kind: kit.KindWarning, Text: o.Label()}
}

func votesText(v constitution.Votes) string {
	return strconv.Itoa(v.Yes) + "–" + strconv.Itoa(v.No) + "–" + strconv.Itoa(v.Abstain)
}

// resolutionFilter reads the state of the list from its address. What it does
// not understand is taken as not said.
func resolutionFilter(c echo.Context) committee.ResolutionFilter {
	f := committee.ResolutionFilter{
		Words: strings.TrimSpace(c.QueryParam("q")), Meeting: kit.QueryID[committee.MeetingID](c, "meeting"),
	}
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

func (s *Desk) resolutions(c echo.Context) error {
	f := resolutionFilter(c)
	list, total, err := s.committee.Resolutions(c.Request().Context(), s.Actor(c), f)
	if err != nil {
		return err
	}
	at := c.Request().URL
	page := ResolutionsPage{
		Page: s.Page(c, "Resolutions of the committee", committeeCrumb), Tabs: committeeTabs(kit.ResolutionsPath),
		MayKeep: s.keepsCommittee(c),
		Head: kit.ListHead{
			Count: someOf(len(list), total, "resolution", "resolutions"),
			Exports: []kit.Link{
				{Label: "XLSX", URL: kit.WithQuery(kit.ResolutionsPath+".xlsx", at)},
				{Label: "CSV", URL: kit.WithQuery(kit.ResolutionsPath+".csv", at)},
			},
		},
	}
	page.Filters, err = s.resolutionFilters(c, f)
	if err != nil {
		return err
	}
	for _, r := range list {
		page.Rows = append(page.Rows, ResolutionLine{
			Number: r.Number.String(), URL: kit.Below(kit.ResolutionsPath, r.ID), Day: r.Day.Long(),
			Text: kit.Shortened(r.Text, 200), Votes: votesText(r.Votes), Outcome: outcomeBadge(r.Outcome),
		})
	}
	switch {
	case total == 0:
		page.Empty = &kit.Empty{
			Title: "No resolutions yet",
			Text: "Record what the committee decides at its meetings here. Resolutions are numbered within the year. The " +
				"constitution gives the committee no way to decide between meetings.",
		}
		if page.MayKeep {
			page.Empty.Action = &kit.Link{Label: "Record a resolution", URL: kit.ResolutionsPath + "/new"}
		}
	case len(list) == 0:
		page.Empty = &kit.Empty{
			Title: "No resolution matches", Text: "Try fewer words, or clear the filters.",
			Action: &kit.Link{Label: "Clear the filters", URL: kit.ResolutionsPath},
		}
	}
	return resolutionsView.Render(c, http.StatusOK, page)
}

func (s *Desk) resolutionFilters(c echo.Context, f committee.ResolutionFilter) (kit.Filters, error) {
	all, _, err := s.committee.Resolutions(c.Request().Context(), s.Actor(c), committee.ResolutionFilter{})
	if err != nil {
		return kit.Filters{}, err
	}
	year := kit.Field{
		ID: "year", Name: "year", Label: "Year", Type: "select", Options: []kit.Option{{Label: "Every year"}},
	}
	last := 0
	for _, r := range all {
		if r.Number.Year != last {
			last = r.Number.Year
			year.Options = append(year.Options, kit.Option{
				Value: strconv.Itoa(last), Label: strconv.Itoa(last), Selected: last == f.Year,
			})
		}
	}
	outcome := kit.Field{
		ID: "outcome", Name: "outcome", Label: "Outcome", Type: "select", Options: []kit.Option{{Label: "All"}},
	}
	for _, o := range committee.Outcomes {
		outcome.Options = append(outcome.Options, kit.Option{Value: string(o), Label: o.Label(), Selected: o == f.Outcome})
	}
	out := kit.Filters{Action: kit.ResolutionsPath, Target: "resolutions", Fields: []kit.Field{
		{ID: "q", Name: "q", Label: "Search", Type: "search", Value: f.Words, Placeholder: "Words, names or 2026/3"}, year,
		outcome,
	}}
	if f.Meeting != 0 {
		out.Hidden = []kit.Hidden{{Name: "meeting", Value: kit.IDText(f.Meeting)}}
	}
	if f != (committee.ResolutionFilter{}) {
		out.Clear = kit.ResolutionsPath
	}
	return out, nil
}

// resolutionsFile exports what the list shows.
func (s *Desk) resolutionsFile(c echo.Context) error {
	list, _, err := s.committee.Resolutions(c.Request().Context(), s.Actor(c), resolutionFilter(c))
	if err != nil {
		return err
	}
	t := reports.Table{Title: "Resolutions", Note: "Committee, as at " + s.Today().Long(), Columns: []reports.Column{
		{Title: "Number", Width: 10}, {Title: "Date", Width: 12}, {Title: "Resolution", Width: 80},
		{Title: "Moved by", Width: 24}, {Title: "Seconded by", Width: 24},
		{Title: "Present", Width: 40}, {Title: "Yes", Width: 6}, {Title: "No", Width: 6}, {Title: "Abstain", Width: 8},
		{Title: "Outcome", Width: 14}, {Title: "Arithmetic", Width: 60},
	}}
	for _, r := range list {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(r.Number.String()), reports.Date(r.Day), reports.Text(r.Text), reports.Text(r.Mover.Name),
			reports.Text(r.Seconder.Name),
			reports.Text(whoText(r.Present)), reports.Int(r.Votes.Yes), reports.Int(r.Votes.No), reports.Int(r.Votes.Abstain),
			reports.Text(r.Outcome.Label()), reports.Text(r.Trace.String()),
		})
	}
	return s.sendListed(c, "resolutions", t)
}

// sendListed answers with a list as the file that the address ends in.
func (s *Desk) sendListed(c echo.Context, what string, t reports.Table) error {
	format := kit.FormatCSV
	if strings.HasSuffix(c.Request().URL.Path, "."+kit.FormatXLSX) {
		format = kit.FormatXLSX
	}
	return s.SendTable(c, format, s.TodaysFile(what, ""), t)
}

func whoText(people []committee.Who) string {
	var out []string
	for _, w := range people {
		out = append(out, w.Name)
	}
	return strings.Join(out, ", ")
}

func (s *Desk) resolution(c echo.Context) error {
	r, err := kit.ByID(s.Site, s.committee.Resolution)(c)
	if err != nil {
		return err
	}
	page := ResolutionPage{
		Page:  s.Page(c, "Resolution "+r.Number.String(), committeeCrumb, resolutionsCrumb),
		Tabs:  committeeTabs(kit.ResolutionsPath),
		State: outcomeBadge(r.Outcome), Text: r.Text, MayKeep: s.keepsCommittee(c),
		Edit: kit.Below(kit.ResolutionsPath, r.ID, "edit"),
	}
	page.Facts = []kit.Fact{
		{Label: "Outcome", Trace: new(kit.RuleTrace(r.Outcome.Label(), r.Trace))}, {Label: "Decided on", Value: r.Day.Long()},
		{Label: "Yes – no – abstain", Value: votesText(r.Votes)}, {Label: "Present", Value: whoText(r.Present)},
	}
	if r.Chair != constitution.ChairSilent {
		page.Facts = append(page.Facts, kit.Fact{Label: "Chair’s vote", Value: kit.Capital(string(r.Chair))})
	}
	if r.Mover.Person != 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Moved by", Value: r.Mover.Name})
	}
	if r.Seconder.Person != 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Seconded by", Value: r.Seconder.Name})
	}
	page.Facts = append(page.Facts, kit.Fact{Label: "Recorded", Value: r.RecordedAt.Long() + " by " + r.RecordedBy})
	return resolutionView.Render(c, http.StatusOK, page)
}
