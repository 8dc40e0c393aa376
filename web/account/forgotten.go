package account

import (
	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

const (
	signInPath    = "/sign-in"
	forgottenPath = signInPath + "/forgotten"
)

// forgotten asks for a letter with a link to choose a new password. It answers the
// same to every address: who asks does not learn who has an account.
func (s *Desk) forgotten() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			kit.NoStore(c)
			page.Page = s.Page(c, "I forgot my password", kit.Crumb{Label: "Sign in", URL: signInPath})
			page.Shape = kit.ShapeNarrow
			page.Action, page.Submit, page.Back = forgottenPath, "Send me a letter", signInPath
			if s.Auth.SendsMail() {
				page.Say("We send a letter to your e-mail address that says what to do next.")
			} else {
				page.Say("This site does not send mail. Ask the society’s secretary for a link.")
			}
			page.Group("", kit.Field{
				Name: "email", Label: "E-mail address", Type: "email", Required: true, Autocomplete: "username",
				Hint: "The one that you sign in with.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			return kit.Done{
				To: signInPath,
				Message: "If an account has this address, a letter to it will leave in a few minutes. We do not say here whether " +
					"there is one. Nothing came? Look among unwanted mail, then ask the society’s secretary for a link.",
			}, s.Auth.AskReset(c.Request().Context(), in.Text("email"), kit.Network(c))
		},
	}
}
