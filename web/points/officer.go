package points

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/representative"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// DeskPage is what the ratings officer sees of the points.
type DeskPage struct {
	kit.Page
	Tasks   []kit.Task
	Waiting []EventView
	Posted  []EventView
	Years   []kit.Link
	Imports []ImportView
	Figures []FiguresView
	Recent  []kit.Link // events, to say which of their sections give points
}

// ImportView is a file that was entered.
type ImportView struct {
	File, Text string
	Undo       *kit.PostButton
}

// FiguresView are the figures from a day on.
type FiguresView struct{ From, National, Regional, Loss, Fixed string }

// YearPage is the end of a points year: what it would post, or that it is closed.
type YearPage struct {
	kit.Page
	Facts   []kit.Fact
	Empty   *kit.Empty
	Next    *kit.Link // what is to be done first
	Links   []kit.Link
	Ranking []RankedView
	Reverse []LineView // lines that closing reverses
	Post    []LineView
	Close   *kit.PostButton
	Undo    *kit.SmallForm
}

// RankedView is a player in the ranking of a year.
type RankedView struct {
	StandingRow
	Wish string
}

// SectionsPage says which sections of an event give points.
type SectionsPage struct {
	kit.Page
	Intro string
	Rows  []SectionView
	Again *kit.PostButton
}

// SectionView is a section of an event.
type SectionView struct {
	Name, URL string
	Text      string
	Waits     string
	Badge     kit.Badge
}

var (
	deskView     = kit.NewView[DeskPage](templates, "desk.html")
	yearPageView = kit.NewView[YearPage](templates, "year.html")
	sectionsView = kit.NewView[SectionsPage](templates, "sections.html")
)

func yearURL(year int, part ...string) string {
	return kit.Below(kit.PointsDeskPath+"/years", year, part...)
}

func sectionsURL(id auth.EventID) string { return kit.Below("/director/events", id, "points") }

// recentEvents is how many events the desk lists, of which sections may give points.
const recentEvents = 20

func (s *Desk) desk(c echo.Context) error {
	d, err := s.points.Desk(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := DeskPage{Page: s.Page(c, "Points desk", pointsCrumb)}
	for _, e := range d.Waiting {
		page.Waiting = append(page.Waiting, deskEvent(e))
	}
	for _, e := range d.Posted {
		page.Posted = append(page.Posted, deskEvent(e))
	}
	history, err := s.points.History(c.Request().Context())
	if err != nil {
		return err
	}
	closed := map[int]bool{}
	for _, y := range history {
		closed[y.Year] = y.Closed
	}
	for _, year := range d.Years {
		page.Years = append(page.Years, kit.Link{Label: "The points year " + strconv.Itoa(year), URL: yearURL(year)})
		if !closed[year] {
			page.Tasks = append(page.Tasks, kit.Task{
				Title: fmt.Sprintf("The points year %d has ended", year), URL: yearURL(year), Action: "Look at the year end",
				Text: "Its championship is posted. Record who wishes to go and whom the committee chose, then close the year.",
			})
		}
	}
	recent, _, err := s.tournaments.Events(c.Request().Context(), s.Actor(c), tournaments.EventFilter{Limit: recentEvents})
	if err != nil {
		return err
	}
	for _, e := range recent {
		page.Recent = append(page.Recent, kit.Link{Label: e.Name + ", " + e.Dates(), URL: sectionsURL(e.ID)})
	}
	for _, i := range d.Imports {
		page.Imports = append(page.Imports, importView(page.Page, i))
	}
	for _, f := range d.Figures {
		page.Figures = append(page.Figures, FiguresView{
			f.From.Long(), table(f.National), table(f.Regional), f.Loss.String(), amount(f.Fixed),
		})
	}
	return deskView.Render(c, http.StatusOK, page)
}

func importView(page kit.Page, i representative.Import) ImportView {
	out := ImportView{File: i.File, Text: fmt.Sprintf("%s and %s, entered on %s by %s",
		kit.Plural(i.Events, "event", "events"), kit.Plural(i.Openings, "balance", "balances"), i.At.Date().Long(), i.By)}
	if i.Undone {
		out.Text += "; withdrawn"
		return out
	}
	out.Undo = page.Button(
		"undo-"+kit.IDText(i.ID), kit.Below(kit.PointsDeskPath+"/imports", i.ID, "undo"), "Withdraw",
	)
	out.Undo.Kind, out.Undo.Small, out.Undo.For = "secondary", "small", i.File
	return out
}

func deskEvent(e representative.Listed) EventView {
	out := eventView(e)
	if e.Event != 0 {
		out.URL = sectionsURL(e.Event)
	}
	switch {
	case e.Waits != "":
		out.Note, out.Badge = e.Waits, &kit.Badge{Kind: kit.KindWarning, Text: "Waits"}
	case e.Reopened:
		out.Note = "The event is reopened. Its points are corrected when it is finished again."
		out.Badge = &kit.Badge{Kind: kit.KindWarning, Text: "Being corrected"}
	case e.Posted:
		out.Badge = &kit.Badge{Kind: kit.KindSuccess, Text: "Posted"}
	default:
		out.Badge = &kit.Badge{Kind: kit.KindNeutral, Text: "Not finished"}
	}
	return out
}

func (s *Desk) undoImport(c echo.Context) error {
	id, err := kit.PathID[representative.ImportID](c, "id")
	if err != nil {
		return err
	}
	if err := s.points.UndoImport(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.PointsDeskPath)
	}
	s.Flash(c, kit.KindSuccess, "The file is withdrawn; lines of their own undo what it posted.")
	return kit.SeeOther(c, kit.PointsDeskPath)
}

