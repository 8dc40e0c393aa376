package news

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/markdown"
	"nzgs/internal/news"
	"nzgs/web/kit"
)

// ListPage is the news, the newest first.
type ListPage struct {
	kit.Page
	Desk  string // where officers work on it; "" for all others
	Rows  []Row
	Pager kit.Pager
}

// Row is a piece of news in a list.
type Row struct {
	Title, URL, Day, Summary string
	Picture                  string
}

// PiecePage is one piece.
type PiecePage struct {
	kit.Page
	Day         string
	Text        markdown.Text
	Pictures    []PictureView
	Withdrawn   string // that it was, and why
	Corrections []string
}

// PictureView is a picture on a page.
type PictureView struct {
	URL, Says     string
	Width, Height int
	Remove        *kit.PostButton // from the draft
}

var (
	listView  = kit.NewView[ListPage](templates, "list.html")
	pieceView = kit.NewView[PiecePage](templates, "piece.html")
)

const (
	perPage      = 20
	summaryWords = 220 // letters
)

func row(p news.Piece) Row {
	r := Row{
		Title: p.Title, URL: pieceURL(p.ID, p.Slug()), Day: p.On.Long(), Summary: markdown.Of(p.Body).Summary(summaryWords),
	}
	if len(p.Pictures) > 0 {
		r.Picture = pictureURL(p.Pictures[0].ID)
	}
	return r
}

func (s *Desk) list(c echo.Context) error {
	number := kit.PageNumber(c)
	list, n, err := s.news.Newest(c.Request().Context(), number, perPage)
	if err != nil {
		return err
	}
	page := ListPage{Page: s.Page(c, "News"), Pager: kit.PagerOf(number, perPage, n, &url.URL{Path: kit.NewsPath})}
	if s.mayRead(c) {
		page.Desk = deskPath
	}
	for _, p := range list {
		page.Rows = append(page.Rows, row(p))
	}
	return listView.Render(c, http.StatusOK, page)
}

// Newest are the newest pieces, for pages of others.
func (s *Desk) Newest(c echo.Context, n int) ([]Row, error) {
	list, _, err := s.news.Newest(c.Request().Context(), 1, n)
	var out []Row
	for _, p := range list {
		out = append(out, row(p))
	}
	return out, err
}

// piece shows one; an address with another title leads to the right one.
func (s *Desk) piece(c echo.Context) error {
	number, _, _ := strings.Cut(c.Param("item"), "-")
	id := kit.ParseID[news.ID](number)
	if id == 0 || kit.IDText(id) != number {
		return apperr.New(apperr.NotFound, "There is no news here. The address may be mistyped.")
	}
	p, err := s.news.Piece(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if !p.Withdrawal.At.IsZero() {
		page := PiecePage{Page: s.Page(c, "Withdrawn news", newsCrumb)}
		page.Withdrawn = "This was withdrawn on " + p.Withdrawal.At.Date().Long() + ". " + p.Withdrawal.Reason
		return pieceView.Render(c, http.StatusGone, page)
	}
	if at := pieceURL(p.ID, p.Slug()); c.Request().URL.Path != at {
		return kit.SeeOther(c, at)
	}
	page := PiecePage{Page: s.Page(c, p.Title, newsCrumb), Day: p.On.Long(), Text: markdown.Of(p.Body)}
	page.Line = page.Text.Summary(summaryWords)
	page.Pictures = pictures(p.Pictures)
	for _, one := range p.Corrections {
		page.Corrections = append(page.Corrections, "Corrected on "+one.At.Date().Long()+". "+one.Reason)
	}
	return pieceView.Render(c, http.StatusOK, page)
}

func pictures(list []news.Picture) (out []PictureView) {
	for _, p := range list {
		out = append(out, PictureView{URL: pictureURL(p.ID), Says: p.Says, Width: p.Width, Height: p.Height})
	}
	return out
}

func (s *Desk) pictureFile(c echo.Context) error {
	id, err := kit.PathID[news.PictureID](c, "picture")
	if err != nil {
		return err
	}
	mediaType, content, err := s.news.PictureFile(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, mediaType, content)
}

// atom is a feed as RFC 4287 has it.
type atom struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID        string   `xml:"id"`
	Title     string   `xml:"title"`
	Published string   `xml:"published"`
	Updated   string   `xml:"updated"`
	Link      atomLink `xml:"link"`
	Summary   string   `xml:"summary"`
	Content   string   `xml:"content"`
}

const (
	feedEntries = 30
	noNews      = "2000-01-01T00:00:00Z" // when a feed without entries was updated
	instantForm = "2006-01-02T15:04:05Z"
)

func (s *Desk) feed(c echo.Context) error {
	list, _, err := s.news.Newest(c.Request().Context(), 1, feedEntries)
	if err != nil {
		return err
	}
	out := atom{
		ID: s.BaseURL + kit.NewsPath, Title: "News of the " + s.Society, Updated: noNews, Author: s.Society,
		Links: []atomLink{{"self", s.BaseURL + kit.NewsFeedPath}, {"alternate", s.BaseURL + kit.NewsPath}},
	}
	for _, p := range list {
		published := p.On.Midnight()
		updated := p.Updated
		if updated.Before(published) { // written before its day
			updated = published
		}
		at, text := s.BaseURL+pieceURL(p.ID, p.Slug()), markdown.Of(p.Body)
		e := atomEntry{
			ID: s.BaseURL + pieceURL(p.ID, ""), Title: xmlText(p.Title), Published: published.Time().UTC().Format(instantForm),
			Updated: updated.Time().UTC().Format(instantForm), Link: atomLink{"alternate", at},
			Summary: xmlText(text.Summary(summaryWords)), Content: xmlText(text.Letter(s.BaseURL)),
		}
		if out.Updated < e.Updated {
			out.Updated = e.Updated
		}
		out.Entries = append(out.Entries, e)
	}
	content, err := xml.MarshalIndent(out, "", " ")
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/atom+xml; charset=utf-8", append([]byte(xml.Header), content...))
}

// xmlText is a text without what XML cannot hold.
func xmlText(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' || c == 0xFFFE || c == 0xFFFF {
			return -1
		}
		return c
	}, text)
}
