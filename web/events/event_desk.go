package events

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// EventDeskPage is an event as its director runs it.
type EventDeskPage struct {
	kit.Page
	Event    tournaments.Event
	Badge    *kit.Badge
	Facts    []kit.Fact
	Steps    []kit.Step
	Next     kit.NextStep
	Sections []DeskSection
	Links    []kit.Link        // event-wide pages
	Actions  []*kit.PostButton // what else may be done with the event
	Public   string            // address of the public page
	Director bool              // else a referee
	Waiting  kit.Link          // for the referee; without a label for nothing
}

// DeskSection is a section on its event's desk.
type DeskSection struct {
	Name, Text string
	Terms      string
	Next       kit.NextStep
	Links      []kit.NavItem
}

var eventDeskView = kit.NewView[EventDeskPage](templates, "director/event.html")

// eventDesk shows an event with the next step of each section.
func (s *Desk) eventDesk(c echo.Context) error {
	overview, err := s.deskOverview(c, auth.EnterResult)
	if err != nil {
		return err
	}
	e := overview.Event
	open, err := s.results.Waiting(c.Request().Context(), s.Actor(c), e.ID)
	if err != nil {
		return err
	}
	waiting, err := s.waitingLink(c, e.ID)
	if err != nil {
		return err
	}
	page := EventDeskPage{
		Page: s.Page(c, e.Name, kit.Crumb{Label: "Director", URL: "/director"}), Event: e, Badge: statusBadge(e, s.Today()), Waiting: waiting,
		Facts: eventFacts(e, s.Today()), Steps: eventSteps(overview), Public: kit.EventURL(e.Slug),
		Director: auth.Can(s.Actor(c), auth.DirectEvent, auth.Object{Event: e.ID}, s.Today()),
	}
	follow(&page.Page, e)
	var stale staleDraw // of the last section: the next step of an event with one is that section's
	for _, section := range overview.Sections {
		if page.Director {
			if stale, err = s.staleIn(c, e, section.Section.ID); err != nil {
				return err
			}
		}
		desk := deskSection(page.Page, e, section, page.Director, stale)
		desk.Links = s.here(desk.Links)
		page.Sections = append(page.Sections, desk)
	}
	page.Links = s.eventDeskLinks(e, open, page.Director)
	if page.Director {
		page.Links = append(page.Links, s.deleteLink(overview)...)
		if page.Next, err = s.closingStep(c, page.Page, e); err != nil {
			return err
		}
		if page.Next.Title == "" {
			page.Next = s.eventStep(page.Page, overview, stale)
		}
		page.Actions = eventActions(page.Page, overview)
	}
	return eventDeskView.Render(c, http.StatusOK, page)
}

// deskOverview is the event of the address, for whoever may do the action to it.
func (s *Desk) deskOverview(c echo.Context, action auth.Action) (tournaments.Overview, error) {
	e, err := s.deskEvent(c, action)
	if err != nil {
		return tournaments.Overview{}, err
	}
	return s.tournaments.Overview(c.Request().Context(), s.Actor(c), e.Slug)
}

func (s *Desk) deskEvent(c echo.Context, action auth.Action) (tournaments.Event, error) {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return tournaments.Event{}, err
	}
	if err := auth.Require(s.Actor(c), action, auth.Object{Event: id}, s.Today()); err != nil {
		return tournaments.Event{}, err
	}
	return s.tournaments.EventByID(c.Request().Context(), s.Actor(c), id)
}

// eventSteps is the way of an event from its set-up to the rating list.
func eventSteps(o tournaments.Overview) []kit.Step {
	at := map[tournaments.Status]int{
		tournaments.Draft: 0, tournaments.Open: 1, tournaments.Running: 2, tournaments.Final: 3, tournaments.Rated: 4,
	}[o.Event.Status]
	steps := []kit.Step{{Label: "Set up"}, {Label: "Entries"}, {Label: "Rounds"}, {Label: "Rating"}}
	for i := range steps {
		switch {
		case i < at:
			steps[i].State = "done"
		case i == at:
			steps[i].State = "current"
		default:
			steps[i].State = "todo"
		}
	}
	return steps
}

