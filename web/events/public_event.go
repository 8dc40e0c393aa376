package events

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/pairing/simulate"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// EventPage is an event as everybody sees it, while it is played too.
type EventPage struct {
	kit.Page
	Badge    *kit.Badge
	Facts    []kit.Fact
	About    []string // paragraphs
	Enter    *kit.Link
	Find     *FindTable
	Sections []EventSection
	Exports  []kit.Link
	Rating   string     // address of the rating sheet, once the event is rated
	Schedule []kit.Link // the timetable on paper and for calendars
	Desk     string     // the director's desk, for whoever may go there
	Empty    *kit.Empty
}

// EventSection is a section on its event's page.
type EventSection struct {
	ID              string // of its heading
	Name, URL, Text string
	Terms           string // "Swiss, 6 rounds, even games, komi 7"
	Tabs            kit.Tabs
	Timetable       *Timetable
	Prizes          []PrizeRow // once they are announced
	PrizesURL       string
	Draw            *Pairings
	Names           []Seat // entries, before the first round
	Hidden          bool   // the director lists no names yet
	Online          []string
	Standings       *Standings
}

var eventView = kit.NewView[EventPage](templates, "event.html")

// standingsTop is how many places the event's page shows of a section.
const standingsTop = 8

// eventPage answers at /events/:event, with .json and .csv too.
func (s *Desk) eventPage(c echo.Context) error {
	name, format := kit.SplitFormat(c.Param("event"))
	charts, overview, err := s.eventCharts(c, name)
	if err != nil {
		return s.eventByNumber(c, err)
	}
	switch format {
	case kit.FormatJSON:
		return s.sendEventData(c, overview, charts)
	case kit.FormatCSV:
		return s.SendTable(c, format, s.TodaysFile("games", overview.Event.Slug), gamesTable(overview.Event, charts))
	case "":
	default:
		return kit.ErrNoSuchPage
	}
	e := overview.Event
	page := EventPage{
		Page: s.Page(c, e.Name, kit.Crumb{Label: "Events", URL: "/events"}), Badge: statusBadge(e, s.Today()),
		Facts: eventFacts(e, s.Today()), About: paragraphs(e.About), Exports: kit.Exports(c, "JSON", ".json", "CSV", ".csv"),
	}
	follow(&page.Page, e)
	page.Line = inShort(e)
	if auth.Can(s.Actor(c), auth.EnterResult, auth.Object{Event: e.ID}, s.Today()) {
		page.Desk = kit.EventDeskURL(e.ID)
	}
	page.Find = findTable(e, charts, c.QueryParam("find"))
	online, err := s.entering.Public(c.Request().Context(), s.Actor(c), e)
	if err != nil {
		return err
	}
	page.Enter = enterLink(&page, online)
	for i, w := range charts {
		section := eventSection(w, overview.Sections[i].Text)
		section.Timetable = s.timetableOf(w)
		list, err := s.prizes.Announced(c.Request().Context(), w)
		if err != nil {
			return err
		}
		if list.Published {
			section.Prizes, section.PrizesURL = prizeRows(w, list.Awards), prizesURL(w)
		}
		section.Hidden = e.Lists == tournaments.ListNumber && overview.Sections[i].Players > 0
		section.Online = onlineText(e, online.Counts[w.Section.ID])
		page.Sections = append(page.Sections, section)
	}
	page.Schedule = timetableLinks(e, charts)
	if e.Status == tournaments.Rated {
		page.Rating = kit.RatingSheetURL(e.Slug)
	}
	if len(charts) == 0 {
		page.Empty = &kit.Empty{Title: "The sections have not been announced yet", Text: "Come back in a few days."}
	}
	return eventView.Render(c, http.StatusOK, page)
}

// inShort is when and where an event is, for programs that show where a link leads.
func inShort(e tournaments.Event) string {
	parts := []string{e.Dates()}
	if e.Place != "" {
		parts = append(parts, e.Place)
	}
	if e.Cancelled.Is {
		parts = append(parts, "cancelled")
	}
	return strings.Join(parts, " · ")
}

// sendEventData answers with an event for programs.
func (s *Desk) sendEventData(c echo.Context, o tournaments.Overview, charts []*tournaments.Wallchart) error {
	data := eventDataOf(o, charts)
	for i, w := range charts {
		list, err := s.prizes.Announced(c.Request().Context(), w)
		if err != nil {
			return err
		}
		data.Sections[i].Prizes = prizesDataOf(w, list)
	}
	return kit.SendData(c, s.TodaysFile("event", o.Event.Slug), data)
}

