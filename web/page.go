package web

import (
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"crypto/rand"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/reports"
)

// page begins a page: title, way down to it, who is signed in, what they may
// visit, and the message left by the request before.
func (s *Server) page(c echo.Context, title string, crumbs ...Crumb) Page {
	actor := s.actor(c)
	p := Page{
		Title:   title,
		Society: s.society,
		Nav:     s.navigation(c, actor),
		Crumbs:  crumbs,
		Key:     rand.Text(),
		Path:    c.Request().URL.RequestURI(),
		Version: s.version,
		Flash:   takeFlash(c),
		Footer:  []NavItem{{Label: "Constitution", URL: constitutionPath}, {Label: "Postal votes", URL: postalPath}, {Label: "Check a record", URL: checkRecordPath}},
	}
	if actor.SignedIn() {
		p.User = &UserBadge{Name: actor.Name, Offices: officeTitles(actor, s.today())}
	}
	return p
}

func officeTitles(a auth.Actor, day civil.Date) string {
	var titles []string
	seen := map[auth.Role]bool{}
	for _, o := range a.Offices {
		if o.HeldOn(day) && !seen[o.Role] {
			seen[o.Role] = true
			titles = append(titles, o.Title())
		}
	}
	return strings.Join(titles, ", ")
}

// invalid takes the problems of a refused form into the page and reports
// whether err was such a refusal.
func (p *Page) invalid(err error) bool {
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != apperr.Invalid {
		return false
	}
	for _, f := range e.Fields {
		p.Errors = append(p.Errors, FieldError{Field: f.Name, Message: f.Message})
	}
	if len(e.Fields) == 0 {
		p.Errors = append(p.Errors, FieldError{Message: e.Cited()})
	}
	return true
}

// errorOn is the problem with the named field, for Field.Error.
func (p *Page) errorOn(name string) string {
	for _, e := range p.Errors {
		if e.Field == name {
			return e.Message
		}
	}
	return ""
}

// press makes prints in the society's name.
func (s *Server) press() reports.Press { return reports.Press{Society: s.society} }

// today is the calendar day in Auckland.
func (s *Server) today() civil.Date { return s.clock().Date() }

const flashCookie = "nzgs-flash"

// partHeader is what app.js sends when it fetches a page for a part of it, or
// only to see where a form leads; htmx has a header of its own.
const partHeader = "X-Part"

// flash leaves a message for the next page. It travels in a cookie of the
// browser that caused it, and is shown once, as text.
func (s *Server) flash(c echo.Context, kind, text string) {
	value := base64.RawURLEncoding.EncodeToString([]byte(kind + "\n" + text))
	c.SetCookie(&http.Cookie{
		Name: flashCookie, Value: value, Path: "/", MaxAge: 60,
		HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode,
	})
}

// takeFlash takes the message for a page that is shown whole. A script that
// fetches a page for a part of it leaves the message for the page to come.
func takeFlash(c echo.Context) []Flash {
	if h := c.Request().Header; h.Get(partHeader) != "" || h.Get("HX-Request") != "" {
		return nil
	}
	cookie, err := c.Cookie(flashCookie)
	if err != nil || cookie.Value == "" || c.Request().Method != http.MethodGet {
		return nil
	}
	c.SetCookie(&http.Cookie{Name: flashCookie, Path: "/", MaxAge: -1, HttpOnly: true})
	raw, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	kind, text, ok := strings.Cut(string(raw), "\n")
	if err != nil || !ok || text == "" {
		return nil
	}
	switch kind {
	case KindSuccess, KindWarning, KindError:
		return []Flash{{Kind: kind, Text: text}}
	}
	return nil
}

// localPath is path when it leads to a page of this site, else fallback: a
// form must not send people elsewhere.
func localPath(path, fallback string) string {
	u, err := url.Parse(path)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(path, "/") ||
		strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return fallback
	}
	return path
}

// refererPath is the page of this site from which the request came, else the
// front page.
func refererPath(c echo.Context) string {
	u, err := url.Parse(c.Request().Referer())
	if err != nil || u.Host != c.Request().Host {
		return "/"
	}
	return localPath(u.RequestURI(), "/")
}
