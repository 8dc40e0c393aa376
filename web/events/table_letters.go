package events

import (
	"errors"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/web/kit"
)

// typeCard takes the letters of a table's card from whoever cannot scan its code, and leads where that does.
func (s *Desk) typeCard() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			kit.NoStore(c)
			page.Page = s.Page(c, "Report a result")
			page.Shape = kit.ShapeNarrow
			page.Action, page.Submit, page.Back = kit.TypedCardPath, "Open the table", "/events"
			page.Say("For players who cannot scan the code on the card of their table.")
			page.Group("", kit.Field{
				Name: "letters", Label: "Six letters", Required: true, Autocomplete: "off", Width: "medium", MaxLength: 20,
				Hint: "They stand on the card, below the code. Small letters will do.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			card, err := s.tournaments.CardByLetters(c.Request().Context(), in.Text("letters"))
			var no *apperr.Error
			if errors.As(err, &no) && no.Kind == apperr.NotFound {
				kit.Guessed(c)
				var problems apperr.Fields
				problems.Add("letters", "%s", no.Message)
				err = problems.Err()
			}
			return kit.Done{To: kit.TableCardURL(card)}, err
		},
	}
}
