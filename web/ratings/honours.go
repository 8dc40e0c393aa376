package ratings

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/ratings"
	"nzgs/web/kit"
)

// honours are the titles and dan grades that a player holds, and what is missing to the next dan.
func (s *Desk) honours(c echo.Context, id ratings.PersonID) ([]kit.Fact, error) {
	held, err := s.titles.Of(c.Request().Context(), id)
	if err != nil {
		return nil, err
	}
	var out []kit.Fact
	for _, a := range held {
		text := strconv.Itoa(a.Year)
		if a.Shared {
			text += ", shared"
		}
		out = append(out, kit.Fact{Label: a.TitleName, Value: text, URL: kit.TitlesPath + "?title=" + kit.IDText(a.Title)})
	}
	in, err := s.grades.Public(c.Request().Context(), id)
	if err != nil {
		return nil, err
	}
	for i, d := range in.Diplomas {
		if i == 0 {
			out = append(out, kit.Fact{
				Label: "Dan grade", Value: d.Grade.String() + ", diploma " + strconv.Itoa(d.Number) + " of " + d.Day.Long(),
				URL: kit.GradesPath,
			})
		}
	}
	for _, f := range in.Foreign {
		out = append(out, kit.Fact{Label: "Diploma of " + f.Association, Value: f.Grade.String() + ", " + f.Day.Long()})
	}
	if r := in.Proposed; r != nil {
		out = append(out, kit.Fact{Label: "Dan that waits for the committee", Trace: &kit.Trace{
			Value: r.Grade.String(), Rule: "Proposed by the published rating", Lines: r.Lines,
		}})
	}
	if m := in.Next; m.Grade != 0 {
		out = append(out, kit.Fact{Label: "To " + m.Grade.String(), Trace: &kit.Trace{
			Value: m.Short, Rule: "When a dan is proposed", Lines: m.Lines,
		}})
	}
	return out, nil
}
