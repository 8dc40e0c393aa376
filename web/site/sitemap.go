package site

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/outside"
	"nzgs/web/kit"
)

// mostInSitemap is how many addresses one file has; where there are more, it lists further files. Search engines take ten
// times as many, which are megabytes to be made at once.
var mostInSitemap = 5_000

// sitemap lists the public pages for search engines, or the files that do.
func (s *Desk) sitemap(c echo.Context) error {
	n, err := s.Outside.Count(c.Request().Context())
	if err != nil {
		return err
	}
	if n += len(s.Fixed()); n <= mostInSitemap {
		return s.sendAddresses(c, 1)
	}
	return sendXML(c, "application/xml; charset=utf-8", func(w io.Writer) {
		fmt.Fprint(w, `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for part := 1; (part-1)*mostInSitemap < n; part++ {
			writeAddress(w, "sitemap", fmt.Sprintf("%s/sitemaps/%d", s.BaseURL, part))
		}
		fmt.Fprint(w, "</sitemapindex>\n")
	})
}

// sitemapPart lists a part of them.
func (s *Desk) sitemapPart(c echo.Context) error {
	part, err := strconv.Atoi(c.Param("number"))
	if err != nil || part < 1 || part > 1000 {
		return kit.ErrNoSuchPage
	}
	return s.sendAddresses(c, part)
}

func (s *Desk) sendAddresses(c echo.Context, part int) error {
	fixed := s.Fixed()
	from, room := (part-1)*mostInSitemap, mostInSitemap
	var all []string
	if from < len(fixed) {
		all = fixed[from:min(len(fixed), from+room)]
		room -= len(all)
	}
	if room > 0 {
		pages, err := s.Outside.Pages(c.Request().Context(), max(0, from-len(fixed)), room)
		if err != nil {
			return err
		}
		for _, p := range pages {
			all = append(all, addressOf(p))
		}
	}
	if len(all) == 0 {
		return kit.ErrNoSuchPage
	}
	return sendXML(c, "application/xml; charset=utf-8", func(w io.Writer) {
		fmt.Fprint(w, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`)
		for _, path := range all {
			writeAddress(w, "url", s.BaseURL+path, s.inLanguages(path)...)
		}
		fmt.Fprint(w, "</urlset>\n")
	})
}

func addressOf(p outside.Page) string {
	switch p.Kind {
	case outside.OfClub:
		return kit.ClubsPath + "/" + p.Key
	case outside.OfEvent:
		return kit.EventURL(p.Key)
	case outside.OfNews:
		return kit.NewsPath + "/" + p.Key
	case outside.OfArticle:
		return kit.BookshopPath + "/" + p.Key
	default:
		return kit.RatingsPath + "/" + p.Key
	}
}

// inLanguages are the languages in which there is the page at an address, which may begin with one of them.
func (s *Desk) inLanguages(path string) []kit.Alternate {
	for _, l := range s.Languages {
		if english, ok := strings.CutPrefix(path, "/"+l.Code+"/"); ok {
			path = "/" + english
		}
	}
	all := s.Alternates(path)
	for i := range all {
		all[i].Path = s.BaseURL + all[i].Path
	}
	return all
}

func writeAddress(w io.Writer, element, address string, others ...kit.Alternate) {
	fmt.Fprintf(w, "\n<%s><loc>", element)
	_ = xml.EscapeText(w, []byte(address)) // into memory
	fmt.Fprint(w, "</loc>")
	for _, o := range others {
		fmt.Fprintf(w, `<xhtml:link rel="alternate" hreflang="%s" href="`, o.Lang)
		_ = xml.EscapeText(w, []byte(o.Path))
		fmt.Fprint(w, `"/>`)
	}
	fmt.Fprintf(w, "</%s>", element)
}

func sendXML(c echo.Context, kind string, write func(w io.Writer)) error {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	write(&b)
	return c.Blob(http.StatusOK, kind, b.Bytes())
}
