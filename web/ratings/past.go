package ratings

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/reports"
	"nzgs/web/kit"
)

const (
	pastPath    = kit.RatingsDeskPath + "/list"
	changesPath = kit.RatingsDeskPath + "/changes"
)

// asCounted says what a list of a past day is, and what it is not.
const asCounted = "It is worked out from the events that count today. Where an event was sent in, corrected or withdrawn " +
	"since, the list shown on that day was another one."

// PastPage is the list of a day.
type PastPage struct {
	kit.Page
	Intro   string
	Filters kit.Filters
	Head    kit.ListHead
	Rows    []RatingLine
	Pager   kit.Pager
	Empty   *kit.Empty

	Programs string // the address of the list for Go programs
}

var pastView = kit.NewView[PastPage](templates, "past.html")

// dayAsked is a day of the address, another one where it says none. What is not a day
// becomes an error of the page.
func dayAsked(c echo.Context, p *kit.Page, name string, otherwise civil.Date) civil.Date {
	text := strings.TrimSpace(c.QueryParam(name))
	if text == "" {
		return otherwise
	}
	day, err := civil.ReadDate(text)
	if err != nil {
		p.Errors = append(p.Errors, kit.FieldError{Field: name, Message: "Enter a date like 1 July 2026."})
		return otherwise
	}
	return day
}

func dayField(c echo.Context, p *kit.Page, name, label string, day civil.Date) kit.Field {
	return p.Field(kit.Field{
		Name: name, Label: label, Value: c.QueryParam(name), Width: "medium", Placeholder: day.Long(),
	})
}

// whole asks for a list in one piece, for files; onPage for the page that the address names.
var whole = ratings.Paging{Size: ratings.AllRows}

func onPage(c echo.Context) ratings.Paging {
	return ratings.Paging{Page: kit.PageNumber(c), Size: playersPerPage}
}

// pastAsked is the list that the address asks for. A list that cannot be given is
// today's, with the error on the page.
func (s *Desk) pastAsked(c echo.Context, p *kit.Page, part ratings.Paging) (ratings.Past, error) {
	day := dayAsked(c, p, "on", s.Today())
	scope := ratings.Scope(c.QueryParam("scope"))
	list, err := s.ratings.PastList(c.Request().Context(), s.Actor(c), day, scope, part)
	if p.Invalid(err) {
		return s.ratings.PastList(c.Request().Context(), s.Actor(c), s.Today(), scope, part)
	}
	return list, err
}

func (s *Desk) past(c echo.Context) error {
	page := PastPage{Page: s.Page(c, "The list on a day", officerCrumb)}
	list, err := s.pastAsked(c, &page.Page, onPage(c))
	if err != nil {
		return err
	}
	page.Title = "Rating list of " + list.Day.Long()
	page.Intro = asCounted
	page.Programs = kit.WithQuery(pastProgramsPath, c.Request().URL)
	page.Head = kit.ListHead{
		Count:   kit.Plural(list.Players, "player", "players"),
		Exports: kit.Exports(c, "PDF", ".pdf", "XLSX", ".xlsx", "CSV", ".csv", "JSON", ".json"),
	}
	if len(page.Errors) > 0 {
		page.Head.Problem = page.Errors[0].Message + " Here is the list of " + list.Day.Long() + "."
	}
	page.Filters = kit.Filters{Action: pastPath, Target: "past", Fields: []kit.Field{
		dayField(c, &page.Page, "on", "On", list.Day),
		{ID: "scope", Name: "scope", Label: "Who", Type: "select", Options: []kit.Option{
			{Label: "Active then"}, {Value: string(ratings.Everyone), Label: "All players", Selected: list.Scope == ratings.Everyone},
		}},
	}}
	for _, r := range list.Rows {
		page.Rows = append(page.Rows, ratingLine(r))
	}
	page.Pager = kit.PagerOf(kit.PageNumber(c), playersPerPage, list.Players, c.Request().URL)
	if len(list.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No one was on the list", Text: "Players join the list with their first rated game."}
	}
	return pastView.Render(c, page.Status(), page)
}

// asList is the list of a day as lists are written into files.
func asList(p ratings.Past) ratings.List {
	return ratings.List{
		Filter: ratings.Filter{Scope: p.Scope}, Day: p.Day, Since: p.Since, Rows: p.Rows, Matches: p.Players, Players: p.Players,
	}
}

