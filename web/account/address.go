package account

import (
	"cmp"

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
			now := own.Email
			if own.Apart() {
				now += " and " + own.LettersTo()
			}
			if s.Auth.SendsMail() {
				page.Say(usesOf(own)+" A letter to the new address asks you to confirm it. A letter to "+now+" says what is going on.",
					"Nothing changes until you confirm.")
			} else {
				page.Say(usesOf(own), "This site does not send mail. Ask the society’s secretary to change your address.")
			}
			page.Group("", kit.Field{
				Name: "email", Label: "New e-mail address", Type: "email", Required: true, Autocomplete: "email",
			}, useField("You sign in"))
			return nil
		},
		Fill: func(_ echo.Context, in *kit.Filling, own auth.Account) { in.Set("use", string(useNow(own))) },
		Take: func(c echo.Context, in *kit.Filling, own auth.Account) (kit.Done, error) {
			email := in.Text("email")
			return kit.Done{
				To: "/account",
				Message: "A letter to " + email + " will leave in a few minutes. Open the link in it within a day to confirm the " +
					"address.",
			}, s.Auth.AskAddress(c.Request().Context(), s.Actor(c), email, useOf(in, own))
		},
	}
}

// useNow is what the address that someone signs in with is used for: of two addresses the other one is not changed unasked.
func useNow(a auth.Account) auth.AddressUse {
	if a.Apart() {
		return auth.ForSignIn
	}
	return auth.ForBoth
}

// useOf is what an address is for; what it is used for now unless another was chosen.
func useOf(in *kit.Filling, a auth.Account) auth.AddressUse {
	return cmp.Or(auth.AddressUse(in.Text("use")), useNow(a))
}

// useField asks what an address is for; who is "You sign in" or says it of someone else.
func useField(who string) kit.Field {
	hints := map[auth.AddressUse]string{
		auth.ForBoth:    "One address for everything.",
		auth.ForSignIn:  who + " with it, and letters about the account go there. Other letters stay where they go now.",
		auth.ForLetters: "Signing in, and letters about the account, stay with the address that they have now.",
	}
	f := kit.Field{Name: "use", Label: "Use it for", Type: "radios"}
	for _, use := range auth.AddressUses {
		f.Options = append(f.Options, kit.Option{Value: string(use), Label: use.Text(), Hint: hints[use]})
	}
	return f
}

// usesOf says to the owner of an account what each address is for.
func usesOf(own auth.Account) string {
	if own.Apart() {
		return "You sign in with " + own.Email + ". Letters go to " + own.LettersTo() + ", but those about your account."
	}
	return "You sign in with " + own.Email + ", and letters go there."
}

// addressFacts say what each address of an account is for.
func addressFacts(a auth.Account) []kit.Fact {
	if a.Apart() {
		return []kit.Fact{{Label: "For signing in", Value: a.Email}, {Label: "For letters", Value: a.LettersTo()}}
	}
	return []kit.Fact{{Label: "E-mail address", Value: a.Email}}
}

// useAddressLink confirms or stops a change of address.
func (s *Desk) useAddressLink(c echo.Context, view auth.LinkView) error {
	ctx, token := c.Request().Context(), c.Param("token")
	message := "The change of address is stopped. Signing in and letters have the addresses that they had, everyone is signed " +
		"out, and the password no longer works. Second factors that were added lately are removed. Choose a new password with " +
		"“I forgot my password”."
	if view.Purpose == auth.ConfirmAddress {
		confirmed, err := s.Auth.ConfirmNewAddress(ctx, token)
		if err != nil {
			return s.spentLink(c, err)
		}
		message = "The address is confirmed. Sign in with " + confirmed.Email + " from now on."
		if confirmed.Use == auth.ForLetters {
			message = "The address is confirmed. Letters go to " + confirmed.Email + " from now on. Sign in as before."
		}
	} else if err := s.Auth.StopNewAddress(ctx, token); err != nil {
		return s.spentLink(c, err)
	} else if view.Letters {
		message = "The change of address is stopped. Letters come to the address that they came to before. Signing in is as it was."
	}
	s.Flash(c, kit.KindSuccess, message)
	if s.Actor(c).SignedIn() && view.Purpose == auth.ConfirmAddress {
		return kit.SeeOther(c, "/account")
	}
	return kit.SeeOther(c, signInPath)
}
