package ratings

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/ratings"
	"nzgs/web/kit"
)

// honours are the titles that a player holds.
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
	return out, nil
}
