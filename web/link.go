package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

// LinkPath is the page of a one-time link.
func LinkPath(token string) string { return "/link/" + token }

// LinkPage is the page of a one-time link: one button, which uses the link up.
// Looking at the page does not, so that a mail program may look ahead.
type LinkPage struct {
	Page
	Action   string
	Name     string // whose link it is
	Email    string
	Text     string
	Password *Field // nil on a sign-in link
	Submit   string
	Until    string
}

// SetUpPage opens an empty society.
type SetUpPage struct {
	Page
	Action string
	Groups []FieldGroup
	Until  string
}

// SpentLinkPage says why a link does not work.
type SpentLinkPage struct {
	Page
	Message string
}

var (
	linkView      = newView[LinkPage]("auth/link.html")
	setUpView     = newView[SetUpPage]("auth/set_up.html")
	spentLinkView = newView[SpentLinkPage]("auth/spent_link.html")
)

func (s *Server) linkForm(c echo.Context) error {
	view, err := s.auth.LookAtLink(c.Request().Context(), c.Param("token"))
	if err != nil {
		return s.spentLink(c, err)
	}
	return s.showLink(c, http.StatusOK, view, s.page(c, ""))
}

// spentLink shows why a link does not work, when that is what err says.
func (s *Server) spentLink(c echo.Context, err error) error {
	kind := apperr.KindOf(err)
	if kind != apperr.NotFound && kind != apperr.Conflict {
		return err
	}
	p := s.page(c, "This link does not work")
	p.Shape = ShapeNarrow
	p.refused(err)
	message := p.Errors[0].Message
	p.Errors = nil
	noStore(c)
	return spentLinkView.render(c, http.StatusNotFound, SpentLinkPage{Page: p, Message: message})
}

func (s *Server) showLink(c echo.Context, status int, view auth.LinkView, p Page) error {
	noStore(c)
	c.Response().Header().Set("Referrer-Policy", "no-referrer") // the address is the secret
	p.Path = "/"
	if view.Purpose == auth.SettingUp {
		return s.showSetUp(c, status, view, p)
	}
	page := LinkPage{Action: LinkPath(c.Param("token")), Name: view.Name, Email: view.Email, Until: view.Expires.Long()}
	password := Field{
		Name: "password", Label: "New password", Type: "password", Required: true, Autocomplete: "new-password",
		Hint: passwordHint,
	}
	switch view.Purpose {
	case auth.SignInNow:
		p.Title = "Sign in as " + view.Name
		page.Text, page.Submit = "This link signs you in on this device, once.", "Sign in"
	case auth.Invited:
		p.Title = "Welcome, " + view.Name
		page.Text, page.Submit = "Choose a password for your account with the "+s.society+".", "Save and sign in"
	case auth.Recovery:
		p.Title = "Choose a new password"
		page.Text, page.Submit = "You will be signed out wherever you are signed in now.", "Save and sign in"
	}
	if view.Purpose != auth.SignInNow {
		password = p.field(password)
		page.Password = &password
	}
	page.Page = p
	return linkView.render(c, status, page)
}

const passwordHint = "At least 12 characters. Three or four unrelated words work well."

func (s *Server) showSetUp(c echo.Context, status int, view auth.LinkView, p Page) error {
	p.Title, p.Shape = "Set up "+theSociety(s.society), ShapeNarrow
	order := formText(c, "order")
	chosen := make(map[string]bool)
	for _, role := range c.Request().Form["offices"] {
		chosen[role] = true
	}
	option := func(role auth.Role) Option {
		return Option{Value: string(role), Label: role.Title(), Selected: chosen[string(role)]}
	}
	page := SetUpPage{Page: p, Action: LinkPath(c.Param("token")), Until: view.Expires.Long(), Groups: []FieldGroup{
		{Legend: "You", Rows: [][]Field{{
			p.field(Field{Name: "given_names", Label: "Given names", Value: formText(c, "given_names"), Autocomplete: "given-name", MaxLength: 100}),
			p.field(Field{Name: "family_name", Label: "Family name", Value: formText(c, "family_name"), Required: true, Autocomplete: "family-name", MaxLength: 100}),
		}, {
			p.field(Field{Name: "order", Label: "Which is written first?", Type: "radios", Options: []Option{
				{Value: string(auth.GivenFirst), Label: "Given names", Hint: "Aroha Tūī", Selected: order != string(auth.FamilyFirst)},
				{Value: string(auth.FamilyFirst), Label: "Family name", Hint: "田中太郎", Selected: order == string(auth.FamilyFirst)},
			}}),
		}}},
		{Legend: "Your account", Fields: []Field{
			p.field(Field{Name: "email", Label: "E-mail address", Type: "email", Value: formText(c, "email"), Required: true, Autocomplete: "username", Hint: "You sign in with it."}),
			p.field(Field{Name: "password", Label: "Password", Type: "password", Required: true, Autocomplete: "new-password", Hint: passwordHint}),
		}},
		{Legend: "Your offices", Fields: []Field{
			p.field(Field{Name: "offices", Label: "Beside administrator, I am", Type: "checkboxes",
				Hint:    "You can appoint others, and end your own offices, at any time.",
				Options: []Option{option(auth.President), option(auth.Secretary), option(auth.Treasurer), option(auth.Committee)}}),
		}},
	}}
	return setUpView.render(c, status, page)
}

// theSociety is the society's name within a sentence.
func theSociety(name string) string {
	if strings.HasPrefix(strings.ToLower(name), "the ") {
		return name
	}
	return "the " + name
}

func (s *Server) linkUse(c echo.Context) error {
	ctx := c.Request().Context()
	arrival := auth.Arrival{Token: c.Param("token"), Device: device(c.Request().UserAgent()), Replaces: s.sessionToken(c)}
	view, err := s.auth.LookAtLink(ctx, arrival.Token)
	if err != nil {
		return s.spentLink(c, err)
	}
	var in auth.SignedIn
	switch view.Purpose {
	case auth.SettingUp:
		in, err = s.auth.SetUp(ctx, arrival, readSetUp(c))
	case auth.SignInNow:
		in, err = s.auth.SignInByLink(ctx, arrival)
	default:
		in, err = s.auth.SetPasswordByLink(ctx, arrival, c.FormValue("password"))
	}
	if err != nil {
		p := s.page(c, "")
		if p.invalid(err) {
			return s.showLink(c, http.StatusUnprocessableEntity, view, p)
		}
		return s.spentLink(c, err)
	}
	if view.Purpose == auth.SettingUp {
		s.flash(c, KindSuccess, "Welcome. The society is set up, and you are its administrator.")
		return s.arrive(c, in, "/admin")
	}
	return s.arrive(c, in, "")
}

func readSetUp(c echo.Context) auth.SetUpInput {
	in := auth.SetUpInput{
		Name: auth.Name{
			Given: formText(c, "given_names"), Family: formText(c, "family_name"), Order: auth.NameOrder(formText(c, "order")),
		},
		Email: formText(c, "email"), Password: c.FormValue("password"),
	}
	for _, role := range c.Request().Form["offices"] {
		in.Offices = append(in.Offices, auth.Role(role))
	}
	return in
}
