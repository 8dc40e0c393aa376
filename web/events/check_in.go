package events

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// CheckInPage is who has come to an event: one press for each.
type CheckInPage struct {
	kit.Page
	Find    kit.Filters
	List    kit.ListHead
	Rows    []CheckInRow
	Several bool // sections
	Doors   []DoorLinks
	Open    bool // the event still takes changes
	Empty   *kit.Empty
}

// DoorLinks are a section's poster, and the page to which its code leads.
type DoorLinks struct{ Section, Poster, Page string }

// CheckInRow is one player at the door.
type CheckInRow struct {
	ID      string
	Player  Seat
	Section string
	Came    string // "9:41 am, Mere Testcase"; "" when not
	Press   *kit.PostButton
	Rounds  *kit.PostButton // sits out, or plays after all
	Absent  string          // "does not play round 1"
	ByHand  *kit.Link       // into a round that is drawn
}

// NotHere says on the page of the draw who has not come.
type NotHere struct {
	Title, Names, Text string
	SitOut             *kit.PostButton
	CheckIn            string
}

// DoorPage is where the code on the poster at the door leads.
type DoorPage struct {
	kit.Page
	Event, Section string
	Action         string
	Field          kit.Field
	Closed         string // why no one can say so today
	Asked          bool
	None           string
	Found          []DoorRow
	Public         string
}

// DoorRow is a player who may be the one with the phone.
type DoorRow struct {
	Player Seat
	Press  *kit.PostButton
}

var (
	checkInView = kit.NewView[CheckInPage](templates, "director/check_in.html")
	doorView    = kit.NewView[DoorPage](templates, "results/door.html")
)

func checkInURL(id auth.EventID) string { return deskPartURL(id, "check-in") }

// Which players the list of those who have come shows.
const (
	showAll     = ""
	showNotHere = "not-here"
	showHere    = "here"
)

func (s *Desk) checkIn(c echo.Context) error {
	e, err := s.deskEvent(c, auth.EnterResult)
	if err != nil {
		return err
	}
	charts, _, err := s.eventCharts(c, e.Slug)
	if err != nil {
		return err
	}
	in := kit.Asked(c)
	page := CheckInPage{
		Page:    s.Page(c, "Check-in", directorCrumb, kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)}),
		Several: len(charts) > 1, Open: e.TakesChanges(),
	}
	follow(&page.Page, e)
	words, show := kit.Shortened(in.Text("find"), maxFind), in.Text("show")
	section := kit.Chosen[tournaments.SectionID](in, "section")
	page.Find = checkInFilters(e, charts, words, show, section)
	directs := s.tournaments.Directs(s.Actor(c), e.ID)
	type arrival struct {
		chart *tournaments.Wallchart
		entry tournaments.Entry
	}
	var list []arrival
	here, all := 0, 0
	for _, w := range charts {
		if directs && page.Open && e.Status.Public() && len(w.Entries) > 0 {
			page.Doors = append(page.Doors, DoorLinks{
				w.Section.Name, sectionDeskURL(w.Section.ID, "poster.pdf"), kit.DoorURL(w.Section.DoorCode()),
			})
		}
		if section != 0 && w.Section.ID != section {
			continue
		}
		for _, entry := range w.Entries {
			if entry.Withdrawn {
				continue
			}
			all++
			if entry.Here.Came() {
				here++
			}
			if !kit.HasWords(members.Fold(entry.Name), members.Fold(words)) || show == showNotHere && entry.Here.Came() ||
				show == showHere && !entry.Here.Came() {
				continue
			}
			list = append(list, arrival{w, entry})
		}
	}
	slices.SortStableFunc(list, func(a, b arrival) int { return strings.Compare(a.entry.SortKey, b.entry.SortKey) })
	for _, one := range list {
		page.Rows = append(page.Rows, checkInRow(page.Page, one.chart, one.entry, page.Open, directs))
	}
	page.List = kit.ListHead{Count: fmt.Sprintf("%d of %s here", here, kit.Plural(all, "player", "players"))}
	switch {
	case all == 0:
		page.Empty = &kit.Empty{Title: "No players yet", Text: "Players are on this list once they are entered."}
	case len(page.Rows) == 0:
		page.Empty = &kit.Empty{Title: "No one", Text: "No player of this list has these letters, or is what you chose."}
	}
	return checkInView.Render(c, http.StatusOK, page)
}

