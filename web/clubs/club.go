package clubs

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/web/kit"
)

// ClubPage is a club's public page.
type ClubPage struct {
	kit.Page
	City, Meets string
	About       []string // paragraphs
	Facts       []kit.Fact
	Map         *Map
	Actions     []kit.Link
}

var clubView = kit.NewView[ClubPage](templates, "club.html")

func (s *Desk) club(c echo.Context) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	club, err := s.clubs.Club(c.Request().Context(), id)
	if err != nil {
		return err
	}
	page := s.pageOf(c, club)
	if auth.Can(s.Actor(c), auth.EditClub, auth.Object{Club: id}, s.Today()) {
		page.Actions = append(page.Actions, kit.Link{Label: "Edit this page", URL: editURL(id), Kind: "secondary"})
	}
	if auth.Can(s.Actor(c), auth.ViewClubDesk, auth.Object{Club: id}, s.Today()) {
		page.Actions = append(page.Actions, kit.Link{Label: "Open the club’s desk", URL: kit.ClubDeskURL(id), Kind: "secondary"})
	}
	return clubView.Render(c, http.StatusOK, page)
}

func editURL(id clubs.ClubID) string { return kit.ClubURL(id) + "/edit" }

// pageOf is the page of a club as it stands, or as it is being written.
func (s *Desk) pageOf(c echo.Context, club clubs.Club) ClubPage {
	page := ClubPage{
		Page: s.Page(c, club.Name, kit.Crumb{Label: "Clubs", URL: kit.ClubsPath}), City: club.City, Meets: club.Meets,
		About: paragraphs(club.About), Map: mapOf([]clubs.Club{club}, sought{}),
	}
	if club.City != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Place", Value: club.City})
	}
	if region := regionOf(club); region != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Region", Value: region})
	}
	if club.Website != "" {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "Website", Value: strings.TrimPrefix(strings.TrimPrefix(club.Website, "https://"), "http://"),
			URL: club.Website,
		})
	}
	return page
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
