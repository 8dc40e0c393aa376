// Package news is the desk of the news: what the public reads, its feed, and the pages of who writes and publishes it.
package news

import (
	"embed"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/news"
	"nzgs/internal/newsletter"
	"nzgs/web/kit"
)

// Desk answers the pages of the news.
type Desk struct {
	*kit.Site
	news       *news.Service
	newsletter *newsletter.Service
}

// New sets the desk up.
func New(site *kit.Site, s *news.Service, n *newsletter.Service) *Desk {
	return &Desk{Site: site, news: s, newsletter: n}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

const deskPath = kit.NewsDeskPath

var (
	newsCrumb = kit.Crumb{Label: "News", URL: kit.NewsPath}
	deskCrumb = kit.Crumb{Label: "News desk", URL: deskPath}
)

func deskURL(id news.ID, part ...string) string { return kit.Below(deskPath, id, part...) }

// pieceURL is where the public reads an item.
func pieceURL(id news.ID, slug string) string {
	return strings.TrimSuffix(kit.NewsPath+"/"+kit.IDText(id)+"-"+slug, "-")
}

func pictureURL(id news.PictureID) string { return kit.Below(kit.NewsPath+"/pictures", id) }

// Routes are the addresses of the news.
func (s *Desk) Routes() []kit.Route {
	keeper, reader := kit.May(auth.KeepNews), kit.May(auth.KeepNews, auth.ApproveNews)
	write, edit, publish, withdraw, picture := s.write(), s.edit(), s.publish(), s.withdraw(), s.picture()
	press := func(change pressed, to func(news.ID) string, done string) echo.HandlerFunc {
		return kit.Press(s.Site, change, to, done)
	}
	item := func(id news.ID) string { return deskURL(id) }
	return append(s.newsletterRoutes(), []kit.Route{
		kit.Public(kit.NewsPath, s.list, kit.OnSociety).InWords(listView),
		kit.Public(kit.NewsFeedPath, s.feed, kit.OnSociety),
		kit.Public(kit.NewsPath+"/:item", s.piece, kit.OnSociety),
		kit.Get(kit.NewsPath+"/pictures/:picture", s.pictureFile, kit.Everyone),

		kit.Get(deskPath, s.desk, reader),
		kit.Get(deskPath+"/new", write.Get, keeper),
		kit.Post(deskPath+"/new", write.Post, keeper),
		kit.Get(deskPath+"/:id", s.item, reader),
		kit.Get(deskPath+"/:id/edit", edit.Get, keeper),
		kit.Post(deskPath+"/:id/edit", edit.Post, keeper),
		kit.Get(deskPath+"/:id/publish", publish.Get, keeper),
		kit.Post(deskPath+"/:id/publish", publish.Post, keeper),
		kit.Get(deskPath+"/:id/withdraw", withdraw.Get, keeper),
		kit.Post(deskPath+"/:id/withdraw", withdraw.Post, keeper),
		kit.Get(deskPath+"/:id/picture", picture.Get, keeper),
		kit.PostFile(deskPath+"/:id/picture", picture.Post, keeper),
		kit.Post(deskPath+"/:id/pictures/:picture/remove", s.removePicture, keeper),
		kit.Post(deskPath+"/:id/approve", press(s.news.Approve, item, "Approved."), kit.May(auth.ApproveNews)),
		kit.Post(deskPath+"/:id/recall", press(s.news.Recall, item, "It waits for no day any more."), keeper),
		kit.Post(deskPath+"/:id/discard", press(s.news.Discard, func(news.ID) string { return deskPath }, "The draft is deleted."), keeper),
	}...)
}