func (s *Desk) pastFile(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	var p kit.Page
	list, err := s.pastAsked(c, &p, whole)
	if err != nil {
		return err
	}
	name := s.ratingFile(asList(list))
	switch format {
	case kit.FormatJSON:
		return kit.SendData(c, name, ratingListDataOf(asList(list)))
	case kit.FormatPDF:
		return kit.SendPrint(c, name, s.Press().ListingPDF, s.pastPrint(list))
	}
	return s.SendTable(c, format, name, ratingTable(asList(list)))
}

// pastPrint is the list of a day on paper.
func (s *Desk) pastPrint(list ratings.Past) reports.Listing {
	who := kit.Plural(len(list.Rows), "player", "players") + ". Players with a rated game since " + list.Since.Long() + "."
	if list.Scope == ratings.Everyone {
		who = kit.Plural(len(list.Rows), "player", "players") + ". All players with a rated game."
	}
	out := s.listPrint(asList(list), who)
	if list.Day != s.Today() {
		out.Notes = append(out.Notes, asCounted)
	}
	return out
}

// listPrint is a rating list on paper.
func (s *Desk) listPrint(list ratings.List, who string) reports.Listing {
	out := reports.Listing{
		Over: "Ratings", Title: "Rating list of " + list.Day.Long(),
		Columns: []reports.ListingColumn{
			{Title: "Place", Width: 10, Figure: true}, {Title: "Player", Lines: reports.Whole}, {Title: "Club", Lines: reports.Whole},
			{Title: "Rating", Width: 13, Figure: true}, {Title: "Grade", Width: 13}, {Title: "Games", Width: 11, Figure: true},
			{Title: "Last rated", Width: 21},
		},
		Notes: []string{who + " * provisional: fewer than ten rated games."},
		AsAt:  s.Today().Long(), Five: true,
	}
	for _, r := range list.Rows {
		row := ratingLine(r)
		if row.Provisional {
			row.Rating += "*"
		}
		out.Rows = append(out.Rows, []string{row.Place, row.Name, row.Clubs, row.Rating, row.Grade, row.Games, row.Last})
	}
	return out
}

// ChangesPage is what changed between the lists of two days.
type ChangesPage struct {
	kit.Page
	Intro   string
	Filters kit.Filters
	Head    kit.ListHead
	Rows    []ChangeLine
	Pager   kit.Pager
	Empty   *kit.Empty
}

// wasSet stands for an event where the ratings officer set a rating.
const wasSet = "set by the ratings officer"

// ChangeLine is a player who stands elsewhere, or has more rated games.
type ChangeLine struct {
	Name, URL        string
	From, To, Change string
	Games            string
	Events           []kit.Link
	New              bool
}

var changesView = kit.NewView[ChangesPage](templates, "changes.html")

// changesAsked are the changes that the address asks for, those of the last month
// otherwise.
func (s *Desk) changesAsked(c echo.Context, p *kit.Page, part ratings.Paging) (ratings.Between, error) {
	to := dayAsked(c, p, "to", s.Today())
	from := dayAsked(c, p, "from", to.AddMonths(-1))
	list, err := s.ratings.Between(c.Request().Context(), s.Actor(c), from, to, part)
	if p.Invalid(err) {
		return s.ratings.Between(c.Request().Context(), s.Actor(c), s.Today().AddMonths(-1), s.Today(), part)
	}
	return list, err
}

func (s *Desk) changes(c echo.Context) error {
	page := ChangesPage{Page: s.Page(c, "What changed", officerCrumb)}
	list, err := s.changesAsked(c, &page.Page, onPage(c))
	if err != nil {
		return err
	}
	page.Intro = "From the list of " + list.From.Long() + " to that of " + list.To.Long() + ", who moved furthest first. " +
		strings.Replace(asCounted, "It is", "Each is", 1)
	page.Head = kit.ListHead{
		Count: kit.Plural(list.Moved, "player has", "players have") + " changed; " +
			kit.Plural(list.Same, "player stands", "players stand") + " as before",
		Exports: kit.Exports(c, "PDF", ".pdf", "XLSX", ".xlsx", "CSV", ".csv", "JSON", ".json"),
	}
	if len(page.Errors) > 0 {
		page.Head.Problem = page.Errors[0].Message + " Here is what changed from " + list.From.Long() + " to " + list.To.Long() + "."
	}
	page.Filters = kit.Filters{Action: changesPath, Target: "changes", Fields: []kit.Field{
		dayField(c, &page.Page, "from", "From", list.From), dayField(c, &page.Page, "to", "To", list.To),
	}}
	for _, m := range list.Rows {
		page.Rows = append(page.Rows, changeLine(m))
	}
	page.Pager = kit.PagerOf(kit.PageNumber(c), playersPerPage, list.Moved, c.Request().URL)
	if len(list.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "Nothing changed", Text: "No rated event began between the two days."}
	}
	return changesView.Render(c, page.Status(), page)
}

