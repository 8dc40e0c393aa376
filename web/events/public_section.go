package events

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// SectionHead is what every page of a section begins with.
type SectionHead struct {
	Event, EventURL string
	Name            string
	Text            string // "Swiss, 6 rounds, even games, komi 7"
	Tabs            kit.Tabs
	Desk            string // the director's desk, for whoever may go there
}

// DrawPage is the draw of a round, by table or by name.
type DrawPage struct {
	kit.Page
	Head   SectionHead
	Starts string
	Text   string // how far the round is

	Lot      string   // how to check the draw
	Counted  []string // open games that the round was drawn with
	Deadline []string // the round's last day, and what happens to a late game; none without one
	Rounds   kit.Tabs // the rounds of the section
	Order    kit.Tabs // by table, by name
	Draw     *Pairings
	Names    []NameRow
	Exports  []kit.Link
	Wall     string
	Empty    *kit.Empty
}

// StandingsPage is the table of places after a round.
type StandingsPage struct {
	kit.Page
	Head        SectionHead
	Of          kit.Tabs // teams or players; of a section of teams
	Rounds      kit.Tabs
	Standings   Standings
	Definitions []kit.Fact
	Exports     []kit.Link
	Wall        string
	Pager       kit.Pager
	Empty       *kit.Empty
}

// CrosstablePage is everybody's games by round.
type CrosstablePage struct {
	kit.Page
	Head       SectionHead
	Of         kit.Tabs // teams or players; of a section of teams
	Text       string   // how to read it
	Crosstable Crosstable
	Exports    []kit.Link
	Empty      *kit.Empty
}

// PlayersPage is who takes part.
type PlayersPage struct {
	kit.Page
	Head    SectionHead
	Players []PlayerRow
	Teams   bool // they play for teams
	List    kit.ListHead
	Empty   *kit.Empty
}

// PlayerRow is one player of a section.
type PlayerRow struct {
	Number string
	Player Seat
	Board  string // of a team; the seat has its name
	Rating string
	Note   string // "withdrawn after round 2", "absent in round 4"
}

var (
	drawView       = kit.NewView[DrawPage](templates, "draw.html")
	standingsView  = kit.NewView[StandingsPage](templates, "standings.html")
	crosstableView = kit.NewView[CrosstablePage](templates, "crosstable.html")
	playersView    = kit.NewView[PlayersPage](templates, "players.html")
)

// chartAt is the section that the address names, and the format its ending asks
// for.
func (s *Desk) chartAt(c echo.Context) (*tournaments.Wallchart, string, error) {
	section, format := kit.SplitFormat(c.Param("section"))
	if format == "" {
		_, format = kit.SplitFormat(c.Request().URL.Path)
	}
	w, err := s.tournaments.WallchartAt(c.Request().Context(), s.Actor(c), c.Param("event"), section)
	return w, format, err
}

// sectionPage begins a page of a section; tab is the label of its tab.
func (s *Desk) sectionPage(c echo.Context, w *tournaments.Wallchart, title, tab string) (kit.Page, SectionHead) {
	p := s.Page(c, title, kit.Crumb{
		Label: "Events", URL: "/events",
	}, kit.Crumb{Label: w.Event.Name, URL: kit.EventURL(w.Event.Slug)})
	follow(&p, w.Event)
	head := SectionHead{
		Event: w.Event.Name, EventURL: kit.EventURL(w.Event.Slug), Name: w.Section.Name,
		Text: sectionTerms(w.Settings()), Tabs: sectionTabs(w, tab),
	}
	// A page is not refused because it cannot be read whether there are prizes.
	if listed, err := s.prizes.Listed(c.Request().Context(), w.Section.ID); err == nil && listed {
		head.Tabs.Items = append(head.Tabs.Items, kit.NavItem{
			Label: "Prizes", URL: sectionURL(w.Event.Slug, w.Section.Slug) + "/prizes", Current: tab == "Prizes",
		})
	}
	if auth.Can(s.Actor(c), auth.DirectEvent, auth.Object{Event: w.Event.ID}, s.Today()) {
		head.Desk = sectionDeskURL(w.Section.ID, "draw")
	}
	return p, head
}

