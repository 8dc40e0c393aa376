package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
)

// ClubsPage is the public list of clubs.
type ClubsPage struct {
	Page
	Filters Filters
	Head    ListHead
	Clubs   []ClubLine
	MayAdd  bool
	Empty   *Empty
}

// ClubLine is a club in a list of clubs.
type ClubLine struct{ Name, URL, City, Meets string }

// ClubPage is a club's public page.
type ClubPage struct {
	Page
	City, Meets string
	Facts       []Fact
	Website     string
	Email       string
	Actions     []Link
}

var (
	clubsView = newView[ClubsPage]("clubs/list.html")
	clubView  = newView[ClubPage]("clubs/club.html")
)

const clubsPath = "/clubs"

func (s *Server) clubList(c echo.Context) error {
	all, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	q := formText(c, "q")
	page := ClubsPage{
		Page: s.page(c, "Clubs"), MayAdd: auth.Can(s.actor(c), auth.ManageClubs, auth.Object{}, s.today()),
		Filters: Filters{Action: clubsPath, Target: "clubs", Fields: []Field{{ID: "q", Name: "q", Label: "Name or place", Type: "search", Value: q}}},
	}
	for _, club := range all {
		if clubMatches(club, q) {
			page.Clubs = append(page.Clubs, ClubLine{Name: club.Name, URL: clubURL(club.ID), City: club.City, Meets: club.Meets})
		}
	}
	page.Head.Count = plural(len(page.Clubs), "club", "clubs")
	if q != "" {
		page.Filters.Clear = clubsPath
		page.Head.Count += " of " + plural(len(all), "club", "clubs")
	}
	switch {
	case len(page.Clubs) > 0:
	case len(all) > 0:
		page.Empty = &Empty{Title: "No club matches", Text: "Try fewer letters, or another place.", Action: &Link{Label: "Show every club", URL: clubsPath}}
	case page.MayAdd:
		page.Empty = &Empty{Title: "No clubs yet", Text: "Add the first one; it can send its list of members then.", Action: &Link{Label: "Add a club", URL: "/clubs/new"}}
	default:
		page.Empty = &Empty{Title: "No clubs yet", Text: "Clubs of the society will be listed here."}
	}
	return clubsView.render(c, http.StatusOK, page)
}

// clubMatches finds every word of the search in the club's name or place.
func clubMatches(club clubs.Club, q string) bool {
	text := members.Fold(club.Name + " " + club.City + " " + club.Short)
	for _, word := range strings.Fields(members.Fold(q)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func (s *Server) club(c echo.Context) error {
	id, err := pathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	club, err := s.clubs.Club(c.Request().Context(), id)
	if err != nil {
		return err
	}
	page := ClubPage{Page: s.page(c, club.Name, Crumb{"Clubs", clubsPath}), City: club.City, Meets: club.Meets, Website: club.Website, Email: club.Email}
	if club.City != "" {
		page.Facts = append(page.Facts, Fact{Label: "Place", Value: club.City})
	}
	if club.Meets != "" {
		page.Facts = append(page.Facts, Fact{Label: "Meets", Value: club.Meets})
	}
	if club.Website != "" {
		page.Facts = append(page.Facts, Fact{Label: "Website", Value: strings.TrimPrefix(strings.TrimPrefix(club.Website, "https://"), "http://"), URL: club.Website})
	}
	if club.Email != "" {
		page.Facts = append(page.Facts, Fact{Label: "E-mail", Value: club.Email, URL: "mailto:" + club.Email})
	}
	if auth.Can(s.actor(c), auth.ViewClubDesk, auth.Object{Club: id}, s.today()) {
		page.Actions = append(page.Actions, Link{Label: "Open the club’s desk", URL: clubDeskURL(id), Kind: "secondary"})
	}
	return clubView.render(c, http.StatusOK, page)
}
