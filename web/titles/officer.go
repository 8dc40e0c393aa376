package titles

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// DeskPage is what who keeps the titles sees.
type DeskPage struct {
	kit.Page
	Waiting []SectionView
	Recent  []kit.Link // events, to say which of their sections decide titles
	Pager   kit.Pager
	Titles  []TitleView
	Earlier []AwardView
}

// TitleView is a title in the list.
type TitleView struct {
	Name, URL, Rule string
	Badge           *kit.Badge
}

// SectionsPage says which sections of an event decide titles.
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

// FilePage is a file of earlier champions before it is entered.
type FilePage struct {
	kit.Page
	File    string
	Facts   []kit.Fact
	Rows    []FileRow
	Entered bool
	Enter   *kit.PostButton
}

// FileRow is a row of a file.
type FileRow struct {
	Number, Class            string
	State                    kit.Badge
	Year, Title, Name, Event string
	Source                   string
	Notes                    []string
}

var (
	deskView     = kit.NewView[DeskPage](templates, "desk.html")
	sectionsView = kit.NewView[SectionsPage](templates, "sections.html")
	fileView     = kit.NewView[FilePage](templates, "file.html")
)

func sectionsURL(id auth.EventID) string { return kit.Below("/director/events", id, "titles") }

// recentEvents is how many events a page of the desk lists, of which sections may decide titles.
const recentEvents = 20