func checkInFilters(
	e tournaments.Event, charts []*tournaments.Wallchart, words, show string, section tournaments.SectionID,
) kit.Filters {
	f := kit.Filters{Action: checkInURL(e.ID), Target: "check-in"}
	f.Fields = append(f.Fields, kit.Field{
		ID: "find", Name: "find", Label: "Name", Type: "search", Value: words, Autocomplete: "off",
	})
	which := kit.Field{ID: "show", Name: "show", Label: "Show", Type: "select"}
	for _, o := range [][2]string{{showAll, "All"}, {showNotHere, "Not here yet"}, {showHere, "Here"}} {
		which.Options = append(which.Options, kit.Option{Value: o[0], Label: o[1], Selected: o[0] == show})
	}
	f.Fields = append(f.Fields, which)
	if len(charts) > 1 {
		sections := kit.Field{ID: "section", Name: "section", Label: "Section", Type: "select"}
		sections.Options = append(sections.Options, kit.Option{Label: "All", Selected: section == 0})
		for _, w := range charts {
			sections.Options = append(sections.Options, kit.Option{
				Value: kit.IDText(w.Section.ID), Label: w.Section.Name, Selected: w.Section.ID == section,
			})
		}
		f.Fields = append(f.Fields, sections)
	}
	if words != "" || show != "" || section != 0 {
		f.Clear = f.Action
	}
	return f
}

// checkInRow is a player with what can be pressed.
func checkInRow(p kit.Page, w *tournaments.Wallchart, e tournaments.Entry, open, directs bool) CheckInRow {
	id := kit.IDText(e.ID)
	row := CheckInRow{ID: "e" + id, Player: playerSeat(placeOf(w.Event, w.Section), e), Section: w.Section.Name}
	back := kit.Hidden{Name: "back", Value: p.Path}
	if e.Here.Came() {
		row.Came = e.Here.At.TimeOfDay() + ", " + e.Here.By
	}
	if !open {
		return row
	}
	if e.Here.Came() {
		row.Press = p.Button("here"+id, entryURL(e.ID)+"/not-here", "Undo", back)
		row.Press.Kind = "quiet"
	} else {
		row.Press = p.Button("here"+id, entryURL(e.ID)+"/here", "Here", back)
	}
	row.Press.Small, row.Press.For = "small", ": "+e.Name
	next := w.NextUndrawn()
	plays, drawn := w.Late(e)
	if !directs || next == 0 || !e.In(next) {
		return row
	}
	rounds := func(label, answer string) {
		row.Rounds = p.Button(
			"absent"+id, entryURL(e.ID)+"/absent", label, kit.VersionField(e.Version),
			kit.Hidden{Name: "round", Value: strconv.Itoa(next)}, kit.Hidden{Name: "plays", Value: answer}, back,
		)
		row.Rounds.Kind, row.Rounds.Small, row.Rounds.For = "secondary", "small", ": "+e.Name
	}
	switch {
	case slices.Contains(e.Absent, next):
		row.Absent = fmt.Sprintf("does not play round %d", next)
		if plays > 0 {
			rounds(fmt.Sprintf("Plays round %d", next), "yes")
		}
	case !e.Here.Came() && w.Plays(e, next):
		rounds(fmt.Sprintf("Sits out round %d", next), "no")
	}
	if drawn > 0 {
		row.ByHand = &kit.Link{
			Label: fmt.Sprintf("Put into round %d by hand", drawn), URL: roundDeskURL(w.Section.ID, drawn) + "#by-hand",
		}
	}
	return row
}

// checkInPress notes that a player has come, or takes it back.
func (s *Desk) checkInPress(came bool) echo.HandlerFunc {
	note := s.tournaments.CheckOut
	if came {
		note = s.tournaments.CheckIn
	}
	return func(c echo.Context) error {
		id, err := kit.PathID[tournaments.EntryID](c, "id")
		if err != nil {
			return err
		}
		e, err := note(c.Request().Context(), s.Actor(c), id)
		if err != nil {
			return s.RefusedAt(c, err, kit.BackTo(c, "/director"))
		}
		text := e.Name + " is here."
		if !came {
			text = e.Name + " is not here."
		}
		s.Flash(c, kit.KindSuccess, text)
		return kit.SeeOther(c, kit.BackTo(c, "/director"))
	}
}

