package events

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// StandingsDeskPage is the places of a section as its director sees them, with
// what may be taken away.
type StandingsDeskPage struct {
	kit.Page
	Head      DeskHead
	Rounds    kit.Tabs
	Standings Standings
	Files     []kit.Link
	Pager     kit.Pager
	Empty     *kit.Empty
}

var standingsDeskView = kit.NewView[StandingsDeskPage](templates, "director/standings.html")

func (s *Desk) standingsDesk(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	st, err := w.Standings(afterRound(c, w))
	if err != nil {
		return err
	}
	page := StandingsDeskPage{}
	page.Page, page.Head = s.sectionDesk(c, w, w.Section.Name+": standings", "Standings")
	if len(st.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No players yet", Text: "The standings appear with the first results."}
		return standingsDeskView.Render(c, http.StatusOK, page)
	}
	number := min(kit.PageNumber(c), 1+(len(st.Rows)-1)/standingsPart)
	page.Standings = standingsOf(w, st, (number-1)*standingsPart, standingsPart)
	page.Standings.Note = directNote(w, st.Through)
	if len(st.Rows) > standingsPart {
		page.Pager = kit.PagerOf(number, standingsPart, len(st.Rows), c.Request().URL)
	}
	page.Rounds = roundTabs(w, st.Through, func(n int) string {
		return sectionDeskURL(w.Section.ID, "standings") + "?after=" + strconv.Itoa(n)
	})
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	page.Files = []kit.Link{
		{Label: "Standings, PDF", URL: base + "/standings.pdf"}, {Label: "Standings, CSV", URL: base + "/standings.csv"},
		{Label: "Crosstable", URL: base + "/crosstable"},
		{Label: "Crosstable, XLSX", URL: kit.EventURL(w.Event.Slug) + "/crosstable.xlsx"},
	}
	return standingsDeskView.Render(c, http.StatusOK, page)
}
