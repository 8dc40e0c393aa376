package news

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/markdown"
	"nzgs/internal/newsletter"
	"nzgs/web/kit"
)

// ArchivePage is where the newsletter is asked for, with all that were sent.
type ArchivePage struct {
	kit.FormPage
	Desk  string // where officers write it; "" for all others
	Own   string // how it comes to who is signed in; "" no one is
	Rows  []kit.Link
	Pager kit.Pager
}

// IssuePage is one newsletter.
type IssuePage struct {
	kit.Page
	Day  string
	File string // on paper
	Text markdown.Text
}

// ReaderPage is the page of a reader's link.
type ReaderPage struct {
	kit.Page
	Text  string
	Press *kit.PostButton
}

var (
	archiveView = kit.NewView[ArchivePage](templates, "newsletter.html")
	issueView   = kit.NewView[IssuePage](templates, "issue.html")
	readerView  = kit.NewView[ReaderPage](templates, "reader.html")
)

const letterLeaves = "A letter leaves for that address in a few minutes. The newsletter comes once its link is opened and “Confirm” " +
	"is pressed. Nothing came? Look among unwanted mail."

// newsletterRoutes are the addresses of the newsletter.
func (s *Desk) newsletterRoutes() []kit.Route {
	keeper, subscribe := kit.May(auth.KeepNews), s.subscribe()
	write, edit, send := s.writeIssue(), s.editIssue(), s.sendIssue()
	paper := s.paper()
	discard := kit.Press(s.Site, s.newsletter.Discard, func(newsletter.ID) string { return issuesPath }, "The draft is deleted.")
	return []kit.Route{
		kit.Get(kit.NewsletterPath, subscribe.Get, kit.Everyone),
		kit.Post(kit.NewsletterPath, subscribe.Post, kit.Everyone),
		kit.Get(kit.NewsletterPath+"/confirm/:token", s.confirmable, kit.Everyone),
		kit.PostAgain(kit.NewsletterPath+"/confirm/:token", s.confirm, kit.Everyone),
		kit.Get(kit.NewsletterPath+"/leave/:token", s.leaving, kit.Everyone),
		kit.PostAgain(kit.NewsletterPath+"/leave/:token", s.leave, kit.Everyone),
		kit.Public(kit.NewsletterPath+"/:id", s.issue, kit.OnSociety),

		kit.Get(issuesPath, s.issues, keeper),
		kit.Get(issuesPath+"/new", write.Get, keeper),
		kit.Post(issuesPath+"/new", write.Post, keeper),
		kit.Get(paperPath, paper.Get, keeper).Lists("readers of the newsletter on paper"),
		kit.Post(paperPath, paper.Post, keeper),
		kit.Post(paperPath+"/:id/remove", s.notOnPaper, keeper),
		kit.Get(labelsPath, s.paperLabels, keeper).Lists("labels of the newsletter"),
		kit.Get(issuesPath+"/:id", s.draftIssue, keeper),
		kit.Get(issuesPath+"/:id/issue.pdf", s.draftFile, keeper),
		kit.Get(issuesPath+"/:id/copies.pdf", s.copies, keeper).Lists("copies of the newsletter on paper"),
		kit.Get(issuesPath+"/:id/edit", edit.Get, keeper),
		kit.Post(issuesPath+"/:id/edit", edit.Post, keeper),
		kit.Get(issuesPath+"/:id/send", send.Get, keeper),
		kit.Post(issuesPath+"/:id/send", send.Post, keeper),
		kit.Post(issuesPath+"/:id/discard", discard, keeper),
	}
}

