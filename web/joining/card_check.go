package joining

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/members/cards"
	"nzgs/web/kit"
)

// CardCheckPage is where the code on a membership card leads, for anyone.
type CardCheckPage struct {
	kit.Page
	Good bool
	Says string
	Day  string
}

var cardCheckView = kit.NewView[CardCheckPage](templates, "card_check.html")

// says is what a card's page says.
func says(v cards.Verdict, society string) string {
	if !v.Good {
		return "This card is no longer good."
	}
	return v.Name + " is a member of " + society + " until " + v.Until.Long() + "."
}

// cardCheck says whether the card with a code is good today.
func (s *Desk) cardCheck(c echo.Context) error {
	v, err := s.cards.Verify(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	page := CardCheckPage{Page: s.Page(c, "Membership card"), Good: v.Good, Says: says(v, s.Society), Day: s.Today().Long()}
	page.Shape = kit.ShapeNarrow
	return cardCheckView.Render(c, http.StatusOK, page)
}
