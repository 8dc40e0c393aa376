package events

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// TurningPage is what the projector of an event shows: a page after the other, of sections and views in turn. The next one
// is named in the page's head, so that it turns without scripts.
type TurningPage struct {
	kit.Page
	Event     string
	Text      string
	Turn      *Turn  // nil while it is paused
	Position  string // "Page 3 of 8"
	Before    string
	After     string
	Pause     *kit.Link
	Times     []Countdown
	Draw      *Pairings
	Names     []NameRow
	Standings *Standings
	Timetable *Timetable
	Prizes    []PrizeRow
	Code      template.URL
	ShortURL  string
	Empty     *kit.Empty
}

// Turn says when the projector turns, and to which page.
type Turn struct {
	Seconds int
	To      string
}

var turningView = kit.NewView[TurningPage](templates, "event_wall.html")

// How many lines of a view fill the wall, so that they are read from the back of the room.
const (
	wallLines = 9 // and a line for the countdown
	wallRows  = 6 // of what may take two lines each: winners of prizes, games with a handicap
)

// slide is one page of the projector.
type slide struct {
	view  tournaments.WallView
	chart *tournaments.Wallchart // nil of the event's code
	part  int                    // of a long list, from 0
	parts int
}

// slides are the pages of an event's projector, in turn.
func (s *Desk) slides(c echo.Context, p tournaments.Projector, charts []*tournaments.Wallchart) ([]slide, error) {
	var out []slide
	for _, w := range charts {
		if !p.Shows(w.Section.ID) {
			continue
		}
		for _, view := range p.Views {
			n, err := s.lines(c, p, w, view)
			if err != nil {
				return nil, err
			}
			size := linesOnWall(w, view)
			if view == tournaments.WallPrizes {
				size = 1 // lines are pages
			}
			parts := (n + size - 1) / size
			for part := range parts {
				out = append(out, slide{view, w, part, parts})
			}
		}
	}
	if slices.Contains(p.Views, tournaments.WallCode) {
		out = append(out, slide{view: tournaments.WallCode, parts: 1})
	}
	return out, nil
}

// linesOnWall is how many lines of a view fill the wall: fewer where the arithmetic of handicaps stands below the games.
func linesOnWall(w *tournaments.Wallchart, view tournaments.WallView) int {
	switch view {
	case tournaments.WallDraw, tournaments.WallNames, tournaments.WallResults:
		if by := w.Section.Handicap.By; by != "" && by != scale.ByNone {
			return wallRows
		}
		if w.Section.Teams() {
			return wallLines * w.Section.Boards / (w.Section.Boards + 1) // a line for each match
		}
	}
	return wallLines
}

// lines is how many lines a view has; 0 leaves it out.
func (s *Desk) lines(c echo.Context, p tournaments.Projector, w *tournaments.Wallchart, view tournaments.WallView) (int, error) {
	switch view {
	case tournaments.WallDraw:
		return len(w.Pairings(w.Published())), nil
	case tournaments.WallNames:
		return len(w.ByName(w.Published())), nil
	case tournaments.WallResults:
		if round := resultsRound(w); round != w.Published() || !slices.Contains(p.Views, tournaments.WallDraw) {
			return len(w.Pairings(round)), nil
		}
	case tournaments.WallStandings:
		if st, err := w.Standings(0); err == nil && st.Through > 0 {
			if w.Section.Teams() {
				return len(w.Teams()), nil
			}
			return len(st.Rows), nil
		}
	case tournaments.WallTimetable:
		return len(w.Timetable.Slots), nil
	case tournaments.WallPrizes:
		list, err := s.prizes.Announced(c.Request().Context(), w)
		return len(wallPrizes(prizeRows(w, list.Awards))), err
	}
	return 0, nil
}

// wallPrizes are the pages of a prize list: a prize that many win takes several.
func wallPrizes(rows []PrizeRow) (pages [][]PrizeRow) {
	room := 0
	for _, row := range rows {
		for begun := false; !begun || len(row.Winners) > 0; begun = true {
			n := min(len(row.Winners), wallRows)
			part := row
			part.Why, part.Winners, row.Winners = nil, slices.Clone(row.Winners[:n]), row.Winners[n:]
			for i := range part.Winners {
				part.Winners[i].Members = "" // no room
			}
			if room < max(n, 1) {
				pages, room = append(pages, nil), wallRows
			}
			pages[len(pages)-1] = append(pages[len(pages)-1], part)
			room -= max(n, 1)
		}
	}
	return pages
}

