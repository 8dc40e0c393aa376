package account

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/web/kit"
)

// LinkPath is the page of a one-time link.
func LinkPath(token string) string { return "/link/" + token }

// LinkPage is the page of a one-time link: one button, which uses the link up.
// Looking at the page does not, so that a mail program may look ahead.
type LinkPage struct {
	kit.Page
	Action   string
	Name     string // whose link it is; "" on one that may have gone to a stranger
	Email    string
	Text     string
	Password *kit.Field // nil where none is chosen
	Submit   string
	Until    string
}

// SetUpPage opens an empty society.
type SetUpPage struct {
	kit.Page
	Action string
	Groups []kit.FieldGroup
	Until  string
	Clocks string // whose they are, "New Zealand time"
	Zone   string // their name
	Money  string // the code of the currency
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
	in := kit.NewFilling()
	in.Set("order", string(auth.GivenFirst))
	return s.showLink(c, http.StatusOK, view, s.Page(c, ""), in)
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
	return spentLinkView.Render(c, http.StatusNotFound, SpentLinkPage{Page: p, Message: message})
}

func (s *Desk) showLink(c echo.Context, status int, view auth.LinkView, p kit.Page, in *kit.Filling) error {
	p.Path = "/"
	if view.Purpose == auth.SettingUp {
		return s.showSetUp(c, status, view, p, in)
	}
	page := LinkPage{Action: LinkPath(c.Param("token")), Name: view.Name, Email: view.Email, Until: view.Expires.Long()}
	switch view.Purpose {
	case auth.SignInNow:
		p.Title = "Sign in as " + view.Name
		page.Text, page.Submit = "This link signs you in on this device, once. If you have no password yet, choose one on your account page within ten "+
			"minutes: what is grave asks for it later.", "Sign in"
	case auth.Invited:
		p.Title = "Welcome, " + view.Name
		page.Text, page.Submit = "Choose a password for your account with the "+s.Society+".", "Save and sign in"
	case auth.MailedReset:
		p.Title = "Choose a new password"
		page.Text, page.Submit = "You will be signed out wherever you are signed in now. Then sign in with the new password.",
			"Save the password"
	case auth.Recovery:
		p.Title = "Choose a new password"
		page.Text, page.Submit = "You will be signed out wherever you are signed in now.", "Save and sign in"
	}
	switch view.Purpose {
	case auth.ConfirmAddress:
		p.Title, page.Name = "Confirm your e-mail address", ""
		page.Text, page.Submit = "The account that asked for it will have the address "+view.New+onlyFor(view.Use)+".", "Confirm the address"
	case auth.StopAddress:
		p.Title = "Stop the change of address"
		page.Text = "Someone asked for the address " + view.New + " for your account" + onlyFor(view.Use) + ". Stopping it gives " +
			"signing in and letters back the addresses that they had then, signs everyone out, ends the password, and removes " +
			"second factors that were added lately."
		if view.Letters {
			page.Text = "Someone asked for the address " + view.New + " for your account" + onlyFor(view.Use) + ". Stopping it sends " +
				"letters to this mailbox again. Signing in stays as it is."
		}
		page.Submit = "Stop it"
	case auth.SignInNow:
	default:
		page.Password = new(in.Field(&p, newPassword("New password")))
	}
	page.Page = p
	return linkView.Render(c, status, page)
}

// onlyFor says in a sentence what an address is limited to.
func onlyFor(use auth.AddressUse) string {
	return map[auth.AddressUse]string{auth.ForSignIn: ", for signing in only", auth.ForLetters: ", for letters only"}[use]
}

