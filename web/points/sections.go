package points

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// SectionsPage says which sections of an event give points.
type SectionsPage struct {
	kit.Page
	Intro string
	Rows  []SectionView
	Again *kit.PostButton
}

// SectionView is a section of an event.
type SectionView struct {
	Name, URL string
	Text      string
	Waits     string
	Badge     kit.Badge
}

var sectionsView = kit.NewView[SectionsPage](templates, "sections.html")

func sectionsURL(id auth.EventID) string { return kit.Below("/director/events", id, "points") }

// sections shows which sections of an event give points.
func (s *Desk) sections(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	all, err := s.tournaments.PointsSections(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := SectionsPage{Page: s.Page(c, "Points"), Intro: "A section can give points towards representing New Zealand. They " +
		"are posted when the event is finished, and corrected when it is finished again with other results."}
	finished := false
	for _, one := range all {
		page.Crumbs = []kit.Crumb{{Label: "Events", URL: "/events"}, {Label: one.Event.Name, URL: "/events/" + one.Event.Slug}}
		finished = !one.Event.Status.TakesChanges()
		page.Rows = append(page.Rows, sectionView(one))
	}
	if len(all) == 0 {
		page.Intro = "The event has no section yet."
	}
	if finished {
		page.Again = page.Button("again", sectionsURL(id)+"/again", "Work the points out again")
		page.Again.Kind = "secondary"
	}
	return sectionsView.Render(c, http.StatusOK, page)
}

func sectionView(one tournaments.PointsSection) SectionView {
	d := one.Declared
	out := SectionView{Name: one.Section.Name, URL: kit.Below("/director/sections", one.Section.ID, "points"), Waits: d.Waits}
	if d.ID == 0 {
		out.Text, out.Badge = "Gives no points.", kit.Badge{Kind: kit.KindNeutral, Text: "None"}
		return out
	}
	out.Text = kit.Capital(string(d.Kind)) + " event, held by " + d.ClubName + "."
	if d.EndsYear {
		out.Text += " The New Zealand Championship: the points year ends with it."
	}
	switch {
	case d.Waits != "":
		out.Badge = kit.Badge{Kind: kit.KindWarning, Text: "Waits"}
	case d.Posted:
		out.Badge = kit.Badge{Kind: kit.KindSuccess, Text: "Posted"}
	default:
		out.Badge = kit.Badge{Kind: kit.KindInfo, Text: "When it is finished"}
	}
	return out
}

func (s *Desk) postAgain(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	if err := s.tournaments.PostPoints(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, sectionsURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The points are worked out again. Where something was different, it was reversed and posted again.")
	return kit.SeeOther(c, sectionsURL(id))
}

// declare says whether a section gives points.
func (s *Desk) declare() kit.Form[tournaments.PointsSection] {
	return kit.Form[tournaments.PointsSection]{
		Site: s.Site, Load: kit.ByID(s.Site, s.tournaments.PointsSection),
		Fill: func(_ echo.Context, in *kit.Filling, p tournaments.PointsSection) {
			in.Set("kind", string(p.Declared.Kind))
			kit.SetChosen(in, "club", p.Declared.Club)
			if p.Declared.ID == 0 {
				kit.SetChosen(in, "club", p.Event.Organiser)
			}
			in.Tick("ends_year", p.Declared.EndsYear)
		},
		Version: func(p tournaments.PointsSection) int64 { return p.Declared.Version },
		Show:    s.showDeclare,
		Take: func(c echo.Context, in *kit.Filling, p tournaments.PointsSection) (kit.Done, error) {
			err := s.tournaments.DeclarePoints(c.Request().Context(), s.Actor(c), p.Section.ID, representative.Declaration{
				Kind: points.Kind(in.Text("kind")), Club: kit.Chosen[auth.ClubID](in, "club"),
				EndsYear: in.Ticked("ends_year"), Different: in.Ticked("different"), Version: in.Version(),
			})
			return kit.Done{To: sectionsURL(p.Event.ID), Message: "Saved."}, err
		},
	}
}

func (s *Desk) showDeclare(c echo.Context, page *kit.FormPage, p tournaments.PointsSection) error {
	clubs, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	page.Page = s.Page(c, "Points of "+p.Event.Name+", "+p.Section.Name,
		kit.Crumb{Label: p.Event.Name, URL: "/events/" + p.Event.Slug}, kit.Crumb{Label: "Points", URL: sectionsURL(p.Event.ID)})
	page.Action, page.Submit = kit.Below("/director/sections", p.Section.ID, "points"), "Save"
	page.Back = sectionsURL(p.Event.ID)
	if p.Closed != 0 {
		page.Barred = append(page.Barred, kit.CiteRules(fmt.Sprintf(
			"The points year %d is closed. Only the ratings officer changes what counts in it.", p.Closed,
		)))
	}
	club := kit.Field{
		Name: "club", Label: "Held by", Type: "select", Options: []kit.Option{{Label: "Choose a club"}},
		Hint: "A club that is affiliated on the event’s last day.",
	}
	for _, one := range clubs {
		club.Options = append(club.Options, kit.Option{Value: kit.IDText(one.ID), Label: one.Name})
	}
	page.Group("",
		kit.Field{Name: "kind", Label: "This section gives", Type: "radios", Options: []kit.Option{
			{Value: "", Label: "No points"},
			{Value: string(points.Regional), Label: "The points of a regional event"},
			{Value: string(points.National), Label: "The points of a national event"},
		}},
		club,
		kit.Field{
			Name: "ends_year", Label: "It is the New Zealand Championship", Type: "checkbox",
			Hint: "The points year ends with it.",
		})
	if len(p.Near) > 0 {
		page.Group("", kit.Field{
			Name: "different", Label: "It is a different event", Type: "checkbox",
			Hint: "Of the same days these give points: " + strings.Join(p.Near, "; ") + ".",
		})
	}
	return nil
}