// subscribe is the form by which anyone asks for the newsletter.
func (s *Desk) subscribe() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Newsletter", newsCrumb)
			page.Action, page.Submit, page.Back = kit.NewsletterPath, "Send me the newsletter", kit.NewsPath
			page.Say("Give your address; a letter asks you to confirm it. Each newsletter has a link that stops it by one press. " +
				"The address is used for nothing else, and is deleted when you stop.")
			page.Group("", kit.Field{
				Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "email", MaxLength: 200,
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			err := s.newsletter.Subscribe(c.Request().Context(), in.Text("email"), kit.Network(c))
			return kit.Done{To: kit.NewsletterPath, Message: letterLeaves}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, _ kit.Nothing) error {
			number := kit.PageNumber(c)
			list, n, err := s.newsletter.Archive(c.Request().Context(), number, perPage)
			if err != nil {
				return err
			}
			out := ArchivePage{FormPage: *page, Pager: kit.PagerOf(number, perPage, n, &url.URL{Path: kit.NewsletterPath})}
			if auth.Can(s.Actor(c), auth.KeepNews, auth.Object{}, s.Today()) {
				out.Desk = issuesPath
			}
			if actor := s.Actor(c); actor.SignedIn() {
				own, err := s.newsletter.OwnChoice(c.Request().Context(), actor)
				if err != nil {
					return err
				}
				asked := ""
				if own.Asked {
					asked = own.Email
				}
				out.Own = kit.NewsletterWay(string(own.Way), own.Address != "", asked)
			}
			for _, i := range list {
				out.Rows = append(out.Rows, kit.Link{Label: i.Title + ", " + i.Sent.Date().Long(), URL: kit.Below(kit.NewsletterPath, i.ID)})
			}
			return archiveView.Render(c, status, out)
		},
	}
}

// issue shows a newsletter that was sent; with the ending “.pdf” on paper.
func (s *Desk) issue(c echo.Context) error {
	if number, format := kit.SplitFormat(c.Param("id")); format == kit.FormatPDF {
		return s.issueFile(c, number)
	}
	id, err := kit.PathID[newsletter.ID](c, "id")
	if err != nil {
		return err
	}
	i, err := s.newsletter.Sent(c.Request().Context(), id)
	if err != nil {
		return err
	}
	page := IssuePage{
		Page: s.Page(c, i.Title, newsCrumb, kit.Crumb{Label: "Newsletter", URL: kit.NewsletterPath}), Day: i.Sent.Date().Long(),
		File: issueFileURL(id), Text: i.Text(),
	}
	page.Line = page.Text.Summary(summaryWords)
	return issueView.Render(c, http.StatusOK, page)
}

func (s *Desk) readerPage(c echo.Context, title, text string) ReaderPage {
	kit.NoStore(c)
	page := ReaderPage{Page: s.Page(c, title), Text: text}
	page.Shape = kit.ShapeNarrow
	return page
}

// confirmable asks whoever has the link of the question to press a button: programs that look at links confirm nothing.
func (s *Desk) confirmable(c echo.Context) error {
	token := c.Param("token")
	email, err := s.newsletter.Confirmable(c.Request().Context(), token)
	if err != nil {
		return err
	}
	page := s.readerPage(c, "Newsletter", "Send the newsletter to "+email+"?")
	page.Press = page.Button("confirm", newsletter.ConfirmPath(token), "Confirm")
	return readerView.Render(c, http.StatusOK, page)
}

func (s *Desk) confirm(c echo.Context) error {
	if err := s.newsletter.Confirm(c.Request().Context(), c.Param("token")); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "Confirmed: the next newsletter comes to your address.")
	return kit.SeeOther(c, kit.NewsletterPath)
}

const stopped = "The newsletter does not come to this address any more."

func (s *Desk) leaving(c echo.Context) error {
	token := c.Param("token")
	reads, err := s.newsletter.Leaving(c.Request().Context(), token)
	if err != nil {
		return err
	}
	page := s.readerPage(c, "Newsletter", stopped)
	if reads {
		page.Text = "Stop the newsletter to your address?"
		page.Press = page.Button("leave", newsletter.LeavePath(token), "Stop the newsletter")
	}
	return readerView.Render(c, http.StatusOK, page)
}

// leave stops the newsletter: pressed on the page, or by a mail program (RFC 8058).
func (s *Desk) leave(c echo.Context) error {
	if err := s.newsletter.Leave(c.Request().Context(), c.Param("token")); err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if in.Text("List-Unsubscribe") == "One-Click" {
		return c.String(http.StatusOK, stopped+"\n")
	}
	s.Flash(c, kit.KindSuccess, stopped) // of an address of the form nothing is left by which its link could say so
	return kit.SeeOther(c, kit.NewsletterPath)
}
