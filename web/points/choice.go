package points

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/representative"
	"nzgs/web/kit"
)

// choice records whom the committee chose.
func (s *Desk) choice() kit.Form[representative.YearEnd] {
	return kit.Form[representative.YearEnd]{
		Site: s.Site, Load: s.loadYear,
		Fill: func(_ echo.Context, in *kit.Filling, y representative.YearEnd) {
			kit.SetChosen(in, "person", y.Choice.Person)
			in.Set("resolution", y.Choice.Resolution)
			in.Set("reason", y.Choice.Reason)
		},
		Show: func(c echo.Context, page *kit.FormPage, y representative.YearEnd) error {
			s.yearForm(c, page, y, "The committee’s choice", "choice")
			person := kit.Field{
				Name: "person", Label: "Represents New Zealand", Type: "select", Options: []kit.Option{{Label: "Choose a player"}},
				Hint: "The player with most points who wishes to go.",
			}
			for _, r := range y.Ranking {
				if r.Wish == representative.Wishes {
					person.Options = append(person.Options, kit.Option{
						Value: kit.IDText(r.Person), Label: standingRow(r).Place + ". " + r.Name + ", " + amount(r.Points),
					})
				}
			}
			page.Group("", person,
				kit.Field{Name: "resolution", Label: "Resolution of the committee", Hint: "Its number, like 2026/3.", Width: "medium"},
				kit.Field{
					Name: "reason", Label: "Why not the first who wishes to go", MaxLength: 500,
					Hint: "Only where the committee chose someone else.",
				})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, y representative.YearEnd) (kit.Done, error) {
			err := s.points.Choose(c.Request().Context(), s.Actor(c), representative.Choosing{
				Year: y.Year, Person: kit.Chosen[auth.PersonID](in, "person"), Resolution: in.Text("resolution"),
				Reason: in.Text("reason"),
			})
			return kit.Done{To: yearURL(y.Year), Message: "The choice is recorded."}, err
		},
	}
}
