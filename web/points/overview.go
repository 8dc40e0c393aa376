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
	Pager   kit.Pager
}

// FiguresView are the figures from a day on.
type FiguresView struct{ From, National, Regional, Loss, Fixed string }

var deskView = kit.NewView[DeskPage](templates, "desk.html")

// recentEvents is how many events a page of the desk lists, of which sections may give points.
const recentEvents = 20

// Waiting is what waits at the desk of the points for who keeps them.
func (s *Desk) Waiting(c echo.Context) ([]kit.Task, error) {
	if !auth.Can(s.Actor(c), auth.KeepPoints, auth.Object{}, s.Today()) {
		return nil, nil
	}
	d, err := s.points.Desk(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	return s.yearTasks(c, d.Years)
}

// yearTasks are the points years among those given that have ended and are not closed.
func (s *Desk) yearTasks(c echo.Context, years []int) (tasks []kit.Task, err error) {
	history, err := s.points.History(c.Request().Context())
	if err != nil {
		return nil, err
	}
	closed := map[int]bool{}
	for _, y := range history {
		closed[y.Year] = y.Closed
	}
	for _, year := range years {
		if !closed[year] {
			tasks = append(tasks, kit.Task{
				Title: fmt.Sprintf("The points year %d has ended", year), URL: yearURL(year), Action: "Look at the year end",
				Text: "Its championship is posted. Record who wishes to go and whom the committee chose, then close the year.",
			})
		}
	}
	return tasks, nil
}

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
	for _, year := range d.Years {
		page.Years = append(page.Years, kit.Link{Label: "The points year " + strconv.Itoa(year), URL: yearURL(year)})
	}
	if page.Tasks, err = s.yearTasks(c, d.Years); err != nil {
		return err
	}
	number := kit.PageNumber(c)
	recent, all, err := s.tournaments.Events(c.Request().Context(), s.Actor(c), tournaments.EventFilter{
		Limit: recentEvents, Offset: (number - 1) * recentEvents,
	})
	if err != nil {
		return err
	}
	page.Pager = kit.PagerOf(number, recentEvents, all, c.Request().URL)
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
