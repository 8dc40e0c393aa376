package points

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/reports"
	"nzgs/web/kit"
)

// StandingsPage is who has how many points on a day.
type StandingsPage struct {
	kit.Page
	Tabs    kit.Tabs
	Intro   string
	Filters kit.Filters
	Head    kit.ListHead
	Chart   *kit.Chart
	Rows    []StandingRow
	Rules   []string
	Desk    *kit.Link // of who keeps the points
	Empty   *kit.Empty

	Readings []points.Reading
}

// StandingRow is a player in the standings.
type StandingRow struct {
	Place, Name, URL      string
	Points                string
	National, Represented string
}

var standingsView = kit.NewView[StandingsPage](templates, "standings.html")

func tabs(current string) kit.Tabs {
	t := kit.Tabs{Label: "Points", Items: []kit.NavItem{
		{Label: "Standings", URL: kit.PointsPath}, {Label: "Years and events", URL: historyPath},
	}}
	for i := range t.Items {
		t.Items[i].Current = t.Items[i].URL == current
	}
	return t
}

// asked is the day of the standings that the address asks for, today otherwise.
func (s *Desk) asked(c echo.Context) (day civil.Date, problem string) {
	text := strings.TrimSpace(c.QueryParam("day"))
	if text == "" {
		return s.Today(), ""
	}
	day, err := civil.ReadDate(text)
	if err != nil {
		return s.Today(), "Enter a date like 1 July 2026."
	}
	return day, ""
}

func (s *Desk) standings(c echo.Context) error {
	day, problem := s.asked(c)
	list, err := s.points.Standings(c.Request().Context(), day)
	if err != nil {
		return err
	}
	page := StandingsPage{
		Page: s.Page(c, "Points towards representing New Zealand"), Tabs: tabs(kit.PointsPath),
		Intro: "As at " + day.Long() + ". The player with most points who wishes to go represents New Zealand at the " +
			"World Amateur Go Championship.",
		Head: kit.ListHead{
			Count:   kit.Plural(len(list.Rows), "player", "players"),
			Exports: kit.Exports(c, "PDF", ".pdf", "XLSX", ".xlsx", "CSV", ".csv", "JSON", ".json"),
		},
		Chart: raceChart(list.Race), Readings: points.Readings(),
	}
	if problem != "" {
		page.Errors = append(page.Errors, kit.FieldError{Field: "day", Message: problem})
		page.Head.Problem = problem + " Here are the points of " + day.Long() + "."
	}
	page.Filters = kit.Filters{Action: kit.PointsPath, Target: "points", Fields: []kit.Field{
		page.Field(kit.Field{Name: "day", Label: "On", Value: c.QueryParam("day"), Width: "medium", Placeholder: day.Long()}),
	}}
	if c.QueryParam("day") != "" {
		page.Filters.Clear = kit.PointsPath
	}
	for _, r := range list.Rows {
		page.Rows = append(page.Rows, standingRow(r))
	}
	if len(list.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No points on this day", Text: "Points are posted when a points event is finished."}
	}
	if page.Rules, err = s.rules(c, day); err != nil {
		return err
	}
	if auth.Can(s.Actor(c), auth.KeepPoints, auth.Object{}, s.Today()) {
		page.Desk = &kit.Link{Label: "Points desk", URL: kit.PointsDeskPath, Kind: "secondary"}
	}
	return standingsView.Render(c, page.Status(), page)
}

// rules say how points are given and lost on a day.
func (s *Desk) rules(c echo.Context, day civil.Date) ([]string, error) {
	all, err := s.points.Figures(c.Request().Context())
	if err != nil {
		return nil, err
	}
	in := points.SystemOn(all, day)
	return []string{
		"A national event gives its first places " + table(in.National) + " points, a regional one " + table(in.Regional) + ".",
		"Places follow from the final score alone, never from a tie-break. Players of one score share the mean of their places.",
		"Only members are given points. A visitor keeps the place.",
		"The points year ends with the New Zealand Championship. Then everyone loses " + in.Loss.String() +
			" of their points, and the representative " + amount(in.Fixed) + " more.",
		"Of equal points first who represented longer ago or never, then who had the better place in the latest national " +
			"event that each played.",
	}, nil
}

// amount is a number of points with a true minus.
func amount(a points.Amount) string { return strings.Replace(a.String(), "-", "−", 1) }

