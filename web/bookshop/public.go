package bookshop

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/bookshop"
	"nzgs/internal/markdown"
	"nzgs/web/kit"
)

// ListPage is what the society sells.
type ListPage struct {
	kit.Page
	Desk string // where officers keep it; "" for all others
	Own  string // the orders of whoever is signed in
	Rows []Row
}

// Row is an article in the list.
type Row struct {
	Title, URL, Summary, Picture string
	Price                        string
	State                        *kit.Badge // where it is not simply there
}

// ArticlePage is one article.
type ArticlePage struct {
	kit.Page
	Facts   []kit.Fact
	Text    markdown.Text
	Picture *PictureView
	Edit    string // for who keeps the bookshop
	Order   *OrderBox
}

// OrderBox begins an order with an article.
type OrderBox struct{ Field kit.Field }

// PictureView is a picture on a page.
type PictureView struct {
	URL, Says     string
	Width, Height int
}

var (
	listView    = kit.NewView[ListPage](templates, "list.html")
	articleView = kit.NewView[ArticlePage](templates, "article.html")
)

const summaryWords = 200 // letters

// few is from how many on the public is told how many are left.
const few = 3

// stateOf says what is there of an article; nil: enough.
func stateOf(a bookshop.Article) *kit.Badge {
	switch {
	case a.Stock == 0:
		return &kit.Badge{Kind: kit.KindNeutral, Text: "Sold out"}
	case a.Stock == 1:
		return &kit.Badge{Kind: kit.KindInfo, Text: "The last one"}
	case a.Stock <= few:
		return &kit.Badge{Kind: kit.KindInfo, Text: kit.IDText(a.Stock) + " left"}
	}
	return nil
}

// priceText is what one costs, and what it costs members.
func priceText(a bookshop.Article) string {
	if a.MemberPrice == a.Price {
		return a.Price.String()
	}
	return a.Price.String() + ", members " + a.MemberPrice.String()
}

func (s *Desk) list(c echo.Context) error {
	all, err := s.shop.Shown(c.Request().Context())
	if err != nil {
		return err
	}
	page := ListPage{Page: s.Page(c, "Bookshop")}
	if s.keeps(c) {
		page.Desk = deskPath
	}
	if s.Actor(c).SignedIn() {
		page.Own = ordersPath
	}
	for _, a := range all {
		row := Row{
			Title: a.Title, URL: articleURL(a), Summary: markdown.Of(a.Body).Summary(summaryWords), Price: priceText(a), State: stateOf(a),
		}
		if a.Picture.ID != 0 {
			row.Picture = pictureURL(a.Picture.ID)
		}
		page.Rows = append(page.Rows, row)
	}
	return listView.Render(c, http.StatusOK, page)
}

// article shows one; an address with another title leads to the right one.
func (s *Desk) article(c echo.Context) error {
	number, _, _ := strings.Cut(c.Param("article"), "-")
	id := kit.ParseID[bookshop.ArticleID](number)
	if id == 0 || kit.IDText(id) != number {
		return apperr.New(apperr.NotFound, "The bookshop does not sell this. The address may be mistyped.")
	}
	a, err := s.shop.ShownArticle(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if at := articleURL(a); c.Request().URL.Path != at {
		return kit.SeeOther(c, at)
	}
	page := ArticlePage{Page: s.Page(c, a.Title, shopCrumb), Text: markdown.Of(a.Body), Facts: s.facts(a), Picture: pictureOf(a)}
	page.Line = strings.TrimSpace(page.Text.Summary(summaryWords))
	if a.Stock > 0 {
		page.Order = &OrderBox{page.Field(kit.Field{
			Name: bookshop.ItemField(a.ID), Label: "How many", InputMode: "numeric", Width: "short", MaxLength: 10, Value: "1",
		})}
	}
	if s.keeps(c) {
		page.Edit = deskURL(a.ID)
	}
	return articleView.Render(c, http.StatusOK, page)
}

func pictureOf(a bookshop.Article) *PictureView {
	if a.Picture.ID == 0 {
		return nil
	}
	return &PictureView{URL: pictureURL(a.Picture.ID), Says: a.Picture.Says, Width: a.Picture.Width, Height: a.Picture.Height}
}

func (s *Desk) facts(a bookshop.Article) []kit.Fact {
	out := []kit.Fact{{Label: "Price", Value: a.Price.String()}}
	if a.MemberPrice != a.Price {
		out = append(out, kit.Fact{Label: "For members", Value: a.MemberPrice.String()})
	}
	stock := stateOf(a)
	if stock == nil {
		stock = &kit.Badge{Kind: kit.KindSuccess, Text: "In stock"}
	}
	return append(out, kit.Fact{Label: "Stock", Badge: stock}, kit.Fact{Label: "Weight, packed", Value: bookshop.Weight(a.Grams)})
}

func (s *Desk) pictureFile(c echo.Context) error {
	id, err := kit.PathID[bookshop.PictureID](c, "picture")
	if err != nil {
		return err
	}
	mediaType, content, err := s.shop.PictureFile(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, mediaType, content)
}