func (s *Desk) showSetUp(c echo.Context, status int, view auth.LinkView, p kit.Page, in *kit.Filling) error {
	p.Title, p.Shape = "Set up "+theSociety(s.Society), kit.ShapeNarrow
	option := func(role auth.Role) kit.Option { return kit.Option{Value: string(role), Label: role.Title()} }
	field := func(f kit.Field) kit.Field { return in.Field(&p, f) }
	groups := []kit.FieldGroup{
		{Legend: "You", Rows: [][]kit.Field{{
			field(kit.Field{Name: "given_names", Label: "Given names", Autocomplete: "given-name", MaxLength: 100}),
			field(kit.Field{
				Name: "family_name", Label: "Family name", Required: true, Autocomplete: "family-name", MaxLength: 100,
			}),
		}, {
			field(kit.Field{Name: "order", Label: "Which name comes first?", Type: "radios", Options: []kit.Option{
				{Value: string(auth.GivenFirst), Label: "Given names", Hint: "Aroha Tūī"},
				{Value: string(auth.FamilyFirst), Label: "Family name", Hint: "田中太郎"},
			}}),
		}}},
		{Legend: "Your account", Fields: []kit.Field{
			field(kit.Field{
				Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "username",
				Hint: "You sign in with it.",
			}),
			field(newPassword("Password")),
		}},
		{Legend: "Your offices", Fields: []kit.Field{
			field(kit.Field{
				Name: "offices", Label: "As well as administrator, I am", Type: "checkboxes",
				Hint: "You can appoint others, and end your own offices, at any time.",
				Options: []kit.Option{
					option(auth.President), option(auth.Secretary), option(auth.Treasurer), option(auth.Committee),
				},
			}),
		}},
	}
	return setUpView.Render(c, status, SetUpPage{
		Page: p, Action: LinkPath(c.Param("token")), Until: view.Expires.Long(), Groups: groups,
		Clocks: civil.ZoneWords(), Zone: civil.Zone().String(), Money: money.InUse().Code,
	})
}

// theSociety is the society's name within a sentence.
func theSociety(name string) string {
	if strings.HasPrefix(strings.ToLower(name), "the ") {
		return name
	}
	return "the " + name
}

func (s *Desk) linkUse(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	arrival := auth.Arrival{Token: c.Param("token"), Device: device(c.Request().UserAgent()), Replaces: s.sessionToken(c)}
	view, err := s.Auth.LookAtLink(ctx, arrival.Token)
	if err != nil {
		return s.spentLink(c, err)
	}
	if view.Purpose == auth.ConfirmAddress || view.Purpose == auth.StopAddress {
		return s.useAddressLink(c, view)
	}
	var signed auth.SignedIn
	switch view.Purpose {
	case auth.SettingUp:
		signed, err = s.Auth.SetUp(ctx, arrival, setUpInput(in))
	case auth.SignInNow:
		signed, err = s.Auth.SignInByLink(ctx, arrival)
	case auth.MailedReset:
		if err = s.Auth.ResetPassword(ctx, arrival.Token, in.Password("password")); err == nil {
			s.Flash(c, kit.KindSuccess, "Your password is saved, and you are signed out everywhere. Sign in with it.")
			return kit.SeeOther(c, signInPath)
		}
	default:
		signed, err = s.Auth.SetPasswordByLink(ctx, arrival, in.Password("password"))
	}
	if err != nil {
		p := s.Page(c, "")
		if p.Invalid(err) {
			return s.showLink(c, http.StatusUnprocessableEntity, view, p, in)
		}
		return s.spentLink(c, err)
	}
	if view.Purpose == auth.SettingUp {
		return s.ArriveWith(c, signed, "/admin", "Welcome. The society is set up, and you are its administrator.")
	}
	return s.arrive(c, signed, "")
}

func setUpInput(in *kit.Filling) auth.SetUpInput {
	out := auth.SetUpInput{
		Name: auth.Name{
			Given: in.Text("given_names"), Family: in.Text("family_name"), Order: auth.NameOrder(in.Text("order")),
		},
		Email: in.Text("email"), Password: in.Password("password"),
	}
	for _, role := range in.All("offices") {
		out.Offices = append(out.Offices, auth.Role(role))
	}
	return out
}
