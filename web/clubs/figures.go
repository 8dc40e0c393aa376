package clubs

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

const visitorsPath = "/clubs/visitors"

// FiguresPage is how many newcomers each club had.
type FiguresPage struct {
	kit.Page
	Chart kit.Chart
	Clubs []FigureRow
}

// FigureRow is a club with its figures.
type FigureRow struct {
	Name, URL                         string
	Evenings, Visits, Joined, Members int
}

var figuresView = kit.NewView[FiguresPage](templates, "figures.html")

func (s *Desk) figures(c echo.Context) error {
	list, months, err := s.hosting.Figures(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := FiguresPage{Page: s.Page(c, "Newcomers at the clubs", clubsCrumb)}
	total := 0
	page.Chart = kit.Chart{ID: "newcomers", Title: "Newcomers in a month", Kind: "bars", XLabel: "Month", Series: []string{"Newcomers"}}
	for _, m := range months {
		total += m.Visits
		page.Chart.Points = append(page.Chart.Points, kit.ChartPoint{
			X: m.First.String(), Label: fmt.Sprintf("%s %d", m.First.Month(), m.First.Year()), Values: []string{strconv.Itoa(m.Visits)},
		})
	}
	page.Chart.Summary = kit.Plural(total, "newcomer", "newcomers") + " in twelve months."
	for _, f := range list {
		page.Clubs = append(page.Clubs, FigureRow{f.Club.Name, kit.ClubURL(f.Club.ID), f.Evenings, f.Visits, f.Joined, f.Members})
	}
	return figuresView.Render(c, http.StatusOK, page)
}
