package account

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// AgainPage asks whoever is signed in to sign in again, on the way to a page or in
// place of a form, which it carries along.
type AgainPage struct {
	kit.Page
	Action   string
	Fields   []kit.Field
	Kept     []kit.Hidden // what was typed into the form that waits
	Waiting  bool         // there is such a form
	Submit   string
	Passkey  *PasskeyButton // nil for an account without
	Stuck    string         // why there is nothing to prove by: the account has neither password nor passkey
	File     string         // that can be fetched now, in place of the form
	FileBack string
}

var againView = kit.NewView[AgainPage](templates, "auth/again.html")

// The fields of signing in again stand beside those of the form that waits.
const (
	againPassword = "again_password"
	againCode     = "again_code"
	againPasskey  = "again_passkey"
)

// againForm asks to sign in again on the way to a page.
func (s *Desk) againForm(c echo.Context) error {
	next := kit.LocalPath(c.QueryParam("next"), "/account")
	if s.Actor(c).Proof.FreshAt(s.Clock()) {
		if isFile(next) {
			return s.showFile(c, next)
		}
		return kit.SeeOther(c, next)
	}
	return s.showAgain(c, http.StatusOK, s.Page(c, ""), kit.NewFilling(), kit.AgainPath, []kit.Hidden{
		{Name: "next", Value: next},
	}, false)
}

// showFile offers a file for which someone has signed in again: a page that only
// led to it would stay as it was.
func (s *Desk) showFile(c echo.Context, file string) error {
	page := AgainPage{Page: s.Page(c, "You are signed in again"), File: file, FileBack: "/"}
	page.Shape = kit.ShapeNarrow
	return againView.Render(c, http.StatusOK, page)
}

// again takes the form of signing in again.
func (s *Desk) again(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	next := kit.LocalPath(in.Text("next"), "/account")
	hidden := []kit.Hidden{{Name: "next", Value: next}}
	if refused := s.signInAgain(c, in); refused != nil {
		return s.refuseAgain(c, refused, in, kit.AgainPath, hidden, false)
	}
	if isFile(next) {
		return kit.SeeOther(c, kit.AgainURL(next))
	}
	return kit.SeeOther(c, next)
}

func (s *Desk) signInAgain(c echo.Context, in *kit.Filling) (err error) {
	var renewed auth.SignedIn
	if used := in.Password(againPasskey); used != "" {
		renewed, err = s.Auth.SignInAgainWithPasskey(c.Request().Context(), s.Actor(c), used)
	} else {
		renewed, err = s.Auth.SignInAgain(c.Request().Context(), s.Actor(c), auth.Again{
			Password: in.Password(againPassword), Code: in.Password(againCode), Network: kit.Network(c),
		})
	}
	if err != nil {
		return err
	}
	actor, err := s.Auth.ActorBySession(c.Request().Context(), renewed.Token)
	if err != nil {
		return err
	}
	s.setSession(c, renewed)
	c.Set("actor", actor)
	return nil
}

// SignsInAgain reports whether a form has what signing in again takes beside what
// it is about.
func (s *Desk) SignsInAgain(c echo.Context) bool {
	return sentAgain(c) && c.Path() != kit.AgainPath
}

func sentAgain(c echo.Context) bool {
	_, password := c.Request().PostForm[againPassword]
	_, passkey := c.Request().PostForm[againPasskey]
	return password || passkey
}

// Again stands before a form that someone sends who has not signed in lately. It
// reports whether they have by the form itself, which then goes on to where it was
// sent; else it has answered with the form to sign in again, which carries what was
// typed along.
func (s *Desk) Again(c echo.Context) (proved bool, err error) {
	in, err := kit.Sent(c)
	if err != nil {
		return false, err
	}
	if !sentAgain(c) {
		return false, s.AskAgain(c)
	}
	if refused := s.signInAgain(c, in); refused != nil {
		return false, s.refuseAgain(c, refused, in, c.Request().URL.RequestURI(), kept(c), true)
	}
	for _, name := range []string{againPassword, againCode, againPasskey} {
		c.Request().PostForm.Del(name)
		c.Request().Form.Del(name)
	}
	return true, nil
}

// AskAgain answers a form with the one to sign in again, which carries along what
// was typed.
func (s *Desk) AskAgain(c echo.Context) error {
	return s.showAgain(
		c, http.StatusUnauthorized, s.Page(c, ""), kit.NewFilling(), c.Request().URL.RequestURI(), kept(c), true,
	)
}

func (s *Desk) refuseAgain(
	c echo.Context, err error, in *kit.Filling, action string, hidden []kit.Hidden, waiting bool,
) error {
	page := s.Page(c, "")
	switch kind := apperr.KindOf(err); {
	case page.Invalid(err):
		for i := range page.Errors { // the fields have names of their own here
			page.Errors[i].Field = "again_" + page.Errors[i].Field
		}
		return s.showAgain(c, http.StatusUnprocessableEntity, page, in, action, hidden, waiting)
	case kind == apperr.TooMany || kind == apperr.Busy:
		page.Refused(err)
		return s.showAgain(c, kit.StatusOf[kind], page, in, action, hidden, waiting)
	}
	return err
}

func (s *Desk) showAgain(
	c echo.Context, status int, p kit.Page, in *kit.Filling, action string, hidden []kit.Hidden, waiting bool,
) error {
	kit.NoStore(c)
	actor := s.Actor(c)
	own, err := s.Auth.OwnAccount(c.Request().Context(), actor)
	if err != nil {
		return err
	}
	p.Title, p.Shape, p.Path = "Sign in again", kit.ShapeNarrow, "/"
	page := AgainPage{Action: action, Kept: hidden, Waiting: waiting, Submit: "Continue"}
	if own.Ready {
		page.Fields = append(page.Fields, in.Field(&p, kit.Field{
			Name: againPassword, Label: "Your password", Type: "password", Required: true,
			Autocomplete: "current-password",
		}))
		if actor.Proof.OwesCode() {
			page.Fields = append(page.Fields, in.Field(&p, codeField(againCode)))
		}
	}
	options, err := s.Auth.PasskeyToSignInAgain(c.Request().Context(), actor)
	if err != nil {
		return err
	}
	if options != nil {
		page.Passkey = &PasskeyButton{Label: "Use a passkey", Field: againPasskey, Options: string(options)}
	}
	if !own.Ready && page.Passkey == nil {
		page.Stuck = auth.FirstPasswordLate
	}
	page.Page = p
	return againView.Render(c, status, page)
}

// kept is what was typed into a form, but for what is secret: a page does not say
// that again.
func kept(c echo.Context) []kit.Hidden {
	form := c.Request().PostForm
	names := make([]string, 0, len(form))
	for name := range form {
		if !strings.HasPrefix(name, "again_") && !slices.Contains(secretFields, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var hidden []kit.Hidden
	for _, name := range names {
		for _, value := range form[name] {
			hidden = append(hidden, kit.Hidden{Name: name, Value: value})
		}
	}
	return hidden
}

// secretFields are typed again into the form that waits.
var secretFields = []string{"password", "current", "secret", "passphrase"}
