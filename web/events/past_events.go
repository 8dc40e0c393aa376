package events

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// PastEventsPage are files of events that are over, before they become events of the site.
type PastEventsPage struct {
	kit.Page
	Files  []PastFileRow
	Add    []kit.Link
	Action string
	Hidden []kit.Hidden
	Groups []kit.FieldGroup // of each file
	Rows   []ListRow        // the people of all files
	Empty  *kit.Empty
}

// PastFileRow is one of the files.
type PastFileRow struct {
	File, Event, Played string
	State               kit.Badge
	Class               string
	Notes               []string
	Remove              *kit.PostButton
}

var pastEventsView = kit.NewView[PastEventsPage](templates, "director/past_events.html")

const pastEventsPath = kit.RatingsDeskPath + "/past-events"

var ratingsCrumb = kit.Crumb{Label: "Ratings desk", URL: kit.RatingsDeskPath}

// addPastEvents takes files of events that are over, to be looked at together first.
func (s *Desk) addPastEvents() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Send files of past events", ratingsCrumb, kit.Crumb{Label: "Past events", URL: pastEventsPath})
			page.Action, page.Submit, page.Back = pastEventsPath+"/add", "Check the files", pastEventsPath
			page.Say("Events that are over, with all their results. You see what each file holds and who its players are before " +
				"anything is taken.")
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "The event files", Accept: ".json,.xml,.h9,.tou,.aga,.csv", Required: true, Many: true,
				Hint: "One or several: OpenGotha (.xml), this program (.json), .h9, .tou, .aga, or CSV tables with rounds. At most " +
					"8 MB a file, and 12 MB at once.",
			}}
			return nil
		},
		Take: func(c echo.Context, _ *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			chosen, err := kit.ChosenFiles(c, "file")
			if err != nil {
				return kit.Done{}, err
			}
			files := make([]tournaments.NamedFile, len(chosen))
			for i, f := range chosen {
				defer f.Close()
				files[i] = tournaments.NamedFile{Name: f.Name, Reader: f}
			}
			return kit.Done{To: pastEventsPath}, s.tournaments.ReadPastEvents(c.Request().Context(), s.Actor(c), files)
		},
	}
}