// eventStep is the one thing to do with an event now.
func (s *Desk) eventStep(p kit.Page, o tournaments.Overview, stale staleDraw) kit.NextStep {
	e := o.Event
	switch {
	case e.Away != "":
		return kit.NextStep{}
	case e.Cancelled.Is:
		return kit.NextStep{
			Kind: kit.KindWarning, Title: "The event is cancelled",
			Text: "By " + e.Cancelled.By + " on " + e.Cancelled.At.Long() + ".",
			Link: &kit.Link{Label: "It takes place after all", URL: kit.EventReinstateURL(e.ID)},
			Also: []kit.Link{{Label: "Who paid", URL: kit.EventPaidURL(e.ID)}},
		}
	}
	switch e.Status {
	case tournaments.Draft:
		if len(o.Sections) == 0 {
			return kit.NextStep{Kind: kit.KindInfo, Title: "Add the first section",
				Text: "A section is a field of players drawn and placed together, such as Open or Handicap. Or open entries at once: " +
					"that makes one section, Open, of five rounds, announces the event, and lets people enter online until the evening " +
					"before. You can change all of it.",
				Link:   &kit.Link{Label: "Add a section", URL: deskPartURL(e.ID, "sections/new")},
				Button: p.Button("open", deskPartURL(e.ID, "online/open"), "Open entries", kit.VersionField(e.Version))}
		}
		return kit.NextStep{Kind: kit.KindInfo, Title: "Announce the event",
			Text:   "No one else sees it yet. Once announced, it is on the public list of events.",
			Button: p.Button("announce", deskPartURL(e.ID, "announce"), "Announce", kit.VersionField(e.Version)),
			Also: []kit.Link{
				{Label: "Add another section", URL: deskPartURL(e.ID, "sections/new")},
				{Label: "Take entries online", URL: deskPartURL(e.ID, "online")},
			}}
	case tournaments.Final:
		if s.AtVenue {
			return kit.NextStep{Kind: kit.KindInfo, Title: "Give the event back",
				Text: "The places are final. Points, titles and the rating follow on the society’s site.",
				Link: &kit.Link{Label: "Give it back", URL: kit.VenuePath}}
		}
		return kit.NextStep{Kind: kit.KindInfo, Title: "Send the games in for rating",
			Text: "The places are final. The next page shows what would change on the rating list before anything does.",
			Link: &kit.Link{Label: "See the changes", URL: deskPartURL(e.ID, "rating")}}
	case tournaments.Rated:
		return kit.NextStep{Kind: kit.KindSuccess, Title: "Everything is done",
			Text: "The games are on the rating list.",
			Also: []kit.Link{{Label: "Rating changes", URL: deskPartURL(e.ID, "rating")}}}
	case tournaments.Running:
		if allPlayed(o) {
			return kit.NextStep{Kind: kit.KindInfo, Title: "Make the places final",
				Text: "Every round is played and every result is in. Check the standings first; you can undo this until the " +
					"event is rated.",
				Button: p.Button("close", deskPartURL(e.ID, "close"), "Make final", kit.VersionField(e.Version))}
		}
	}
	if len(o.Sections) == 1 {
		return sectionStep(e, o.Sections[0], stale)
	}
	return kit.NextStep{}
}

func allPlayed(o tournaments.Overview) bool {
	for _, sec := range o.Sections {
		if sec.Current.Round < sec.Rounds() || !sec.Current.Complete() || sec.Undecided != "" {
			return false
		}
	}
	return len(o.Sections) > 0
}

