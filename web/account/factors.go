package account

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// FactorsPage lists the second factors of whoever is signed in.
type FactorsPage struct {
	kit.Page
	Demand   string // what the society asks of them, or ""
	Kind     string // of that note
	Rows     []FactorRow
	Add      *kit.PostButton
	Passkey  *kit.PostButton // nil where passkeys cannot be used
	Why      string          // they cannot
	Codes    *CodesLeft      // nil without a second factor
	Password bool            // they have one: without, nothing stands before a second factor
}

// FactorRow is one second factor.
type FactorRow struct {
	Name, Kind  string
	Since, Used string
	Remove      *kit.PostButton
}

// CodesLeft says how many recovery codes are left.
type CodesLeft struct {
	Text  string
	Few   bool
	Renew *kit.PostButton
}

// AppPage shows a secret to take over into an authenticator app.
type AppPage struct {
	kit.FormPage
	QR     template.URL
	Secret []string // in groups, for typing
}

// CodesPage shows recovery codes, once.
type CodesPage struct {
	kit.Page
	Codes []string
	Next  string
}

var (
	factorsView = kit.NewView[FactorsPage](templates, "factors.html")
	appView     = kit.NewView[AppPage](templates, "factor_app.html")
	codesView   = kit.NewView[CodesPage](templates, "recovery_codes.html")
)

const (
	factorsPath = kit.FactorsPath
	appPath     = factorsPath + "/app"
	fewCodes    = 3
)

var (
	accountCrumb = kit.Crumb{Label: "My account", URL: "/account"}
	factorsCrumb = kit.Crumb{Label: "Second factor", URL: factorsPath}
)

// kindWords are the kinds of second factors as people say them.
var kindWords = map[auth.FactorKind]string{auth.TOTP: "Authenticator app", auth.Passkey: "Passkey"}

func (s *Desk) factors(c echo.Context) error {
	actor := s.Actor(c)
	own, err := s.Auth.OwnAccount(c.Request().Context(), actor)
	if err != nil {
		return err
	}
	list, left, err := s.Auth.Factors(c.Request().Context(), actor)
	if err != nil {
		return err
	}
	page := FactorsPage{Page: s.Page(c, "Second factor", accountCrumb), Password: own.Ready}
	page.Demand, page.Kind = s.demandText(actor)
	for _, f := range list {
		row := FactorRow{Name: f.Name, Kind: kindWords[f.Kind], Since: f.Created.Date().Long(), Used: "not yet"}
		if !f.Used.IsZero() {
			row.Used = f.Used.Long()
		}
		id := kit.IDText(f.ID)
		row.Remove = page.Button("remove"+id, factorsPath+"/"+id+"/remove", "Remove")
		row.Remove.Kind, row.Remove.Small, row.Remove.For = "secondary", "small", f.Name
		page.Rows = append(page.Rows, row)
	}
	label := "Set up an authenticator app"
	if len(list) > 0 {
		label = "Set up another authenticator app"
		page.Codes = &CodesLeft{
			Text: countText(left, "recovery code") + " left.", Few: left <= fewCodes,
			Renew: page.Button("codes", factorsPath+"/recovery-codes", "Make new recovery codes"),
		}
		page.Codes.Renew.Kind = "secondary"
	}
	page.Add = page.Button("app", appPath, label)
	if page.Why = s.Auth.NoPasskeys(); page.Why == "" {
		page.Passkey = page.Button("passkey", newPasskeyPath, "Add a passkey")
	}
	return factorsView.Render(c, http.StatusOK, page)
}

// demandText is what the society asks of someone without a second factor.
func (s *Desk) demandText(actor auth.Actor) (text, kind string) {
	from := s.Auth.FactorFrom()
	switch {
	case actor.Proof.Demand == auth.EnrolNow:
		return "Your office needs a second factor since " + from.Long() + ". Set one up to continue.", kit.KindWarning
	case actor.Proof.Demand == auth.EnrolSoon && from.IsZero():
		return "You hold an office: set up a second factor, so that a stolen password is not enough to act for you.",
			kit.KindInfo
	case actor.Proof.Demand == auth.EnrolSoon:
		return "Your office needs a second factor from " + from.Long() + " on. Set it up before that day.", kit.KindInfo
	case actor.Proof.Factor == auth.LetIn:
		return "You were let in for a day without your second factor. If it is lost, remove it below and set up a new one.",
			kit.KindWarning
	}
	return "", ""
}

