package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
)

// SectionHead is what every page of a section begins with.
type SectionHead struct {
	Event, EventURL string
	Name            string
	Text            string // "Swiss, 6 rounds, even games, komi 7"
	Tabs            Tabs
	Desk            string // the director's desk, for whoever may go there
}

// DrawPage is the draw of a round, by table or by name.
type DrawPage struct {
	Page
	Head    SectionHead
	Starts  string
	Text    string // how far the round is
	Rounds  Tabs   // the rounds of the section
	Order   Tabs   // by table, by name
	Draw    *Pairings
	Names   []NameRow
	Exports []Link
	Wall    string
	Empty   *Empty
}

// StandingsPage is the table of places after a round.
type StandingsPage struct {
	Page
	Head        SectionHead
	Rounds      Tabs
	Standings   Standings
	Definitions []Fact
	Exports     []Link
	Wall        string
	Pager       Pager
	Empty       *Empty
}

// CrosstablePage is everybody's games by round.
type CrosstablePage struct {
	Page
	Head       SectionHead
	Crosstable Crosstable
	Exports    []Link
	Empty      *Empty
}

// PlayersPage is who takes part.
type PlayersPage struct {
	Page
	Head    SectionHead
	Players []PlayerRow
	List    ListHead
	Empty   *Empty
}

// PlayerRow is one player of a section.
type PlayerRow struct {
	Number string
	Player Seat
	Rating string
	Note   string // "withdrawn after round 2", "absent in round 4"
}

var (
	drawView       = newView[DrawPage]("events/draw.html")
	standingsView  = newView[StandingsPage]("events/standings.html")
	crosstableView = newView[CrosstablePage]("events/crosstable.html")
	playersView    = newView[PlayersPage]("events/players.html")
)

var errNoSuchPage = apperr.New(apperr.NotFound, "The address may be mistyped, or what stood here has moved.")

// chartAt is the section that the address names, and the format its ending asks
// for.
func (s *Server) chartAt(c echo.Context) (*tournaments.Wallchart, string, error) {
	section, format := splitFormat(c.Param("section"))
	if format == "" {
		_, format = splitFormat(c.Request().URL.Path)
	}
	w, err := s.tournaments.WallchartAt(c.Request().Context(), s.actor(c), c.Param("event"), section)
	return w, format, err
}

// sectionPage begins a page of a section; tab is the label of its tab.
func (s *Server) sectionPage(c echo.Context, w *tournaments.Wallchart, title, tab string) (Page, SectionHead) {
	p := s.page(c, title, Crumb{"Events", "/events"}, Crumb{w.Event.Name, eventURL(w.Event.Slug)})
	follow(&p, w.Event)
	head := SectionHead{
		Event: w.Event.Name, EventURL: eventURL(w.Event.Slug), Name: w.Section.Name,
		Text: sectionTerms(w.Section.Settings), Tabs: sectionTabs(w, tab),
	}
	if auth.Can(s.actor(c), auth.DirectEvent, auth.Object{Event: w.Event.ID}, s.today()) {
		head.Desk = sectionDeskURL(w.Section.ID, "draw")
	}
	return p, head
}

