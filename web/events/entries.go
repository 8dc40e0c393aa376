package events

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// EntriesPage is who is entered in a section, and the way to enter more.
type EntriesPage struct {
	kit.Page
	Head    DeskHead
	Find    kit.Filters
	Found   []FoundRow  // who the search found
	Abroad  []AbroadRow // whom it found in lists of other associations
	Asked   string      // what was searched for
	Guest   string      // address of the form for somebody new
	List    string      // address of the upload
	Open    bool        // the event still takes changes
	Entries []EntryRow
	Head2   kit.ListHead
	Warned  int
	Refresh *kit.PostButton
	Empty   *kit.Empty
}

// FoundRow is a person whom the search found.
type FoundRow struct {
	kit.FormKey
	Person             string
	Name, Club, Rating string
	Team               *kit.Field // of a section of teams
	Grade              *kit.Field // where no rating is known
	Visitor            *kit.Field // where somebody is not a member
	Already            string     // entered in this section already
	Warning            string
	Action             string
}

// AbroadRow is a player whom the search found in the list of another association.
type AbroadRow struct{ Name, From, Rating, List, URL string }

// EntryRow is one entry of the list.
type EntryRow struct {
	Number  string
	Player  Seat
	URL     string
	Rating  string
	Source  string
	Badge   *kit.Badge
	Warning string
	Note    string
	Accept  *kit.PostButton // of somebody who is not a member
}

var entriesView = kit.NewView[EntriesPage](templates, "director/entries.html")

func (s *Desk) entries(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showEntries(c, w, sentForm{in: kit.Asked(c)})
}

// showEntries answers with the list; sent is an entry that was not taken.
func (s *Desk) showEntries(c echo.Context, w *tournaments.Wallchart, sent sentForm) error {
	sec := w.Section
	page := EntriesPage{Open: w.Event.TakesChanges(), Asked: sent.in.Text("find")}
	page.Page, page.Head = s.sectionDesk(c, w, sec.Name+": entries", "Entries")
	status, err := page.TakeRefusal(sent.refused)
	if err != nil {
		return err
	}
	here := sectionDeskURL(sec.ID, "entries")
	page.Guest, page.List = here+"/guest", deskPartURL(w.Event.ID, "entries")
	page.Find = kit.Filters{Action: here, Target: "found", Fields: []kit.Field{
		{
			ID: "find", Name: "find", Label: "Find someone in the register", Type: "search", Value: page.Asked, Hint: "By name. Lists of other associations also by PIN or AGA number.",
		},
	}}
	if page.Asked != "" {
		found, err := s.tournaments.FindPlayers(c.Request().Context(), s.Actor(c), w.Event.ID, page.Asked)
		if err != nil {
			return err
		}
		for _, f := range found {
			page.Found = append(page.Found, foundRow(&page.Page, w, f, sent))
		}
		if page.Abroad, err = s.abroad(c, here); err != nil {
			return err
		}
	}
	for _, e := range byStrength(w.Entries) {
		row := entryRow(page.Page, sec, e)
		if e.NeedsLook() {
			page.Warned++
		}
		page.Entries = append(page.Entries, row)
	}
	page.Head2 = kit.ListHead{Count: kit.Plural(active(w), "player", "players"), Exports: []kit.Link{
		{Label: "CSV", URL: here + ".csv"}, {Label: "XLSX", URL: here + ".xlsx"},
	}}
	page.Refresh = page.Button("refresh", here+"/refresh", "Check memberships and ratings again")
	page.Refresh.Kind = "quiet"
	if len(w.Entries) == 0 {
		page.Empty = &kit.Empty{
			Title: "No players yet", Text: "Find players in the register above, enter a list, or add someone new by hand.",
		}
	}
	return entriesView.Render(c, status, page)
}

// abroad are the players whom lists of other associations have, each with the way to enter them as someone new.
func (s *Desk) abroad(c echo.Context, here string) ([]AbroadRow, error) {
	found, err := s.elsewhere.Find(c.Request().Context(), s.Actor(c), kit.Shortened(kit.Asked(c).Text("find"), maxFind))
	if err != nil {
		return nil, err
	}
	var out []AbroadRow
	for _, f := range found {
		row := AbroadRow{
			Name: strings.TrimSpace(f.Given + " " + f.Family), From: strings.Trim(f.Club+", "+f.Country, ", "),
			List: f.Source.String() + " of " + f.Day.Long(), URL: here + "/guest?listed=" + strconv.FormatInt(f.ID, 10),
		}
		if f.Rating != nil {
			row.Rating = f.Rating.String()
			if f.Stated != "" {
				row.Rating += " (" + f.Stated + " there)"
			}
		}
		out = append(out, row)
	}
	return out, nil
}

