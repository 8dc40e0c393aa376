package postal

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// names proposes members on the roll to those who may read it: a teller does not read the
// register.
func (s *Desk) names(c echo.Context) error {
	id, err := kit.PathID[postal.VoteID](c, "id")
	if err != nil {
		return err
	}
	roll, err := s.postal.Roll(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	return kit.SendNames(c, votersOf(roll).Proposed(c.QueryParam("q")))
}