// sectionStep is the one thing to do with a section now, which may have a draw that is out of date.
func sectionStep(e tournaments.Event, o tournaments.SectionOverview, stale staleDraw) kit.NextStep {
	sec, p := o.Section, o.Current
	draw, board := sectionDeskURL(sec.ID, "draw"), sectionDeskURL(sec.ID, "results")
	switch {
	case e.Away != "" || e.Cancelled.Is:
		return kit.NextStep{}
	case !e.TakesChanges():
		return kit.NextStep{
			Kind: kit.KindSuccess, Title: "Final",
			Also: []kit.Link{{Label: "Standings", URL: sectionDeskURL(sec.ID, "standings")}},
		}
	case stale.round > 0:
		return kit.NextStep{
			Kind: kit.KindWarning, Title: fmt.Sprintf("Draw round %d again", stale.round),
			Text: "Something changed since it was drawn: " + strings.Join(stale.changes, " "),
			Link: &kit.Link{Label: "Go to the draw", URL: draw},
		}
	case p.State == "" && o.Players < 2:
		return kit.NextStep{Kind: kit.KindInfo, Title: "Enter the players", Text: "From the register, from a list, or by " +
			"hand.",
			Link: &kit.Link{Label: "Entries", URL: sectionDeskURL(sec.ID, "entries")}}
	case p.State == "":
		round := max(p.Round, 1)
		step := kit.NextStep{
			Kind: kit.KindInfo, Title: fmt.Sprintf("Draw round %d", round), Link: &kit.Link{Label: "Go to the draw", URL: draw},
		}
		if o.Warned > 0 {
			step.Text = "Before that, check " + kit.Plural(
				o.Warned, "entry that is not a member.", "entries that are not members.",
			)
			step.Also = []kit.Link{{Label: "Entries", URL: sectionDeskURL(sec.ID, "entries")}}
		}
		return step
	case p.State == tournaments.Preview:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: fmt.Sprintf("Publish round %d", p.Round),
			Text: "The draw is done; only you can see it so far.", Link: &kit.Link{Label: "Check the draw", URL: draw},
		}
	case p.In < p.Total:
		return kit.NextStep{Kind: kit.KindInfo, Title: fmt.Sprintf("Results of round %d", p.Round),
			Text: fmt.Sprintf("%d of %d are in; to come: %s.", p.In, p.Total, tablesText(p.Outstanding)),
			Link: &kit.Link{Label: "Enter results", URL: board}}
	case o.Undecided != "":
		return kit.NextStep{
			Kind: kit.KindWarning, Title: "A game has no winner", Text: o.Undecided, Link: &kit.Link{Label: "Enter results", URL: board},
		}
	case p.Round < o.Rounds():
		return kit.NextStep{Kind: kit.KindInfo, Title: fmt.Sprintf("Draw round %d", p.Round+1),
			Text: fmt.Sprintf("All results of round %d are in.", p.Round), Link: &kit.Link{Label: "Go to the draw", URL: draw}}
	}
	return kit.NextStep{
		Kind: kit.KindSuccess, Title: "All rounds are played",
		Also: []kit.Link{{Label: "Standings", URL: sectionDeskURL(sec.ID, "standings")}},
	}
}

// here leaves out what a laptop at a venue does not have: no section is played online there.
func (s *Desk) here(items []kit.NavItem) []kit.NavItem {
	return slices.DeleteFunc(items, func(i kit.NavItem) bool { return s.AtVenue && i.Label == "Deadlines" })
}

const teamsTab = "Teams"

// withTeams leaves out the teams of a section whose players play for themselves.
func withTeams(sec tournaments.Section, items []kit.NavItem) []kit.NavItem {
	return slices.DeleteFunc(items, func(i kit.NavItem) bool { return i.Label == teamsTab && !sec.Teams() })
}

func deskSection(
	p kit.Page, e tournaments.Event, o tournaments.SectionOverview, director bool, stale staleDraw,
) DeskSection {
	sec := o.Section
	out := DeskSection{Name: sec.Name, Text: o.Text, Terms: sectionTerms(sec.Settings)}
	if !director {
		out.Links = []kit.NavItem{{Label: "Results", URL: sectionDeskURL(sec.ID, "results")}}
		return out
	}
	out.Next = sectionStep(e, o, stale)
	out.Links = []kit.NavItem{
		{Label: "Entries", URL: sectionDeskURL(sec.ID, "entries"), Count: strconv.Itoa(o.Players)},
		{Label: teamsTab, URL: sectionDeskURL(sec.ID, "teams")},
		{Label: "Draw", URL: sectionDeskURL(sec.ID, "draw")},
		{Label: "Results", URL: sectionDeskURL(sec.ID, "results")},
		{Label: "Standings", URL: sectionDeskURL(sec.ID, "standings")},
		{Label: "Prints", URL: sectionDeskURL(sec.ID, "prints")},
		{Label: "Settings", URL: sectionDeskURL(sec.ID, "edit")},
		{Label: "Timetable", URL: timetableURL(sec.ID)},
		{Label: "Prizes", URL: prizesDeskURL(sec.ID)},
		{Label: "Deadlines", URL: sectionDeskURL(sec.ID, "deadlines")},
	}
	out.Links = withTeams(sec, out.Links)
	if e.TakesChanges() && !sec.Teams() {
		out.Links = append(out.Links, kit.NavItem{Label: "Compare systems", URL: sectionDeskURL(sec.ID, "compare")})
	}
	return out
}

