package account

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// PasskeyButton has the browser ask for a passkey, and sends what it answers in the
// form that it stands in.
type PasskeyButton struct {
	Label   string
	Field   string // in which it is sent
	Options string // for the browser, as JSON
}

// PasskeyPage has the browser make a passkey.
type PasskeyPage struct {
	kit.FormPage
	Options string
}

var passkeyView = kit.NewView[PasskeyPage](templates, "factor_passkey.html")

// What a browser is asked for is good in the browser that was asked: the cookie says
// which that is, and nothing else.
const (
	passkeyCookie  = "nzgs-passkey"
	passkeySeconds = 3600
	passkeyPath    = "/sign-in/passkey"
	newPasskeyPath = factorsPath + "/passkey"
)

// browserToken is the token of the browser, or "".
func (s *Desk) browserToken(c echo.Context) string {
	cookie, err := c.Cookie(s.CookieName(passkeyCookie))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// passkeyToSignIn is the button on the pages of signing in; nil where passkeys cannot
// be used.
func (s *Desk) passkeyToSignIn(c echo.Context) (*PasskeyButton, error) {
	if s.Auth.NoPasskeys() != "" {
		return nil, nil
	}
	options, token, err := s.Auth.PasskeyToSignIn(c.Request().Context(), s.browserToken(c))
	if err != nil {
		return nil, err
	}
	c.SetCookie(&http.Cookie{
		Name: s.CookieName(passkeyCookie), Value: token, Path: "/", MaxAge: passkeySeconds,
		HttpOnly: true, Secure: s.Secure(), SameSite: http.SameSiteLaxMode,
	})
	return &PasskeyButton{Label: "Sign in with a passkey", Field: "passkey", Options: string(options)}, nil
}

func (s *Desk) signInWithPasskey(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	signed, err := s.Auth.SignInWithPasskey(c.Request().Context(), auth.PasskeyGiven{
		Sent: in.Password("passkey"), Browser: s.browserToken(c),
		Device: device(c.Request().UserAgent()), Replaces: s.sessionToken(c),
	})
	if err == nil {
		s.setHalf(c, "", -1)
		return s.arrive(c, signed, in.Text("next"))
	}
	p := s.Page(c, "Sign in")
	p.Path = "/"
	switch kind := apperr.KindOf(err); {
	case p.Invalid(err):
		return s.showSignIn(c, http.StatusUnprocessableEntity, p, in)
	case kind == apperr.Invalid || kind == apperr.Forbidden || kind == apperr.Busy:
		p.Refused(err)
		return s.showSignIn(c, kit.StatusOf[kind], p, in)
	}
	return err
}

func (s *Desk) passkeyBegin(c echo.Context) error {
	if err := s.Auth.OfferPasskey(c.Request().Context(), s.Actor(c)); err != nil {
		return s.RefusedAt(c, err, factorsPath)
	}
	return kit.SeeOther(c, newPasskeyPath)
}

// addPasskey adds the passkey that the browser has made.
func (s *Desk) addPasskey() kit.Form[string] {
	return kit.Form[string]{
		Site: s.Site,
		Load: func(c echo.Context) (string, error) {
			kit.NoStore(c)
			options, err := s.Auth.NewPasskey(c.Request().Context(), s.Actor(c))
			return string(options), err
		},
		Fill: func(c echo.Context, in *kit.Filling, _ string) { in.Set("name", device(c.Request().UserAgent())) },
		Show: func(c echo.Context, page *kit.FormPage, _ string) error {
			page.Page = s.Page(c, "Add a passkey", accountCrumb, factorsCrumb)
			page.Shape, page.Private = kit.ShapeNarrow, true
			page.Action, page.Submit, page.Back = newPasskeyPath+"/add", "Make the passkey", factorsPath
			page.Group("", kit.Field{
				Name: "name", Label: "Name of this passkey", Required: true, Autocomplete: "off", MaxLength: 60,
				Hint: "For example Phone or Laptop.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ string) (kit.Done, error) {
			codes, err := s.Auth.AddPasskey(c.Request().Context(), s.Actor(c), in.Text("name"), in.Password("passkey"))
			if err != nil || len(codes) == 0 {
				return kit.Done{To: factorsPath, Message: "The passkey is added."}, err
			}
			return kit.Done{Answer: func() error { return s.showCodes(c, codes) }}, nil
		},
		Render: func(c echo.Context, status int, form *kit.FormPage, options string) error {
			return passkeyView.Render(c, status, PasskeyPage{FormPage: *form, Options: options})
		},
	}
}
