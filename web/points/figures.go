package points

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/representative"
	"nzgs/web/kit"
)

// figures records other figures from a day on.
func (s *Desk) figures() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Change how points are given", pointsCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = kit.PointsDeskPath+"/figures", "Save", kit.PointsDeskPath
			page.Say("The figures hold from a day on. Events before it keep the figures of their day.")
			page.Group("",
				kit.DayField("from", "From", "A day after the last event that is posted."),
				kit.Field{Name: "national", Label: "National event", Hint: "Points by place, like 10, 7, 5, 3, 2, 1."},
				kit.Field{Name: "regional", Label: "Regional event", Hint: "Points by place, like 4, 3, 2, 1."},
				kit.Field{Name: "loss", Label: "Everyone loses at the year end", Hint: "A share, like 25%.", Width: "medium"},
				kit.Field{Name: "fixed", Label: "The representative loses a further", Hint: "Points, like 30.", Width: "medium"},
				kit.Field{Name: "resolution", Label: "Resolution of the committee", Hint: "Its number, like 2026/3.", Width: "medium"})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			err := s.points.Amend(c.Request().Context(), s.Actor(c), representative.Figures{
				From: in.Day("from"), National: in.Text("national"), Regional: in.Text("regional"), Loss: in.Text("loss"),
				Fixed: in.Text("fixed"), Resolution: in.Text("resolution"),
			})
			return kit.Done{To: kit.PointsDeskPath, Message: "The figures are recorded."}, err
		},
	}
}
