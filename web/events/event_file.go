package events

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// EventUploadPage takes an event as a file.
type EventUploadPage struct {
	kit.FormPage
}

// EventFilePage is an event file before it becomes an event: what would be kept, what not, and who
// each player is.
type EventFilePage struct {
	kit.Page
	File     string
	Summary  []kit.Fact
	Settings []kit.Fact
	Rules    []string // settings that no form has, kept as in the file
	Read     []string // read otherwise than written
	Changed  []string // kept in another way, or not
	Moved    string   // whose places differ; "" when none do
	Places   string   // what is so about the places
	Action   string
	Hidden   []kit.Hidden
	Groups   []kit.FieldGroup
	Rows     []ListRow
	Visitor  *kit.Field // accepts all who are not members
	Discard  *kit.PostButton
}

var (
	eventUploadView = kit.NewView[EventUploadPage](templates, "director/event_upload.html")
	eventFileView   = kit.NewView[EventFilePage](templates, "director/event_file.html")
)

const eventUploadPath = "/director/events/from-file"

func eventFileURL(id tournaments.EventFileID) string {
	return fmt.Sprintf("/director/event-files/%d", id)
}

// uploadEvent takes an event file, to be looked at first.
func (s *Desk) uploadEvent() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "New event from a file", directorCrumb)
			page.Action, page.Submit, page.Back = eventUploadPath, "Check the file", "/director"
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "The event file", Accept: ".json,.xml,.h9,.tou,.aga,.csv", Required: true,
				Hint: "OpenGotha (.xml), this program (.json), .h9, .tou, .aga, or a CSV table with rounds. At most 8 MB and " +
					"1,000 players.",
			}}
			page.Group("", kit.Field{
				Name: "section", Label: "Section", Width: "medium", MaxLength: 100,
				Hint: "Only for the file of an event of this site that has several.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			l, err := s.readEventUpload(c, in.Text("section"))
			return kit.Done{To: eventFileURL(l.ID)}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, _ kit.Nothing) error {
			return eventUploadView.Render(c, status, EventUploadPage{FormPage: *page})
		},
	}
}

func (s *Desk) readEventUpload(c echo.Context, section string) (tournaments.EventFile, error) {
	file, err := kit.ChosenFile(c, "file")
	if err != nil {
		return tournaments.EventFile{}, err
	}
	if file == nil {
		var f apperr.Fields
		f.Add("file", "Choose a file first.")
		return tournaments.EventFile{}, f.Err()
	}
	defer file.Close()
	return s.tournaments.ReadEventFile(c.Request().Context(), s.Actor(c), file.Name, section, file)
}

func (s *Desk) uploadedEvent(c echo.Context) (tournaments.EventFile, error) {
	id, err := kit.PathID[tournaments.EventFileID](c, "id")
	if err != nil {
		return tournaments.EventFile{}, err
	}
	return s.tournaments.EventFile(c.Request().Context(), s.Actor(c), id)
}

func (s *Desk) eventFile(c echo.Context) error {
	l, err := s.uploadedEvent(c)
	if err != nil {
		return err
	}
	in := kit.NewFilling()
	in.Set("name", kit.Shortened(l.Event.Name, 100))
	in.Set("place", kit.Shortened(l.Event.Place, 100))
	in.Set("section", l.Section.Name)
	in.SetDay("from", l.Event.From)
	in.SetDay("to", civil.Later(l.Event.From, l.Event.To))
	return eventFileView.Render(c, http.StatusOK, s.eventFilePage(c, l, in))
}

