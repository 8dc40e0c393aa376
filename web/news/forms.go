package news

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/markdown"
	"nzgs/internal/news"
	"nzgs/internal/news/picture"
	"nzgs/web/kit"
)

// howToWrite says the few signs that most texts need.
const howToWrite = "An empty line begins a paragraph. # before a line makes a heading, - an item of a list, > a quotation; " +
	"*slanted*, **bold**, [words](https://address) for a link. HTML stands as it is typed."

func draftFields() []kit.Field {
	return []kit.Field{
		{Name: "title", Label: "Title", MaxLength: 150, Required: true},
		{Name: "body", Label: "Text", Type: "textarea", Rows: 20, MaxLength: markdown.MaxLength, Required: true, Hint: howToWrite},
		{
			Name: "two_eyes", Label: "Another officer approves it before it is published", Type: "checkbox",
			Hint: "Once this is saved it stays, for corrections as well.",
		},
	}
}

func input(in *kit.Filling) news.Input {
	return news.Input{Text: news.Text{Title: in.Text("title"), Body: in.Lines("body")}, TwoEyes: in.Ticked("two_eyes")}
}

// write is the form of a new draft.
func (s *Desk) write() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Write news", newsCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = deskPath+"/new", "Save, and see how it looks", deskPath
			page.Say("Nothing is published by saving.")
			page.Group("", draftFields()...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			id, err := s.news.Write(c.Request().Context(), s.Actor(c), input(in))
			return kit.Done{To: deskURL(id), Message: "Saved. Nothing is published yet."}, err
		},
	}
}

// edit changes a draft.
func (s *Desk) edit() kit.Form[news.Item] {
	return kit.Form[news.Item]{
		Site: s.Site, Load: kit.ByID(s.Site, s.news.Item),
		Version: func(i news.Item) int64 { return i.Version },
		Fill: func(_ echo.Context, in *kit.Filling, i news.Item) {
			in.Set("title", i.Title)
			in.Set("body", i.Body)
			in.Tick("two_eyes", i.TwoEyes)
		},
		Show: func(c echo.Context, page *kit.FormPage, i news.Item) error {
			page.Page = s.Page(c, "Change the text", newsCrumb, deskCrumb, kit.Crumb{Label: i.Title, URL: deskURL(i.ID)})
			page.Action, page.Submit, page.Back = deskURL(i.ID, "edit"), "Save, and see how it looks", deskURL(i.ID)
			if i.State == news.Public {
				page.Say("The public reads what was published until you publish the correction.")
			}
			page.Group("", draftFields()...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, i news.Item) (kit.Done, error) {
			err := s.news.Change(c.Request().Context(), s.Actor(c), i.ID, in.Version(), input(in))
			return kit.Done{To: deskURL(i.ID), Message: "Saved."}, err
		},
	}
}

// publish publishes a draft on a day, or a correction now.
func (s *Desk) publish() kit.Form[news.Item] {
	return kit.Form[news.Item]{
		Site: s.Site, Load: kit.ByID(s.Site, s.news.Item),
		Version: func(i news.Item) int64 { return i.Version },
		Fill: func(_ echo.Context, in *kit.Filling, i news.Item) {
			if in.SetDay("on", s.Today()); i.State == news.Coming {
				in.SetDay("on", i.On)
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, i news.Item) error {
			page.Page = s.Page(c, "Publish “"+i.Title+"”", newsCrumb, deskCrumb, kit.Crumb{Label: i.Title, URL: deskURL(i.ID)})
			page.Action, page.Submit, page.Back = deskURL(i.ID, "publish"), "Publish", deskURL(i.ID)
			if i.State == news.Public {
				page.Say("The page says on which day it was corrected, and why. What it said before is kept for officers.")
				page.Group("", kit.Field{Name: "reason", Label: "What was corrected", MaxLength: 300, Required: true})
				return nil
			}
			page.Group("", kit.DayField("on", "On", "On a day to come it appears by itself."))
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, i news.Item) (kit.Done, error) {
			err := s.news.Publish(c.Request().Context(), s.Actor(c), i.ID, in.Version(), in.Day("on"), in.Text("reason"))
			return kit.Done{To: deskURL(i.ID), Message: "Saved."}, err
		},
	}
}

// withdraw takes a piece away from the public.
func (s *Desk) withdraw() kit.Form[news.Item] {
	return kit.Form[news.Item]{
		Site: s.Site, Load: kit.ByID(s.Site, s.news.Item),
		Version: func(i news.Item) int64 { return i.Version },
		Show: func(c echo.Context, page *kit.FormPage, i news.Item) error {
			page.Page = s.Page(c, "Withdraw “"+i.Title+"”", newsCrumb, deskCrumb, kit.Crumb{Label: i.Title, URL: deskURL(i.ID)})
			page.Action, page.Submit, page.Kind, page.Back = deskURL(i.ID, "withdraw"), "Withdraw", "danger", deskURL(i.ID)
			page.Say("Its page then says that it was withdrawn, when and why, and nothing of the text. It cannot be published again.")
			page.Group("", kit.Field{
				Name: "reason", Label: "Why", MaxLength: 300, Required: true, Hint: "Everyone can read this.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, i news.Item) (kit.Done, error) {
			err := s.news.Withdraw(c.Request().Context(), s.Actor(c), i.ID, in.Version(), in.Text("reason"))
			return kit.Done{To: deskURL(i.ID), Message: "It is withdrawn."}, err
		},
	}
}

// picture adds a picture to a draft.
func (s *Desk) picture() kit.Form[news.Item] {
	return kit.Form[news.Item]{
		Site: s.Site, Load: kit.ByID(s.Site, s.news.Item),
		Version: func(i news.Item) int64 { return i.Version },
		Show: func(c echo.Context, page *kit.FormPage, i news.Item) error {
			page.Page = s.Page(c, "Add a picture", newsCrumb, deskCrumb, kit.Crumb{Label: i.Title, URL: deskURL(i.ID)})
			page.Action, page.Submit, page.Back = deskURL(i.ID, "picture"), "Add it", deskURL(i.ID)
			page.Say("Pictures stand below the text. Where it was taken and by which camera is removed. Ask people before you show them.")
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "Picture", Accept: "image/jpeg,image/png", Required: true,
				Hint: "JPEG or PNG, at most 10 MB.", Error: page.ErrorOn("file"),
			}}
			page.Group("", kit.Field{
				Name: "says", Label: "What it shows", MaxLength: 300, Required: true,
				Hint: "In a sentence, for people who cannot see it: “Two players at the last board of the Congress.”",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, i news.Item) (kit.Done, error) {
			_, content, given, err := kit.ChosenContent(c, "file", picture.MaxBytes+1)
			if err != nil {
				return kit.Done{}, err
			}
			if !given {
				in.Problem("file", "Choose a picture first.")
			}
			err = s.news.AddPicture(c.Request().Context(), s.Actor(c), i.ID, in.Version(), content, in.Text("says"))
			return kit.Done{To: deskURL(i.ID), Message: "The picture is in the draft."}, err
		},
	}
}