func (s *Desk) pastEvents(c echo.Context) error {
	all, err := s.tournaments.PastEvents(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	in := kit.NewFilling()
	for _, f := range all.Files {
		in.Set(pastField("name", f.ID), kit.Shortened(f.Event.Name, 100))
		in.Set(pastField("place", f.ID), kit.Shortened(f.Event.Place, 100))
		in.Set(pastField("part", f.ID), f.Section)
		in.SetDay(pastField("from", f.ID), f.Event.From)
		in.SetDay(pastField("to", f.ID), civil.Later(f.Event.From, f.Event.To))
		in.Set(pastField("weight", f.ID), ratings.FullWeight.String())
	}
	return pastEventsView.Render(c, http.StatusOK, s.pastEventsPage(c, all, in))
}

func pastField(name string, id tournaments.EventFileID) string { return name + "-" + kit.IDText(id) }

func (s *Desk) pastEventsPage(c echo.Context, all tournaments.PastEvents, in *kit.Filling) PastEventsPage {
	page := PastEventsPage{
		Page: s.Page(c, "Past events", ratingsCrumb), Action: pastEventsPath,
		Add: []kit.Link{
			{Label: "Send event files", URL: pastEventsPath + "/add"},
			{Label: "Send a rating list", URL: pastEventsPath + "/add-list"},
		},
	}
	if len(all.Files)+len(all.Lists) == 0 {
		page.Empty = &kit.Empty{
			Title: "No file waits",
			Text: "Send the files of events that are over, all at once if you like, and the rating list that the society has had so " +
				"far. They are put in order by their days, their people are looked up together, and the list is worked out once.",
		}
		return page
	}
	for _, l := range all.Lists {
		page.Hidden = append(page.Hidden, kit.Hidden{Name: "list", Value: kit.IDText(l.ID)})
		page.Files = append(page.Files, startingRow(&page.Page, l))
	}
	for _, f := range all.Files {
		page.Hidden = append(page.Hidden, kit.Hidden{Name: "seen", Value: kit.IDText(f.ID)})
		page.Files = append(page.Files, s.pastFileRow(&page.Page, f))
	}
	o := tournaments.Overview{Sections: []tournaments.SectionOverview{{}}}
	for _, row := range all.Rows {
		out := listRow(in, row, o)
		out.Visitor = nil // the events are over
		page.Rows = append(page.Rows, out)
	}
	page.Groups = pastGroups(&page.Page, all.Files, in)
	return page
}

func (s *Desk) pastFileRow(p *kit.Page, f tournaments.PastFile) PastFileRow {
	row := PastFileRow{
		File: f.FileName, Event: cmp.Or(f.Event.Name, "Without a name"),
		Played: fmt.Sprintf(
			"%s, %s, %s with a result", kit.Plural(f.Players, "player", "players"), kit.Plural(f.Rounds, "round", "rounds"),
			kit.Plural(f.Games, "game", "games"),
		),
		State:  kit.Badge{Kind: kit.KindSuccess, Text: "Places agree"},
		Notes:  append(append([]string{}, f.Problems...), sentences(f.Notes)...),
		Remove: p.Button("remove-"+kit.IDText(f.ID), kit.Below(pastEventsPath, f.ID, "remove"), "Remove"),
	}
	row.Remove.Kind, row.Remove.For = "quiet", f.FileName
	if f.Event.From.IsZero() {
		row.Notes = append([]string{"The file has no day: enter it below."}, row.Notes...)
	} else {
		row.Played = f.Event.From.Long() + "; " + row.Played
	}
	switch {
	case len(f.Problems) > 0:
		row.Class, row.State = "row-error", kit.Badge{Kind: kit.KindError, Text: "Remove this file"}
	case len(f.Moved) > 0:
		row.Class, row.State = "row-warning", kit.Badge{Kind: kit.KindWarning, Text: "Places differ"}
		row.Notes = append(row.Notes, "On the site these players have another place, score or tie-break than by the file’s settings: "+
			kit.AndList(f.Moved)+".")
	}
	return row
}

// startingRow is a rating list that waits.
func startingRow(p *kit.Page, l tournaments.StartingList) PastFileRow {
	row := PastFileRow{
		File: l.FileName, Event: "Rating list: " + l.Source,
		Played: "From the morning of " + l.Day.Long() + "; " + kit.Plural(l.Players, "player", "players"),
		State:  kit.Badge{Kind: kit.KindSuccess, Text: "Every row read"},
		Remove: p.Button("remove-"+kit.IDText(l.ID), kit.Below(pastEventsPath, l.ID, "remove"), "Remove"),
	}
	row.Remove.Kind, row.Remove.For = "quiet", l.FileName
	if len(l.Ignored) > 0 {
		row.Notes = []string{"Not read: " + kit.AndList(l.Ignored) + "."}
	}
	return row
}

// addStartingList takes a rating list that the society had elsewhere.
func (s *Desk) addStartingList() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Send a rating list", ratingsCrumb, kit.Crumb{Label: "Past events", URL: pastEventsPath})
			page.Action, page.Submit, page.Back = pastEventsPath+"/add-list", "Check the list", pastEventsPath
			page.Say("The ratings that the society has had so far. From the morning of the list’s day its players stand where it " +
				"says, and the events of that day and later are rated from it. Of a player with rated games here before that day " +
				"only the rating is set.")
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "The list", Accept: ".xlsx,.csv", Required: true,
				Hint: "XLSX or CSV with the columns Name (or Family name and Given names) and Rating or Grade; if there are any, " +
					"Games, Club, Member no. and E-mail too.",
			}}
			on := kit.DayField("day", "Day of the list", "")
			on.Required = true
			page.Group("", on,
				kit.Field{
					Name: "source", Label: "Where it comes from", Required: true, MaxLength: 200,
					Hint: "Everyone reads it on the players’ pages: the society’s rating list of July 2026, kept as a spreadsheet.",
				},
				kit.Field{
					Name: "games", Label: "Rated games, where the list does not say", Type: "number", Min: "1", Width: "short",
					Hint: "On how many games a rating stands. Below ten it is shown as provisional.",
				},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			file, err := kit.ChosenFile(c, "file")
			if err != nil {
				return kit.Done{}, err
			}
			asked := tournaments.StartingListInput{Day: in.Day("day"), Source: in.Text("source"), Games: in.NumberOr("games", 0)}
			if file == nil {
				in.Problem("file", "Choose a file first.")
				return kit.Done{}, in.Refusal(nil)
			}
			defer file.Close()
			err = s.tournaments.ReadStartingList(
				c.Request().Context(), s.Actor(c), asked, tournaments.NamedFile{Name: file.Name, Reader: file},
			)
			return kit.Done{To: pastEventsPath}, err
		},
	}
}

