package events

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// WallPage hangs on the wall of the playing room, by projector: the draw or the
// standings in big type, a page after the other.
type WallPage struct {
	kit.Page
	Event, Text string
	Views       kit.Tabs
	Draw        *Pairings
	Names       []NameRow
	Standings   *Standings
	Bracket     []Stage
	Empty       *kit.Empty
	Join        *kit.QR // at the venue: what phones open
}

var wallView = kit.NewView[WallPage](templates, "wall.html")

// sectionWall shows ?show=draw (also without), names or standings of the round
// that is played now.
func (s *Desk) sectionWall(c echo.Context) error {
	w, _, err := s.chartAt(c)
	if err != nil {
		return err
	}
	page := WallPage{Page: s.Page(c, w.Section.Name), Event: w.Event.Name}
	page.Shape = kit.ShapeProjector
	follow(&page.Page, w.Event)
	base, show, round := sectionURL(w.Event.Slug, w.Section.Slug)+"/wall", c.QueryParam("show"), w.Published()
	page.Views = kit.Tabs{Label: "What is shown", Items: []kit.NavItem{
		{Label: "Draw", URL: base},
		{Label: "By name", URL: base + "?show=names", Current: show == "names"},
		{Label: "Standings", URL: base + "?show=standings", Current: show == "standings"},
	}}
	if w.Section.System == pairing.Knockout {
		page.Views.Items = append(page.Views.Items, kit.NavItem{
			Label: "Bracket", URL: base + "?show=bracket", Current: show == "bracket",
		})
	}
	page.Views.Items[0].Current = !slices.ContainsFunc(page.Views.Items[1:], func(i kit.NavItem) bool { return i.Current })
	switch {
	case w.Event.Cancelled.Is:
		page.Empty, round = cancelledWall(w.Event), 0
	case round == 0:
		page.Empty = &kit.Empty{Title: "The first round has not been drawn yet"}
	case show == "standings":
		table, err := wallStandings(w)
		if err != nil {
			return err
		}
		page.Title, page.Standings = table.Label, &table
	case show == "bracket" && w.Section.System == pairing.Knockout:
		page.Title, page.Bracket = w.Section.Name+": bracket", bracketOf(w)
	case show == "names":
		page.Title, page.Names = roundLabel(w, round), wallNames(nameRows(w, round))
	default:
		draw := pairingsOf(w, round, nil)
		draw.forTheWall()
		page.Title, page.Draw = draw.Label, &draw
	}
	if r, ok := w.Round(round); ok {
		page.Text = standingText(w, round)
		if r.Starts != "" {
			page.Text = r.Starts + " · " + page.Text
		}
	}
	if s.AtVenue {
		if page.Join, err = kit.QROf("Phones: join this Wi-Fi, scan, and report results", s.BaseURL); err != nil {
			return err
		}
	}
	return wallView.Render(c, http.StatusOK, page)
}

// plainStandings is the table without what its figures open to: nobody opens a
// figure on the wall.
func plainStandings(t Standings) Standings {
	for i := range t.Rows {
		t.Rows[i].Player.URL = ""
		for k := range t.Rows[i].Values {
			t.Rows[i].Values[k].Games = nil
		}
	}
	return t
}

// wallStandings is the places of the section as the wall shows them: of its teams where it has any.
func wallStandings(w *tournaments.Wallchart) (Standings, error) {
	if w.Section.Teams() {
		st, err := w.TeamStandings(0)
		return plainStandings(teamStandingsOf(w, st)), err
	}
	st, err := w.Standings(0)
	if err != nil {
		return Standings{}, err
	}
	return plainStandings(standingsOf(w, st, 0, len(st.Rows))), nil
}

// standingText is how far a round is; of a match, how it stands.
func standingText(w *tournaments.Wallchart, round int) string {
	text := kit.Capital(progressText(w.Progress(round)))
	if score := w.MatchScore(); score != "" && round == w.Published() {
		return score + " " + text
	}
	return text
}
