package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
)

// EntriesPage is who is entered in a section, and the way to enter more.
type EntriesPage struct {
	Page
	Head    DeskHead
	Find    Filters
	Found   []FoundRow // who the search found
	Asked   string     // what was searched for
	Guest   string     // address of the form for somebody new
	List    string     // address of the upload
	Open    bool       // the event still takes changes
	Entries []EntryRow
	Head2   ListHead
	Warned  int
	Refresh *PostButton
	Empty   *Empty
}

// FoundRow is a person whom the search found.
type FoundRow struct {
	FormKey
	Person             string
	Name, Club, Rating string
	Grade              *Field // where no rating is known
	Visitor            *Field // where somebody is not a member
	Already            string // entered in this section already
	Warning            string
	Action             string
}

// EntryRow is one entry of the list.
type EntryRow struct {
	Number  string
	Player  Seat
	URL     string
	Rating  string
	Source  string
	Badge   *Badge
	Warning string
	Note    string
	Accept  *PostButton // of somebody who is not a member
}

var entriesView = newView[EntriesPage]("director/entries.html")

func (s *Server) entries(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showEntries(c, http.StatusOK, w, nil)
}

// showEntries answers with the list; refused is why an entry was not taken.
func (s *Server) showEntries(c echo.Context, status int, w *tournaments.Wallchart, refused error) error {
	sec := w.Section
	page := EntriesPage{Open: w.Event.Status.TakesChanges(), Asked: formText(c, "find")}
	page.Page, page.Head = s.sectionDesk(c, w, sec.Name+": entries", "Entries")
	if refused != nil && !page.invalid(refused) {
		return refused
	}
	here := sectionDeskURL(sec.ID, "entries")
	page.Guest, page.List = here+"/guest", deskPartURL(w.Event.ID, "entries")
	page.Find = Filters{Action: here, Target: "found", Fields: []Field{
		{ID: "find", Name: "find", Label: "Find somebody in the register", Type: "search", Value: page.Asked, Hint: "By name."},
	}}
	if page.Asked != "" {
		found, err := s.tournaments.FindPlayers(c.Request().Context(), s.actor(c), w.Event.ID, page.Asked)
		if err != nil {
			return err
		}
		for _, f := range found {
			page.Found = append(page.Found, foundRow(c, &page.Page, here, f))
		}
	}
	for _, e := range byStrength(w.Entries) {
		row := entryRow(page.Page, e)
		if e.NeedsLook() {
			page.Warned++
		}
		page.Entries = append(page.Entries, row)
	}
	page.Head2 = ListHead{Count: plural(active(w), "player", "players"), Exports: []Link{
		{Label: "CSV", URL: here + ".csv"}, {Label: "XLSX", URL: here + ".xlsx"},
	}}
	page.Refresh = page.button("refresh", here+"/refresh", "Check memberships and ratings again")
	page.Refresh.Kind = "quiet"
	if len(w.Entries) == 0 {
		page.Empty = &Empty{Title: "Nobody is entered yet", Text: "Find players in the register above, enter a list, or put somebody new in by hand."}
	}
	return entriesView.render(c, status, page)
}

func foundRow(c echo.Context, p *Page, here string, f tournaments.FoundPlayer) FoundRow {
	id := strconv.FormatInt(int64(f.Person), 10)
	row := FoundRow{
		FormKey: p.Form("enter" + id), Person: id, Name: f.Name, Club: f.Club, Rating: f.Rating,
		Already: f.Section, Warning: f.Warning, Action: here,
	}
	sent := sentTo(c, here) && formText(c, "person") == id
	if f.Rating == "" {
		row.Grade = &Field{ID: "rating-" + id, Name: "rating", Label: "Grade", Required: true, Width: "short", Placeholder: "5k"}
		if sent {
			row.Grade.Value = formText(c, "rating")
			p.inRow("-"+id, row.Grade)
		}
	}
	if f.Warning != "" {
		row.Visitor = &Field{ID: "visitor-" + id, Name: "visitor", Label: "as a visitor", Type: "checkbox", Checked: sent && formTicked(c, "visitor"), Width: "short"}
	}
	return row
}