func foundRow(p *kit.Page, w *tournaments.Wallchart, f tournaments.FoundPlayer, sent sentForm) FoundRow {
	id, here := kit.IDText(f.Person), sectionDeskURL(w.Section.ID, "entries")
	row := FoundRow{
		FormKey: p.Form("enter" + id), Person: id, Name: f.Name, Club: f.Club, Rating: f.Rating,
		Already: f.Section, Warning: f.Warning, Action: here,
	}
	form := sent.form(p, sent.to == here && sent.in.Text("person") == id, nil)
	if w.Section.Teams() && len(w.Teams()) > 0 {
		row.Team = form.perhaps(kit.Field{
			ID: "team-" + id, Name: "team", Label: "Team", Type: "select", Options: teamOptions(w, "None yet"),
		})
	}
	if f.Rating == "" {
		row.Grade = form.perhaps(kit.Field{
			ID: "rating-" + id, Name: "rating", Label: "Grade", Required: true, Width: "short", Placeholder: "5k",
		})
	}
	if f.Warning != "" {
		row.Visitor = form.perhaps(kit.Field{
			ID: "visitor-" + id, Name: "visitor", Label: "as a visitor", Type: "checkbox", Width: "short",
		})
	}
	return row
}

func entryRow(p kit.Page, sec tournaments.Section, e tournaments.Entry) EntryRow {
	row := EntryRow{
		Number: strconv.Itoa(e.Number), Player: playerSeat(place{}, e), URL: entryURL(e.ID),
		Rating: e.Rating.String(), Source: sourceText(e.RatingSource), Badge: membershipBadge(e), Warning: e.Warning,
		Note: entryNote(e),
	}
	row.Player.URL = entryURL(e.ID)
	if e.Partner != nil {
		row.Source = "the mean of both"
	} else if sec.Pairs {
		row.Note = strings.TrimSuffix("no partner yet, "+row.Note, ", ")
	}
	if e.NeedsLook() {
		row.Accept = p.Button(
			"visitor"+row.Number, entryURL(e.ID)+"/visitor", "Accept as a visitor", kit.VersionField(e.Version),
		)
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

func membershipBadge(e tournaments.Entry) *kit.Badge {
	switch e.Membership {
	case tournaments.IsMember:
		return &kit.Badge{Kind: kit.KindSuccess, Text: "Member"}
	case tournaments.Visitor:
		return &kit.Badge{Kind: kit.KindNeutral, Text: "Visitor"}
	}
	return &kit.Badge{Kind: kit.KindWarning, Text: "Not a member"}
}

// entryCreate enters somebody of the register.
func (s *Desk) entryCreate(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	entry := readEntry(in)
	entry.Section, entry.Team = w.Section.ID, kit.Chosen[tournaments.TeamID](in, "team")
	e, err := s.tournaments.Enter(c.Request().Context(), s.Actor(c), kit.Chosen[auth.PersonID](in, "person"), entry)
	if err := in.Refusal(err); err != nil {
		return s.showEntries(c, w, sentTo(c, in, err))
	}
	s.Flash(c, entryFlashKind(e), enteredText(e))
	return kit.SeeOther(c, sectionDeskURL(w.Section.ID, "entries"))
}

func entryFlashKind(e tournaments.Entry) string {
	if e.NeedsLook() {
		return kit.KindWarning
	}
	return kit.KindSuccess
}

func enteredText(e tournaments.Entry) string {
	text := e.Name + " (" + e.Grade() + ") is entered."
	if e.NeedsLook() && e.Warning != "" {
		text += " " + kit.Capital(e.Warning) + "."
	}
	return text
}

// entriesRefresh checks memberships and ratings of a section's entries again.
func (s *Desk) entriesRefresh(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	here := sectionDeskURL(w.Section.ID, "entries")
	changed, err := s.tournaments.RefreshEntries(c.Request().Context(), s.Actor(c), w.Section.ID)
	if err != nil {
		return s.RefusedAt(c, err, here)
	}
	text := "Nothing has changed."
	if changed > 0 {
		text = kit.Plural(changed, "entry has", "entries have") + " changed."
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, here)
}

// entriesFile answers with the entries as a file, with what only the director
// sees.
func (s *Desk) entriesFile(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	_, format := kit.SplitFormat(c.Request().URL.Path)
	return s.SendTable(c, format, s.fileName(w, "entries"), entriesTable(w))
}
