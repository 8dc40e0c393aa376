package society

import (
	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// names proposes people of the register by the words that were typed so far.
func (s *Desk) names(c echo.Context) error {
	found, err := s.FindPeople(c.Request().Context(), s.Actor(c), c.QueryParam("q"), kit.ProposedNames)
	if err != nil {
		return err
	}
	list := make([]kit.Named, len(found))
	for i, one := range found {
		list[i] = kit.Named{Person: one.Person, Name: one.Name.String()}
	}
	return kit.SendNames(c, list)
}
