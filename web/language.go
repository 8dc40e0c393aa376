package web

import (
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"nzgs/internal/words"
	"nzgs/web/kit"
)

// allWords are the languages that the desks have words of, read once.
var allWords = sync.OnceValues(func() ([]*words.Language, error) {
	desks := map[string]fs.FS{}
	for name, t := range templates() {
		t.OfDesk(name)
		desks[name] = t.Files()
	}
	return words.Load(desks)
})

// speaks notes in which languages the pages can be read. Words that are damaged, or do not fit their templates, are an error
// with which the server does not begin to serve; no page has any of them.
func (s *Server) speaks(all []*words.Language, err error) error {
	if err != nil || s.AtVenue {
		return err
	}
	worded := map[*words.Language]map[string]bool{}
	for _, l := range all {
		worded[l] = map[string]bool{}
		for _, r := range s.Routes() {
			if strings.HasPrefix(r.Path+"/", "/"+l.Code+"/") {
				return &words.Clash{Code: l.Code, Path: r.Path}
			}
			if r.Words == nil || !r.IsShared() {
				continue
			}
			if worded[l][r.Path], err = r.Words.HasWords(l); err != nil {
				return err
			}
		}
	}
	s.Languages = all
	s.Worded = func(l *words.Language, path string) bool { return worded[l][s.routeAt(http.MethodGet, path)] }
	return nil
}

// routeAt is the route that an address of the site belongs to; "": none.
func (s *Server) routeAt(method, path string) string {
	c := s.echo.AcquireContext()
	defer s.echo.ReleaseContext(c)
	c.Reset(nil, nil)
	s.echo.Router().Find(method, path, c)
	return c.Path()
}

// byLanguage answers /mi/clubs as the page /clubs in te reo Māori. Any address that does not lead to a page with words of
// its own stays as it is, and leads nowhere.
func (s *Server) byLanguage(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		at := c.Request().URL
		l, path := s.languageAt(echo.GetPath(c.Request()))
		if l == nil || !s.Worded(l, path) || s.routeAt(c.Request().Method, path) != s.routeAt(http.MethodGet, path) {
			return next(c)
		}
		prefix := "/" + l.Code
		if at.Path = strings.TrimPrefix(at.Path, prefix); at.Path == "" {
			at.Path = "/"
		}
		at.RawPath = strings.TrimPrefix(at.RawPath, prefix)
		kit.ByAddress(c, l, func(address string) string {
			if !isPlainPath(address) || !s.Worded(l, kit.PathOf(address)) {
				return address
			}
			return prefix + address
		})
		return next(c)
	}
}

// languageAt is the language that an address begins with, and the address without it.
func (s *Server) languageAt(path string) (*words.Language, string) {
	code, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	i := slices.IndexFunc(s.Languages, func(l *words.Language) bool { return l.Code == code })
	if rest = "/" + rest; i < 0 || !strings.HasPrefix(path, "/") || !isPlainPath(rest) {
		return nil, ""
	}
	return s.Languages[i], rest
}

// isPlainPath reports whether an address leads to a page of this site, and says so plainly.
func isPlainPath(address string) bool {
	path := kit.PathOf(address)
	return kit.LocalPath(address, "") != "" && !strings.Contains(path, "//") && !strings.Contains(path, "..") && !strings.Contains(path, "/.")
}