// signed is amount with a plus.
func signed(a points.Amount) string {
	if a > 0 {
		return "+" + amount(a)
	}
	return amount(a)
}

func table(list []points.Amount) string {
	texts := make([]string, len(list))
	for i, a := range list {
		texts[i] = strings.TrimSuffix(a.String(), ".00")
	}
	return strings.Join(texts, ", ")
}

func standingRow(r representative.Row) StandingRow {
	out := StandingRow{
		Place: strconv.Itoa(r.Place), Name: r.Name, URL: accountURL(r.Person), Points: amount(r.Points),
		Represented: r.Represented.Short(),
	}
	if r.Level {
		out.Place += "="
	}
	if r.National > 0 {
		out.National = strconv.Itoa(r.National)
	}
	return out
}

// raceChart draws how the points of the year came about.
func raceChart(r representative.Race) *kit.Chart {
	if len(r.Steps) < 2 || len(r.Players) == 0 {
		return nil
	}
	last := r.Steps[len(r.Steps)-1]
	chart := &kit.Chart{
		ID: "race", Title: "The race of the year", Kind: "step", XLabel: "After", Series: r.Players,
		Summary: r.Players[0] + " leads with " + amount(last.Balances[0]) + " points after " + last.Event,
	}
	for _, step := range r.Steps {
		point := kit.ChartPoint{X: step.Day.String(), Label: step.Day.Short() + ", " + step.Event}
		for _, b := range step.Balances {
			point.Values = append(point.Values, amount(b))
		}
		chart.Points = append(chart.Points, point)
	}
	return chart
}

// standingsFile answers with what the page shows, in the format its address ends in.
func (s *Desk) standingsFile(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	day, _ := s.asked(c)
	list, err := s.points.Standings(c.Request().Context(), day)
	if err != nil {
		return err
	}
	name := s.FileName("points", "", day)
	switch format {
	case kit.FormatJSON:
		return kit.SendData(c, name, standingsDataOf(list))
	case kit.FormatPDF:
		return kit.SendPrint(c, name, s.Press().ListingPDF, s.standingsPrint(list))
	}
	t := reports.Table{
		Title: "Points", Columns: kit.Columns("Place", "Player", "Points", "Latest national place", "Represented after"),
	}
	for _, r := range list.Rows {
		row := []reports.Cell{
			reports.Int(r.Place), reports.Text(r.Name), reports.Figure(float64(r.Points) / 100), {}, reports.Date(r.Represented),
		}
		if r.National > 0 {
			row[3] = reports.Int(r.National)
		}
		t.Rows = append(t.Rows, row)
	}
	return s.SendTable(c, format, name, t)
}

func (s *Desk) standingsPrint(list representative.Standings) reports.Listing {
	out := reports.Listing{
		Over: "World Amateur Go Championship", Title: "Points towards representing New Zealand",
		Notes: []string{"As at " + list.Day.Long() + ". " + kit.Plural(len(list.Rows), "player", "players") + "."},
		Columns: []reports.ListingColumn{
			{Title: "Place", Width: 14, Figure: true}, {Title: "Player", Lines: reports.Whole}, {Title: "Points", Width: 24, Figure: true},
			{Title: "National", Width: 20, Figure: true}, {Title: "Represented after", Width: 38},
		},
		AsAt: s.Today().Long(),
	}
	for _, r := range list.Rows {
		row := standingRow(r)
		out.Rows = append(out.Rows, []string{row.Place, row.Name, row.Points, row.National, row.Represented})
	}
	return out
}

type standingsData struct {
	AsAt    civil.Date        `json:"as_at"`
	Players []standingRowData `json:"players"`
}

type standingRowData struct {
	ID          int64      `json:"id"`
	Place       int        `json:"place"`
	Name        string     `json:"name"`
	Points      string     `json:"points"`
	National    int        `json:"latest_national_place,omitempty"`
	Represented civil.Date `json:"represented_after,omitzero"`
}

func standingsDataOf(list representative.Standings) standingsData {
	out := standingsData{AsAt: list.Day, Players: []standingRowData{}}
	for _, r := range list.Rows {
		out.Players = append(out.Players, standingRowData{
			int64(r.Person), r.Place, r.Name, r.Points.String(), r.National, r.Represented,
		})
	}
	return out
}
