package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
)

// EventsPage lists events: those to come, then those of the past by year.
type EventsPage struct {
	Page
	Coming []EventLine
	Years  []EventYear
	Head   ListHead
	Pager  Pager
	New    bool // the actor may set up an event
	Empty  *Empty
}

// EventYear is the events of a year.
type EventYear struct {
	Year   int
	Events []EventLine
}

// EventLine is one event of the list.
type EventLine struct {
	Name, URL    string
	Dates, Place string
	Sections     string
	Players      string
	Text         string
	Badge        *Badge
}

var eventsView = newView[EventsPage]("events/list.html")

const eventsPerPage = 40

func (s *Server) eventList(c echo.Context) error {
	number := pageNumber(c)
	coming, past, total, err := s.eventsOfPage(c, number)
	if err != nil {
		return err
	}
	page := EventsPage{
		Page:  s.page(c, "Events"),
		Head:  ListHead{Count: plural(total+len(coming), "event", "events"), Exports: exports(c, "JSON", ".json", "CSV", ".csv")},
		Pager: pagerOf(number, eventsPerPage, total, c.Request().URL),
		New:   auth.CanSomewhere(s.actor(c), auth.CreateEvent, s.today()),
	}
	for _, e := range coming {
		line := eventLine(e)
		if line.Badge == nil { // rated on its last day
			line.Badge = statusBadge(e.Status)
		}
		page.Coming = append(page.Coming, line)
	}
	for _, e := range past {
		if n := len(page.Years); n == 0 || page.Years[n-1].Year != e.From.Year() {
			page.Years = append(page.Years, EventYear{Year: e.From.Year()})
		}
		year := &page.Years[len(page.Years)-1]
		year.Events = append(year.Events, eventLine(e))
	}
	if total+len(coming) == 0 {
		page.Empty = &Empty{Title: "No events yet", Text: "Tournaments are announced here, with their draws and results while they are played."}
	}
	return eventsView.render(c, http.StatusOK, page)
}

// eventsOfPage is the events to come, which stand on the first page, and the
// past ones of a page with their number in all.
func (s *Server) eventsOfPage(c echo.Context, number int) (coming, past []tournaments.EventSummary, total int, err error) {
	ctx, actor := c.Request().Context(), s.actor(c)
	if number == 1 {
		coming, _, err = s.tournaments.Events(ctx, actor, tournaments.EventFilter{When: tournaments.Coming, Limit: 200})
		if err != nil {
			return nil, nil, 0, err
		}
	}
	past, total, err = s.tournaments.Events(ctx, actor, tournaments.EventFilter{
		When: tournaments.Past, Limit: eventsPerPage, Offset: (number - 1) * eventsPerPage,
	})
	return coming, past, total, err
}

// eventListData answers with the list as data, page by page as the list itself.
func (s *Server) eventListData(c echo.Context) error {
	coming, past, _, err := s.eventsOfPage(c, pageNumber(c))
	if err != nil {
		return err
	}
	all := slices.Concat(coming, past)
	if _, format := splitFormat(c.Request().URL.Path); format == formatCSV {
		return s.sendTable(c, format, "events", eventsTable(all))
	}
	out := []eventSummaryData{}
	for _, e := range all {
		out = append(out, eventSummaryData{
			Name: e.Name, Address: e.Slug, Place: e.Place, From: e.From, To: e.To,
			Sections: append([]string{}, e.Sections...), Players: e.Players, Status: string(e.Status),
		})
	}
	return c.JSON(http.StatusOK, out)
}

func eventLine(e tournaments.EventSummary) EventLine {
	line := EventLine{
		Name: e.Name, URL: eventURL(e.Slug), Dates: e.Dates(), Place: e.Place,
		Sections: strings.Join(e.Sections, ", "), Players: strconv.Itoa(e.Players),
	}
	switch e.Status {
	case tournaments.Rated: // as it should be: nothing to say
	case tournaments.Running:
		line.Text, line.Badge = e.Text, statusBadge(e.Status)
	default:
		line.Badge = statusBadge(e.Status)
	}
	return line
}

// The addresses of what the public sees of an event.

func sectionURL(event, section string) string {
	return eventURL(event) + "/sections/" + url.PathEscape(section)
}

func roundURL(event, section string, round int) string {
	return fmt.Sprintf("%s/rounds/%d", sectionURL(event, section), round)
}

// pageNumber is the page of a list that the URL asks for, 1 at least.
func pageNumber(c echo.Context) int {
	n, err := strconv.Atoi(c.QueryParam("page"))
	if err != nil || n < 1 || n > 100_000 {
		return 1
	}
	return n
}

// pagerOf leads through a list of total lines. Its links keep the rest of the
// URL.
func pagerOf(number, per, total int, at *url.URL) Pager {
	last := max(1, (total+per-1)/per)
	number = min(number, last)
	to := func(n int) string {
		q := at.Query()
		q.Set("page", strconv.Itoa(n))
		if n == 1 {
			q.Del("page")
		}
		if len(q) == 0 {
			return at.Path
		}
		return at.Path + "?" + q.Encode()
	}
	p := Pager{}
	if total == 0 {
		return p
	}
	p.Summary = fmt.Sprintf("%d–%d of %d", (number-1)*per+1, min(number*per, total), total)
	if number > 1 {
		p.Prev = to(number - 1)
	}
	if number < last {
		p.Next = to(number + 1)
	}
	gap := false
	for n := 1; n <= last; n++ {
		if n != 1 && n != last && (n < number-2 || n > number+2) {
			if !gap {
				p.Pages = append(p.Pages, NavItem{Label: "…"})
			}
			gap = true
			continue
		}
		gap = false
		p.Pages = append(p.Pages, NavItem{Label: strconv.Itoa(n), URL: to(n), Current: n == number})
	}
	return p
}

// exports are links to what a page shows, as files: pairs of a label and the
// ending of the address.
func exports(c echo.Context, pairs ...string) []Link {
	var links []Link
	at := c.Request().URL
	for i := 0; i+1 < len(pairs); i += 2 {
		to := at.Path + pairs[i+1]
		if at.RawQuery != "" {
			to += "?" + at.RawQuery
		}
		links = append(links, Link{Label: pairs[i], URL: to})
	}
	return links
}