func (s *Desk) loadYear(c echo.Context) (representative.YearEnd, error) {
	year, err := kit.PathID[int64](c, "year")
	if err != nil || year < 1900 || year > 2999 {
		return representative.YearEnd{}, kit.ErrNoSuchPage
	}
	return s.points.YearEnd(c.Request().Context(), s.Actor(c), int(year))
}

func (s *Desk) year(c echo.Context) error { return s.showYear(c, nil) }

func (s *Desk) showYear(c echo.Context, refused error) error {
	y, err := s.loadYear(c)
	if err != nil {
		return err
	}
	page := YearPage{Page: s.Page(c, "The end of the points year "+strconv.Itoa(y.Year), pointsCrumb, deskCrumb)}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if y.Event == "" {
		page.Empty = &kit.Empty{
			Title: "The championship is not posted", Text: "The points year ends with the New Zealand Championship. It is posted " +
				"when its event is finished and its section is marked as the championship.",
			Action: &kit.Link{Label: "Points desk", URL: kit.PointsDeskPath},
		}
		return yearPageView.Render(c, status, page)
	}
	page.fill(y)
	return yearPageView.Render(c, status, page)
}

// fill writes what the year end takes, and from whom.
func (page *YearPage) fill(y representative.YearEnd) {
	chosen := "Not recorded: no one loses the further " + amount(y.Fixed)
	if y.Choice.Person != 0 {
		chosen = y.Choice.Name
		if y.Choice.Resolution != "" {
			chosen += ", by resolution " + y.Choice.Resolution
		}
		if y.Choice.Reason != "" {
			chosen += ". " + y.Choice.Reason
		}
	}
	page.Facts = []kit.Fact{
		{Label: "Ends with", Value: y.Event + ", " + y.Day.Long()}, {Label: "Representative", Value: chosen},
		{Label: "Everyone loses", Value: y.Loss.String()},
		{Label: "The representative loses a further", Value: amount(y.Fixed)},
	}
	for _, r := range y.Ranking {
		page.Ranking = append(page.Ranking, RankedView{standingRow(r), map[representative.Wish]string{
			representative.NotAsked: "Not recorded", representative.Wishes: "Wishes to go",
			representative.Declines: "Does not wish to go",
		}[r.Wish]})
	}
	if y.Closed.Year != 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Closed", Value: y.Closed.At.Long() + ", by " + y.Closed.By})
		page.Undo = &kit.SmallForm{
			FormKey: page.Form("undo"), ID: "undo", Title: "Undo the year end", Action: yearURL(y.Year, "undo"),
			Fields: []kit.Field{page.Field(kit.Field{
				Name: "reason", Label: "Why", Required: true, MaxLength: 500,
				Hint: "What the year end took is given back by lines of their own; nothing is deleted.",
			})},
			Submit: "Undo the year end", Kind: "danger",
		}
		return
	}
	page.Links = []kit.Link{
		{Label: "Who wishes to go", URL: yearURL(y.Year, "wishes"), Kind: "secondary"},
		{Label: "The committee’s choice", URL: yearURL(y.Year, "choice"), Kind: "secondary"},
	}
	for _, l := range y.Would.Reverse {
		l.Points = -l.Points
		page.Reverse = append(page.Reverse, LineView{
			Day: l.Day.Short(), Event: eventName(l), Player: l.Name, Points: kit.Trace{Value: signed(l.Points)},
		})
	}
	for _, l := range y.Would.Post {
		view := lineView(l)
		view.Note = ""
		page.Post = append(page.Post, view)
	}
	page.Close = page.Button(
		"close", yearURL(y.Year, "close"), "Close the points year "+strconv.Itoa(y.Year), kit.VersionField(y.Revision),
	)
}