func (s *Desk) desk(c echo.Context) error {
	d, err := s.titles.Desk(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := DeskPage{Page: s.Page(c, "Titles desk", rollCrumb)}
	for _, l := range d.Sections {
		view := SectionView{Name: l.EventName, URL: sectionsURL(l.Event), Text: l.Name, Waits: l.Waits}
		if view.Badge = (kit.Badge{Kind: kit.KindNeutral, Text: "Not finished"}); l.Finished {
			view.Badge = kit.Badge{Kind: kit.KindWarning, Text: "Not awarded"}
		}
		page.Waiting = append(page.Waiting, view)
	}
	number := kit.PageNumber(c)
	recent, all, err := s.tournaments.Events(c.Request().Context(), s.Actor(c), tournaments.EventFilter{
		Limit: recentEvents, Offset: (number - 1) * recentEvents,
	})
	if err != nil {
		return err
	}
	page.Pager = kit.PagerOf(number, recentEvents, all, c.Request().URL)
	for _, e := range recent {
		page.Recent = append(page.Recent, kit.Link{Label: e.Name + ", " + e.Dates(), URL: sectionsURL(e.ID)})
	}
	for _, t := range d.Titles {
		view := TitleView{
			Name: t.Name, URL: kit.Below(kit.TitlesDeskPath+"/titles", t.ID), Rule: t.On(s.Today()).String(),
		}
		if t.Retired {
			view.Badge = &kit.Badge{Kind: kit.KindNeutral, Text: "No longer awarded"}
		}
		page.Titles = append(page.Titles, view)
	}
	for _, a := range d.Roll {
		if a.Counts() && !a.FromSection() {
			view := s.awardView(c, a)
			view.Out = kit.Below(kit.TitlesDeskPath+"/champions", a.ID, "withdraw")
			page.Earlier = append(page.Earlier, view)
		}
	}
	return deskView.Render(c, http.StatusOK, page)
}

// sections shows which sections of an event decide titles.
func (s *Desk) sections(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	all, err := s.tournaments.TitleSections(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := SectionsPage{Page: s.Page(c, "Titles"), Intro: "A section can decide a title of the society. The title is awarded " +
		"when the event is finished, and decided again when it is finished again with other results."}
	finished := false
	for _, one := range all {
		page.Crumbs = []kit.Crumb{{Label: "Events", URL: "/events"}, {Label: one.Event.Name, URL: "/events/" + one.Event.Slug}}
		finished = finished || !one.Event.Status.TakesChanges() && one.Declared.ID != 0
		page.Rows = append(page.Rows, sectionView(one))
	}
	if len(all) == 0 {
		page.Intro = "The event has no section yet."
	}
	if finished {
		page.Again = page.Button("again", sectionsURL(id)+"/again", "Decide again")
		page.Again.Kind = "secondary"
	}
	return sectionsView.Render(c, http.StatusOK, page)
}

func sectionView(one tournaments.TitleSection) SectionView {
	d := one.Declared
	out := SectionView{Name: one.Section.Name, URL: kit.Below("/director/sections", one.Section.ID, "title"), Waits: d.Waits}
	switch {
	case d.ID == 0:
		out.Text, out.Badge = "Decides no title.", kit.Badge{Kind: kit.KindNeutral, Text: "None"}
		return out
	case d.Waits != "":
		out.Badge = kit.Badge{Kind: kit.KindWarning, Text: "Not awarded"}
	case d.Awarded:
		out.Badge = kit.Badge{Kind: kit.KindSuccess, Text: "Awarded"}
	default:
		out.Badge = kit.Badge{Kind: kit.KindInfo, Text: "When it is finished"}
	}
	out.Text = d.Name + ". " + d.Rule.String()
	return out
}

func (s *Desk) decideAgain(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	if err := s.tournaments.AwardTitles(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, sectionsURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The titles are decided again. Where something was different, it was reversed and awarded again.")
	return kit.SeeOther(c, sectionsURL(id))
}

// emptyList answers with an empty list of champions to fill in.
func (s *Desk) emptyList(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	t := reports.Table{Title: "Champions"}
	for _, column := range titles.Columns() {
		t.Columns = append(t.Columns, reports.Column{Title: column.Title, Width: 24})
	}
	return s.SendTable(c, format, s.TodaysFile("list of champions to fill in", ""), t)
}

func fileURL(id titles.FileID, part ...string) string {
	return kit.Below(kit.TitlesDeskPath+"/files", id, part...)
}

func (s *Desk) file(c echo.Context) error { return s.showFile(c, nil) }

func (s *Desk) showFile(c echo.Context, refused error) error {
	id, err := kit.PathID[titles.FileID](c, "file")
	if err != nil {
		return err
	}
	f, err := s.titles.File(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := FilePage{Page: s.Page(c, "Earlier champions from a file", rollCrumb, deskCrumb), File: f.Name, Entered: f.Entered}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	for _, r := range f.Rows {
		page.Rows = append(page.Rows, fileRow(r))
	}
	if !f.Entered {
		page.Facts = []kit.Fact{
			{Label: "Rows", Value: kit.Plural(len(f.Rows), "champion", "champions")},
			{Label: "With a problem", Value: kit.Plural(f.Wrong(), "row", "rows")},
		}
		if f.Wrong() == 0 {
			page.Enter = page.Button("enter", fileURL(id, "enter"), "Enter these champions")
		}
	}
	return fileView.Render(c, status, page)
}

func fileRow(r titles.Checked) FileRow {
	out := FileRow{
		Number: kit.IDText(r.Number), State: kit.Badge{Kind: kit.KindSuccess, Text: "Can be entered"}, Year: r.Year, Title: r.Title,
		Name: r.Champion, Event: r.Event, Source: r.Source, Notes: append(r.Problems, r.Notes...),
	}
	switch {
	case len(r.Problems) > 0:
		out.Class, out.State = "row-error", kit.Badge{Kind: kit.KindError, Text: "Cannot be entered"}
	case len(r.Notes) > 0:
		out.Class, out.State = "row-warning", kit.Badge{Kind: kit.KindWarning, Text: "Check this"}
	}
	if r.MemberNo != "" {
		out.Name += " (" + r.MemberNo + ")"
	}
	return out
}

func (s *Desk) enterFile(c echo.Context) error {
	id, err := kit.PathID[titles.FileID](c, "file")
	if err != nil {
		return err
	}
	n, err := s.titles.EnterFile(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return s.showFile(c, err)
	}
	s.Flash(c, kit.KindSuccess, kit.Plural(n, "champion was", "champions were")+" entered.")
	return kit.SeeOther(c, kit.TitlesPath)
}
