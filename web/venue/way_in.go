package venue

import (
	"net"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/web/kit"
)

// WayInPage is where helpers come in by a code.
type WayInPage struct {
	kit.Page
	Form *kit.SmallForm
	Here *kit.PostButton // at the laptop itself
}

var wayInView = kit.NewView[WayInPage](templates, "way_in.html")

// toWayIn leads from the site's way in to the laptop's.
func (s *Desk) toWayIn(c echo.Context) error {
	to := kit.VenueInPath
	if next := kit.LocalPath(c.QueryParam("next"), ""); next != "" {
		to += "?" + url.Values{"next": {next}}.Encode()
	}
	return kit.SeeOther(c, to)
}

func (s *Desk) wayIn(c echo.Context) error { return s.showWayIn(c, kit.Asked(c), nil) }

func (s *Desk) showWayIn(c echo.Context, in *kit.Filling, refused error) error {
	kit.NoStore(c)
	page := WayInPage{Page: s.Page(c, "Sign in at the venue")}
	page.Shape = kit.ShapeNarrow
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	next := kit.LocalPath(in.Text("next"), "/director")
	page.Form = &kit.SmallForm{
		FormKey: page.Page.Form("in"), Action: kit.VenueInPath, Submit: "Sign in",
		Hidden: []kit.Hidden{{Name: "next", Value: next}},
		Fields: []kit.Field{
			page.Field(kit.Field{
				Name: "code", Label: "Today’s code", Value: in.Text("code"), MaxLength: 20, Autocomplete: "off",
				Hint: "From the screen of the laptop. Players need no code: they report by the card on their table.",
			}),
			page.Field(kit.Field{
				Name: "name", Label: "Your name", Value: in.Text("name"), MaxLength: 60, Autocomplete: "name",
				Hint: "It stands beside what you enter.",
			}),
		},
	}
	if s.atLaptop(c.Request()) {
		page.Here = page.Button("here", kit.VenueInPath+"/here", "Sign in as the director", kit.Hidden{
			Name: "next", Value: kit.LocalPath(in.Text("next"), kit.VenuePath),
		})
	}
	return wayInView.Render(c, status, page)
}

func (s *Desk) comeIn(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	signed, err := s.laptop.Join(c.Request().Context(), in.Text("code"), in.Text("name"), "a helper’s browser")
	if err != nil {
		return s.showWayIn(c, in, err)
	}
	return s.admit(c, signed, kit.LocalPath(in.Text("next"), "/director"), "You are signed in for today.")
}

// comeInHere lets in whoever sits at the laptop: nothing but its own browser gets here.
func (s *Desk) comeInHere(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if !s.atLaptop(c.Request()) {
		return apperr.New(apperr.Forbidden, "Only at the laptop itself the director signs in without a code.")
	}
	signed, err := s.laptop.SignInHere(c.Request().Context(), "the laptop’s own browser")
	if err != nil {
		return err
	}
	return s.admit(c, signed, kit.LocalPath(in.Text("next"), kit.VenuePath), "You are signed in as the director.")
}

// atLaptop reports whether a request is from the laptop's own browser to an address that only the laptop has: a name
// that another site gave to this machine is not one.
func (s *Desk) atLaptop(r *http.Request) bool {
	name := (&url.URL{Host: r.Host}).Hostname()
	ip := net.ParseIP(name)
	return s.fromHere(r) && (name == "localhost" || ip != nil && ip.IsLoopback())
}
