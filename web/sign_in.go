package web

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// SignInPage asks for e-mail address and password.
type SignInPage struct {
	Page
	Email    Field
	Password Field
	Next     string // where to go on
	Empty    bool   // nobody can sign in yet: the society is not set up
}

var signInView = newView[SignInPage]("auth/sign_in.html")

func (s *Server) signInForm(c echo.Context) error {
	if actor := s.actor(c); actor.SignedIn() {
		return seeOther(c, afterSignIn(actor, s.today(), c.QueryParam("next")))
	}
	return s.showSignIn(c, http.StatusOK, s.page(c, "Sign in"), c.QueryParam("next"))
}

func (s *Server) showSignIn(c echo.Context, status int, p Page, next string) error {
	empty, err := s.auth.NeedsSetUp(c.Request().Context())
	if err != nil {
		return err
	}
	noStore(c)
	return signInView.render(c, status, SignInPage{
		Page: p, Empty: empty, Next: localPath(next, ""),
		Email:    p.field(Field{Name: "email", Label: "E-mail address", Type: "email", Value: formText(c, "email"), Required: true, Autocomplete: "username"}),
		Password: p.field(Field{Name: "password", Label: "Password", Type: "password", Required: true, Autocomplete: "current-password"}),
	})
}

func (s *Server) signIn(c echo.Context) error {
	in, err := s.auth.SignIn(c.Request().Context(), auth.Credentials{
		Email: c.FormValue("email"), Password: c.FormValue("password"),
		Network: network(c), Device: device(c.Request().UserAgent()), Replaces: s.sessionToken(c),
	})
	next := c.FormValue("next")
	if err != nil {
		p := s.page(c, "Sign in")
		switch kind := apperr.KindOf(err); {
		case p.invalid(err):
			return s.showSignIn(c, http.StatusUnprocessableEntity, p, next)
		case kind == apperr.TooMany || kind == apperr.Forbidden || kind == apperr.Busy:
			p.refused(err)
			return s.showSignIn(c, statusOf[kind], p, next)
		}
		return err
	}
	return s.arrive(c, in, next)
}

// arrive gives the browser the session and goes on to its first page.
func (s *Server) arrive(c echo.Context, in auth.SignedIn, next string) error {
	c.SetCookie(&http.Cookie{
		Name: s.sessionCookie(), Value: in.Token, Path: "/", Expires: in.Expires.Time(),
		HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode,
	})
	actor, err := s.auth.ActorBySession(c.Request().Context(), in.Token)
	if err != nil {
		return err
	}
	noStore(c)
	return seeOther(c, afterSignIn(actor, s.today(), next))
}

// afterSignIn is where somebody was going, else the page with their next
// things to do.
func afterSignIn(actor auth.Actor, day civil.Date, next string) string {
	if next := localPath(next, ""); next != "" && !strings.HasPrefix(next, "/sign-in") {
		return next
	}
	switch {
	case actor.Holds(day, auth.Treasurer):
		return "/treasurer"
	case actor.Holds(day, auth.Secretary):
		return dutiesPath
	case auth.CanSomewhere(actor, auth.EnterResult, day):
		return "/director"
	case len(actor.ClubsOn(day)) > 0:
		return clubDeskURL(actor.ClubsOn(day)[0])
	case auth.Can(actor, auth.ViewRegister, auth.Object{}, day):
		return "/members"
	case auth.Can(actor, auth.ManageAccounts, auth.Object{}, day):
		return "/admin"
	}
	return "/"
}

func (s *Server) signOut(c echo.Context) error {
	if err := s.auth.SignOut(c.Request().Context(), s.actor(c)); err != nil {
		return err
	}
	s.dropSession(c)
	s.flash(c, KindSuccess, "You are signed out.")
	return seeOther(c, "/")
}

func (s *Server) dropSession(c echo.Context) {
	c.SetCookie(&http.Cookie{Name: s.sessionCookie(), Path: "/", MaxAge: -1, HttpOnly: true, Secure: s.secure(), SameSite: http.SameSiteLaxMode})
}

// sessionToken is the token the browser shows, or "".
func (s *Server) sessionToken(c echo.Context) string {
	cookie, err := c.Cookie(s.sessionCookie())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// refused takes a refusal that belongs to no field into the page.
func (p *Page) refused(err error) {
	var e *apperr.Error
	if errors.As(err, &e) {
		p.Errors = append(p.Errors, FieldError{Message: e.Message})
	}
}

// noStore keeps a page out of every cache.
func noStore(c echo.Context) { c.Response().Header().Set("Cache-Control", "no-store") }

// Browsers and systems as a User-Agent names them; the first that is found
// counts, because later ones are named by many.
var (
	browsers = [][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS", "Firefox"}, {"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}}
	systems  = [][2]string{{"iPhone", "an iPhone"}, {"iPad", "an iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"}, {"Windows", "Windows"}, {"Mac OS X", "a Mac"}, {"Linux", "Linux"}}
)

// device says in words what a session was begun on, for the list of sessions.
func device(userAgent string) string {
	find := func(list [][2]string, otherwise string) string {
		for _, l := range list {
			if strings.Contains(userAgent, l[0]) {
				return l[1]
			}
		}
		return otherwise
	}
	return find(browsers, "A browser") + " on " + find(systems, "an unknown device")
}