// resultsRound is the last round of which a result is in; 0 before there is one.
func resultsRound(w *tournaments.Wallchart) int {
	for n := w.Published(); n > 0; n-- {
		if w.Progress(n).In > 0 {
			return n
		}
	}
	return 0
}

// eventWall shows ?at=, the number of a page; ?pause=1 keeps it.
func (s *Desk) eventWall(c echo.Context) error {
	charts, overview, err := s.eventCharts(c, c.Param("event"))
	if err != nil {
		return err
	}
	e := overview.Event
	set, err := s.tournaments.Projector(c.Request().Context(), e.ID)
	if err != nil {
		return err
	}
	all, err := s.slides(c, set, charts)
	if err != nil {
		return err
	}
	page := TurningPage{Page: s.Page(c, e.Name), Event: e.Name}
	page.Shape = kit.ShapeProjector
	at, _ := strconv.Atoi(c.QueryParam("at"))
	if at < 0 || at >= len(all) {
		at = 0
	}
	if e.Cancelled.Is {
		all, page.Empty = nil, cancelledWall(e)
	}
	page.turn(kit.EventURL(e.Slug)+"/wall", at, len(all), set.Seconds, c.QueryParam("pause") != "")
	switch {
	case e.Cancelled.Is:
		return turningView.Render(c, http.StatusOK, page)
	case len(all) == 0:
		page.Empty = &kit.Empty{Title: "Nothing to show yet", Text: "The draw stands here as soon as it is published."}
		return turningView.Render(c, http.StatusOK, page)
	}
	if err := s.showSlide(c, &page, e, all[at]); err != nil {
		return err
	}
	return turningView.Render(c, http.StatusOK, page)
}

// cancelledWall is what a projector shows of an event that is cancelled.
func cancelledWall(e tournaments.Event) *kit.Empty {
	return &kit.Empty{Title: e.Name + " is cancelled", Text: e.Cancelled.Reason}
}

// turn names the pages before and after, and when the next one comes.
func (p *TurningPage) turn(here string, at, n, seconds int, paused bool) {
	to := func(k int, paused bool) string {
		q := url.Values{"at": {strconv.Itoa(k)}}
		if paused {
			q.Set("pause", "1")
		}
		return here + "?" + q.Encode()
	}
	n = max(n, 1)
	next := (at + 1) % n
	p.Before, p.After = to((at+n-1)%n, paused), to(next, paused)
	p.Position = fmt.Sprintf("Page %d of %d", at+1, n)
	p.Pause = &kit.Link{Label: "Go on", URL: to(at, false)}
	if !paused {
		p.Turn = &Turn{seconds, to(next, false)}
		p.Pause = &kit.Link{Label: "Pause", URL: to(at, true)}
	}
}

// showSlide puts one part of a view on the page.
func (s *Desk) showSlide(c echo.Context, page *TurningPage, e tournaments.Event, one slide) error {
	w := one.chart
	if w == nil {
		to := s.BaseURL + kit.EventURL(e.Slug)
		code, err := kit.QRImage(to)
		page.Title, page.Code, page.ShortURL = "Follow "+e.Name+" on your phone", code, shortURL(to)
		return err
	}
	page.Times = s.countdowns(w)
	switch one.view {
	case tournaments.WallNames:
		page.Title, page.Names = roundLabel(w, w.Published()), cut(wallNames(nameRows(w, w.Published())), one.part, linesOnWall(w, one.view))
	case tournaments.WallStandings:
		table, err := wallStandings(w)
		if err != nil {
			return err
		}
		table.Rows = cut(table.Rows, one.part, wallLines)
		page.Title, page.Standings = table.Label, &table
	case tournaments.WallTimetable:
		table := s.timetableOf(w)
		table.Rows = cut(table.Rows, one.part, wallLines)
		page.Title, page.Timetable = table.Label, table
	case tournaments.WallPrizes:
		list, err := s.prizes.Announced(c.Request().Context(), w)
		if err != nil {
			return err
		}
		page.Title = w.Section.Name + ": prizes"
		if pages := wallPrizes(prizeRows(w, list.Awards)); one.part < len(pages) {
			page.Prizes = pages[one.part]
		}
	default:
		round := w.Published()
		if one.view == tournaments.WallResults {
			round = resultsRound(w)
		}
		draw := pairingsOf(w, round, nil)
		draw.forTheWall()
		draw.Rows = cut(draw.Rows, one.part, linesOnWall(w, one.view))
		draw.headed()
		page.Title, page.Draw = draw.Label, &draw
		page.Text = standingText(w, round)
	}
	if one.parts > 1 {
		page.Title += fmt.Sprintf(" (%d of %d)", one.part+1, one.parts)
	}
	return nil
}