func (s *Desk) appBegin(c echo.Context) error {
	if err := s.Auth.OfferTOTP(c.Request().Context(), s.Actor(c)); err != nil {
		return err
	}
	return kit.SeeOther(c, appPath)
}

// addApp adds the authenticator app that has taken over the secret.
func (s *Desk) addApp() kit.Form[auth.Offer] {
	return kit.Form[auth.Offer]{
		Site: s.Site,
		Load: func(c echo.Context) (auth.Offer, error) {
			kit.NoStore(c)
			return s.Auth.TOTPOffer(c.Request().Context(), s.Actor(c))
		},
		Fill: func(_ echo.Context, in *kit.Filling, _ auth.Offer) { in.Set("name", "My phone") },
		Show: func(c echo.Context, page *kit.FormPage, _ auth.Offer) error {
			page.Page = s.Page(c, "Set up an authenticator app", accountCrumb, factorsCrumb)
			page.Shape, page.Private = kit.ShapeNarrow, true
			page.Action, page.Submit, page.Back = appPath+"/add", "Add the app", factorsPath
			page.Group("",
				kit.Field{
					Name: "code", Label: "One-time code", Required: true, Autocomplete: "one-time-code",
					InputMode: "numeric", Width: "medium", Hint: "The six digits that the app shows now.",
				},
				kit.Field{
					Name: "name", Label: "Name of this app", Required: true, Autocomplete: "off", MaxLength: 60,
					Hint: "So that you know later which phone it is on.",
				},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ auth.Offer) (kit.Done, error) {
			codes, err := s.Auth.AddTOTP(c.Request().Context(), s.Actor(c), in.Text("name"), in.Text("code"))
			if err != nil || len(codes) == 0 {
				return kit.Done{To: factorsPath, Message: "The app is added."}, err
			}
			return kit.Done{Answer: func() error { return s.showCodes(c, codes) }}, nil
		},
		Render: func(c echo.Context, status int, form *kit.FormPage, o auth.Offer) error {
			page := AppPage{FormPage: *form}
			for i := 0; i < len(o.Secret); i += 4 {
				page.Secret = append(page.Secret, o.Secret[i:min(i+4, len(o.Secret))])
			}
			var err error
			if page.QR, err = kit.QRImage(o.URI); err != nil {
				return err
			}
			return appView.Render(c, status, page)
		},
	}
}

// showCodes shows recovery codes in answer to the form that made them: they are kept
// nowhere in clear.
func (s *Desk) showCodes(c echo.Context, codes []string) error {
	kit.NoStore(c)
	page := CodesPage{Page: s.Page(c, "Your recovery codes", accountCrumb, factorsCrumb), Codes: codes, Next: factorsPath}
	page.Shape = kit.ShapeNarrow
	return codesView.Render(c, http.StatusOK, page)
}

func (s *Desk) renewCodes(c echo.Context) error {
	codes, err := s.Auth.RenewRecoveryCodes(c.Request().Context(), s.Actor(c))
	if err != nil {
		return s.RefusedAt(c, err, factorsPath)
	}
	return s.showCodes(c, codes)
}

func (s *Desk) removeFactor(c echo.Context) error {
	id, err := kit.PathID[auth.FactorID](c, "id")
	if err != nil {
		return err
	}
	if err := s.Auth.RemoveFactor(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, factorsPath)
	}
	s.Flash(c, kit.KindSuccess, "It is removed, and no longer asked for.")
	return kit.SeeOther(c, factorsPath)
}

// isFile says of an address whether it is that of a file.
func isFile(path string) bool {
	path, _, _ = strings.Cut(path, "?")
	name := path[strings.LastIndexByte(path, '/')+1:]
	return strings.Contains(name, ".")
}
