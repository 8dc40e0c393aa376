package letters

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/letters"
	"nzgs/web/kit"
)

// ChoicesPage is where someone says which letters they want.
type ChoicesPage struct {
	kit.Page
	kit.FormKey
	Name   string
	Action string
	Topics []kit.Field
}

var choicesView = kit.NewView[ChoicesPage](templates, "choices.html")

func (s *Desk) showChoices(c echo.Context, now letters.Choices, action string) error {
	kit.NoStore(c)
	page := ChoicesPage{Page: s.Page(c, "Which letters do you want?"), Name: now.Name, Action: action}
	page.FormKey, page.Shape = page.Page.Form("choices"), kit.ShapeNarrow
	for _, t := range letters.Topics {
		page.Topics = append(page.Topics, kit.Field{
			ID: string(t.Topic), Name: "want", Value: string(t.Topic), Label: t.Title, Type: "checkbox",
			Checked: !now.Left[t.Topic],
		})
	}
	return choicesView.Render(c, http.StatusOK, page)
}

// leftOf are the topics that were not ticked.
func leftOf(in *kit.Filling) (left []letters.Topic) {
	for _, t := range letters.Topics {
		if !in.Has("want", string(t.Topic)) {
			left = append(left, t.Topic)
		}
	}
	return left
}

func (s *Desk) ownChoices(c echo.Context) error {
	now, err := s.letters.OwnChoices(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	return s.showChoices(c, now, kit.LetterChoicesPath)
}

func (s *Desk) ownChoicesPress(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if err := s.letters.Choose(c.Request().Context(), s.Actor(c), leftOf(in)); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "Saved.")
	return kit.SeeOther(c, kit.LetterChoicesPath)
}

func (s *Desk) choices(c echo.Context) error {
	token := c.Param("token")
	now, err := s.letters.ChoicesBy(c.Request().Context(), token)
	if err != nil {
		return err
	}
	return s.showChoices(c, now, letters.ChoicesPath(token))
}

// choicesPress keeps what someone wants; a mail program that stops letters by one press (RFC 8058) says so in the form.
func (s *Desk) choicesPress(c echo.Context) error {
	ctx, token := c.Request().Context(), c.Param("token")
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if in.Text("List-Unsubscribe") == "One-Click" {
		if err := s.letters.Leave(ctx, token, letters.Topic(c.QueryParam("topic"))); err != nil {
			return err
		}
		return c.String(http.StatusOK, "These letters are stopped.\n")
	}
	if !in.Has("save", "1") {
		return kit.SeeOther(c, letters.ChoicesPath(token)) // not the page’s form: who sends nothing has chosen nothing
	}
	if err := s.letters.ChooseBy(ctx, token, leftOf(in)); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "Saved.")
	return kit.SeeOther(c, letters.ChoicesPath(token))
}