func sectionTabs(w *tournaments.Wallchart, current string) kit.Tabs {
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	tabs := kit.Tabs{Label: w.Section.Name, Items: []kit.NavItem{{Label: "Draw", URL: base, Current: current == "Draw"}}}
	if w.Section.System == pairing.Knockout {
		tabs.Items = append(tabs.Items, kit.NavItem{Label: "Bracket", URL: base + "/bracket", Current: current == "Bracket"})
	}
	if w.Section.Teams() {
		tabs.Items = append(tabs.Items, kit.NavItem{
			Label: "Teams", URL: teamsURL(w), Current: current == "Teams", Count: strconv.Itoa(len(w.Teams())),
		})
	}
	tabs.Items = append(tabs.Items, []kit.NavItem{
		{Label: "Standings", URL: base + "/standings", Current: current == "Standings"},
		{Label: "Crosstable", URL: base + "/crosstable", Current: current == "Crosstable"},
		{Label: "Players", URL: base + "/players", Current: current == "Players", Count: strconv.Itoa(active(w))},
	}...)
	return tabs
}

// active is the number of players who have not withdrawn.
func active(w *tournaments.Wallchart) int {
	n := 0
	for _, e := range w.Entries {
		if !e.Withdrawn {
			n++
		}
	}
	return n
}

// sectionNow answers with the draw of the round that is played now.
func (s *Desk) sectionNow(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	return s.sendDraw(c, w, w.Published(), format)
}

// sectionRound answers with the draw of the round in the address.
func (s *Desk) sectionRound(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	number, _ := kit.SplitFormat(c.Param("round"))
	round, err := strconv.Atoi(number)
	if err != nil || round < 1 || round > w.Published() {
		return apperr.New(apperr.NotFound, "That round has not been drawn yet.")
	}
	return s.sendDraw(c, w, round, format)
}

func (s *Desk) sendDraw(c echo.Context, w *tournaments.Wallchart, round int, format string) error {
	order := c.QueryParam("by")
	if round == 0 && format != "" {
		return apperr.New(apperr.NotFound, "The first round has not been drawn yet.")
	}
	switch {
	case format == kit.FormatJSON:
		return kit.SendData(c, s.fileName(w, "pairings round", strconv.Itoa(round)), roundDataOf(w, round))
	case format == kit.FormatCSV:
		return s.SendTable(c, format, s.fileName(w, "pairings round", strconv.Itoa(round)), roundTable(w, round))
	case format == kit.FormatPDF:
		return s.sendPairings(c, w, round, order)
	case format != "":
		return kit.ErrNoSuchPage
	}
	var err error
	page := DrawPage{}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name, "Draw")
	page.Lot = lotURL(placeOf(w.Event, w.Section))
	if round == 0 {
		page.Empty = &kit.Empty{
			Title: "The first round has not been drawn yet",
			Text:  "This page shows the draw as soon as it is published; it updates automatically.",
		}
		return drawView.Render(c, http.StatusOK, page)
	}
	page.Title = roundLabel(w, round)
	base := roundURL(w.Event.Slug, w.Section.Slug, round)
	r, _ := w.Round(round)
	page.Counted = countedLines(w, round)
	page.Starts, page.Text = r.Starts, standingText(w, round)
	if page.Deadline, err = s.deadlineText(c, w, r); err != nil {
		return err
	}
	page.Rounds = roundTabs(w, round, func(n int) string { return roundURL(w.Event.Slug, w.Section.Slug, n) })
	page.Order = kit.Tabs{Label: "Order", Items: []kit.NavItem{
		{Label: "By table", URL: base, Current: order != "name"},
		{Label: "By name", URL: base + "?by=name", Current: order == "name"},
	}}
	page.Wall = sectionURL(w.Event.Slug, w.Section.Slug) + "/wall"
	page.Exports = []kit.Link{
		{Label: "PDF by table", URL: base + ".pdf"}, {Label: "PDF by name", URL: base + ".pdf?by=name"},
		{Label: "CSV", URL: base + ".csv"}, {Label: "JSON", URL: base + ".json"},
	}
	if order == "name" {
		page.Names = nameRows(w, round)
	} else {
		draw := pairingsOf(w, round, nil)
		if err := s.withRecords(c.Request().Context(), &draw, w, round); err != nil {
			return err
		}
		page.Draw = &draw
	}
	return drawView.Render(c, http.StatusOK, page)
}