func (s *Desk) eventDeskLinks(e tournaments.Event, disputes int, director bool) []kit.Link {
	inbox := "Referee’s inbox"
	if disputes > 0 {
		inbox += fmt.Sprintf(" (%d open)", disputes)
	}
	links := []kit.Link{{Label: inbox, URL: deskPartURL(e.ID, "disputes")}}
	if !s.AtVenue {
		links = append(links, kit.Link{Label: "Directors and referees", URL: officialsURL(e.ID)})
	}
	if e.TakesChanges() {
		links = append(links, kit.Link{Label: "Check-in: who has come", URL: checkInURL(e.ID)})
	}
	if !director {
		return links
	}
	links = append(links, kit.Link{Label: "Projector: what hangs on the wall", URL: projectorURL(e.ID)},
		kit.Link{Label: "Check-in sheet (PDF)", URL: checkInURL(e.ID) + ".pdf"},
		kit.Link{Label: "Name, days and place", URL: deskPartURL(e.ID, "edit")})
	if !s.AtVenue {
		links = append(
			links, kit.Link{Label: "Online entry: terms, places, fees", URL: deskPartURL(e.ID, "online")},
			kit.Link{Label: "Who entered, and who paid", URL: deskPartURL(e.ID, "online/list")},
		)
		links = append(links, kit.Link{Label: "Points towards representing New Zealand", URL: deskPartURL(e.ID, "points")},
			kit.Link{Label: "Titles", URL: deskPartURL(e.ID, "titles")},
			kit.Link{Label: "Write to the entrants", URL: kit.WriteToEventURL(e.ID)},
			kit.Link{Label: "Tell the entrants that it is moved", URL: kit.WriteToEventURL(e.ID) + "&about=event_moved"})
	}
	if e.TakesChanges() {
		links = append(links, kit.Link{Label: "Enter players from a list", URL: deskPartURL(e.ID, "entries")},
			kit.Link{Label: "Add a section", URL: deskPartURL(e.ID, "sections/new")})
	} else if e.Away == "" && !e.Cancelled.Is && !s.AtVenue {
		links = append(links, kit.Link{Label: "Rating", URL: deskPartURL(e.ID, "rating")})
	}
	if s.AtVenue {
		return append(links, kit.Link{Label: "This laptop: way in, the site, giving back", URL: kit.VenuePath})
	}
	if e.TakesChanges() && e.Status.Public() {
		links = append(links, kit.Link{Label: "Cancel the event", URL: kit.EventCancelURL(e.ID)})
	}
	return append(links, kit.Link{Label: "Play without internet: take the event along", URL: kit.EventVenueURL(e.ID)})
}

// deleteLink leads to deleting an event that can be: one that no one knows of, or no one is entered in.
func (s *Desk) deleteLink(o tournaments.Overview) []kit.Link {
	e, players := o.Event, 0
	for _, sec := range o.Sections {
		players += sec.Players
	}
	if s.AtVenue || e.Away != "" || e.Status != tournaments.Draft && (e.Status != tournaments.Open || players > 0) {
		return nil
	}
	return []kit.Link{{Label: "Delete the event", URL: kit.EventDeleteURL(e.ID)}}
}

// eventActions is what may be taken back about an event.
func eventActions(p kit.Page, o tournaments.Overview) []*kit.PostButton {
	e := o.Event
	var out []*kit.PostButton
	add := func(name, label string) {
		b := p.Button(name, deskPartURL(e.ID, name), label, kit.VersionField(e.Version))
		b.Kind = "quiet"
		out = append(out, b)
	}
	players := 0
	for _, sec := range o.Sections {
		players += sec.Players
	}
	switch {
	case e.Cancelled.Is: // undone first
	case e.Status == tournaments.Open && players == 0:
		add("unannounce", "Withdraw the announcement")
	case e.Status == tournaments.Final:
		add("reopen", "Open the event again")
	}
	return out
}

// deskChart is the section of the address, for whoever may do the action to its
// event.
func (s *Desk) deskChart(c echo.Context, action auth.Action) (*tournaments.Wallchart, error) {
	id, err := kit.PathID[tournaments.SectionID](c, "id")
	if err != nil {
		return nil, err
	}
	w, err := s.tournaments.Wallchart(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return nil, err
	}
	if err := auth.Require(s.Actor(c), action, auth.Object{Event: w.Event.ID}, s.Today()); err != nil {
		return nil, err
	}
	return w, nil
}

