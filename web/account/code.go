package account

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// CodePage asks for the second factor of someone who has given the password.
type CodePage struct {
	kit.Page
	Name    string
	Code    kit.Field
	Next    string
	Passkey *PasskeyButton // nil for an account without
}

var codeView = kit.NewView[CodePage](templates, "auth/code.html")

// The half sign-in of a browser is in a cookie of its own: it is no session.
const (
	halfCookie  = "nzgs-half"
	halfSeconds = 600
	codePath    = "/sign-in/code"
)

func codeField(name string) kit.Field {
	return kit.Field{
		Name: name, Label: "One-time code", Required: true, Autocomplete: "one-time-code", Width: "medium",
		Hint: "The six digits in your authenticator app. If you do not have it with you, enter a recovery code.",
	}
}

func (s *Desk) setHalf(c echo.Context, token string, seconds int) {
	c.SetCookie(&http.Cookie{
		Name: s.CookieName(halfCookie), Value: token, Path: "/", MaxAge: seconds,
		HttpOnly: true, Secure: s.Secure(), SameSite: http.SameSiteLaxMode,
	})
}

// halfToken is the half sign-in that the browser shows, or "".
func (s *Desk) halfToken(c echo.Context) string {
	cookie, err := c.Cookie(s.CookieName(halfCookie))
	if err != nil {
		return ""
	}
	return cookie.Value
}

func (s *Desk) codeForm(c echo.Context) error {
	in := kit.NewFilling()
	in.Set("next", c.QueryParam("next"))
	return s.showCode(c, http.StatusOK, s.Page(c, ""), in)
}

func (s *Desk) showCode(c echo.Context, status int, p kit.Page, in *kit.Filling) error {
	kit.NoStore(c)
	waiting, err := s.Auth.LookAtHalf(c.Request().Context(), s.halfToken(c))
	if apperr.KindOf(err) == apperr.SignIn {
		return s.startOver(c, err)
	}
	if err != nil {
		return err
	}
	var passkey *PasskeyButton
	if slices.Contains(waiting.Kinds, auth.Passkey) {
		if passkey, err = s.passkeyToSignIn(c); err != nil {
			return err
		}
	}
	p.Title, p.Shape, p.Path = "Enter your one-time code", kit.ShapeNarrow, "/"
	page := CodePage{Name: waiting.Name, Next: kit.LocalPath(in.Text("next"), ""), Code: in.Field(&p, codeField("code"))}
	page.Page, page.Passkey = p, passkey
	return codeView.Render(c, status, page)
}

// startOver leads back to the password, and says why.
func (s *Desk) startOver(c echo.Context, why error) error {
	var p kit.Page
	p.Refused(why)
	s.setHalf(c, "", -1)
	return &kit.Elsewhere{To: "/sign-in", Why: p.Errors[0].Message}
}

func (s *Desk) code(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	signed, err := s.Auth.SignInWithCode(c.Request().Context(), auth.CodeGiven{
		Half: s.halfToken(c), Code: in.Password("code"), Network: kit.Network(c), Replaces: s.sessionToken(c),
	})
	if err == nil {
		s.setHalf(c, "", -1)
		return s.arrive(c, signed, in.Text("next"))
	}
	p := s.Page(c, "")
	switch kind := apperr.KindOf(err); {
	case p.Invalid(err):
		return s.showCode(c, http.StatusUnprocessableEntity, p, in)
	case kind == apperr.TooMany || kind == apperr.Busy:
		p.Refused(err)
		return s.showCode(c, kit.StatusOf[kind], p, in)
	case kind == apperr.SignIn:
		return s.startOver(c, err)
	}
	return err
}
