package news

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/markdown"
	"nzgs/internal/news"
	"nzgs/internal/newsletter"
	"nzgs/web/kit"
)

const issuesPath = kit.NewsletterPath + "/desk"

var issuesCrumbs = []kit.Crumb{newsCrumb, {Label: "Newsletter", URL: kit.NewsletterPath}, {Label: "Newsletter desk", URL: issuesPath}}

func issueURL(id newsletter.ID, part ...string) string { return kit.Below(issuesPath, id, part...) }

// IssuesPage lists all newsletters.
type IssuesPage struct {
	kit.Page
	Readers string
	Paper   string // who gets it on paper
	Rows    []DeskRow
	Pager   kit.Pager
}

// DraftPage is a newsletter as it would be sent, or was.
type DraftPage struct {
	kit.Page
	Facts   []kit.Fact
	Actions []kit.Link
	Discard *kit.PostButton
	Text    markdown.Text
}

var (
	issuesView = kit.NewView[IssuesPage](templates, "issues.html")
	draftView  = kit.NewView[DraftPage](templates, "draft.html")
)

func readers(n int) string {
	if n == 1 {
		return "1 reader"
	}
	return fmt.Sprintf("%d readers", n)
}

func issueBadge(i newsletter.Issue) kit.Badge {
	if i.Sent.IsZero() {
		return kit.Badge{Kind: kit.KindNeutral, Text: "Draft"}
	}
	return kit.Badge{Kind: kit.KindSuccess, Text: "In the outbox since " + i.Sent.Date().Long()}
}

func (s *Desk) issues(c echo.Context) error {
	number := kit.PageNumber(c)
	list, n, confirmed, err := s.newsletter.Drafts(c.Request().Context(), s.Actor(c), number, perPage)
	if err != nil {
		return err
	}
	onPaper, err := s.newsletter.PaperReaders(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	_, paper := goOnPaper(onPaper)
	page := IssuesPage{
		Page: s.Page(c, "Newsletter desk", issuesCrumbs[:2]...), Readers: readers(confirmed), Paper: paper,
		Pager: kit.PagerOf(number, perPage, n, &url.URL{Path: issuesPath}),
	}
	for _, i := range list {
		row := DeskRow{Title: i.Title, URL: issueURL(i.ID), State: issueBadge(i)}
		if !i.Sent.IsZero() {
			row.Changed = readers(i.Readers)
		}
		page.Rows = append(page.Rows, row)
	}
	return issuesView.Render(c, http.StatusOK, page)
}

func (s *Desk) draftIssue(c echo.Context) error {
	id, err := kit.PathID[newsletter.ID](c, "id")
	if err != nil {
		return err
	}
	i, err := s.newsletter.Draft(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	state := issueBadge(i)
	page := DraftPage{
		Page: s.Page(c, i.Title, issuesCrumbs...), Facts: []kit.Fact{{Label: "State", Badge: &state}}, Text: i.Text().Below(1),
	}
	if i.Problem != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Problem", Value: i.Problem})
	} else if i.Sent.IsZero() {
		page.Actions = []kit.Link{{Label: "Send it", URL: issueURL(id, "send")}}
	}
	if i.Sent.IsZero() {
		page.Actions = append(page.Actions, kit.Link{Label: "Change it", URL: issueURL(id, "edit"), Kind: "secondary"})
		page.Discard = page.Button("discard", issueURL(id, "discard"), "Delete the draft", kit.VersionField(i.Version))
		page.Discard.Kind = "danger"
		if i.Problem == "" {
			page.Actions = append(page.Actions, kit.Link{Label: "See it on paper (PDF)", URL: issueURL(id, "issue.pdf"), Kind: "secondary"})
		}
	} else {
		page.Actions = append(page.Actions, kit.Link{Label: "Print it (PDF)", URL: issueURL(id, "issue.pdf"), Kind: "secondary"})
		page.Facts = append(page.Facts, kit.Fact{Label: "Written to", Value: readers(i.Readers)}, kit.Fact{Label: "By", Value: i.By},
			kit.Fact{Label: "Public at", Value: kit.Below(kit.NewsletterPath, id), URL: kit.Below(kit.NewsletterPath, id)})
	}
	if i.Problem == "" {
		onPaper, err := s.newsletter.PaperReaders(c.Request().Context(), s.Actor(c))
		if err != nil {
			return err
		}
		copies, says := goOnPaper(onPaper)
		page.Facts = append(page.Facts, kit.Fact{Label: "On paper", Value: says, URL: paperPath})
		if copies > 0 {
			page.Actions = append(page.Actions, kit.Link{
				Label: kit.Plural(copies, "copy to post (PDF)", "copies to post (PDF)"), URL: issueURL(id, "copies.pdf"), Kind: "secondary",
			})
		}
	}
	return draftView.Render(c, http.StatusOK, page)
}

// issueFields are the fields of a newsletter: the newest news are proposed to be chosen.
func (s *Desk) issueFields(c echo.Context, page *kit.FormPage) error {
	list, _, err := s.news.Newest(c.Request().Context(), 1, perPage)
	if err != nil {
		return err
	}
	chosen := kit.Field{Name: "news", Label: "News in it", Type: "checkboxes"}
	for _, p := range list {
		chosen.Options = append(chosen.Options, kit.Option{Value: kit.IDText(p.ID), Label: p.Title, Hint: p.On.Long()})
	}
	page.Group("",
		kit.Field{Name: "title", Label: "Title", MaxLength: 150, Required: true, Hint: "It is the subject of the letters."},
		kit.Field{Name: "intro", Label: "Introduction", Type: "textarea", Rows: 10, MaxLength: markdown.MaxLength, Hint: howToWrite},
	)
	if len(chosen.Options) > 0 {
		page.Group("", chosen)
	}
	return nil
}

func issueInput(in *kit.Filling) newsletter.Input {
	return newsletter.Input{Title: in.Text("title"), Intro: in.Lines("intro"), News: kit.AllChosen[news.ID](in, "news")}
}

func (s *Desk) writeIssue() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Write a newsletter", issuesCrumbs...)
			page.Action, page.Submit, page.Back = issuesPath+"/new", "Save, and see how it looks", issuesPath
			page.Say("Nothing is sent by saving.")
			return s.issueFields(c, page)
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			id, err := s.newsletter.Write(c.Request().Context(), s.Actor(c), issueInput(in))
			return kit.Done{To: issueURL(id), Message: "Saved. Nothing is sent yet."}, err
		},
	}
}

