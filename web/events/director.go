package events

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// DirectorPage is what a director or referee has to do next.
type DirectorPage struct {
	kit.Page
	Tasks           []kit.Task
	Cancelled, Past []EventLine
	New             bool // the actor may set up an event
	Empty           *kit.Empty
}

var directorView = kit.NewView[DirectorPage](templates, "director/home.html")

// directorPast is how many finished events the director's page shows.
const directorPast = 20

// The addresses of the director's pages.

func deskPartURL(id auth.EventID, part string) string { return kit.EventDeskURL(id) + "/" + part }

func sectionDeskURL(id tournaments.SectionID, part string) string {
	return fmt.Sprintf("/director/sections/%d/%s", id, part)
}

func roundDeskURL(id tournaments.SectionID, round int) string {
	return fmt.Sprintf("/director/sections/%d/rounds/%d", id, round)
}

func entryURL(id tournaments.EntryID) string { return fmt.Sprintf("/director/entries/%d", id) }

// directorHome shows the events of whoever asks, with what each needs next.
func (s *Desk) directorHome(c echo.Context) error {
	ctx, actor, day := c.Request().Context(), s.Actor(c), s.Today()
	open, rated, err := s.tournaments.DeskEvents(ctx, actor, directorPast)
	if err != nil {
		return err
	}
	page := DirectorPage{Page: s.Page(c, "Your events"), New: auth.CanSomewhere(actor, auth.CreateEvent, day)}
	for _, e := range open {
		if e.Cancelled.Is {
			page.Cancelled = append(page.Cancelled, EventLine{Name: e.Name, URL: kit.EventDeskURL(e.ID), Dates: e.Dates()})
			continue
		}
		page.Tasks = append(page.Tasks, eventTask(e))
	}
	for _, e := range rated {
		page.Past = append(page.Past, eventLine(e, s.Today()))
	}
	if len(page.Tasks)+len(page.Cancelled)+len(page.Past) == 0 {
		page.Empty = &kit.Empty{
			Title: "You have no event yet",
			Text:  "Set one up: its name, its days and its sections. No one else sees it until you announce it.",
		}
		if page.New {
			page.Empty.Action = &kit.Link{Label: "Set up an event", URL: "/director/events/new"}
		}
	}
	return directorView.Render(c, http.StatusOK, page)
}

// eventTask is what an event needs next from its director.
func eventTask(e tournaments.EventSummary) kit.Task {
	t := kit.Task{Title: e.Name, Text: e.Dates() + ". " + e.Text, URL: kit.EventDeskURL(e.ID)}
	switch {
	case e.Status == tournaments.Draft:
		t.Action = "Finish setting up"
	case e.Status == tournaments.Open:
		t.Action = "Entries and first draw"
	case e.Status == tournaments.Running:
		t.Action, t.State = "Run the event", "soon"
	default:
		t.Action = "Send in for rating"
	}
	return t
}
