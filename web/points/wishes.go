package points

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/representative"
	"nzgs/web/kit"
)

// asked is how many of the ranking are asked whether they wish to go, besides those who do not.
const asked = 20

func wishField(id auth.PersonID) string { return "wish-" + kit.IDText(id) }

// wishes records who wishes to go.
func (s *Desk) wishes() kit.Form[representative.YearEnd] {
	return kit.Form[representative.YearEnd]{
		Site: s.Site, Load: s.loadYear,
		Fill: func(_ echo.Context, in *kit.Filling, y representative.YearEnd) {
			for _, r := range y.Ranking {
				in.Set(wishField(r.Person), string(r.Wish))
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, y representative.YearEnd) error {
			s.yearForm(c, page, y, "Who wishes to go", "wishes")
			page.Group("")
			open := 0
			for _, r := range y.Ranking {
				if open == asked {
					break
				}
				if r.Wish != representative.Declines {
					open++
				}
				page.Row(kit.Field{
					Name: wishField(r.Person), Label: standingRow(r).Place + ". " + r.Name + ", " + amount(r.Points), Type: "select",
					Options: []kit.Option{
						{Value: "", Label: "Not recorded"}, {Value: string(representative.Wishes), Label: "Wishes to go"},
						{Value: string(representative.Declines), Label: "Does not wish to go"},
					},
				})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, y representative.YearEnd) (kit.Done, error) {
			said := map[auth.PersonID]representative.Wish{}
			for _, text := range in.Named("wish-") {
				if id := kit.ParseID[auth.PersonID](text); id != 0 {
					said[id] = representative.Wish(in.Text("wish-" + text))
				}
			}
			err := s.points.SetWishes(c.Request().Context(), s.Actor(c), y.Year, said)
			return kit.Done{To: yearURL(y.Year), Message: "Saved."}, err
		},
	}
}
