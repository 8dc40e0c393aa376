package venue

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/venue"
	"nzgs/web/kit"
)

// VersionPage is a version that was kept aside, compared with the event as it stands.
type VersionPage struct {
	kit.Page
	Why    string
	Facts  []kit.Fact
	Games  []venue.Difference
	Lines  []string // what else differs
	Unread string
	File   kit.Link
	Use    *kit.PostButton
	UseSay string
}

var versionView = kit.NewView[VersionPage](templates, "version.html")

func (s *Desk) version(c echo.Context) error {
	a, err := kit.ByID(s.Site, s.venue.Aside)(c)
	if err != nil {
		return err
	}
	e := a.Event
	page := VersionPage{Page: s.page(c, e, "Another version of "+e.Name), Why: a.Why, Games: a.Comparison.Games, Unread: a.Unread}
	page.Crumbs = append(page.Crumbs, kit.Crumb{Label: "Play without internet", URL: kit.EventVenueURL(e.ID)})
	page.Facts = []kit.Fact{{Label: "Kept since", Value: a.CameAt.Long()}}
	if a.Number > 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "From", Value: fmt.Sprintf("the laptop of loan number %d", a.Number)})
	}
	if !a.UsedAt.IsZero() {
		page.Facts = append(page.Facts, kit.Fact{Label: "Used", Value: "by " + a.UsedBy + ", " + a.UsedAt.Long()})
	}
	page.Lines = otherDifferences(a.Comparison)
	page.File = kit.Link{Label: "Download this version", URL: kit.EventVersionURL(a.ID) + "/file"}
	if a.Unread == "" && !a.Comparison.Nothing() && e.TakesChanges() {
		page.Use = page.Button("use", kit.EventVersionURL(a.ID)+"/use", "Use this version")
		page.Use.Kind = "danger"
		page.UseSay = "The whole event becomes what this version says: entries, rounds and results. The event as it stands now " +
			"is kept in its place, so you can go back. To take over a single result, enter it on the results board instead."
	}
	return versionView.Render(c, http.StatusOK, page)
}

func otherDifferences(d venue.Comparison) []string {
	out := []string{kit.Plural(d.Same, "game has the same result in both.", "games have the same result in both.")}
	if len(d.OnlyThere) > 0 {
		out = append(out, "Players only in this version: "+kit.AndList(d.OnlyThere)+".")
	}
	if len(d.OnlyHere) > 0 {
		out = append(out, "Players only in the event as it stands: "+kit.AndList(d.OnlyHere)+".")
	}
	if d.Records > 0 {
		out = append(out, kit.Plural(d.Records, "game record is only in this version.", "game records are only in this version."))
	}
	return out
}

func (s *Desk) versionFile(c echo.Context) error {
	a, err := kit.ByID(s.Site, s.venue.Aside)(c)
	if err != nil {
		return err
	}
	name := s.FileName(fmt.Sprintf("version %d", a.ID), a.Event.Slug, a.CameAt.Date())
	return kit.SendAs(c, name, kit.FormatJSON, echo.MIMEApplicationJSON, a.File)
}

func (s *Desk) versionUse(c echo.Context) error {
	id, err := kit.PathID[venue.AsideID](c, "id")
	if err != nil {
		return err
	}
	if err := s.venue.Use(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.EventVersionURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The event is now what this version says. The one before is kept.")
	return kit.SeeOther(c, kit.EventVersionURL(id))
}
