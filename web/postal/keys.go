package postal

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// KeysTable are the tellers' keys by their numbers, to be compared by telephone
// (partial "postal-keys").
type KeysTable struct {
	Number string
	Signed kit.Badge
	Rows   []postal.TellerKey
}

// keysTable shows the keys of a vote; nil while a teller has none.
func keysTable(k postal.Keys) *KeysTable {
	if k.Number == "" {
		return nil
	}
	t := &KeysTable{Number: k.Number, Rows: k.Tellers, Signed: kit.Badge{Kind: kit.KindWarning, Text: "Not signed by every teller"}}
	switch {
	case k.Before:
		t.Signed.Text = "Not signed: the papers went out before tellers signed their keys"
	case k.Signed:
		t.Signed = kit.Badge{Kind: kit.KindSuccess, Text: "Signed by every teller"}
	}
	return t
}

// keysFact is what a result says of the keys.
func keysFact(k postal.Keys) kit.Fact {
	return kit.Fact{Label: "Number of the tellers’ keys", Value: k.Number + ", " + keysWords(k)}
}

func keysWords(k postal.Keys) string {
	if k.Signed {
		return "signed by every teller"
	}
	return "not signed: the papers went out before tellers signed their keys"
}

// AskKeys asks for the number of the keys, once in a window. The page does not show
// it: what the server shows, whoever changed its database would show too.
type AskKeys struct {
	Action string
	To     []kit.Hidden
	Number kit.Field
	Form   kit.FormKey
	Before bool // the keys were never signed
}

// keysNumber is the number of the keys that the teller typed: it is kept in the teller's
// browser, where nobody changes it in the database.
func (s *Desk) keysNumber(c echo.Context, id postal.VoteID) string {
	cookie, err := c.Cookie(s.CookieName(kit.KeysCookie + kit.IDText(id)))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// keysAsked asks for the number of the keys, before papers are entered or looked at
// again; false where the teller has answered it in this window.
func (s *Desk) keysAsked(c echo.Context, f postal.File, step postal.Step, to string) (asked bool, err error) {
	if len(inTheWay(step)) > 0 {
		return false, nil
	}
	number := s.keysNumber(c, f.ID)
	wrong := s.postal.CheckKeys(c.Request().Context(), s.Actor(c), f.ID, number)
	if wrong == nil {
		return false, nil
	}
	if apperr.KindOf(wrong) != apperr.Invalid || len(fieldsOf(wrong)) == 0 {
		return true, wrong
	}
	if number == "" {
		wrong = nil // asked for the first time
	}
	return true, s.showAskKeys(c, kit.NewFilling(), f, step, to, wrong)
}

// keysKnown takes the number of the keys and goes on to where the teller was going.
func (s *Desk) keysKnown(c echo.Context) error {
	f, step, err := s.loadStep(c, postal.ActEnter)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	to := "entry"
	if t := in.Text("to"); t == "correct" || t == "compare" {
		to = t
	}
	number := in.Text("keys")
	if err := in.Refusal(s.postal.CheckKeys(c.Request().Context(), s.Actor(c), f.ID, number)); err != nil {
		return s.showAskKeys(c, in, f, step, to, err)
	}
	c.SetCookie(&http.Cookie{
		Name: s.CookieName(kit.KeysCookie + kit.IDText(f.ID)), Value: strings.Join(strings.Fields(number), ""), Path: "/", HttpOnly: true, Secure: s.Secure(),
		SameSite: http.SameSiteLaxMode,
	})
	return kit.SeeOther(c, kit.PostalURL(f.ID, to))
}

func (s *Desk) showAskKeys(
	c echo.Context, in *kit.Filling, f postal.File, step postal.Step, to string, refused error,
) error {
	kit.NoStore(c)
	page := EntryPage{
		Page: s.votePage(c, f, "Check the keys"), Head: headOf(f, protectsEntry), Back: kit.PostalURL(f.ID),
		Obstacles: inTheWay(step),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	hint := "From the note that you made when you signed the keys. On your own machine nzgs teller key prints it again."
	if f.Keys.Before {
		hint = "Of each teller in this order, as nzgs teller key prints it on their own machine: " + strings.Join(tellerNames(f), ", ") + "."
	}
	page.Ask = &AskKeys{
		Before: f.Keys.Before,
		Action: kit.PostalURL(f.ID, "entry", "keys"), To: []kit.Hidden{{Name: "to", Value: to}}, Form: page.Form("keys"),
		Number: in.Field(&page.Page, kit.Field{
			Name: "keys", Label: "Number of the keys", Required: true, Autocomplete: "off", Width: "medium",
			Hint: hint,
		}),
	}
	return entryView.Render(c, status, page)
}

func tellerNames(f postal.File) (out []string) {
	for _, t := range f.Tellers {
		out = append(out, t.Name)
	}
	return out
}

func fieldsOf(err error) apperr.Fields {
	e, ok := err.(*apperr.Error)
	if !ok {
		return nil
	}
	return e.Fields
}
