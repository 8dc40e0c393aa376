package account

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

const addressPath = "/account/email"

// changeAddress asks for another e-mail address for whoever is signed in.
func (s *Desk) changeAddress() kit.Form[auth.Account] {
	return kit.Form[auth.Account]{
		Site: s.Site,
		Load: func(c echo.Context) (auth.Account, error) {
			return s.Auth.OwnAccount(c.Request().Context(), s.Actor(c))
		},
		Show: func(c echo.Context, page *kit.FormPage, own auth.Account) error {
			page.Page = s.Page(c, "Change your e-mail address", kit.Crumb{Label: "My account", URL: "/account"})
			page.Shape = kit.ShapeNarrow
			page.Action, page.Submit, page.Back = addressPath, "Send the letters", "/account"
			if s.Auth.SendsMail() {
				page.Say("You sign in with "+own.Email+", and letters go there. A letter to the new address asks you to confirm it. "+
					"A letter to "+own.Email+" says what is going on.", "Nothing changes until you confirm.")
			} else {
				page.Say("You sign in with "+own.Email+".",
					"This site does not send mail. Ask the society’s secretary to change your address.")
			}
			page.Group("", kit.Field{
				Name: "email", Label: "New e-mail address", Type: "email", Required: true, Autocomplete: "email",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ auth.Account) (kit.Done, error) {
			email := in.Text("email")
			return kit.Done{
				To: "/account",
				Message: "A letter to " + email + " will leave in a few minutes. Open the link in it within a day to confirm the " +
					"address.",
			}, s.Auth.AskAddress(c.Request().Context(), s.Actor(c), email)
		},
	}
}

// useAddressLink confirms or stops a change of address.
func (s *Desk) useAddressLink(c echo.Context, view auth.LinkView) error {
	ctx, token := c.Request().Context(), c.Param("token")
	message := "The change of address is stopped. The account has this address, everyone is signed out, and the password no " +
		"longer works. Second factors that were added lately are removed. Choose a new password with “I forgot my password”."
	if view.Purpose == auth.ConfirmAddress {
		email, err := s.Auth.ConfirmNewAddress(ctx, token)
		if err != nil {
			return s.spentLink(c, err)
		}
		message = "The address is confirmed. Sign in with " + email + " from now on."
	} else if err := s.Auth.StopNewAddress(ctx, token); err != nil {
		return s.spentLink(c, err)
	}
	s.Flash(c, kit.KindSuccess, message)
	if s.Actor(c).SignedIn() && view.Purpose == auth.ConfirmAddress {
		return kit.SeeOther(c, "/account")
	}
	return kit.SeeOther(c, signInPath)
}
