package clubs

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/hosting"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// ClubPage is a club's public page.
type ClubPage struct {
	kit.Page
	Meets   string
	About   []string // paragraphs
	Facts   []kit.Fact
	Map     *Map
	Next    []NextRow
	Come    string // where a newcomer says that they come; "" where there is no evening to come to
	Write   string // where someone writes to the club; "" where no letter reaches it
	Events  []EventLine
	Players string
	Actions []kit.Link
}

// EventLine is an event that the club holds.
type EventLine struct{ Name, URL, Text string }

var clubView = kit.NewView[ClubPage](templates, "club.html")

// shownEvents is how many of a club's events its page has.
const shownEvents = 6

func (s *Desk) club(c echo.Context) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	club, err := s.clubs.Club(c.Request().Context(), id)
	if err != nil {
		return err
	}
	page, err := s.pageOf(c, club)
	if err != nil {
		return err
	}
	for _, link := range []struct {
		may       auth.Action
		label, to string
	}{
		{auth.EditClub, "Edit this page", editURL(id)}, {auth.HostVisitors, "Evenings and newcomers", bookURL(id)},
		{auth.ViewClubDesk, "Open the club’s desk", kit.ClubDeskURL(id)},
	} {
		if auth.Can(s.Actor(c), link.may, auth.Object{Club: id}, s.Today()) {
			page.Actions = append(page.Actions, kit.Link{Label: link.label, URL: link.to, Kind: "secondary"})
		}
	}
	return clubView.Render(c, http.StatusOK, page)
}

func editURL(id clubs.ClubID) string { return kit.ClubURL(id) + "/edit" }

// pageOf is the page of a club as it stands, or as it is being written.
func (s *Desk) pageOf(c echo.Context, club clubs.Club) (page ClubPage, err error) {
	page = ClubPage{
		Page: s.Page(c, club.Name, clubsCrumb), Meets: club.Meets, About: paragraphs(club.About),
		Map: mapOf([]clubs.Club{club}, sought{}), Facts: factsOf(club),
	}
	if club.ID == 0 {
		return page, nil
	}
	ctx := c.Request().Context()
	next, err := s.hosting.Next(ctx, club.ID)
	if err != nil {
		return page, err
	}
	if club.Email != "" && !s.hosting.Sends() { // people read it, and programs that look for addresses do not
		page.Facts = append(page.Facts, kit.Fact{Label: "E-mail", Value: strings.ReplaceAll(club.Email, "@", " (at) ")})
	}
	page.Players = kit.RatingsPath + "?club=" + kit.IDText(club.ID)
	visit := kit.ClubURL(club.ID) + "/visit"
	for _, n := range next {
		row := NextRow{When: whenText(n), Venue: n.Evening.Venue, Said: said(n.Word)}
		if n.Open() && s.hosting.Sends() {
			row.Visit, page.Come = visit+"?when="+strings.ReplaceAll(whenKey(n), " ", "+"), visit
		}
		page.Next = append(page.Next, row)
	}
	if reaches, err := s.hosting.Reaches(ctx, club.ID); err != nil {
		return page, err
	} else if reaches {
		page.Write = kit.ClubURL(club.ID) + "/write"
	}
	events, _, err := s.tournaments.Events(ctx, s.Actor(c), tournaments.EventFilter{Club: club.ID, Limit: shownEvents})
	for _, e := range events {
		page.Events = append(page.Events, EventLine{Name: e.Name, URL: kit.EventURL(e.Slug), Text: e.From.Long() + ". " + e.Text})
	}
	return page, err
}

func factsOf(club clubs.Club) (facts []kit.Fact) {
	if club.City != "" {
		facts = append(facts, kit.Fact{Label: "Place", Value: club.City})
	}
	if region := regionOf(club); region != "" {
		facts = append(facts, kit.Fact{Label: "Region", Value: region})
	}
	if club.Website != "" {
		facts = append(facts, kit.Fact{
			Label: "Website", Value: strings.TrimPrefix(strings.TrimPrefix(club.Website, "https://"), "http://"),
			URL: club.Website,
		})
	}
	return facts
}

// nextText is when a club meets next, in a line; "" where it has not said.
func nextText(n hosting.Next, ok bool) string {
	if !ok {
		return ""
	}
	text := "Next: " + n.Day.Weekday().String() + " " + n.Day.Long() + ", " + n.Evening.From.String()
	if n.Word == hosting.Silent {
		text += " (not confirmed)"
	}
	return text
}

// paragraphs are the parts of a text between blank lines.
func paragraphs(text string) (out []string) {
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
