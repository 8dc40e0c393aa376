package account

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// LinkPath is the page of a one-time link.
func LinkPath(token string) string { return "/link/" + token }

// LinkPage is the page of a one-time link: one button, which uses the link up.
// Looking at the page does not, so that a mail program may look ahead.
type LinkPage struct {
	kit.Page
	Action   string
	Name     string // whose link it is
	Email    string
	Text     string
	Password *kit.Field // nil on a sign-in link
	Submit   string
	Until    string
}

// SetUpPage opens an empty society.
type SetUpPage struct {
	kit.Page
	Action string
	Groups []kit.FieldGroup
	Until  string
}

// SpentLinkPage says why a link does not work.
type SpentLinkPage struct {
	kit.Page
	Message string
}

var (
	linkView      = kit.NewView[LinkPage](templates, "auth/link.html")
	setUpView     = kit.NewView[SetUpPage](templates, "auth/set_up.html")
	spentLinkView = kit.NewView[SpentLinkPage](templates, "auth/spent_link.html")
)

func (s *Desk) linkForm(c echo.Context) error {
	view, err := s.Auth.LookAtLink(c.Request().Context(), c.Param("token"))
	if err != nil {
		return s.spentLink(c, err)
	}
	return s.showLink(c, http.StatusOK, view, s.Page(c, ""))
}

// spentLink shows why a link does not work, when that is what err says.
func (s *Desk) spentLink(c echo.Context, err error) error {
	kind := apperr.KindOf(err)
	if kind != apperr.NotFound && kind != apperr.Conflict {
		return err
	}
	p := s.Page(c, "This link does not work")
	p.Shape = kit.ShapeNarrow
	p.Refused(err)
	message := p.Errors[0].Message
	p.Errors = nil
	kit.NoStore(c)
	return spentLinkView.Render(c, http.StatusNotFound, SpentLinkPage{Page: p, Message: message})
}

func (s *Desk) showLink(c echo.Context, status int, view auth.LinkView, p kit.Page) error {
	kit.NoStore(c)
	c.Response().Header().Set("Referrer-Policy", "no-referrer") // the address is the secret
	p.Path = "/"
	if view.Purpose == auth.SettingUp {
		return s.showSetUp(c, status, view, p)
	}
	page := LinkPage{Action: LinkPath(c.Param("token")), Name: view.Name, Email: view.Email, Until: view.Expires.Long()}
	password := kit.Field{
		Name: "password", Label: "New password", Type: "password", Required: true, Autocomplete: "new-password",
		Hint: passwordHint,
	}
	switch view.Purpose {
	case auth.SignInNow:
		p.Title = "Sign in as " + view.Name
		page.Text, page.Submit = "This link signs you in on this device, once.", "Sign in"
	case auth.Invited:
		p.Title = "Welcome, " + view.Name
		page.Text, page.Submit = "Choose a password for your account with the "+s.Society+".", "Save and sign in"
	case auth.Recovery:
		p.Title = "Choose a new password"
		page.Text, page.Submit = "You will be signed out wherever you are signed in now.", "Save and sign in"
	}
	if view.Purpose != auth.SignInNow {
		password = p.Field(password)
		page.Password = &password
	}
	page.Page = p
	return linkView.Render(c, status, page)
}

const passwordHint = "At least 12 characters. Three or four unrelated words work well."

func (s *Desk) showSetUp(c echo.Context, status int, view auth.LinkView, p kit.Page) error {
	p.Title, p.Shape = "Set up "+theSociety(s.Society), kit.ShapeNarrow
	order := kit.FormText(c, "order")
	chosen := make(map[string]bool)
	for _, role := range c.Request().Form["offices"] {
		chosen[role] = true
	}
	option := func(role auth.Role) kit.Option {
		return kit.Option{Value: string(role), Label: role.Title(), Selected: chosen[string(role)]}
	}
	page := SetUpPage{Page: p, Action: LinkPath(c.Param("token")), Until: view.Expires.Long(), Groups: []kit.FieldGroup{
		{Legend: "You", Rows: [][]kit.Field{{
			p.Field(kit.Field{
				Name: "given_names", Label: "Given names", Value: kit.FormText(c, "given_names"), Autocomplete: "given-name",
				MaxLength: 100,
			}),
			p.Field(kit.Field{
				Name: "family_name", Label: "Family name", Value: kit.FormText(c, "family_name"), Required: true,
				Autocomplete: "family-name", MaxLength: 100,
			}),
		}, {
			p.Field(kit.Field{Name: "order", Label: "Which name comes first?", Type: "radios", Options: []kit.Option{
				{
					Value: string(auth.GivenFirst), Label: "Given names", Hint: "Aroha Tūī",
					Selected: order != string(auth.FamilyFirst),
				},
				{Value: string(auth.FamilyFirst), Label: "Family name", Hint: "田中太郎", Selected: order == string(auth.FamilyFirst)},
			}}),
		}}},
		{Legend: "Your account", Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "email", Label: "E-mail address", Type: "email", Value: kit.FormText(c, "email"), Required: true,
				Autocomplete: "username", Hint: "You sign in with it.",
			}),
			p.Field(kit.Field{
				Name: "password", Label: "Password", Type: "password", Required: true, Autocomplete: "new-password",
				Hint: passwordHint,
			}),
		}},
		{Legend: "Your offices", Fields: []kit.Field{
			p.Field(kit.Field{Name: "offices", Label: "As well as administrator, I am", Type: "checkboxes",
				Hint: "You can appoint others, and end your own offices, at any time.",
				Options: []kit.Option{
					option(auth.President), option(auth.Secretary), option(auth.Treasurer), option(auth.Committee),
				}}),
		}},
	}}
	return setUpView.Render(c, status, page)
}

// theSociety is the society's name within a sentence.
func theSociety(name string) string {
	if strings.HasPrefix(strings.ToLower(name), "the ") {
		return name
	}
	return "the " + name
}

func (s *Desk) linkUse(c echo.Context) error {
	ctx := c.Request().Context()
	arrival := auth.Arrival{Token: c.Param("token"), Device: device(c.Request().UserAgent()), Replaces: s.sessionToken(c)}
	view, err := s.Auth.LookAtLink(ctx, arrival.Token)
	if err != nil {
		return s.spentLink(c, err)
	}
	var in auth.SignedIn
	switch view.Purpose {
	case auth.SettingUp:
		in, err = s.Auth.SetUp(ctx, arrival, readSetUp(c))
	case auth.SignInNow:
		in, err = s.Auth.SignInByLink(ctx, arrival)
	default:
		in, err = s.Auth.SetPasswordByLink(ctx, arrival, c.FormValue("password"))
	}
	if err != nil {
		p := s.Page(c, "")
		if p.Invalid(err) {
			return s.showLink(c, http.StatusUnprocessableEntity, view, p)
		}
		return s.spentLink(c, err)
	}
	if view.Purpose == auth.SettingUp {
		s.Flash(c, kit.KindSuccess, "Welcome. The society is set up, and you are its administrator.")
		return s.arrive(c, in, "/admin")
	}
	return s.arrive(c, in, "")
}

func readSetUp(c echo.Context) auth.SetUpInput {
	in := auth.SetUpInput{
		Name: auth.Name{
			Given: kit.FormText(c, "given_names"), Family: kit.FormText(c, "family_name"),
			Order: auth.NameOrder(kit.FormText(c, "order")),
		},
		Email: kit.FormText(c, "email"), Password: c.FormValue("password"),
	}
	for _, role := range c.Request().Form["offices"] {
		in.Offices = append(in.Offices, auth.Role(role))
	}
	return in
}
