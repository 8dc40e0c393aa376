package news

import (
	"context"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/markdown"
	"nzgs/internal/news"
	"nzgs/web/kit"
)

type pressed = func(ctx context.Context, actor auth.Actor, id news.ID, version int64) error

func (s *Desk) mayRead(c echo.Context) bool {
	actor, today := s.Actor(c), s.Today()
	return auth.Can(actor, auth.KeepNews, auth.Object{}, today) || auth.Can(actor, auth.ApproveNews, auth.Object{}, today)
}

// DeskPage lists all news with what is to be done.
type DeskPage struct {
	kit.Page
	New   string // where one is written; "" for who only approves
	Rows  []DeskRow
	Pager kit.Pager
}

// DeskRow is an item in the list.
type DeskRow struct {
	Title, URL, Changed string
	State               kit.Badge
	Waits               string
}

// ItemPage is an item with its draft, as it would be read.
type ItemPage struct {
	kit.Page
	Facts    []kit.Fact
	Actions  []kit.Link
	Buttons  []*kit.PostButton
	Text     markdown.Text
	Pictures []PictureView
	Wordings []WordingView
}

// WordingView is a wording that was published.
type WordingView struct {
	Title, When, Reason string
	Text                markdown.Text
}

var (
	deskView = kit.NewView[DeskPage](templates, "desk.html")
	itemView = kit.NewView[ItemPage](templates, "item.html")
)

func stateBadge(i news.Item) kit.Badge {
	switch i.State {
	case news.Coming:
		return kit.Badge{Kind: kit.KindInfo, Text: "Comes on " + i.On.Long()}
	case news.Public:
		return kit.Badge{Kind: kit.KindSuccess, Text: "Public since " + i.On.Long()}
	case news.Withdrawn:
		return kit.Badge{Kind: kit.KindWarning, Text: "Withdrawn on " + i.Withdrawal.At.Date().Long()}
	}
	return kit.Badge{Kind: kit.KindNeutral, Text: "Draft"}
}

func (s *Desk) desk(c echo.Context) error {
	number := kit.PageNumber(c)
	list, n, err := s.news.Items(c.Request().Context(), s.Actor(c), number, perPage)
	if err != nil {
		return err
	}
	page := DeskPage{Page: s.Page(c, "News desk", newsCrumb), Pager: kit.PagerOf(number, perPage, n, &url.URL{Path: deskPath})}
	if auth.Can(s.Actor(c), auth.KeepNews, auth.Object{}, s.Today()) {
		page.New = deskPath + "/new"
	}
	for _, i := range list {
		row := DeskRow{
			Title: i.Title, URL: deskURL(i.ID), State: stateBadge(i),
			Changed: i.ChangedBy + ", " + i.ChangedAt.Date().Long(),
		}
		if i.TwoEyes && !i.Approved() && (i.State == news.Draft || i.State == news.Coming) {
			row.Waits = "Another officer approves it"
		}
		page.Rows = append(page.Rows, row)
	}
	return deskView.Render(c, http.StatusOK, page)
}

func (s *Desk) item(c echo.Context) error {
	id, err := kit.PathID[news.ID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	i, err := s.news.Item(ctx, actor, id)
	if err != nil {
		return err
	}
	all, err := s.news.Wordings(ctx, actor, id)
	if err != nil {
		return err
	}
	page := ItemPage{Page: s.Page(c, i.Title, newsCrumb, deskCrumb), Text: markdown.Of(i.Body), Pictures: pictures(i.Pictures)}
	state := stateBadge(i)
	page.Facts = []kit.Fact{
		{Label: "State", Badge: &state}, {Label: "Changed", Value: i.ChangedBy + ", " + i.ChangedAt.Long()},
	}
	if i.State == news.Public {
		page.Facts = append(page.Facts, kit.Fact{Label: "The public reads it at", Value: pieceURL(i.ID, ""), URL: pieceURL(i.ID, "")})
	}
	if i.Published != nil && i.Unpublished() && i.State != news.Withdrawn {
		page.Facts = append(page.Facts, kit.Fact{Label: "Draft", Value: "It says something else than what was published last."})
	}
	if i.State == news.Withdrawn {
		page.Facts = append(page.Facts, kit.Fact{Label: "Why", Value: i.Withdrawal.Reason})
	}
	s.approval(c, &page, i)
	s.choices(c, &page, i)
	for _, w := range all {
		view := WordingView{Title: w.Title, Reason: w.Reason, Text: markdown.Of(w.Body).Below(2)}
		view.When = w.At.Long() + ", " + w.By
		page.Wordings = append(page.Wordings, view)
	}
	return itemView.Render(c, http.StatusOK, page)
}

// approval says who approves an item that wants a second pair of eyes, and gives them the button.
func (s *Desk) approval(c echo.Context, page *ItemPage, i news.Item) {
	if !i.TwoEyes || i.State == news.Withdrawn {
		return
	}
	says := "Another officer than the last who changed it approves it first."
	if i.Approved() {
		says = "By " + i.Approver
	} else if i.MayApprove(s.Actor(c).Person) && auth.Can(s.Actor(c), auth.ApproveNews, auth.Object{}, s.Today()) {
		page.Buttons = append(page.Buttons, page.Button("approve", deskURL(i.ID, "approve"), "Approve", kit.VersionField(i.Version)))
	}
	page.Facts = append(page.Facts, kit.Fact{Label: "Approved", Value: says})
}

// choices are what who keeps the news can do with an item.
func (s *Desk) choices(c echo.Context, page *ItemPage, i news.Item) {
	if i.State == news.Withdrawn || !auth.Can(s.Actor(c), auth.KeepNews, auth.Object{}, s.Today()) {
		return
	}
	version := kit.VersionField(i.Version)
	link := func(label, part, kind string) {
		page.Actions = append(page.Actions, kit.Link{Label: label, URL: deskURL(i.ID, part), Kind: kind})
	}
	if i.State != news.Public && !(i.TwoEyes && !i.Approved()) {
		link("Publish", "publish", "")
	} else if i.State == news.Public && i.Unpublished() && !(i.TwoEyes && !i.Approved()) {
		link("Publish the correction", "publish", "")
	}
	link("Change the text", "edit", "secondary")
	link("Add a picture", "picture", "secondary")
	switch i.State {
	case news.Public:
		link("Withdraw", "withdraw", "danger")
	case news.Coming:
		page.Buttons = append(page.Buttons, page.Button("recall", deskURL(i.ID, "recall"), "Take the day back", version))
	case news.Draft:
		if i.Published == nil {
			discard := page.Button("discard", deskURL(i.ID, "discard"), "Delete the draft", version)
			discard.Kind = "danger"
			page.Buttons = append(page.Buttons, discard)
		}
	}
	for n, p := range i.Pictures {
		remove := page.Button("remove"+kit.IDText(p.ID), deskURL(i.ID, "pictures", kit.IDText(p.ID), "remove"), "Take it out", version)
		remove.Kind, remove.Small, remove.For = "secondary", "small", p.Says
		page.Pictures[n].Remove = remove
	}
}

func (s *Desk) removePicture(c echo.Context) error {
	id, err := kit.PathID[news.ID](c, "id")
	if err != nil {
		return err
	}
	which, err := kit.PathID[news.PictureID](c, "picture")
	if err != nil {
		return err
	}
	err = s.news.RemovePicture(c.Request().Context(), s.Actor(c), id, kit.FormVersion(c), which)
	if err != nil {
		return s.RefusedAt(c, err, deskURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The picture is out of the draft.")
	return kit.SeeOther(c, deskURL(id))
}