// DeskHead is what every page of a section's desk begins with.
type DeskHead struct {
	Event, EventURL string
	Section         string
	Text            string // how far the section is
	Tabs            kit.Tabs
	Next            kit.NextStep
	Public          string
	Waiting         kit.Link // for the referee; without a label for nothing
}

// sectionDesk begins a page of a section's desk; tab is the label of its tab.
func (s *Desk) sectionDesk(c echo.Context, w *tournaments.Wallchart, title, tab string) (kit.Page, DeskHead) {
	return s.deskPage(c, w, title), s.deskHead(c, w, tab)
}

func (s *Desk) deskPage(c echo.Context, w *tournaments.Wallchart, title string) kit.Page {
	p := s.Page(c, title, directorCrumb, kit.Crumb{Label: w.Event.Name, URL: kit.EventDeskURL(w.Event.ID)})
	sayAway(&p, w.Event)
	return p
}

func (s *Desk) deskHead(c echo.Context, w *tournaments.Wallchart, tab string) DeskHead {
	e, sec := w.Event, w.Section
	at := overviewOf(w)
	head := DeskHead{
		Event: e.Name, EventURL: kit.EventDeskURL(e.ID), Section: sec.Name, Text: at.Text,
		Next: sectionStep(e, at, staleOn(w)), Public: sectionURL(e.Slug, sec.Slug),
	}
	if !e.Status.Public() {
		head.Public = ""
	}
	// A page is not refused because the badge cannot be read.
	head.Waiting, _ = s.waitingLink(c, e.ID)
	count := ""
	if n := at.Current.Total - at.Current.In; n > 0 && at.Current.State == tournaments.Published {
		count = strconv.Itoa(n)
	}
	items := []kit.NavItem{{Label: "Results", URL: sectionDeskURL(sec.ID, "results"), Count: count}}
	if !auth.Can(s.Actor(c), auth.DirectEvent, auth.Object{Event: e.ID}, s.Today()) {
		head.Next = kit.NextStep{} // a referee's next step comes in by itself
	} else {
		items = []kit.NavItem{
			{Label: "Entries", URL: sectionDeskURL(sec.ID, "entries"), Count: strconv.Itoa(at.Players)},
			{Label: teamsTab, URL: sectionDeskURL(sec.ID, "teams"), Count: strconv.Itoa(len(w.Teams()))},
			{Label: "Draw", URL: sectionDeskURL(sec.ID, "draw")},
			items[0],
			{Label: "Standings", URL: sectionDeskURL(sec.ID, "standings")},
			{Label: "Prints", URL: sectionDeskURL(sec.ID, "prints")},
			{Label: "Settings", URL: sectionDeskURL(sec.ID, "edit")},
			{Label: "Timetable", URL: timetableURL(sec.ID)},
			{Label: "Prizes", URL: prizesDeskURL(sec.ID)},
			{Label: "Deadlines", URL: sectionDeskURL(sec.ID, "deadlines")},
		}
	}
	items = withTeams(sec, s.here(items))
	for i := range items {
		items[i].Current = items[i].Label == tab
	}
	head.Tabs = kit.Tabs{Label: sec.Name, Items: items}
	return head
}

// overviewOf is a section at a glance, from what hangs on the wall.
func overviewOf(w *tournaments.Wallchart) tournaments.SectionOverview {
	o := tournaments.SectionOverview{Section: w.Section, Players: active(w), Undecided: w.Undecided()}
	for _, e := range w.Entries {
		if e.NeedsLook() {
			o.Warned++
		}
	}
	round := 1
	if n := len(w.Rounds); n > 0 {
		round = w.Rounds[n-1].Number
	}
	o.Current = w.Progress(round)
	if n := len(w.Rounds); n > 0 {
		o.Text = fmt.Sprintf("Round %d of %d: %s", round, w.Section.Rounds, stateText(o.Current))
	} else {
		o.Text = kit.Plural(o.Players, "player", "players") + " so far"
	}
	return o
}

func stateText(p tournaments.Progress) string {
	if p.State == tournaments.Preview {
		return "drawn, not published yet"
	}
	return progressText(p)
}