// roundTabs leads to the published rounds.
func roundTabs(w *tournaments.Wallchart, current int, to func(round int) string) kit.Tabs {
	tabs := kit.Tabs{Label: "Rounds"}
	for n := 1; n <= w.Published(); n++ {
		tabs.Items = append(tabs.Items, kit.NavItem{Label: "Round " + strconv.Itoa(n), URL: to(n), Current: n == current})
	}
	return tabs
}

// sectionStandings answers with the places after ?after=, else now.
func (s *Desk) sectionStandings(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	if !ofPlayers(c, w) {
		return s.sendTeamStandings(c, w, format)
	}
	st, err := w.Standings(afterRound(c, w))
	if err != nil {
		return err
	}
	switch format {
	case kit.FormatJSON:
		return kit.SendData(c, s.fileName(w, "standings"), standingsDataOf(w, st))
	case kit.FormatCSV:
		return s.SendTable(c, format, s.fileName(w, "standings"), standingsTable(w, st))
	case kit.FormatPDF:
		return s.sendStandings(c, w, st)
	case "":
	default:
		return kit.ErrNoSuchPage
	}
	page := StandingsPage{Of: ofTabs(c, w, "standings")}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": standings", "Standings")
	if len(st.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No players yet", Text: "The standings appear with the first results."}
		return standingsView.Render(c, http.StatusOK, page)
	}
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	number := min(kit.PageNumber(c), 1+(len(st.Rows)-1)/standingsPart)
	page.Standings = standingsOf(w, st, (number-1)*standingsPart, standingsPart)
	page.Standings.Note = directNote(w, st.Through)
	if len(st.Rows) > standingsPart {
		page.Pager = kit.PagerOf(number, standingsPart, len(st.Rows), c.Request().URL)
	}
	page.Definitions = definitions(w, st)
	page.Rounds = roundTabs(w, st.Through, func(n int) string { return base + "/standings?after=" + strconv.Itoa(n) + ofQuery(w) })
	page.Wall = base + "/wall?show=standings"
	page.Exports = kit.Exports(c, "PDF", ".pdf", "CSV", ".csv", "JSON", ".json")
	return standingsView.Render(c, http.StatusOK, page)
}

// afterRound is the round that ?after= names, 0 for the latest.
func afterRound(c echo.Context, w *tournaments.Wallchart) int {
	n, err := strconv.Atoi(c.QueryParam("after"))
	if err != nil || n < 1 || n > w.Published() {
		return 0
	}
	return n
}

// definitions says what each column of the standings is.
func definitions(w *tournaments.Wallchart, st tournaments.Standings) []kit.Fact {
	score := scoreHead(w.Section.Settings)
	facts := []kit.Fact{{Label: score.Label, Value: score.Title}}
	for _, b := range st.Breaks {
		facts = append(facts, kit.Fact{Label: breakLabel(b), Value: kit.Capital(b.Definition())})
	}
	if w.Section.System == pairing.Knockout || w.Section.System == pairing.Match {
		return facts
	}
	facts = append(facts, kit.Fact{Label: "By score", Value: "Place by score alone, without tie-breaks"})
	return append(facts, kit.Fact{Label: "Without an opponent", Value: kit.Capital(w.Section.Unplayed.Definition())})
}

