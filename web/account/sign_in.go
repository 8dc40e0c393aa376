package account

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/web/kit"
)

// SignInPage asks for e-mail address and password.
type SignInPage struct {
	kit.Page
	Email    kit.Field
	Password kit.Field
	Passkey  *PasskeyButton // nil where passkeys cannot be used
	Why      string         // they cannot
	Next     string         // where to go on
	Empty    bool           // nobody can sign in yet: the society is not set up
	Forgot   string         // where a new password is asked for by mail; "": the society sends none
}

var signInView = kit.NewView[SignInPage](templates, "auth/sign_in.html")

func (s *Desk) signInForm(c echo.Context) error {
	if actor := s.Actor(c); actor.SignedIn() {
		return kit.SeeOther(c, afterSignIn(actor, s.Today(), c.QueryParam("next")))
	}
	in := kit.NewFilling()
	in.Set("next", c.QueryParam("next"))
	return s.showSignIn(c, http.StatusOK, s.Page(c, "Sign in"), in)
}

func (s *Desk) showSignIn(c echo.Context, status int, p kit.Page, in *kit.Filling) error {
	empty, err := s.Auth.NeedsSetUp(c.Request().Context())
	if err != nil {
		return err
	}
	kit.NoStore(c)
	passkey, err := s.passkeyToSignIn(c)
	if err != nil {
		return err
	}
	forgot := ""
	if s.Auth.SendsMail() {
		forgot = forgottenPath
	}
	return signInView.Render(c, status, SignInPage{
		Page: p, Empty: empty, Forgot: forgot, Next: kit.LocalPath(in.Text("next"), ""),
		Passkey: passkey, Why: s.Auth.NoPasskeys(),
		Email: in.Field(&p, kit.Field{
			Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "username",
		}),
		Password: in.Field(&p, kit.Field{
			Name: "password", Label: "Password", Type: "password", Required: true, Autocomplete: "current-password",
		}),
	})
}

func (s *Desk) signIn(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	signed, err := s.Auth.SignIn(c.Request().Context(), auth.Credentials{
		Email: in.Text("email"), Password: in.Password("password"),
		Network: kit.Network(c), Device: device(c.Request().UserAgent()), Replaces: s.sessionToken(c),
	})
	if err == nil {
		return s.arrive(c, signed, in.Text("next"))
	}
	p := s.Page(c, "Sign in")
	switch kind := apperr.KindOf(err); {
	case p.Invalid(err):
		return s.showSignIn(c, http.StatusUnprocessableEntity, p, in)
	case kind == apperr.TooMany || kind == apperr.Forbidden || kind == apperr.Busy:
		p.Refused(err)
		return s.showSignIn(c, kit.StatusOf[kind], p, in)
	}
	return err
}

// arrive gives the browser the session and goes on to its first page, or to the
// page that asks for the second factor.
func (s *Desk) arrive(c echo.Context, in auth.SignedIn, next string) error {
	return s.ArriveWith(c, in, next, "")
}

// ArriveWith does so with a message in place of what an officer without a second
// factor is told at each sign-in.
func (s *Desk) ArriveWith(c echo.Context, in auth.SignedIn, next, message string) error {
	kit.NoStore(c)
	if in.Half != "" {
		s.setHalf(c, in.Half, halfSeconds)
		to := codePath
		if next := kit.LocalPath(next, ""); next != "" {
			to += "?" + url.Values{"next": {next}}.Encode()
		}
		return kit.SeeOther(c, to)
	}
	actor, err := s.Auth.ActorBySession(c.Request().Context(), in.Token)
	if err != nil {
		return err
	}
	known, err := s.rememberDevice(c, actor)
	if err != nil {
		return err
	}
	if before := s.Actor(c).Person; before != actor.Person { // or the session of who was here before has ended
		s.dropCookies(c, s.ofATeller(c))
		if before != 0 { // else it may be one who signs in again in the middle of a form
			c.Response().Header().Set("Clear-Site-Data", leftBehind)
		}
	}
	s.setSession(c, in)
	c.SetCookie(known)
	if actor.Proof.Demand == auth.EnrolNow {
		return kit.SeeOther(c, kit.FactorsPath)
	}
	switch {
	case message != "":
		s.Flash(c, kit.KindSuccess, message)
	case actor.Proof.Demand == auth.EnrolSoon:
		text := "You hold an office or are a teller: set up a second factor"
		if from := s.Auth.FactorFrom(); !from.IsZero() {
			text = "Your office needs a second factor from " + from.Long() + " on. Set one up"
		}
		s.Flash(c, kit.KindWarning, text+" under your name: My account, Second factor.")
	}
	return kit.SeeOther(c, afterSignIn(actor, s.Today(), next))
}

