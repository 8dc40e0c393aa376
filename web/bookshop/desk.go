// Package bookshop is the desk of the bookshop: what the society sells, as the public sees it, and the pages of who keeps it.
package bookshop

import (
	"embed"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/bookshop"
	"nzgs/web/kit"
)

// Desk answers the pages of the bookshop.
type Desk struct {
	*kit.Site
	shop *bookshop.Service
}

// New sets the desk up.
func New(site *kit.Site, s *bookshop.Service) *Desk { return &Desk{Site: site, shop: s} }

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// The addresses of who keeps the bookshop.
const (
	deskPath     = kit.BookshopDeskPath
	articlesPath = deskPath + "/articles"
	postagePath  = deskPath + "/postage"
)

var (
	shopCrumb     = kit.Crumb{Label: "Bookshop", URL: kit.BookshopPath}
	articlesCrumb = kit.Crumb{Label: "Articles", URL: articlesPath}
)

// articleURL is where the public reads of an article.
func articleURL(a bookshop.Article) string {
	return strings.TrimSuffix(kit.BookshopPath+"/"+kit.IDText(a.ID)+"-"+a.Slug(), "-")
}

func pictureURL(id bookshop.PictureID) string { return kit.Below(kit.BookshopPath+"/pictures", id) }

// deskURL is the page of an article for who keeps the bookshop.
func deskURL(id bookshop.ArticleID, part ...string) string {
	return kit.Below(articlesPath, id, part...)
}

func (s *Desk) keeps(c echo.Context) bool {
	return auth.Can(s.Actor(c), auth.KeepBookshop, auth.Object{}, s.Today())
}

// tabs are the parts of the desk.
func tabs(current string) kit.Tabs {
	t := kit.Tabs{Label: "Bookshop desk", Items: []kit.NavItem{
		{Label: "Orders", URL: deskPath}, {Label: "Sent and cancelled", URL: pastPath}, {Label: "Articles and stock", URL: articlesPath}, {Label: "Postage", URL: postagePath},
	}}
	for i := range t.Items {
		t.Items[i].Current = t.Items[i].URL == current
	}
	return t
}

// Routes are the addresses of the bookshop.
func (s *Desk) Routes() []kit.Route {
	keeper := kit.May(auth.KeepBookshop)
	add, edit, picture, stock, postage := s.add(), s.edit(), s.picture(), s.stock(), s.postage()
	unpicture := kit.Press(s.Site, s.shop.RemovePicture, func(id bookshop.ArticleID) string { return deskURL(id) }, "The picture is removed.")
	order, send, cancel, back := s.order(), s.send(), s.cancel(), s.giveBack()
	kept := func(id bookshop.OrderID) string { return keepURL(id) }
	own := func(id bookshop.OrderID) string { return orderURL(id) }
	return []kit.Route{
		kit.Public(kit.BookshopPath, s.list, kit.OnSociety),
		kit.Public(kit.BookshopPath+"/:article", s.article, kit.OnSociety),
		kit.Get(kit.BookshopPath+"/pictures/:picture", s.pictureFile, kit.Everyone),

		kit.Get(orderPath, order.Get, kit.Everyone),
		kit.Post(orderPath, order.Post, kit.Everyone),
		kit.Get(thanksPath, s.thanks, kit.Everyone),
		kit.Get(ordersPath, s.ownOrders, kit.SignedIn),
		kit.Get(ordersPath+"/:id", s.ownOrder, kit.SignedIn),
		kit.Post(ordersPath+"/:id/cancel", kit.Press(s.Site, s.shop.CancelOwn, own, "The order is cancelled."), kit.SignedIn),
		kit.Get(bookshop.LinkPath(":token"), s.linked, kit.Everyone),
		kit.PostAgain(bookshop.LinkPath(":token")+"/confirm", s.pressed(s.shop.Confirm, bookshop.LinkPath, "Ordered. This is how to pay."), kit.Everyone),
		kit.PostAgain(bookshop.LinkPath(":token")+"/cancel", s.pressed(s.shop.CancelLinked, func(string) string {
			return kit.BookshopPath
		}, "The order is cancelled."), kit.Everyone),

		kit.Get(deskPath, s.desk, keeper),
		kit.Get(pastPath, s.past, keeper),
		kit.Get(packingPath, s.packing, keeper.Again()).Lists("orders to be sent"),
		kit.Get(labelsPath, s.labels, keeper.Again()).Lists("labels of orders"),
		kit.Get(salesPath, s.sales, keeper.Again()).Lists("sales of the bookshop"),
		kit.Get(keptPath+"/:id", s.keepOrder, keeper),
		kit.Get(keptPath+"/:id/send", send.Get, keeper),
		kit.Post(keptPath+"/:id/send", send.Post, keeper),
		kit.Get(keptPath+"/:id/cancel", cancel.Get, keeper),
		kit.Post(keptPath+"/:id/cancel", cancel.Post, keeper),
		kit.Get(keptPath+"/:id/return", back.Get, keeper),
		kit.Post(keptPath+"/:id/return", back.Post, keeper),
		kit.Post(keptPath+"/:id/ask", kit.Press(s.Site, s.shop.AskAbout, kept, "Who ordered is asked."), keeper),

		kit.Get(articlesPath, s.articles, keeper),
		kit.Get(articlesPath+"/new", add.Get, keeper),
		kit.Post(articlesPath+"/new", add.Post, keeper),
		kit.Get(articlesPath+"/:id", s.articleDesk, keeper),
		kit.Get(articlesPath+"/:id/edit", edit.Get, keeper),
		kit.Post(articlesPath+"/:id/edit", edit.Post, keeper),
		kit.Get(articlesPath+"/:id/picture", picture.Get, keeper),
		kit.PostFile(articlesPath+"/:id/picture", picture.Post, keeper),
		kit.Post(articlesPath+"/:id/picture/remove", unpicture, keeper),
		kit.Get(articlesPath+"/:id/stock", stock.Get, keeper),
		kit.Post(articlesPath+"/:id/stock", stock.Post, keeper),
		kit.Get(postagePath, postage.Get, keeper),
		kit.Post(postagePath, postage.Post, keeper),
	}
}
