package postal

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// KeyFields ask for a teller's key, for one request or for a sitting (partial
// "postal-key"). In a sitting they say that the key is open, and ask for nothing.
type KeyFields struct {
	Until  string // in a sitting: until when
	End    string // the address that ends it
	EndKey kit.FormKey
	File   kit.Upload
	Fields []kit.Field
}

// keyLimit is more than a key file may have.
const keyLimit = 64 << 10

// keepSitting has the browser keep the teller's key, under a lock that the service has,
// until it is closed; nothing ends that.
func (s *Desk) keepSitting(c echo.Context, kept string) {
	cookie := &http.Cookie{
		Name: s.CookieName(kit.SittingCookie), Value: kept, Path: "/", HttpOnly: true, Secure: s.Secure(),
		SameSite: http.SameSiteStrictMode,
	}
	if kept == "" {
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
	c.Set(kit.SittingCookie, kept) // for the page that answers
}

// sitting is what the browser keeps of the teller's key, and until when it opens it; the
// zero instant where no sitting goes on.
func (s *Desk) sitting(c echo.Context, id postal.VoteID) (kept string, until civil.Instant) {
	kept, begun := c.Get(kit.SittingCookie).(string)
	if cookie, err := c.Cookie(s.CookieName(kit.SittingCookie)); err == nil && !begun {
		kept = cookie.Value
	}
	return kept, s.postal.Sits(s.Actor(c), id, kept)
}

// keepTicked is where a request has whether the key is to be kept open.
const keepTicked = "keep"

// proveFirst asks whoever is to give a key here to sign in again before they do, if it is
// a while since they did: a file and a passphrase cannot be carried along. In a sitting
// nothing is asked for.
func (s *Desk) proveFirst(c echo.Context, id postal.VoteID) error {
	if _, until := s.sitting(c, id); !until.IsZero() {
		return nil
	}
	return auth.RequireProof(s.Actor(c), s.Clock())
}

// keyed is the key that a step needs of the form: in a sitting that of the sitting. All
// that is missing is said at once.
func (s *Desk) keyed(c echo.Context, in *kit.Filling, id postal.VoteID) (postal.Key, error) {
	if kept, until := s.sitting(c, id); !until.IsZero() {
		return postal.Key{Kept: kept}, nil
	}
	if err := s.proveFirst(c, id); err != nil {
		return postal.Key{}, err
	}
	if in.Sends("passphrase") { // the form had the tick
		c.Set(keepTicked, in.Ticked("keep"))
	}
	_, file, _, err := kit.ChosenContent(c, "keyfile", keyLimit)
	if err != nil {
		return postal.Key{}, err
	}
	key := postal.Key{Identity: file, Passphrase: in.Password("passphrase")}
	if len(file) == 0 {
		in.Problem("keyfile", "Choose the file with your key.")
	}
	if key.Passphrase == "" {
		in.Problem("passphrase", "Enter the passphrase of your key.")
	}
	// While the form has problems no key is opened, and none kept open.
	if err := in.Refusal(nil); err != nil || !in.Ticked("keep") {
		return key, err
	}
	sat, err := s.postal.Sit(c.Request().Context(), s.Actor(c), id, key)
	if err != nil {
		return key, err
	}
	s.keepSitting(c, sat.Kept)
	return postal.Key{Kept: sat.Kept}, nil
}

// keyFields ask for the key, where no sitting goes on.
func (s *Desk) keyFields(c echo.Context, id postal.VoteID, p *kit.Page) KeyFields {
	if _, until := s.sitting(c, id); !until.IsZero() {
		return KeyFields{
			Until: until.Time().In(civil.Zone()).Format("3:04 pm"), End: kit.PostalURL(id, "sitting", "end"),
			EndKey: p.Form("sitting"),
		}
	}
	keep, asked := c.Get(keepTicked).(bool)
	return KeyFields{
		File: kit.Upload{
			ID: "keyfile", Name: "keyfile", Label: "Key file", Hint: "The file teller-key.age, as you saved it when you made the key.",
			Error: p.ErrorOn("keyfile"), Required: true,
		},
		Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "passphrase", Label: "Passphrase of the key", Type: "password", Required: true, Autocomplete: "off",
				Width: "medium",
			}),
			p.Field(kit.Field{
				Name: "keep", Label: "Keep my key open in this browser for 30 minutes", Type: "checkbox",
				Checked: keep || !asked,
				Hint: "You choose the file once, and sign in again only to approve, if it is more than ten minutes since you " +
					"did. Leave it unticked on a shared device.",
			}),
		},
	}
}

// endSitting closes the key that the browser keeps open.
func (s *Desk) endSitting(c echo.Context) error {
	f, err := s.loadVote(c)
	if err != nil {
		return err
	}
	s.postal.EndSitting(s.Actor(c))
	s.keepSitting(c, "")
	s.Flash(c, kit.KindSuccess, "Your key is closed in this browser.")
	return kit.SeeOther(c, kit.PostalURL(f.ID))
}
