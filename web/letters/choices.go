package letters

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/letters"
	"nzgs/internal/newsletter"
	"nzgs/web/kit"
)

// ChoicesPage is where someone says which letters they want.
type ChoicesPage struct {
	kit.Page
	kit.FormKey
	Name   string
	Action string
	Topics []kit.Field
	News   *kit.SmallForm // how the newsletter comes, for who is signed in
}

var choicesView = kit.NewView[ChoicesPage](templates, "choices.html")

func (s *Desk) showChoices(c echo.Context, now letters.Choices, action string, own *kit.Field) error {
	kit.NoStore(c)
	page := ChoicesPage{Page: s.Page(c, "Which letters do you want?"), Name: now.Name, Action: action}
	page.FormKey, page.Shape = page.Page.Form("choices"), kit.ShapeNarrow
	for _, t := range letters.Topics {
		page.Topics = append(page.Topics, kit.Field{
			ID: string(t.Topic), Name: "want", Value: string(t.Topic), Label: t.Title, Type: "checkbox",
			Checked: !now.Left[t.Topic],
		})
	}
	if own != nil {
		page.News = &kit.SmallForm{
			FormKey: page.Page.Form("newsletter"), ID: "newsletter-choice", Title: "The newsletter", Action: newsletterChoicePath,
			Fields: []kit.Field{*own}, Submit: "Save how it comes", Kind: "secondary",
		}
	}
	return choicesView.Render(c, http.StatusOK, page)
}

// newsField asks how the newsletter comes. A way that has no address is not offered.
func newsField(own newsletter.Choice) *kit.Field {
	f := kit.Field{ID: "way", Name: "way", Label: "How it comes", Type: "select", Options: []kit.Option{{Label: "Does not come to me"}}}
	add := func(way newsletter.Way, label string) {
		f.Options = append(f.Options, kit.Option{Value: string(way), Label: label, Selected: own.Way == way})
	}
	if own.Email != "" {
		add(newsletter.ByMail, "By e-mail to "+own.Email)
	}
	if own.Address != "" || own.Way == newsletter.OnPaper {
		add(newsletter.OnPaper, "On paper, to my postal address")
	} else {
		f.Hint = "It can also come on paper, once your postal address is in the register."
	}
	if own.Address == "" && own.Way == newsletter.OnPaper {
		f.Hint = kit.NewsletterNowhere
	}
	if own.Asked && own.Way != newsletter.ByMail {
		f.Hint = strings.TrimSpace(kit.NewsletterAsked(own.Email) + " " + f.Hint)
	}
	return &f
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
	own, err := s.news.OwnChoice(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	return s.showChoices(c, now, kit.LetterChoicesPath, newsField(own))
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

const newsletterChoicePath = kit.LetterChoicesPath + "/newsletter"

// newsletterPress keeps how the newsletter comes to whoever is signed in.
func (s *Desk) newsletterPress(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if !in.Sends("way") {
		return kit.SeeOther(c, kit.LetterChoicesPath) // who sends nothing has chosen nothing
	}
	if err := s.news.Choose(c.Request().Context(), s.Actor(c), newsletter.Way(in.Text("way"))); err != nil {
		return s.RefusedAt(c, err, kit.LetterChoicesPath)
	}
	own, err := s.news.OwnChoice(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	says := "Saved."
	if in.Text("way") == string(newsletter.ByMail) && own.Way != newsletter.ByMail {
		says = "A letter leaves for " + own.Email + " in a few minutes. The newsletter comes by e-mail once its link is opened and " +
			"“Confirm” is pressed; until then nothing changes."
	}
	s.Flash(c, kit.KindSuccess, says)
	return kit.SeeOther(c, kit.LetterChoicesPath)
}

func (s *Desk) choices(c echo.Context) error {
	token := c.Param("token")
	now, err := s.letters.ChoicesBy(c.Request().Context(), token)
	if err != nil {
		return err
	}
	return s.showChoices(c, now, letters.ChoicesPath(token), nil)
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