func (s *Desk) editIssue() kit.Form[newsletter.Issue] {
	return kit.Form[newsletter.Issue]{
		Site: s.Site, Load: kit.ByID(s.Site, s.newsletter.Draft),
		Version: func(i newsletter.Issue) int64 { return i.Version },
		Fill: func(_ echo.Context, in *kit.Filling, i newsletter.Issue) {
			in.Set("title", i.Title)
			in.Set("intro", i.Intro)
			for _, id := range i.News {
				in.Add("news", kit.IDText(id))
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, i newsletter.Issue) error {
			page.Page = s.Page(c, "Change the newsletter", issuesCrumbs...)
			page.Action, page.Submit, page.Back = issueURL(i.ID, "edit"), "Save, and see how it looks", issueURL(i.ID)
			return s.issueFields(c, page)
		},
		Take: func(c echo.Context, in *kit.Filling, i newsletter.Issue) (kit.Done, error) {
			err := s.newsletter.Change(c.Request().Context(), s.Actor(c), i.ID, in.Version(), issueInput(in))
			return kit.Done{To: issueURL(i.ID), Message: "Saved."}, err
		},
	}
}

func (s *Desk) sendIssue() kit.Form[newsletter.Issue] {
	return kit.Form[newsletter.Issue]{
		Site: s.Site, Load: kit.ByID(s.Site, s.newsletter.Draft),
		Version: func(i newsletter.Issue) int64 { return i.Version },
		Show: func(c echo.Context, page *kit.FormPage, i newsletter.Issue) error {
			_, _, confirmed, err := s.newsletter.Drafts(c.Request().Context(), s.Actor(c), 1, 1)
			if err != nil {
				return err
			}
			page.Page = s.Page(c, "Send “"+i.Title+"”", issuesCrumbs...)
			page.Action, page.Submit, page.Back = issueURL(i.ID, "send"), "Send it", issueURL(i.ID)
			page.Say("It goes to " + readers(confirmed) + ", and everyone can read it on this site. Letters that have left stay with their readers.")
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, i newsletter.Issue) (kit.Done, error) {
			err := s.newsletter.Send(c.Request().Context(), s.Actor(c), i.ID, in.Version())
			return kit.Done{To: issueURL(i.ID), Message: "Its letters are in the outbox, and leave at its pace."}, err
		},
	}
}