func (s *Desk) eventFilePage(c echo.Context, l tournaments.EventFile, in *kit.Filling) EventFilePage {
	page := EventFilePage{
		Page: s.Page(c, "Check the event", directorCrumb, kit.Crumb{Label: "New event from a file", URL: eventUploadPath}),
		File: l.FileName, Action: eventFileURL(l.ID), Hidden: []kit.Hidden{kit.VersionField(l.Version)},
		Rules: sentences(slices.Concat(l.Section.FromFile.Says(), l.Section.Unpaired.Says())), Read: sentences(l.Notes), Changed: sentences(l.Changed),
	}
	page.Summary = []kit.Fact{
		{Label: "Players", Value: strconv.Itoa(len(l.Rows))},
		{Label: "Rounds drawn", Value: fmt.Sprintf("%d of %d", l.Rounds, l.Section.Rounds)},
		{Label: "Results missing", Value: strconv.Itoa(l.Open)},
	}
	settings := kit.NewFilling()
	fillSettings(settings, l.Section.Settings)
	page.Settings = []kit.Fact{
		{Label: "Games", Value: saysGames(settings)}, {Label: "Handicap", Value: saysHandicap(settings)},
		{Label: "The draw", Value: saysDraw(settings)}, {Label: "What decides it", Value: saysCriteria(settings)},
		{Label: "Places", Value: saysPlaces(settings)}, {Label: "Rating", Value: saysRating(settings)},
	}
	switch {
	case len(l.Moved) > 0:
		page.Moved = "On the site these players have another place, score or tie-break than by the file’s settings: " +
			kit.AndList(l.Moved) + "."
	case l.Rounds > 0:
		page.Places = "Worked out on the site, every place, score and tie-break is the same as by the file’s settings."
	}
	page.Groups = eventFileFields(&page.Page, in)
	page.Discard = page.Button("discard", eventFileURL(l.ID)+"/discard", "Discard the file")
	page.Discard.Kind = "quiet"
	o := tournaments.Overview{Sections: []tournaments.SectionOverview{{Section: l.Section}}}
	visitors := 0
	for _, row := range l.Rows {
		out := listRow(in, row, o)
		page.Rows = append(page.Rows, out)
		if out.Visitor != nil {
			visitors++
		}
	}
	if visitors > 1 {
		page.Visitor = &kit.Field{
			ID: allVisitors, Name: allVisitors, Label: "Accept everyone who is not a member as a visitor", Type: "checkbox",
			Checked: in.Ticked(allVisitors),
		}
	}
	return page
}

// sentences begins each text with a capital and ends it with a full stop.
func sentences(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = kit.Capital(strings.TrimSuffix(text, ".")) + "."
	}
	return out
}

func eventFileFields(p *kit.Page, in *kit.Filling) []kit.FieldGroup {
	first, last := kit.DayField("from", "First day", ""), kit.DayField("to", "Last day", "")
	first.Required, first.Width, last.Width = true, "", ""
	return []kit.FieldGroup{{Legend: "The event", Fields: []kit.Field{
		in.Field(p, kit.Field{Name: "name", Label: "Name", Required: true, MaxLength: 100}),
		in.Field(p, kit.Field{
			Name: "section", Label: "Section", Required: true, MaxLength: 100, Hint: "Such as Open or Handicap.",
		}),
		in.Field(p, kit.Field{Name: "place", Label: "Place", MaxLength: 100}),
	}, Rows: [][]kit.Field{{in.Field(p, first), in.Field(p, last)}}}}
}

func (s *Desk) eventFileConfirm(c echo.Context) error {
	l, err := s.uploadedEvent(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	asked := tournaments.EventFileInput{
		Event: tournaments.EventInput{
			Name: in.Text("name"), Place: in.Text("place"), From: in.Day("from"), To: in.Day("to"),
		},
		Section: in.Text("section"), Version: in.Version(),
	}
	choices := readChoices(in, tournaments.EntryList{Rows: l.Rows})
	e, section, result, err := s.tournaments.ConfirmEventFile(c.Request().Context(), s.Actor(c), l.ID, asked, choices)
	if err = in.Refusal(err); err != nil {
		page := s.eventFilePage(c, l, in)
		if page.Invalid(err) {
			page.Groups = eventFileFields(&page.Page, in)
			return eventFileView.Render(c, http.StatusUnprocessableEntity, page)
		}
		return err
	}
	text := fmt.Sprintf("%s is set up with %s", e.Name, kit.Plural(result.Entered, "player", "players"))
	if result.Guests > 0 {
		text += fmt.Sprintf(", %d of them new to the register", result.Guests)
	}
	if l.Rounds > 0 {
		text += fmt.Sprintf(", and %s", kit.Plural(l.Rounds, "round", "rounds"))
	}
	s.Flash(c, kit.KindSuccess, text+". No one else sees it until you announce it.")
	if l.Rounds > 0 {
		return kit.SeeOther(c, sectionDeskURL(section, "standings"))
	}
	return kit.SeeOther(c, kit.EventDeskURL(e.ID))
}

func (s *Desk) eventFileDiscard(c echo.Context) error {
	id, err := kit.PathID[tournaments.EventFileID](c, "id")
	if err != nil {
		return err
	}
	if err := s.tournaments.DiscardEventFile(c.Request().Context(), s.Actor(c), id); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "The file is discarded. Nothing was entered.")
	return kit.SeeOther(c, "/director")
}