// pastGroups asks for each event; what the file says itself is folded away.
func pastGroups(p *kit.Page, files []tournaments.PastFile, in *kit.Filling) []kit.FieldGroup {
	groups := make([]kit.FieldGroup, len(files))
	for i, f := range files {
		field := func(one kit.Field) kit.Field {
			one.Name = pastField(one.Name, f.ID)
			return in.Field(p, one)
		}
		first, last := kit.DayField("from", "First day", ""), kit.DayField("to", "Last day", "")
		first.Required, first.Width, last.Width = true, "", ""
		g := kit.FieldGroup{
			Legend: f.FileName,
			Fields: []kit.Field{
				field(kit.Field{Name: "name", Label: "Name of the event", Required: true, MaxLength: 100}),
				field(kit.Field{Name: "part", Label: "Section", Required: true, MaxLength: 100, Hint: "Such as Open or Handicap."}),
				field(kit.Field{Name: "place", Label: "Place", MaxLength: 100}),
			},
			Rows: [][]kit.Field{{field(first), field(last)}, {field(kit.Field{
				Name: "weight", Label: "Rating", Type: "select", Options: options(
					"1", "Rated in full", "", "0.75", "Rated, weight 0.75", "", "0.5", "Rated, weight 0.5", "", "0.25",
					"Rated, weight 0.25", "", notRated, "Not rated", "",
				),
			})}},
		}
		day := in.Day(pastField("from", f.ID))
		if in.Text(pastField("name", f.ID)) != "" && !day.IsZero() {
			g.Folded = in.Text(pastField("name", f.ID)) + ", " + day.Long()
		}
		groups[i] = g
	}
	return groups
}

const notRated = "0"

func (s *Desk) pastEventsTake(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	all, err := s.tournaments.PastEvents(ctx, actor)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	var asked tournaments.PastEventsInput
	for _, text := range in.All("list") {
		asked.Lists = append(asked.Lists, kit.ParseID[tournaments.EventFileID](text))
	}
	for _, text := range in.All("seen") {
		id := kit.ParseID[tournaments.EventFileID](text)
		one := tournaments.PastEventInput{
			ID: id, Section: in.Text(pastField("part", id)), Rated: in.Text(pastField("weight", id)) != notRated,
			Event: tournaments.EventInput{
				Name: in.Text(pastField("name", id)), Place: in.Text(pastField("place", id)),
				From: in.Day(pastField("from", id)), To: in.Day(pastField("to", id)),
			},
		}
		if one.Rated {
			var ok bool
			if one.Weight, ok = ratings.ParseWeight(in.Text(pastField("weight", id))); !ok {
				in.Problem(pastField("weight", id), "Choose one of the weights.")
			}
		}
		asked.Events = append(asked.Events, one)
	}
	asked.Choices = readChoices(in, tournaments.EntryList{Rows: all.Rows})
	out, err := s.tournaments.TakePastEvents(ctx, actor, asked)
	if err = in.Refusal(err); err != nil {
		page := s.pastEventsPage(c, all, in)
		if page.Invalid(err) {
			page.Groups = pastGroups(&page.Page, all.Files, in)
			return pastEventsView.Render(c, http.StatusUnprocessableEntity, page)
		}
		return s.RefusedAt(c, err, pastEventsPath)
	}
	s.Flash(c, kit.KindSuccess, tookPast(out))
	return kit.SeeOther(c, kit.RatingsDeskPath)
}

// tookPast says what was taken.
func tookPast(out tournaments.PastTaken) string {
	var said []string
	if out.Events > 0 {
		said = append(said, fmt.Sprintf(
			"%s on the site, %d of them rated with %s.", kit.Plural(out.Events, "past event is", "past events are"),
			len(out.Rated.Events), kit.Plural(out.Rated.Games, "game", "games"),
		))
	}
	if n := out.Rated.Started; n > 0 {
		said = append(said, kit.Plural(n, "rating is", "ratings are")+" taken over from the list.")
	}
	if out.Guests > 0 {
		said = append(said, kit.Plural(out.Guests, "person is", "people are")+" new to the register.")
	}
	if out.Left > 0 {
		said = append(said, kit.Plural(out.Left, "row was", "rows were")+" left out.")
	}
	if n := len(out.Rated.Later); n > 0 {
		said = append(said, kit.Plural(n, "event that was rated before is", "events that were rated before are")+" worked out again.")
	}
	return strings.Join(said, " ")
}

func (s *Desk) pastEventRemove(c echo.Context) error {
	id, err := kit.PathID[tournaments.EventFileID](c, "id")
	if err != nil {
		return err
	}
	if err := s.tournaments.DiscardPastEvent(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, pastEventsPath)
	}
	s.Flash(c, kit.KindSuccess, "The file is removed. Nothing of it was taken.")
	return kit.SeeOther(c, pastEventsPath)
}
