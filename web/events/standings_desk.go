package events

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// StandingsDeskPage is the places of a section as its director sees them, with
// what may be taken away.
type StandingsDeskPage struct {
	kit.Page
	Head      DeskHead
	Of        kit.Tabs // teams or players; of a section of teams
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
	if !ofPlayers(c, w) {
		return s.teamStandingsDesk(c, w)
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
		return sectionDeskURL(w.Section.ID, "standings") + "?after=" + strconv.Itoa(n) + ofQuery(w)
	})
	page.Of = deskOfTabs(c, w)
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	page.Files = []kit.Link{
		{Label: "Standings, PDF", URL: base + "/standings.pdf"}, {Label: "Standings, CSV", URL: base + "/standings.csv"},
		{Label: "Crosstable", URL: base + "/crosstable"},
		{Label: "Crosstable, XLSX", URL: kit.EventURL(w.Event.Slug) + "/crosstable.xlsx"},
	}
	return standingsDeskView.Render(c, http.StatusOK, page)
}

// teamStandingsDesk shows the places of the teams.
func (s *Desk) teamStandingsDesk(c echo.Context, w *tournaments.Wallchart) error {
	st, err := w.TeamStandings(afterRound(c, w))
	if err != nil {
		return err
	}
	page := StandingsDeskPage{Of: deskOfTabs(c, w)}
	page.Page, page.Head = s.sectionDesk(c, w, w.Section.Name+": standings", "Standings")
	if len(st.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No teams yet", Text: "The standings appear with the first results."}
		return standingsDeskView.Render(c, http.StatusOK, page)
	}
	page.Standings = teamStandingsOf(w, st)
	page.Rounds = roundTabs(w, st.Through, func(n int) string {
		return sectionDeskURL(w.Section.ID, "standings") + "?after=" + strconv.Itoa(n)
	})
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	page.Files = []kit.Link{
		{Label: "Standings of teams, PDF", URL: base + "/standings.pdf"}, {Label: "Standings of teams, CSV", URL: base + "/standings.csv"},
		{Label: "Standings of players, PDF", URL: base + "/standings.pdf?of=players"},
		{Label: "Teams, CSV", URL: base + "/teams.csv"},
	}
	return standingsDeskView.Render(c, http.StatusOK, page)
}

func deskOfTabs(c echo.Context, w *tournaments.Wallchart) kit.Tabs {
	tabs := ofTabs(c, w, "standings")
	for i := range tabs.Items {
		tabs.Items[i].URL = sectionDeskURL(w.Section.ID, "standings")
		if i == 1 {
			tabs.Items[i].URL += "?of=players"
		}
	}
	return tabs
}