// notHere is who has not come, for the page on which a round is drawn; nil when nobody asks.
func notHere(p kit.Page, w *tournaments.Wallchart, round int) *NotHere {
	missing := w.NotHere(round)
	if len(missing) == 0 {
		return nil
	}
	return &NotHere{
		Title: kit.Plural(len(missing), "player has", "players have") + " not come:", Names: kit.AndList(namesOf(missing)),
		Text: fmt.Sprintf(
			"They would be drawn in round %d. Check them in, or let them sit it out: who comes later plays the next round.", round,
		),
		SitOut: p.Button(
			"sit-out", roundDeskURL(w.Section.ID, round)+"/sit-out", fmt.Sprintf("Let them sit out round %d", round),
		),
		CheckIn: checkInURL(w.Event.ID) + "?show=" + showNotHere + "&section=" + kit.IDText(w.Section.ID),
	}
}

func namesOf(entries []tournaments.Entry) []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	return names
}

// drawSitOut lets those who have not come sit the round out.
func (s *Desk) drawSitOut(c echo.Context, _ *kit.Filling, w *tournaments.Wallchart, round int) error {
	absent, err := s.tournaments.SitOut(c.Request().Context(), s.Actor(c), w.Section.ID, round)
	if err != nil {
		return err
	}
	text := "Everyone who would be drawn has come."
	if len(absent) > 0 {
		text = fmt.Sprintf("Round %d is drawn without %s.", round, kit.AndList(namesOf(absent)))
	}
	s.Flash(c, kit.KindSuccess, text)
	return nil
}

// door is the page on which a player says: I am here.
func (s *Desk) door(c echo.Context) error {
	w, err := s.tournaments.WallchartByDoor(c.Request().Context(), c.Param("card"))
	if err != nil {
		return err
	}
	return s.showDoor(c, w, kit.Asked(c).Text("find"), nil)
}

func (s *Desk) showDoor(c echo.Context, w *tournaments.Wallchart, words string, refused error) error {
	words = kit.Shortened(words, maxFind)
	page := DoorPage{
		Page: s.Page(c, "I am here"), Event: w.Event.Name, Section: w.Section.Name, Action: kit.DoorURL(c.Param("card")),
		Public: sectionURL(w.Event.Slug, w.Section.Slug),
		Field: kit.Field{
			ID: "find", Name: "find", Label: "Your name", Type: "search", Value: words, Autocomplete: "off",
			Hint: "Some letters of it are enough.",
		},
	}
	page.Shape = kit.ShapeNarrow
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if err := w.Event.DoorOpen(s.Today()); err != nil {
		page.Closed = err.Error()
		return doorView.Render(c, status, page)
	}
	folded := members.Fold(words)
	if page.Asked = folded != ""; !page.Asked {
		return doorView.Render(c, status, page)
	}
	n := 0
	for _, e := range byName(w.Entries) {
		if e.Withdrawn || !kit.HasWords(members.Fold(e.Name), folded) {
			continue
		}
		if n++; n > mostFound {
			continue
		}
		row := DoorRow{Player: playerSeat(placeOf(w.Event, w.Section), e)}
		row.Player.URL = ""
		row.Press = page.Button("here"+kit.IDText(e.ID), page.Action, "I am here", kit.Hidden{Name: "player", Value: kit.IDText(e.ID)})
		row.Press.For = ": " + e.Name
		page.Found = append(page.Found, row)
	}
	switch {
	case n == 0:
		page.None = "No one of this name is entered in " + w.Section.Name + ". Try fewer letters, or tell the director."
	case n > mostFound:
		page.None = kit.Plural(n, "player has", "players have") + " these letters: the first " + strconv.Itoa(mostFound) +
			" are shown. Type more of the name."
	}
	return doorView.Render(c, status, page)
}

func (s *Desk) doorPress(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	card := c.Param("card")
	e, err := s.tournaments.CheckInAtDoor(c.Request().Context(), card, kit.Chosen[tournaments.EntryID](in, "player"))
	if err != nil {
		return s.RefusedAt(c, err, kit.DoorURL(card))
	}
	w, err := s.tournaments.WallchartByDoor(c.Request().Context(), card)
	if err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "Welcome, "+e.Name+". The director can see that you are here.")
	return kit.SeeOther(c, playerURL(placeOf(w.Event, w.Section), e.Number))
}

// doorPoster prints the poster whose code leads players to the page on which they say that they
// are here.
func (s *Desk) doorPoster(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	to := s.BaseURL + kit.DoorURL(w.Section.DoorCode())
	return kit.SendPrint(c, s.fileName(w, "poster"), s.Press().DoorPosterPDF, reports.DoorPoster{
		Event: w.Event.Name, Section: w.Section.Name, Days: w.Event.Dates(), Place: w.Event.Place, URL: to, ShortURL: shortURL(to),
	})
}