func sectionTabs(w *tournaments.Wallchart, current string) Tabs {
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	return Tabs{Label: w.Section.Name, Items: []NavItem{
		{Label: "Draw", URL: base, Current: current == "Draw"},
		{Label: "Standings", URL: base + "/standings", Current: current == "Standings"},
		{Label: "Crosstable", URL: base + "/crosstable", Current: current == "Crosstable"},
		{Label: "Players", URL: base + "/players", Current: current == "Players", Count: strconv.Itoa(active(w))},
	}}
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
func (s *Server) sectionNow(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	return s.sendDraw(c, w, w.Published(), format)
}

// sectionRound answers with the draw of the round in the address.
func (s *Server) sectionRound(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	number, _ := splitFormat(c.Param("round"))
	round, err := strconv.Atoi(number)
	if err != nil || round < 1 || round > w.Published() {
		return apperr.New(apperr.NotFound, "That round has not been drawn yet.")
	}
	return s.sendDraw(c, w, round, format)
}

func (s *Server) sendDraw(c echo.Context, w *tournaments.Wallchart, round int, format string) error {
	order := c.QueryParam("by")
	if round == 0 && format != "" {
		return apperr.New(apperr.NotFound, "The first round has not been drawn yet.")
	}
	switch {
	case format == formatJSON:
		return c.JSON(http.StatusOK, roundDataOf(w, round))
	case format == formatCSV:
		return s.sendTable(c, format, fileName(w, "round", strconv.Itoa(round)), roundTable(w, round))
	case format == formatPDF:
		return s.sendPairings(c, w, round, order)
	case format != "":
		return errNoSuchPage
	}
	page := DrawPage{}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name, "Draw")
	if round == 0 {
		page.Empty = &Empty{Title: "The first round has not been drawn yet", Text: "This page shows the draw as soon as it is published; it updates by itself."}
		return drawView.render(c, http.StatusOK, page)
	}
	page.Title = roundLabel(w, round)
	base := roundURL(w.Event.Slug, w.Section.Slug, round)
	r, _ := w.Round(round)
	page.Starts, page.Text = r.Starts, capital(progressText(w.Progress(round)))
	page.Rounds = roundTabs(w, round, func(n int) string { return roundURL(w.Event.Slug, w.Section.Slug, n) })
	page.Order = Tabs{Label: "Order", Items: []NavItem{
		{Label: "By table", URL: base, Current: order != "name"},
		{Label: "By name", URL: base + "?by=name", Current: order == "name"},
	}}
	page.Wall = sectionURL(w.Event.Slug, w.Section.Slug) + "/wall"
	page.Exports = []Link{
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
	return drawView.render(c, http.StatusOK, page)
}

// roundTabs leads to the published rounds.
func roundTabs(w *tournaments.Wallchart, current int, to func(round int) string) Tabs {
	tabs := Tabs{Label: "Rounds"}
	for n := 1; n <= w.Published(); n++ {
		tabs.Items = append(tabs.Items, NavItem{Label: "Round " + strconv.Itoa(n), URL: to(n), Current: n == current})
	}
	return tabs
}

// sectionStandings answers with the places after ?after=, else now.
func (s *Server) sectionStandings(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	st, err := w.Standings(afterRound(c, w))
	if err != nil {
		return err
	}
	switch format {
	case formatJSON:
		return c.JSON(http.StatusOK, standingsDataOf(w, st))
	case formatCSV:
		return s.sendTable(c, format, fileName(w, "standings"), standingsTable(w, st))
	case formatPDF:
		return s.sendStandings(c, w, st)
	case "":
	default:
		return errNoSuchPage
	}
	page := StandingsPage{}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": standings", "Standings")
	if len(st.Rows) == 0 {
		page.Empty = &Empty{Title: "Nobody is entered yet", Text: "The standings appear with the first results."}
		return standingsView.render(c, http.StatusOK, page)
	}
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	number := min(pageNumber(c), 1+(len(st.Rows)-1)/standingsPart)
	page.Standings = standingsOf(w, st, (number-1)*standingsPart, standingsPart)
	if len(st.Rows) > standingsPart {
		page.Pager = pagerOf(number, standingsPart, len(st.Rows), c.Request().URL)
	}
	page.Definitions = definitions(w, st)
	page.Rounds = roundTabs(w, st.Through, func(n int) string { return base + "/standings?after=" + strconv.Itoa(n) })
	page.Wall = base + "/wall?show=standings"
	page.Exports = exports(c, "PDF", ".pdf", "CSV", ".csv", "JSON", ".json")
	return standingsView.render(c, http.StatusOK, page)
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
func definitions(w *tournaments.Wallchart, st tournaments.Standings) []Fact {
	score := scoreHead(st.System)
	facts := []Fact{{Label: score.Label, Value: score.Title}}
	for _, b := range st.Breaks {
		facts = append(facts, Fact{Label: breakLabel(b), Value: capital(b.Definition())})
	}
	facts = append(facts, Fact{Label: "By score", Value: "Place by score alone, without tie-breaks"})
	return append(facts, Fact{Label: "Without an opponent", Value: capital(w.Section.Unplayed.Definition())})
}

func (s *Server) sectionCrosstable(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	ct, err := w.Crosstable(afterRound(c, w))
	if err != nil {
		return err
	}
	switch format {
	case formatJSON:
		return c.JSON(http.StatusOK, crosstableDataOf(w, ct))
	case formatCSV:
		return s.sendTable(c, format, fileName(w, "crosstable"), crosstableTable(w, ct))
	case "":
	default:
		return errNoSuchPage
	}
	page := CrosstablePage{}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": crosstable", "Crosstable")
	if len(ct.Rows) == 0 {
		page.Empty = &Empty{Title: "Nobody is entered yet", Text: "The crosstable appears with the first draw."}
		return crosstableView.render(c, http.StatusOK, page)
	}
	page.Crosstable = crosstableOf(w, ct)
	page.Exports = append([]Link{{Label: "XLSX of all sections", URL: eventURL(w.Event.Slug) + "/crosstable.xlsx"}},
		exports(c, "CSV", ".csv", "JSON", ".json")...)
	return crosstableView.render(c, http.StatusOK, page)
}

func (s *Server) sectionPlayers(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	switch format {
	case formatJSON:
		return c.JSON(http.StatusOK, playersDataOf(w))
	case formatCSV:
		return s.sendTable(c, format, fileName(w, "players"), playersTable(w))
	case "":
	default:
		return errNoSuchPage
	}
	page := PlayersPage{}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": players", "Players")
	for i, e := range byStrength(w.Entries) {
		page.Players = append(page.Players, PlayerRow{
			Number: strconv.Itoa(i + 1), Player: playerSeat(e), Rating: e.Rating.String(), Note: entryNote(e),
		})
	}
	page.List = ListHead{Count: plural(active(w), "player", "players"), Exports: exports(c, "CSV", ".csv", "JSON", ".json")}
	if len(w.Entries) == 0 {
		page.Empty = &Empty{Title: "Nobody is entered yet", Text: "Players appear here as they enter."}
	}
	return playersView.render(c, http.StatusOK, page)
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