// setSession gives the browser the token of its session.
func (s *Desk) setSession(c echo.Context, in auth.SignedIn) {
	c.SetCookie(&http.Cookie{
		Name: s.SessionCookie(), Value: in.Token, Path: "/", Expires: in.Expires.Time(),
		HttpOnly: true, Secure: s.Secure(), SameSite: http.SameSiteLaxMode,
	})
	c.Set(kit.BegunSession, in.Token)
}

const deviceCookie = "nzgs-device"

// rememberDevice knows the browser again by a cookie of its own, which signing out
// leaves. It is asked for before the session's is given: no one comes in without
// the letter.
func (s *Desk) rememberDevice(c echo.Context, actor auth.Actor) (*http.Cookie, error) {
	name, token := s.CookieName(deviceCookie), ""
	if cookie, err := c.Cookie(name); err == nil {
		token = cookie.Value
	}
	token, err := s.Auth.Arrived(c.Request().Context(), actor, token, device(c.Request().UserAgent()))
	return &http.Cookie{
		Name: name, Value: token, Path: "/", MaxAge: int(auth.DeviceLasts / time.Second),
		HttpOnly: true, Secure: s.Secure(), SameSite: http.SameSiteLaxMode,
	}, err
}

// afterSignIn is where somebody was going, else the page with their next
// things to do.
func afterSignIn(actor auth.Actor, day civil.Date, next string) string {
	if next := kit.LocalPath(next, ""); next != "" && !strings.HasPrefix(next, "/sign-in") {
		return next
	}
	switch {
	case actor.Holds(day, auth.Treasurer):
		return "/treasurer"
	case actor.Holds(day, auth.Secretary):
		return kit.DutiesPath
	case auth.CanSomewhere(actor, auth.EnterResult, day):
		return "/director"
	case len(actor.ClubsOn(day)) > 0:
		return kit.ClubDeskURL(actor.ClubsOn(day)[0])
	case auth.Can(actor, auth.ViewRegister, auth.Object{}, day):
		return "/members"
	case auth.Can(actor, auth.ManageAccounts, auth.Object{}, day):
		return "/admin"
	}
	return "/"
}

func (s *Desk) signOut(c echo.Context) error {
	if err := s.Auth.SignOut(c.Request().Context(), s.Actor(c)); err != nil {
		return err
	}
	s.dropSession(c)
	c.Response().Header().Set("Clear-Site-Data", leftBehind)
	s.Flash(c, kit.KindSuccess, "You are signed out.")
	return kit.SeeOther(c, "/")
}

// leftBehind is what the browser forgets when someone signs out, or another signs in
// over them: pages and what scripts kept, such as unfinished forms. Not "cookies": the
// session's is taken away by name, and the one that knows the device stays, or every
// sign-in after it would be told of as one from a new device.
const leftBehind = `"cache", "storage"`

// dropSession takes away the session's cookie, and those that a teller has in the browser.
func (s *Desk) dropSession(c echo.Context) {
	s.dropCookies(c, append(s.ofATeller(c), s.SessionCookie()))
}

// ofATeller are the names of the cookies that a teller has in the browser.
func (s *Desk) ofATeller(c echo.Context) []string {
	var names []string
	for _, cookie := range c.Cookies() {
		for _, kind := range []string{kit.EnteredCookie, kit.KeysCookie, kit.SittingCookie} {
			if strings.HasPrefix(cookie.Name, s.CookieName(kind)) && !slices.Contains(names, cookie.Name) {
				names = append(names, cookie.Name)
			}
		}
	}
	return names
}

func (s *Desk) dropCookies(c echo.Context, names []string) {
	for _, name := range names {
		c.SetCookie(&http.Cookie{
			Name: name, Path: "/", MaxAge: -1, HttpOnly: true, Secure: s.Secure(), SameSite: http.SameSiteLaxMode,
		})
	}
}

// sessionToken is the token the browser shows, or "".
func (s *Desk) sessionToken(c echo.Context) string {
	cookie, err := c.Cookie(s.SessionCookie())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// Browsers and systems as a User-Agent names them; the first that is found
// counts, because later ones are named by many.
var (
	browsers = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox/", "Firefox"},
		{"FxiOS", "Firefox"}, {"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = [][2]string{
		{"iPhone", "an iPhone"}, {"iPad", "an iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"}, {"Windows", "Windows"},
		{"Mac OS X", "a Mac"}, {"Linux", "Linux"},
	}
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