func (s *Desk) closeYear(c echo.Context) error {
	y, err := s.loadYear(c)
	if err != nil {
		return err
	}
	if err := s.points.Close(c.Request().Context(), s.Actor(c), y.Year, kit.FormVersion(c)); err != nil {
		return s.showYear(c, err)
	}
	s.Flash(c, kit.KindSuccess, fmt.Sprintf("The points year %d is closed.", y.Year))
	return kit.SeeOther(c, yearURL(y.Year))
}

func (s *Desk) undoYear(c echo.Context) error {
	y, err := s.loadYear(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if err := s.points.Reopen(c.Request().Context(), s.Actor(c), y.Year, in.Text("reason")); err != nil {
		return s.showYear(c, err)
	}
	s.Flash(c, kit.KindSuccess, fmt.Sprintf("The end of the points year %d is undone.", y.Year))
	return kit.SeeOther(c, yearURL(y.Year))
}

// sections shows which sections of an event give points.
func (s *Desk) sections(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	all, err := s.tournaments.PointsSections(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := SectionsPage{Page: s.Page(c, "Points"), Intro: "A section can give points towards representing New Zealand. They " +
		"are posted when the event is finished, and corrected when it is finished again with other results."}
	finished := false
	for _, one := range all {
		page.Crumbs = []kit.Crumb{{Label: "Events", URL: "/events"}, {Label: one.Event.Name, URL: "/events/" + one.Event.Slug}}
		finished = !one.Event.Status.TakesChanges()
		page.Rows = append(page.Rows, sectionView(one))
	}
	if len(all) == 0 {
		page.Intro = "The event has no section yet."
	}
	if finished {
		page.Again = page.Button("again", sectionsURL(id)+"/again", "Work the points out again")
		page.Again.Kind = "secondary"
	}
	return sectionsView.Render(c, http.StatusOK, page)
}

func sectionView(one tournaments.PointsSection) SectionView {
	d := one.Declared
	out := SectionView{Name: one.Section.Name, URL: kit.Below("/director/sections", one.Section.ID, "points"), Waits: d.Waits}
	if d.ID == 0 {
		out.Text, out.Badge = "Gives no points.", kit.Badge{Kind: kit.KindNeutral, Text: "None"}
		return out
	}
	out.Text = kit.Capital(string(d.Kind)) + " event, held by " + d.ClubName + "."
	if d.EndsYear {
		out.Text += " The New Zealand Championship: the points year ends with it."
	}
	switch {
	case d.Waits != "":
		out.Badge = kit.Badge{Kind: kit.KindWarning, Text: "Waits"}
	case d.Posted:
		out.Badge = kit.Badge{Kind: kit.KindSuccess, Text: "Posted"}
	default:
		out.Badge = kit.Badge{Kind: kit.KindInfo, Text: "When it is finished"}
	}
	return out
}

func (s *Desk) postAgain(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	if err := s.tournaments.PostPoints(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, sectionsURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The points are worked out again. Where something was different, it was reversed and posted again.")
	return kit.SeeOther(c, sectionsURL(id))
}
