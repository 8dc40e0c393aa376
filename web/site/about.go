package site

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/contact"
	"nzgs/web/kit"
)

// AboutPage says who the society is.
type AboutPage struct {
	kit.Page
	Address  string
	Officers string // address of the page
	Joins    bool   // anyone can ask to join here
	Lines    []kit.Link
}

// OfficersPage names who holds the offices.
type OfficersPage struct {
	kit.Page
	Rows  []OfficerRow
	Empty *kit.Empty
}

// OfficerRow is an office and who holds it.
type OfficerRow struct{ Title, Name, Write string }

var (
	aboutView    = kit.NewView[AboutPage](templates, "about.html")
	officersView = kit.NewView[OfficersPage](templates, "officers.html")
)

var aboutCrumb = kit.Crumb{Label: "About the society", URL: kit.AboutPath}

func (s *Desk) about(c echo.Context) error {
	page := AboutPage{
		Page: s.Page(c, "About the society"), Address: s.Address, Officers: kit.OfficersPath,
		Joins: s.Joins(), Lines: []kit.Link{
			{Label: "The constitution", URL: kit.ConstitutionPath}, {Label: "General meetings (for those who sign in)", URL: kit.MeetingsPath},
			{Label: "Postal votes", URL: kit.PostalPath}, {Label: "Roll of champions", URL: kit.TitlesPath},
			{Label: "Dan diplomas", URL: kit.GradesPath}, {Label: "Points towards representing the country", URL: kit.PointsPath},
			{Label: "How ratings are worked out", URL: kit.RatingRulesPath},
		},
	}
	return aboutView.Render(c, http.StatusOK, page)
}

func (s *Desk) officers(c echo.Context) error {
	all, err := s.Contact.Officers(c.Request().Context())
	if err != nil {
		return err
	}
	page := OfficersPage{Page: s.Page(c, "Officers and committee", aboutCrumb)}
	for _, o := range all {
		row := OfficerRow{Title: o.Title, Name: o.Name}
		if o.Reachable() {
			row.Write = contactURL(o)
		}
		page.Rows = append(page.Rows, row)
	}
	if len(all) == 0 {
		page.Empty = &kit.Empty{Title: "No office is held today", Text: "Officers are shown here from the day on which they take office."}
	}
	return officersView.Render(c, http.StatusOK, page)
}

func contactURL(o contact.Officer) string {
	return kit.ContactPath + "?" + url.Values{"to": {string(o.Role)}}.Encode()
}
