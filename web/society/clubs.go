package society

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// ClubsPage is the public list of clubs.
type ClubsPage struct {
	kit.Page
	Filters kit.Filters
	Head    kit.ListHead
	Clubs   []ClubLine
	MayAdd  bool
	Pager   kit.Pager
	Empty   *kit.Empty
}

// ClubLine is a club in a list of clubs.
type ClubLine struct{ Name, URL, City, Meets string }

// ClubPage is a club's public page.
type ClubPage struct {
	kit.Page
	City, Meets string
	Facts       []kit.Fact
	Website     string
	Email       string
	Actions     []kit.Link
}

var (
	clubsView = kit.NewView[ClubsPage](templates, "clubs/list.html")
	clubView  = kit.NewView[ClubPage](templates, "clubs/club.html")
)

const clubsPath = "/clubs"

// clubsPerPage is how many clubs one page of a list shows; files have all of them.
const clubsPerPage = 100

// pagerOfClubs leads through a list of so many clubs; one page needs none.
func pagerOfClubs(c echo.Context, found int) kit.Pager {
	if found <= clubsPerPage {
		return kit.Pager{}
	}
	return kit.PagerOf(kit.PageNumber(c), clubsPerPage, found, c.Request().URL)
}

func (s *Desk) clubList(c echo.Context) error {
	all, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	q := kit.Asked(c).Text("q")
	page := ClubsPage{
		Page: s.Page(c, "Clubs"), MayAdd: auth.Can(s.Actor(c), auth.ManageClubs, auth.Object{}, s.Today()),
		Filters: kit.Filters{
			Action: clubsPath, Target: "clubs",
			Fields: []kit.Field{{ID: "q", Name: "q", Label: "Name or place", Type: "search", Value: q}},
		},
	}
	for _, club := range all {
		if clubMatches(club, q) {
			page.Clubs = append(page.Clubs, ClubLine{
				Name: club.Name, URL: kit.ClubURL(club.ID), City: club.City, Meets: club.Meets,
			})
		}
	}
	found := len(page.Clubs)
	page.Clubs, page.Pager = kit.PageOf(page.Clubs, kit.PageNumber(c), clubsPerPage), pagerOfClubs(c, found)
	page.Head.Count = kit.Plural(found, "club", "clubs")
	if q != "" {
		page.Filters.Clear = clubsPath
		page.Head.Count += " of " + kit.Plural(len(all), "club", "clubs")
	}
	switch {
	case len(page.Clubs) > 0:
	case len(all) > 0:
		page.Empty = &kit.Empty{
			Title: "No club matches", Text: "Try fewer letters, or another place.",
			Action: &kit.Link{Label: "Show every club", URL: clubsPath},
		}
	case page.MayAdd:
		page.Empty = &kit.Empty{
			Title: "No clubs yet", Text: "Add the first one; it can then send its list of members.",
			Action: &kit.Link{Label: "Add a club", URL: "/clubs/new"},
		}
	default:
		page.Empty = &kit.Empty{Title: "No clubs yet", Text: "Clubs of the society will be listed here."}
	}
	return clubsView.Render(c, http.StatusOK, page)
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

func (s *Desk) club(c echo.Context) error {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return err
	}
	club, err := s.clubs.Club(c.Request().Context(), id)
	if err != nil {
		return err
	}
	page := ClubPage{
		Page: s.Page(c, club.Name, kit.Crumb{Label: "Clubs", URL: clubsPath}), City: club.City, Meets: club.Meets,
		Website: club.Website, Email: club.Email,
	}
	if club.City != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Place", Value: club.City})
	}
	if club.Meets != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Meets", Value: club.Meets})
	}
	if club.Website != "" {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "Website", Value: strings.TrimPrefix(strings.TrimPrefix(club.Website, "https://"), "http://"),
			URL: club.Website,
		})
	}
	if club.Email != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "E-mail", Value: club.Email, URL: "mailto:" + club.Email})
	}
	if auth.Can(s.Actor(c), auth.ViewClubDesk, auth.Object{Club: id}, s.Today()) {
		page.Actions = append(page.Actions, kit.Link{
			Label: "Open the club’s desk", URL: kit.ClubDeskURL(id), Kind: "secondary",
		})
	}
	return clubView.Render(c, http.StatusOK, page)
}