// cut is one part of a list.
func cut[T any](list []T, part, size int) []T {
	from := min(part*size, len(list))
	return list[from:min(from+size, len(list))]
}

func projectorURL(id auth.EventID) string { return deskPartURL(id, "projector") }

// projected is an event with what its projector shows.
type projected struct {
	tournaments.Overview
	set tournaments.Projector
}

var wallViewLabels = map[tournaments.WallView]string{
	tournaments.WallDraw: "The draw by table, with results as they come in", tournaments.WallNames: "The draw by name",
	tournaments.WallResults: "Results of the round before", tournaments.WallStandings: "Standings",
	tournaments.WallTimetable: "Timetable", tournaments.WallPrizes: "Prizes, once they are announced",
	tournaments.WallCode: "The code that leads phones to the event’s page",
}

// setProjector sets what the projector of an event shows in turn.
func (s *Desk) setProjector() kit.Form[projected] {
	return kit.Form[projected]{
		Site: s.Site,
		Load: func(c echo.Context) (projected, error) {
			o, err := s.deskOverview(c, auth.DirectEvent)
			if err != nil {
				return projected{}, err
			}
			set, err := s.tournaments.Projector(c.Request().Context(), o.Event.ID)
			return projected{o, set}, err
		},
		Fill: func(_ echo.Context, in *kit.Filling, p projected) {
			in.Set("seconds", strconv.Itoa(p.set.Seconds))
			for _, v := range p.set.Views {
				in.Add("views", string(v))
			}
			for _, id := range p.set.Sections {
				in.Add("sections", kit.IDText(id))
			}
		},
		Version: func(p projected) int64 { return p.set.Version },
		Show: func(c echo.Context, page *kit.FormPage, p projected) error {
			page.Page = s.Page(c, "Projector", directorCrumb, kit.Crumb{Label: p.Event.Name, URL: kit.EventDeskURL(p.Event.ID)})
			page.Action, page.Submit, page.Back = projectorURL(p.Event.ID), "Save", kit.EventDeskURL(p.Event.ID)
			wall := kit.EventURL(p.Event.Slug) + "/wall"
			page.Say("Open " + s.BaseURL + wall + " on the computer of the projector. It turns by itself; what is saved here is shown from " +
				"the next page on. Lists that are longer than the wall take several pages.")
			page.Facts = []kit.Fact{{Label: "Projector", Value: "What is shown now", URL: wall}}
			var views, sections []kit.Option
			for _, v := range tournaments.WallViews() {
				views = append(views, kit.Option{Value: string(v), Label: wallViewLabels[v]})
			}
			for _, sec := range p.Overview.Sections {
				sections = append(sections, kit.Option{Value: kit.IDText(sec.Section.ID), Label: sec.Section.Name})
			}
			page.Group("",
				kit.Field{
					Name: "seconds", Label: "Each page is shown for", Type: "number", Min: strconv.Itoa(tournaments.MinSeconds),
					Max: strconv.Itoa(tournaments.MaxSeconds), Suffix: "seconds", Width: "medium",
				},
				kit.Field{Name: "views", Label: "Shown in turn", Type: "checkboxes", Options: views},
			)
			if len(sections) > 1 {
				page.Group("Sections", kit.Field{Name: "sections", Label: "None ticked: all of them", Type: "checkboxes", Options: sections})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p projected) (kit.Done, error) {
			set := tournaments.Projector{
				Seconds: in.Number("seconds"), Sections: kit.AllChosen[tournaments.SectionID](in, "sections"), Version: in.Version(),
			}
			for _, v := range in.All("views") {
				set.Views = append(set.Views, tournaments.WallView(v))
			}
			err := s.tournaments.SetProjector(c.Request().Context(), s.Actor(c), p.Event.ID, set)
			return kit.Done{To: projectorURL(p.Event.ID), Message: "Saved. The projector shows it from the next page on."}, err
		},
	}
}