func entryRow(p Page, e tournaments.Entry) EntryRow {
	row := EntryRow{
		Number: strconv.Itoa(e.Number), Player: playerSeat(e), URL: entryURL(e.ID),
		Rating: e.Rating.String(), Source: sourceText(e.RatingSource), Badge: membershipBadge(e), Warning: e.Warning, Note: entryNote(e),
	}
	row.Player.URL = entryURL(e.ID)
	if e.NeedsLook() {
		row.Accept = p.button("visitor"+row.Number, entryURL(e.ID)+"/visitor", "Accept as a visitor", version(e.Version))
		row.Accept.Small, row.Accept.Kind, row.Accept.For = "small", "secondary", e.Name
	}
	return row
}

func sourceText(s tournaments.RatingSource) string {
	switch s {
	case tournaments.FromList:
		return "rating list"
	case tournaments.FromGrade:
		return "grade in the register"
	}
	return "set by the director"
}

func membershipBadge(e tournaments.Entry) *Badge {
	switch e.Membership {
	case tournaments.IsMember:
		return &Badge{Kind: KindSuccess, Text: "Member"}
	case tournaments.Visitor:
		return &Badge{Kind: KindNeutral, Text: "Visitor"}
	}
	return &Badge{Kind: KindWarning, Text: "Not a member"}
}

// entryCreate enters somebody of the register.
func (s *Server) entryCreate(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in := readEntryForm(c)
	in.Section = w.Section.ID
	e, err := s.tournaments.Enter(c.Request().Context(), s.actor(c), formID[auth.PersonID](c, "person"), in)
	if err != nil {
		return s.showEntries(c, http.StatusUnprocessableEntity, w, err)
	}
	s.flash(c, entryFlashKind(e), enteredText(e))
	return seeOther(c, sectionDeskURL(w.Section.ID, "entries"))
}

func entryFlashKind(e tournaments.Entry) string {
	if e.NeedsLook() {
		return KindWarning
	}
	return KindSuccess
}

func enteredText(e tournaments.Entry) string {
	text := e.Name + " (" + e.Grade() + ") is entered."
	if e.NeedsLook() && e.Warning != "" {
		text += " " + capital(e.Warning) + "."
	}
	return text
}

// readEntryForm reads an entry as typed. Rounds come as ticked boxes, or as
// text.
func readEntryForm(c echo.Context) tournaments.EntryForm {
	form := c.Request().PostForm
	return tournaments.EntryForm{
		Section: formID[tournaments.SectionID](c, "section"), Rating: formText(c, "rating"), Club: formText(c, "club"),
		Absent: strings.Join(form["absent"], ", "), HalfByes: strings.Join(form["half_byes"], ", "),
		EnteredIn: formText(c, "entered_in"), StartScore: formText(c, "start_score"),
		Visitor: formTicked(c, "visitor"), Version: formVersion(c),
	}
}

// entriesRefresh checks memberships and ratings of a section's entries again.
func (s *Server) entriesRefresh(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	here := sectionDeskURL(w.Section.ID, "entries")
	changed, err := s.tournaments.RefreshEntries(c.Request().Context(), s.actor(c), w.Section.ID)
	if err != nil {
		return s.refusedAt(c, err, here)
	}
	text := "Everything is as it was."
	if changed > 0 {
		text = plural(changed, "entry has", "entries have") + " changed."
	}
	s.flash(c, KindSuccess, text)
	return seeOther(c, here)
}

// entriesFile answers with the entries as a file, with what only the director
// sees.
func (s *Server) entriesFile(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	_, format := splitFormat(c.Request().URL.Path)
	return s.sendTable(c, format, fileName(w, "entries"), entriesTable(w))
}
