package kit

import (
	"cmp"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// BackTo is the page of this site that the form names in "back", else fallback.
func BackTo(c echo.Context, fallback string) string {
	to := c.FormValue("back")
	if to == "" {
		return fallback
	}
	return LocalPath(to, fallback)
}

// Page begins a page: title, way down to it, who is signed in, what they may
// visit, and the message left by the request before.
func (s *Site) Page(c echo.Context, title string, crumbs ...Crumb) Page {
	actor := s.Actor(c)
	p := Page{
		Title:   title,
		Society: s.Society,
		Brand:   cmp.Or(s.Wordmark, s.Society),
		Nav:     s.navigation(c, actor),
		Crumbs:  crumbs,
		Key:     rand.Text(),
		Path:    c.Request().URL.RequestURI(),
		Version: s.Version,
		Flash:   s.TakeFlash(c),
		Line:    s.lineOf(c.Request().URL.Path),
		Share:   s.sharing(c),
		Feeds:   s.feeds(),
		Footer: []NavItem{
			{Label: "About the society", URL: AboutPath}, {Label: "Contact", URL: ContactPath}, {Label: "Become a member", URL: JoinPath},
			{Label: "News", URL: NewsPath}, {Label: "Newsletter", URL: NewsletterPath}, {Label: "Bookshop", URL: BookshopPath}, {Label: "Rules of Go", URL: RulesOfGoPath},
			{Label: "Constitution", URL: ConstitutionPath}, {Label: "Postal votes", URL: PostalPath},
			{Label: "Check a record", URL: CheckRecordPath}, {Label: "Rules of the games", URL: GameRulesPath}, {Label: "Play by turns", URL: PlayPath},
		},
	}
	if actor.SignedIn() {
		p.User = &UserBadge{Name: actor.Name, Offices: OfficeTitles(actor, s.Today()), URL: "/account"}
	}
	if s.AtVenue {
		p.Footer = nil
		if p.User != nil {
			p.User.URL = "/director"
		}
	}
	s.speak(c, &p)
	return p
}

func OfficeTitles(a auth.Actor, day civil.Date) string {
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

// Today is the calendar day by the society's clocks.
func (s *Site) Today() civil.Date { return s.Clock().Date() }

const FlashCookie = "nzgs-flash"

// TableCookie tells a phone at a table from another. It changes no page.
const TableCookie = "nzgs-table"

// BegunSession is where a request has the token of the session that it began.
const BegunSession = "begun-session"

// SittingCookie is the cookie of a teller who keeps the key of a vote open.
const SittingCookie = "nzgs-sitting"

// How the cookies of a teller begin, one a vote: the serials of the papers that were
// entered in this window, and the number of the keys that was typed in it.
const (
	EnteredCookie = "nzgs-entered-"
	KeysCookie    = "nzgs-keys-"
)

// partHeader is what app.js sends when it fetches a page for a part of it, or
// only to see where a form leads; htmx has a header of its own.
const partHeader = "X-Part"

// WantsMain says that a script looks for what has changed of a page that it shows: the frame stays.
func WantsMain(r *http.Request) bool {
	return r.Method != http.MethodPost && r.Header.Get(partHeader) == "main"
}

// Flash leaves a message for the next page. It travels in a cookie of the
// browser that caused it, and is shown once, as text.
func (s *Site) Flash(c echo.Context, kind, text string) {
	value := base64.RawURLEncoding.EncodeToString([]byte(kind + "\n" + text))
	c.SetCookie(&http.Cookie{
		Name: s.CookieName(FlashCookie), Value: value, Path: "/", MaxAge: 60,
		HttpOnly: true, Secure: s.Secure(), SameSite: http.SameSiteLaxMode,
	})
}

// TakeFlash takes the message for a page that is shown whole. A script that
// fetches a page for a part of it leaves the message for the page to come.
func (s *Site) TakeFlash(c echo.Context) []Flash {
	if h := c.Request().Header; h.Get(partHeader) != "" || h.Get("HX-Request") != "" {
		return nil
	}
	cookie, err := c.Cookie(s.CookieName(FlashCookie))
	if err != nil || cookie.Value == "" || c.Request().Method != http.MethodGet {
		return nil
	}
	c.SetCookie(&http.Cookie{
		Name: s.CookieName(FlashCookie), Path: "/", MaxAge: -1, HttpOnly: true, Secure: s.Secure(),
		SameSite: http.SameSiteLaxMode,
	})
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

// LocalPath is path when it leads to a page of this site, else fallback: a
// form must not send people elsewhere.
func LocalPath(path, fallback string) string {
	u, err := url.Parse(path)
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(path, "/") ||
		strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return fallback
	}
	return path
}

// RefererPath is the page of this site from which the request came, else the
// front page.
func RefererPath(c echo.Context) string {
	u, err := url.Parse(c.Request().Referer())
	if err != nil || u.Host != c.Request().Host {
		return "/"
	}
	return LocalPath(u.RequestURI(), "/")
}