func changeLine(m ratings.Moved) ChangeLine {
	out := ChangeLine{
		Name: m.Name, URL: kit.PlayerURL(m.Person), From: m.Before.Published().String(), To: m.After.Published().String(),
		Change: ratings.SignedMilli(m.After - m.Before), Games: strconv.Itoa(m.Games), New: m.New,
	}
	for _, e := range m.Events {
		out.Events = append(out.Events, kit.Link{Label: e.Name, URL: kit.EventURL(e.Slug)})
	}
	if m.Set {
		out.Events = append(out.Events, kit.Link{Label: wasSet, URL: kit.PlayerURL(m.Person) + "#set"})
	}
	return out
}

// eventNames are the events of a player who moved, in one cell.
func eventNames(m ratings.Moved) string {
	var names []string
	for _, e := range changeLine(m).Events {
		names = append(names, e.Label)
	}
	return strings.Join(names, "; ")
}

type changesData struct {
	From    civil.Date   `json:"from"`
	To      civil.Date   `json:"to"`
	Players []changeData `json:"players"`
}

type changeData struct {
	ID     int64    `json:"id"`
	Name   string   `json:"name"`
	New    bool     `json:"new"`
	Before float64  `json:"before"`
	After  float64  `json:"after"`
	Games  int      `json:"games"`
	Events []string `json:"events"`
}

func (s *Desk) changesFile(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	var p kit.Page
	list, err := s.changesAsked(c, &p, whole)
	if err != nil {
		return err
	}
	name := s.FileName("rating changes since "+list.From.String(), "", list.To)
	switch format {
	case kit.FormatJSON:
		data := changesData{From: list.From, To: list.To, Players: []changeData{}}
		for _, m := range list.Rows {
			one := changeData{
				ID: int64(m.Person), Name: m.Name, New: m.New, Before: published(m.Before), After: published(m.After), Games: m.Games,
				Events: []string{},
			}
			for _, e := range changeLine(m).Events {
				one.Events = append(one.Events, e.Label)
			}
			data.Players = append(data.Players, one)
		}
		return kit.SendData(c, name, data)
	case kit.FormatPDF:
		return kit.SendPrint(c, name, s.Press().ListingPDF, s.changesPrint(list))
	}
	t := reports.Table{
		Title: "Changes", Columns: kit.Columns("Player", "New", "From", "To", "Exactly", "Rated games", "Events"),
	}
	for _, m := range list.Rows {
		isNew := ""
		if m.New {
			isNew = "yes"
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(m.Name), reports.Text(isNew), reports.Figure(published(m.Before)), reports.Figure(published(m.After)),
			reports.Figure(float64(m.After-m.Before) / 1000), reports.Int(m.Games), reports.Text(eventNames(m)),
		})
	}
	return s.SendTable(c, format, name, t)
}

func published(m scale.Milli) float64 { return float64(m.Published()) / 10 }

func (s *Desk) changesPrint(list ratings.Between) reports.Listing {
	out := reports.Listing{
		Title: "Rating changes, " + list.From.Long() + " to " + list.To.Long(),
		Notes: []string{
			kit.Plural(len(list.Rows), "player", "players") + ". The list has ratings to the tenth; they are worked out to the " +
				"thousandth, which is what is added up here.",
			strings.Replace(asCounted, "It is", "Each list is", 1),
		},
		Columns: []reports.ListingColumn{
			{Title: "Player", Lines: reports.Whole}, {Title: "On the list", Width: 22, Lines: reports.Whole},
			{Title: "Before + change = after", Width: 45, Lines: reports.Whole}, {Title: "Games", Width: 12, Figure: true},
			{Title: "Events", Lines: reports.Whole},
		},
		AsAt: s.Today().Long(),
	}
	for _, m := range list.Rows {
		row := changeLine(m)
		listed := row.From + " → " + row.To
		if row.New {
			listed = row.To + " (new)"
		}
		out.Rows = append(out.Rows, []string{row.Name, listed, sumOf(m.Before, m.After), row.Games, eventNames(m)})
	}
	return out
}

// sumOf is a change of a rating as it is added up: "3.412 + 0.074 = 3.486".
func sumOf(before, after scale.Milli) string {
	if change := after - before; change < 0 {
		return before.String() + " − " + (-change).String() + " = " + after.String()
	}
	return before.String() + " + " + (after - before).String() + " = " + after.String()
}
