package events

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// EventsPage lists events: those to come, then those of the past by year.
type EventsPage struct {
	kit.Page
	Filters *kit.Filters // nil: there is nothing to choose from
	Coming  EventLines
	Years   []EventYear
	Head    kit.ListHead
	Pager   kit.Pager
	New     bool // the actor may set up an event
	Follow  []kit.Link
	Empty   *kit.Empty
}

// EventYear is the events of a year.
type EventYear struct {
	Year   int
	Events EventLines
}

// EventLines is a table of events.
type EventLines []EventLine

// States reports whether the state of any is worth a word: of what was played and rated there is none.
func (l EventLines) States() bool {
	return slices.ContainsFunc(l, func(e EventLine) bool { return e.Badge != nil || e.Text != "" })
}

// EventLine is one event of the list.
type EventLine struct {
	Name, URL    string
	Dates, Place string
	Sections     string
	Players      string
	Text         string
	Badge        *kit.Badge
}

var eventsView = kit.NewView[EventsPage](templates, "list.html")

const eventsPerPage = 40

func (s *Desk) eventList(c echo.Context) error {
	number := kit.PageNumber(c)
	w, err := s.wantedEvents(c)
	if err != nil {
		return err
	}
	coming, past, total, err := s.eventsOfPage(c, w, number)
	if err != nil {
		return err
	}
	page := EventsPage{
		Page: s.Page(c, "Events"),
		Head: kit.ListHead{
			Count: kit.Plural(total+len(coming), "event", "events"), Exports: kit.Exports(c, "JSON", ".json", "CSV", ".csv"),
			Problem: w.problem,
		},
		Pager: kit.PagerOf(number, eventsPerPage, total, c.Request().URL),
		New:   auth.CanSomewhere(s.Actor(c), auth.CreateEvent, s.Today()),
	}
	if !s.AtVenue {
		page.Filters = w.form()
		page.Follow = []kit.Link{
			{Label: "Calendar of all events", URL: kit.EventsCalendarPath}, {Label: "Feed of new events", URL: kit.EventsFeedPath},
		}
	}
	for _, e := range coming {
		line := eventLine(e, s.Today())
		if line.Badge == nil { // rated on its last day
			line.Badge = statusBadge(e.Event, s.Today())
		}
		page.Coming = append(page.Coming, line)
	}
	for _, e := range past {
		if n := len(page.Years); n == 0 || page.Years[n-1].Year != e.From.Year() {
			page.Years = append(page.Years, EventYear{Year: e.From.Year()})
		}
		year := &page.Years[len(page.Years)-1]
		year.Events = append(year.Events, eventLine(e, s.Today()))
	}
	if w.chosen() {
		page.Share = nil // a choice of a page that programs know already
	}
	switch {
	case total+len(coming) > 0:
	case w.chosen() || w.problem != "":
		page.Empty = &kit.Empty{
			Title: "No event matches", Text: "Try fewer words, another year, or every kind.",
			Action: &kit.Link{Label: "All events", URL: "/events"},
		}
	default:
		page.Filters, page.Empty = nil, &kit.Empty{
			Title: "No events yet", Text: "Tournaments are announced here, with their draws and results while they are played.",
		}
	}
	return eventsView.Render(c, http.StatusOK, page)
}

// eventsOfPage is the events to come, which stand on the first page, and the
// past ones of a page, or of the last where there are not so many, with their number in all. Of what was chosen all
// events are one list, the latest first.
func (s *Desk) eventsOfPage(
	c echo.Context, w wanted, number int,
) (coming, past []tournaments.EventSummary, total int, err error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	f := w.EventFilter
	f.Limit, f.Offset = eventsPerPage, (number-1)*eventsPerPage
	if !w.chosen() {
		f.When = tournaments.Past
	}
	past, total, err = s.tournaments.Events(ctx, actor, f)
	if err == nil && !w.chosen() && (number == 1 || total <= eventsPerPage) {
		if coming, err = s.tournaments.AllEvents(ctx, actor, tournaments.Coming); err != nil {
			return nil, nil, 0, err
		}
	}
	return coming, past, total, err
}

// eventListData answers with the list as data: what was chosen of it, page by page as the list itself; behind the last
// page there is nothing, by which a program that reads them all knows the end.
func (s *Desk) eventListData(c echo.Context) error {
	number := kit.PageNumber(c)
	w, err := s.wantedEvents(c)
	if err != nil {
		return err
	}
	coming, past, total, err := s.eventsOfPage(c, w, number)
	if err != nil {
		return err
	}
	if number > 1 && (number-1)*eventsPerPage >= total {
		coming, past = nil, nil
	}
	all := slices.Concat(coming, past)
	if _, format := kit.SplitFormat(c.Request().URL.Path); format == kit.FormatCSV {
		return s.SendTable(c, format, s.TodaysFile("events", ""), eventsTable(all, s.Today()))
	}
	out := []eventSummaryData{}
	for _, e := range all {
		out = append(out, eventSummaryData{
			Name: e.Name, Address: e.Slug, Place: e.Place, From: e.From, To: e.To,
			Sections: append([]string{}, e.Sections...), Players: e.Players, Status: string(e.Status), Cancelled: e.Cancelled.Reason,
		})
	}
	return kit.SendData(c, s.TodaysFile("events", ""), out)
}

func eventLine(e tournaments.EventSummary, day civil.Date) EventLine {
	line := EventLine{
		Name: e.Name, URL: kit.EventURL(e.Slug), Dates: e.Dates(), Place: e.Place,
		Sections: strings.Join(e.Sections, ", "), Players: strconv.Itoa(e.Players),
	}
	switch {
	case e.Status == tournaments.Rated: // as it should be: nothing to say
	case e.BeingPlayed() && !e.NotClosed(day):
		line.Text, line.Badge = e.Text, statusBadge(e.Event, day)
	default:
		line.Badge = statusBadge(e.Event, day)
	}
	return line
}

// The addresses of what the public sees of an event.

func sectionURL(event, section string) string {
	return kit.EventURL(event) + "/sections/" + url.PathEscape(section)
}

// playerURL is a player's page in a section; number is that of the entry.
func playerURL(at place, number int) string {
	return sectionURL(at.event, at.section) + "/players/" + strconv.Itoa(number)
}

func roundURL(event, section string, round int) string {
	return fmt.Sprintf("%s/rounds/%d", sectionURL(event, section), round)
}
