package web

import (
	"bytes"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/reports"
	"nzgs/web/kit"
)

// mostPictures is how many bytes of pictures are kept that were drawn last.
const mostPictures = 4 << 20

// sharingPicture draws what stands beside a link to a page: its title and what it is, as the page itself says them to
// whoever has not signed in, so that no address makes the society say anything else.
func (s *Server) sharingPicture(c echo.Context) error {
	page, ok := s.lookAt(c, c.QueryParam("page"))
	if !ok {
		return kit.ErrNoSuchPage
	}
	says := reports.Sharing{Society: page.Society, Title: page.Title, Line: page.Line}
	key := strings.Join([]string{says.Society, says.Title, says.Line}, "\n")
	drawn := s.pictures.get(key, state{})
	if drawn == nil {
		var b bytes.Buffer
		if err := reports.SharingPNG(&b, says); err != nil {
			return err
		}
		drawn = &keptPage{at: key, body: b.Bytes()}
		s.pictures.put(drawn)
	}
	return c.Blob(http.StatusOK, "image/png", drawn.body)
}

// lookAt is what a page is that everybody may read, told by its own handler; false of any other address.
func (s *Server) lookAt(c echo.Context, at string) (page kit.Page, found bool) {
	u, err := url.Parse(kit.LocalPath(at, ""))
	if err != nil || u.Path == "" || u.RawQuery != "" || slices.Contains(fileEndings, path.Ext(u.Path)) {
		return page, false
	}
	r, err := http.NewRequestWithContext(c.Request().Context(), http.MethodGet, u.EscapedPath(), nil)
	if err != nil {
		return page, false
	}
	look := s.echo.NewContext(r, unread{http.Header{}})
	s.echo.Router().Find(http.MethodGet, echo.GetPath(r), look)
	handler := s.shared[look.Path()]
	if handler == nil {
		return page, false
	}
	kit.LookAt(look, func(p kit.Page) { page, found = p, p.Share != nil })
	if err := handler(look); err != nil {
		return page, false
	}
	return page, found
}

// unread takes an answer that no one reads.
type unread struct{ header http.Header }

func (u unread) Header() http.Header         { return u.header }
func (u unread) Write(b []byte) (int, error) { return len(b), nil }
func (u unread) WriteHeader(int)             {}

// fileEndings are the endings of addresses that answer with a file in place of a page.
var fileEndings = []string{".json", ".csv", ".xlsx", ".pdf", ".txt", ".ics", ".atom"}

// fixedPages are the addresses of the public pages of which there is one.
func (s *Server) fixedPages() []string {
	var all []string
	for path := range s.shared {
		if !strings.ContainsAny(path, ":*") && !slices.Contains(notListed, path) {
			for _, a := range s.Alternates(path) {
				if a.Path != path {
					all = append(all, a.Path)
				}
			}
			all = append(all, path)
		}
	}
	slices.Sort(all)
	return all
}

// notListed are public pages that no one looks for.
var notListed = []string{"/sign-in", "/sign-in/forgotten", "/sign-in/code", kit.TypedCardPath, kit.ContactPath + "/sent", kit.SearchPath}

// robots tells search engines what is not for them: what opens with a code, and what belongs to whoever signs in. Pages
// that need an account lead to signing in, and need no line.
func (s *Server) robots(c echo.Context) error {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	seen := map[string]bool{}
	for _, r := range s.Routes() {
		if r.Method != http.MethodGet || !r.Access.Public || !r.HasCode() {
			continue
		}
		open, _, _ := strings.Cut(r.Path, ":")
		if !seen[open] {
			seen[open] = true
			b.WriteString("Disallow: " + open + "\n")
		}
	}
	b.WriteString("Disallow: /sign-in\n")
	b.WriteString("Allow: /\n")
	if !s.AtVenue {
		b.WriteString("Sitemap: " + s.BaseURL + kit.SitemapPath + "\n")
	}
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", []byte(b.String()))
}
