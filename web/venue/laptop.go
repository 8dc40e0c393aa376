package venue

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/internal/venue"
	"nzgs/web/kit"
)

// LaptopRoutes are the addresses of a laptop at a venue.
func (s *Desk) LaptopRoutes() []kit.Route {
	director := kit.May(auth.DirectEvent)
	press := func(do func(context.Context, auth.Actor) error, done string) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := do(c.Request().Context(), s.Actor(c)); err != nil {
				return s.RefusedAt(c, err, kit.VenuePath)
			}
			s.Flash(c, kit.KindSuccess, done)
			return kit.SeeOther(c, kit.VenuePath)
		}
	}
	return []kit.Route{
		kit.Get("/", s.toEvent, kit.Everyone),
		kit.Get(kit.VenuePath, s.laptopDesk, director),
		kit.Post(kit.VenuePath+"/give-back", press(s.laptop.GiveBack, "The event is on its way back to the site."), director),
		kit.Post(kit.VenuePath+"/keep-on", press(s.laptop.KeepOn, "The event is written here again."), director),
		kit.Post(kit.VenuePath+"/codes", press(s.laptop.RenewCodes, "The codes are new; those before open nothing more."), director),
		kit.Post(kit.VenuePath+"/helpers/:id/drop", s.dropHelper, director),
		kit.Get("/sign-in", s.toWayIn, kit.Everyone),
		kit.Get(kit.VenueInPath, s.wayIn, kit.Everyone),
		kit.Post(kit.VenueInPath, s.comeIn, kit.Everyone),
		kit.Post(kit.VenueInPath+"/here", s.comeInHere, kit.Everyone),
	}
}

// LaptopPage is what the director needs to know of the laptop: how people come in, and how it stands with the site.
type LaptopPage struct {
	kit.Page
	Warnings []string
	Join     *kit.QR
	Says     []string // what a phone must do
	Codes    []CodeRow
	Renew    *kit.PostButton
	Helpers  []HelperRow
	Site     []kit.Fact
	Give     *kit.PostButton
	GiveSays string
}

// CodeRow is a code by which someone comes in today.
type CodeRow struct{ For, Code string }

// HelperRow is someone who came in by a code.
type HelperRow struct {
	Name, Role string
	Drop       *kit.PostButton
}

var laptopView = kit.NewView[LaptopPage](templates, "laptop.html")

func (s *Desk) toEvent(c echo.Context) error {
	e, err := s.laptop.Event(c.Request().Context())
	if err != nil {
		return err
	}
	if !e.Status.Public() {
		return kit.SeeOther(c, "/director")
	}
	return kit.SeeOther(c, kit.EventURL(e.Slug))
}

func (s *Desk) laptopDesk(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	e, err := s.laptop.Event(ctx)
	if err != nil {
		return err
	}
	o, err := s.laptop.Origin(ctx)
	if err != nil {
		return err
	}
	codes, err := s.laptop.Codes(ctx, actor)
	if err != nil {
		return err
	}
	helpers, err := s.laptop.Helpers(ctx, actor)
	if err != nil {
		return err
	}
	kit.NoStore(c) // the codes
	page := LaptopPage{Page: s.Page(c, "This laptop", directorCrumb), Says: PhoneSteps(s.BaseURL)}
	if page.Join, err = kit.QROf("Everyone opens", s.BaseURL); err != nil {
		return err
	}
	for _, code := range codes {
		row := CodeRow{For: "Helpers who enter results", Code: code.Code}
		if code.Role == auth.Director {
			row.For = "A second director"
		}
		page.Codes = append(page.Codes, row)
	}
	page.Renew = page.Button("codes", kit.VenuePath+"/codes", "Make new codes")
	page.Renew.Kind = "secondary"
	for _, h := range helpers {
		row := HelperRow{Name: h.Name, Role: h.Role.Title()}
		if h.Today {
			row.Drop = page.Button("drop", kit.Below(kit.VenuePath+"/helpers", h.Office, "drop"), "End")
			row.Drop.Kind, row.Drop.Small, row.Drop.For = "secondary", "small", h.Name
		} else {
			row.Role += ", no longer"
		}
		page.Helpers = append(page.Helpers, row)
	}
	if page.Warnings, err = s.warnings(o); err != nil {
		return err
	}
	if err := s.showSite(ctx, &page, e, o); err != nil {
		return err
	}
	return laptopView.Render(c, http.StatusOK, page)
}

// warnings are about the network and the clock.
func (s *Desk) warnings(o venue.Origin) ([]string, error) {
	var out []string
	addresses, err := venue.Addresses()
	if err != nil {
		return nil, err
	}
	found := len(addresses) == 0
	for _, a := range addresses {
		found = found || strings.Contains(s.BaseURL, "//"+a.String()+":") || strings.HasSuffix(s.BaseURL, "//"+a.String())
	}
	if !found {
		out = append(out, fmt.Sprintf(
			"The laptop is no longer at %s in this network. Stop nzgs venue with Ctrl-C and start it again; then print the table "+
				"cards again.", s.BaseURL,
		))
	}
	if off := o.ClockOff(); off != 0 {
		out = append(out, "This laptop’s clock is "+clockText(off, "the site’s"))
	}
	return out, nil
}

// PhoneSteps say what a phone must do.
func PhoneSteps(address string) []string {
	return []string{
		"Join the same Wi-Fi as this laptop.",
		"Scan the code, or type " + address + " with the http:// in front.",
		"If the page does not open, turn mobile data off: some phones leave a Wi-Fi that has no internet.",
		"The browser may say “not secure”: the pages do not leave this room. No one is asked for a password here; do not type one.",
	}
}

// showSite shows how the laptop stands with the society's site.
func (s *Desk) showSite(ctx context.Context, page *LaptopPage, e tournaments.Event, o venue.Origin) error {
	pending, err := s.laptop.Pending(ctx)
	if err != nil {
		return err
	}
	state := "has everything that was entered here"
	switch {
	case e.Away != "":
		state = e.Away.Says(e)
	case pending:
		state = "does not have the latest entries yet; they are sent by themselves"
	}
	heard := "not yet"
	if !o.Heard.IsZero() {
		heard = o.Heard.Long()
	}
	page.Site = []kit.Fact{
		{Label: "Site", Value: o.Site + " (" + o.Society + ")"},
		{Label: "Lent", Value: fmt.Sprintf("number %d, by %s, %s", o.Number, o.LentBy, o.LentAt.Long())},
		{Label: "The site", Value: state}, {Label: "Last answer", Value: heard},
	}
	if o.Answer != "" {
		page.Site = append(page.Site, kit.Fact{Label: "What went wrong", Value: o.Answer})
	}
	switch e.Away {
	case "":
		page.Give = page.Button("give-back", kit.VenuePath+"/give-back", "Give the event back")
		page.GiveSays = "At the end: everything is sent to the site, and the event goes on there. Nothing more can be entered here."
	case tournaments.Giving:
		page.Give = page.Button("keep-on", kit.VenuePath+"/keep-on", "Go on here instead")
		page.Give.Kind = "secondary"
		page.GiveSays = "The site has not answered yet. If you go on here and the site does have the event already, what you " +
			"enter from now on is not taken there but kept aside as a file."
	}
	return nil
}

func (s *Desk) dropHelper(c echo.Context) error {
	id, err := kit.PathID[auth.OfficeID](c, "id")
	if err != nil {
		return err
	}
	if err := s.laptop.DropHelper(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.VenuePath)
	}
	s.Flash(c, kit.KindSuccess, "The helper can enter nothing more.")
	return kit.SeeOther(c, kit.VenuePath)
}
