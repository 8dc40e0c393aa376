package society

import (
	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// clubsPerPage is how many clubs one page of a list shows; files have all of them.
const clubsPerPage = 100

// pagerOfClubs leads through a list of so many clubs; one page needs none.
func pagerOfClubs(c echo.Context, found int) kit.Pager {
	if found <= clubsPerPage {
		return kit.Pager{}
	}
	return kit.PagerOf(kit.PageNumber(c), clubsPerPage, found, c.Request().URL)
}