func (s *Desk) sectionCrosstable(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	if !ofPlayers(c, w) {
		return s.sendTeamCrosstable(c, w, format)
	}
	ct, err := w.Crosstable(afterRound(c, w))
	if err != nil {
		return err
	}
	switch format {
	case kit.FormatJSON:
		return kit.SendData(c, s.fileName(w, "crosstable"), crosstableDataOf(w, ct))
	case kit.FormatCSV:
		return s.SendTable(c, format, s.fileName(w, "crosstable"), crosstableTable(w, ct))
	case kit.FormatPDF:
		return s.sendCrosstable(c, w, ct)
	case "":
	default:
		return kit.ErrNoSuchPage
	}
	page := CrosstablePage{
		Of: ofTabs(c, w, "crosstable"), Text: "Opponents are named by their number in this table: 7+ is a win against No. 7.",
	}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": crosstable", "Crosstable")
	if len(ct.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No players yet", Text: "The crosstable appears with the first draw."}
		return crosstableView.Render(c, http.StatusOK, page)
	}
	page.Crosstable = crosstableOf(w, ct)
	page.Exports = crosstableExports(c, w)
	return crosstableView.Render(c, http.StatusOK, page)
}

func (s *Desk) sectionPlayers(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	switch format {
	case kit.FormatJSON:
		return kit.SendData(c, s.fileName(w, "players"), playersDataOf(w))
	case kit.FormatCSV:
		return s.SendTable(c, format, s.fileName(w, "players"), playersTable(w))
	case kit.FormatPDF:
		return s.sendPlayers(c, w)
	case "":
	default:
		return kit.ErrNoSuchPage
	}
	page := PlayersPage{Teams: w.Section.Teams()}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": players", "Players")
	for i, e := range byStrength(w.Entries) {
		page.Players = append(page.Players, PlayerRow{
			Number: strconv.Itoa(i + 1), Player: playerSeat(placeOf(w.Event, w.Section), e), Rating: e.Rating.String(), Note: entryNote(e),
			Board: boardOf(w, e),
		})
	}
	page.List = kit.ListHead{
		Count: kit.Plural(active(w), "player", "players"), Exports: kit.Exports(c, "PDF", ".pdf", "CSV", ".csv", "JSON", ".json"),
	}
	if len(w.Entries) == 0 {
		page.Empty = &kit.Empty{Title: "No players yet", Text: "Players appear here as they enter."}
	}
	return playersView.Render(c, http.StatusOK, page)
}

// entryNote is what is special about an entry: "enters in round 2", "absent in
// round 4".
func entryNote(e tournaments.Entry) string {
	var notes []string
	if e.EnteredIn > 1 {
		notes = append(notes, "enters in round "+strconv.Itoa(e.EnteredIn))
	}
	if len(e.Absent) > 0 {
		notes = append(notes, "absent in "+roundsText(e.Absent))
	}
	if len(e.HalfByes) > 0 {
		notes = append(notes, "half-point bye in "+roundsText(e.HalfByes))
	}
	switch {
	case e.Withdrawn && e.WithdrawnAfter > 0:
		notes = append(notes, "withdrawn after round "+strconv.Itoa(e.WithdrawnAfter))
	case e.Withdrawn:
		notes = append(notes, "withdrawn")
	}
	return strings.Join(notes, ", ")
}

func roundsText(rounds []int) string {
	if len(rounds) == 1 {
		return "round " + strconv.Itoa(rounds[0])
	}
	return "rounds " + tournaments.FormatRounds(rounds)
}

// byName is the entries as lists by name have them.
func byName(entries []tournaments.Entry) []tournaments.Entry {
	out := slices.Clone(entries)
	slices.SortStableFunc(out, func(a, b tournaments.Entry) int { return strings.Compare(a.SortKey, b.SortKey) })
	return out
}

// byStrength is the entries, the strongest first, then by name.
func byStrength(entries []tournaments.Entry) []tournaments.Entry {
	out := byName(entries)
	slices.SortStableFunc(out, func(a, b tournaments.Entry) int { return int(b.Rating) - int(a.Rating) })
	return out
}