// eventByNumber leads from an event's number to its page, or to its desk for
// whoever runs it; the log of changes knows events by number. err is why there
// is no event with that address.
func (s *Desk) eventByNumber(c echo.Context, err error) error {
	id, bad := kit.PathID[auth.EventID](c, "event")
	if bad != nil || apperr.KindOf(err) != apperr.NotFound {
		return err
	}
	e, err := s.tournaments.EventByID(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	if auth.Can(s.Actor(c), auth.EnterResult, auth.Object{Event: id}, s.Today()) {
		return kit.SeeOther(c, kit.EventDeskURL(id))
	}
	return kit.SeeOther(c, kit.EventURL(e.Slug))
}

// eventCharts is an event at a glance and what hangs on the wall about each of
// its sections, in the same order.
func (s *Desk) eventCharts(c echo.Context, slug string) ([]*tournaments.Wallchart, tournaments.Overview, error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	overview, err := s.tournaments.Overview(ctx, actor, slug)
	if err != nil {
		return nil, overview, err
	}
	charts := make([]*tournaments.Wallchart, len(overview.Sections))
	for i, section := range overview.Sections {
		if charts[i], err = s.tournaments.Wallchart(ctx, actor, section.Section.ID); err != nil {
			return nil, overview, err
		}
	}
	return charts, overview, nil
}

// follow has the page refresh itself whenever something in the event changes
// after what it shows.
func follow(p *kit.Page, e tournaments.Event) {
	sayAway(p, e)
	p.Live = fmt.Sprintf("/events/%d/live", e.ID)
	p.Revision = strconv.FormatInt(e.Revision, 10)
}

// sayAway says on a page of an event that is not written here where it is, and how old what the page shows is; and of
// one that is cancelled, why.
func sayAway(p *kit.Page, e tournaments.Event) {
	text := e.Away.Says(e)
	switch {
	case e.Cancelled.Is:
		text = e.Cancelled.Says(e)
	case e.Away == "":
		return
	case e.PlayedAt != "":
		text += " In the Wi-Fi of the venue it is at " + e.PlayedAt + "."
	}
	notice := kit.Flash{Kind: kit.KindWarning, Text: text}
	if !slices.Contains(p.Flash, notice) {
		p.Flash = append(p.Flash, notice)
	}
}

func eventFacts(e tournaments.Event, day civil.Date) []kit.Fact {
	facts := []kit.Fact{{Label: "When", Value: e.Dates()}}
	if e.Place != "" {
		facts = append(facts, kit.Fact{Label: "Where", Value: e.Place})
	}
	if e.OrganiserName != "" {
		facts = append(facts, kit.Fact{Label: "Organised by", Value: e.OrganiserName})
	}
	return append(facts, kit.Fact{Label: "State", Badge: statusBadge(e, day)})
}

// paragraphs splits a longer text at its empty lines.
func paragraphs(text string) []string {
	var out []string
	for _, p := range strings.Split(text, "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

func eventSection(w *tournaments.Wallchart, text string) EventSection {
	e, sec := w.Event.Slug, w.Section
	out := EventSection{
		ID: "section-" + sec.Slug, Name: sec.Name, URL: sectionURL(e, sec.Slug), Text: text,
		Terms: sectionTerms(w.Settings()),
		Tabs:  sectionTabs(w, ""),
	}
	round := w.Published()
	if round == 0 {
		for _, entry := range byName(w.Entries) {
			if !entry.Withdrawn {
				out.Names = append(out.Names, playerSeat(placeOf(w.Event, w.Section), entry))
			}
		}
		return out
	}
	draw := pairingsOf(w, round, nil)
	if r, _ := w.Round(round); r.Starts != "" {
		draw.Label += ": " + r.Starts
	}
	out.Draw = &draw
	if w.Section.Teams() {
		if st, err := w.TeamStandings(0); err == nil && st.Through > 0 {
			top := teamLeaders(w, st)
			out.Standings = &top
		}
		return out
	}
	if st, err := w.Standings(0); err == nil && st.Through > 0 {
		top := leadersOf(w, st, standingsTop)
		out.Standings = &top
	}
	return out
}

// handicapRule is how a section's handicaps are set: "handicap by rating, −1, at most 6".
func handicapRule(h scale.Setting) string {
	text := map[scale.By]string{
		scale.ByRating: "handicap by rating", scale.ByGrade: "handicap by grade", scale.ByScore: "handicap by McMahon score",
	}[h.By]
	if text == "" {
		return "even games"
	}
	switch {
	case h.Reduction > 0:
		text += fmt.Sprintf(", −%d", h.Reduction)
	case h.Reduction < 0:
		text += fmt.Sprintf(", +%d", -h.Reduction)
	}
	if h.Ceiling > 0 && h.Ceiling != scale.DefaultCeiling {
		text += fmt.Sprintf(", at most %d", h.Ceiling)
	}
	return text
}

// sectionTerms is a section's settings in a line: "Swiss, 6 rounds, even games,
// komi 7".
func sectionTerms(set tournaments.Settings) string {
	parts := []string{simulate.SystemName(set.System)}
	switch {
	case set.System == pairing.Knockout: // its bracket says how many
	case set.System == pairing.Match && !set.PlayOut:
		parts = append(parts, fmt.Sprintf("best of %d", set.Rounds))
	case set.System == pairing.Match:
		parts = append(parts, kit.Plural(set.Rounds, "game", "games"))
	default:
		parts = append(parts, kit.Plural(set.Rounds, "round", "rounds"))
	}
	if set.Teams() {
		parts = append(parts, fmt.Sprintf("teams of %d boards", set.Boards))
	}
	if set.Pairs {
		parts = append(parts, "pair go (not rated)")
	}
	parts = append(parts, handicapRule(set.Handicap))
	parts = append(parts, "komi "+set.Komi.String())
	if set.BoardSize != tournaments.UsualBoard {
		parts = append(parts, fmt.Sprintf("%[1]d × %[1]d", set.BoardSize))
	}
	if set.BoardTime != "" {
		parts = append(parts, set.BoardTime)
	}
	return strings.Join(parts, ", ")
}
