package events

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// EntryUploadPage takes a list of entries as a file.
type EntryUploadPage struct {
	kit.FormPage
	Templates []kit.Link
	Sections  []string
}

// EntryListPage is the preview of an uploaded list: what each row would do.
type EntryListPage struct {
	kit.Page
	File    string
	Summary []kit.Fact
	Ignored string
	Remarks []string
	Missing string       // what has to be said about the columns first
	Columns []kit.Field  // what each column is read as
	Every   []*kit.Field // about all rows: the first row, the section
	Fresh   int          // rows of players who are new to the register and not yet taken as visitors
	Action  string
	Hidden  []kit.Hidden
	Rows    []ListRow
	Visitor *kit.Field // accepts all who are not members
	Done    bool
	Back    string
}

// ListRow is one row of an uploaded list.
type ListRow struct {
	Number   string
	Class    string // of the row
	State    kit.Badge
	Name     string
	Detail   string // grade, club, rounds
	Notes    []string
	Choice   kit.Field // what to do with it
	Section  *kit.Field
	Visitor  *kit.Field
	Written  *kit.Field  // keeps the name as the list has it
	Fix      []kit.Field // the row, to be corrected
	Open     bool        // shows them at once
	ReadOnly bool
}

var (
	entryUploadView = kit.NewView[EntryUploadPage](templates, "director/entry_upload.html")
	entryListView   = kit.NewView[EntryListPage](templates, "director/entry_list.html")
)

// uploadEntries takes a list of entries, to be looked at first.
func (s *Desk) uploadEntries() kit.Form[tournaments.Overview] {
	return kit.Form[tournaments.Overview]{
		Site: s.Site,
		Load: func(c echo.Context) (tournaments.Overview, error) { return s.deskOverview(c, auth.DirectEvent) },
		Show: func(c echo.Context, page *kit.FormPage, o tournaments.Overview) error {
			page.Page = s.Page(
				c, "Enter a list", directorCrumb, kit.Crumb{Label: o.Event.Name, URL: kit.EventDeskURL(o.Event.ID)},
			)
			page.Action, page.Submit = deskPartURL(o.Event.ID, "entries"), "Check the list"
			page.Back = kit.EventDeskURL(o.Event.ID)
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "The list", Accept: ".xlsx,.csv,.xml,.json,.h9,.tou,.aga", Required: true,
				Hint: "XLSX or CSV, one player a row; or an event file of OpenGotha or of this program, a .h9, .tou or .aga list, " +
					"whose players are taken. Nothing is entered until you have seen what each row would do.",
			}}
			return nil
		},
		Take: func(c echo.Context, _ *kit.Filling, o tournaments.Overview) (kit.Done, error) {
			list, err := s.readEntryUpload(c, o.Event.ID)
			return kit.Done{To: listURL(list.ID)}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, o tournaments.Overview) error {
			here := deskPartURL(o.Event.ID, "entries")
			out := EntryUploadPage{FormPage: *page, Templates: []kit.Link{
				{Label: "empty list (XLSX)", URL: here + ".xlsx"}, {Label: "empty list (CSV)", URL: here + ".csv"},
			}}
			for _, sec := range o.Sections {
				out.Sections = append(out.Sections, sec.Section.Name)
			}
			return entryUploadView.Render(c, status, out)
		},
	}
}

// entryTemplate answers with an empty list to fill in.
func (s *Desk) entryTemplate(c echo.Context) error {
	o, err := s.deskOverview(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	_, format := kit.SplitFormat(c.Request().URL.Path)
	form := entryForm(o, !s.AtVenue)
	write := reports.FormCSV
	if format == kit.FormatXLSX {
		write = s.Press().FormXLSX
	}
	return kit.SendWritten(c, format, s.TodaysFile("entries", o.Event.Slug), func(w io.Writer) error {
		return write(w, form)
	})
}

// entryForm is an empty list of entries, with the sections of the event and the rounds to choose from. At a venue it asks for
// no addresses: they do not travel.
func entryForm(o tournaments.Overview, addresses bool) reports.Form {
	f := reports.Form{
		Title: o.Event.Name + ": entries", Sheet: "Entries", Freeze: 2, Above: []string{"Entries: " + o.Event.Name},
		Columns: []reports.FormColumn{
			{Title: "Family name", Width: 22, Example: "Tūī"}, {Title: "Given names", Width: 22, Example: "Aroha"},
			{Title: "Grade", Width: 14, Example: "3 dan", Choices: reports.GradeChoices()},
			{Title: "Club", Width: 24, Example: "Wellington"},
		},
		Steps: []reports.FormStep{
			{About: "Who", Text: "A row for each player. Names are needed, and the grade of everyone who is not on the rating list."},
			{About: "Grade", Text: "Choose it from the list that the cell offers, or write it: 3 dan, 3d, 12 kyu or 12k."},
			{About: "Section", Text: "Choose one of the event’s sections. Leave it blank where all play in one: you are asked once."},
			{About: "Absent rounds", Text: "The rounds that the player does not play, as 3 or 1, 4. Leave it blank for everyone else."},
			{About: "Headings", Text: "Keep the row of headings. Columns may be left out, and stand in any order."},
			{About: "Send it", Text: "Upload the file where you got it. You see what each row would do before anyone is entered."},
		},
	}
	if addresses {
		f.Columns = append(f.Columns, reports.FormColumn{Title: "E-mail", Width: 30, Example: "aroha@mail.example"})
	}
	section := reports.FormColumn{Title: "Section", Width: 18, Example: "Open", Only: true}
	for _, of := range o.Sections {
		section.Choices = append(section.Choices, of.Section.Name)
	}
	if len(section.Choices) > 0 {
		section.Example = section.Choices[0]
	}
	f.Columns = append(f.Columns, section, reports.FormColumn{Title: "Absent rounds", Width: 15, Example: "1, 4"})
	return f
}

func listURL(id tournaments.ImportID) string { return fmt.Sprintf("/director/lists/%d", id) }

func (s *Desk) readEntryUpload(c echo.Context, event auth.EventID) (tournaments.EntryList, error) {
	file, err := kit.ChosenFile(c, "file")
	if err != nil {
		return tournaments.EntryList{}, err
	}
	if file == nil {
		var f apperr.Fields
		f.Add("file", "Choose a file first.")
		return tournaments.EntryList{}, f.Err()
	}
	defer file.Close()
	return s.tournaments.ReadEntryList(c.Request().Context(), s.Actor(c), event, file.Name, file)
}

func (s *Desk) entryList(c echo.Context) error {
	list, o, err := s.uploadedList(c)
	if err != nil {
		return err
	}
	return entryListView.Render(c, http.StatusOK, s.listPage(c, list, o, kit.NewFilling()))
}

func (s *Desk) uploadedList(c echo.Context) (tournaments.EntryList, tournaments.Overview, error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	id, err := kit.PathID[tournaments.ImportID](c, "id")
	if err != nil {
		return tournaments.EntryList{}, tournaments.Overview{}, err
	}
	list, err := s.tournaments.EntryList(ctx, actor, id)
	if err != nil {
		return list, tournaments.Overview{}, err
	}
	e, err := s.tournaments.EventByID(ctx, actor, list.Event)
	if err != nil {
		return list, tournaments.Overview{}, err
	}
	o, err := s.tournaments.Overview(ctx, actor, e.Slug)
	return list, o, err
}

func (s *Desk) listPage(
	c echo.Context, list tournaments.EntryList, o tournaments.Overview, in *kit.Filling,
) EntryListPage {
	page := EntryListPage{
		Page: s.Page(c, "Check the list", kit.Crumb{
			Label: "Director", URL: "/director",
		}, kit.Crumb{Label: o.Event.Name, URL: kit.EventDeskURL(o.Event.ID)}),
		File: list.FileName, Action: listURL(list.ID), Hidden: []kit.Hidden{kit.VersionField(list.Version)}, Done: list.Done,
		Back: deskPartURL(o.Event.ID, "entries"),
	}
	if len(list.Ignored) > 0 {
		page.Ignored = strings.TrimSuffix(kit.AndList(list.Ignored), ".")
	}
	page.Remarks, page.Missing = list.Remarks, list.Missing
	page.askAboutColumns(in, list, o)
	ready, look, wrong, already, visitors := 0, 0, 0, 0, 0
	for _, row := range list.Rows {
		out := listRow(in, row, o)
		if !row.Already && !list.Done {
			out.askToFix(in, &page.Page, row, len(list.Rows) <= allFixable)
		}
		if row.Choice.Kind == tournaments.Guest && !row.Choice.Visitor {
			page.Fresh++
		}
		switch {
		case row.Already:
			already++
		case len(row.Problems) > 0:
			wrong++
		case out.State.Kind == kit.KindWarning:
			look++
		default:
			ready++
		}
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
	page.Summary = []kit.Fact{
		{Label: "Ready", Value: strconv.Itoa(ready)}, {Label: "To check", Value: strconv.Itoa(look)},
		{Label: "Cannot be entered", Value: strconv.Itoa(wrong)}, {Label: "Already entered", Value: strconv.Itoa(already)},
	}
	return page
}

// listRow shows a row with what can be done; a form that was sent back keeps
// its choices.
func listRow(in *kit.Filling, row tournaments.EntryRow, o tournaments.Overview) ListRow {
	n := strconv.Itoa(row.Number)
	out := ListRow{
		Number: n, Name: row.Name, Detail: rowDetail(row),
		Notes: append(append([]string{}, row.Problems...), row.Warnings...),
	}
	switch {
	case row.Already:
		out.Class, out.State, out.ReadOnly = "row-unchanged", kit.Badge{Kind: kit.RowUnchanged, Text: "Already entered"}, true
		return out
	case len(row.Problems) > 0 && row.Seated:
		out.Class, out.State, out.ReadOnly = "row-error", kit.Badge{Kind: kit.KindError, Text: "Correct the file"}, true
		return out
	case len(row.Problems) > 0:
		out.Class, out.State = "row-error", kit.Badge{Kind: kit.KindError, Text: "Cannot be entered"}
		out.Choice = in.Field(&kit.Page{}, kit.Field{
			Name: "row-" + n, Label: "What to do with row " + n, Type: "select",
			Options: options("", "Correct the row, or", "", string(tournaments.LeaveIt), "Do not enter", ""),
		})
		if !in.Sends("row-" + n) {
			out.Choice.Options[1].Selected = row.Choice.Kind == tournaments.LeaveIt
		}
		return out
	case row.Choice.Kind == "":
		out.Class, out.State = "row-warning", kit.Badge{Kind: kit.KindWarning, Text: "Decide"}
	case row.Section == 0 && len(o.Sections) > 1:
		out.Class, out.State = "row-warning", kit.Badge{Kind: kit.KindWarning, Text: "Choose a section"}
	case row.Choice.Kind == tournaments.Guest && len(row.Warnings) > 1:
		out.Class, out.State = "row-warning", kit.Badge{Kind: kit.KindWarning, Text: "New: check"}
	case row.Choice.Kind == tournaments.Guest:
		out.State = kit.Badge{Kind: kit.RowNew, Text: "New to the register"}
	case len(row.Warnings) > 0:
		out.Class, out.State = "row-warning", kit.Badge{Kind: kit.KindWarning, Text: "To check"}
	default:
		out.State = kit.Badge{Kind: kit.RowMatch, Text: "In the register"}
	}
	out.Choice = kit.Field{
		ID: "row-" + n, Name: "row-" + n, Label: "What to do with row " + n, Type: "select", Options: rowChoices(in, row),
	}
	if len(o.Sections) > 1 {
		f := kit.Field{ID: "section-" + n, Name: "section-" + n, Label: "Section", Type: "select"}
		chosen := row.Section
		if id := kit.Chosen[tournaments.SectionID](in, f.Name); id != 0 {
			chosen = id
		}
		if chosen == 0 {
			f.Options = append(f.Options, kit.Option{Value: "", Label: "Choose", Selected: true})
		}
		for _, sec := range o.Sections {
			f.Options = append(f.Options, kit.Option{
				Value: strconv.FormatInt(int64(sec.Section.ID), 10), Label: sec.Section.Name, Selected: sec.Section.ID == chosen,
			})
		}
		out.Section = &f
	}
	if mayBeNoMember(row) {
		out.Visitor = &kit.Field{
			ID: "visitor-" + n, Name: "visitor-" + n, Label: "Accept as a visitor", Type: "checkbox",
			Checked: row.Choice.Visitor || in.Ticked("visitor-"+n),
		}
	}
	return out
}

// allVisitors is the one tick for all who are not members.
const allVisitors = "visitors"

// mayBeNoMember reports whether somebody whom the row may mean is not a member.
func mayBeNoMember(row tournaments.EntryRow) bool {
	return row.Choice.Kind != tournaments.Match ||
		slices.ContainsFunc(row.Candidates, func(c tournaments.Candidate) bool { return c.Warning != "" })
}

func rowDetail(row tournaments.EntryRow) string {
	var parts []string
	for _, text := range []string{row.Grade, row.Club} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if len(row.Absent) > 0 {
		parts = append(parts, "absent in "+roundsText(row.Absent))
	}
	return strings.Join(parts, " · ")
}

// rowChoices offers the people the row may mean, somebody new, or nothing.
func rowChoices(in *kit.Filling, row tournaments.EntryRow) []kit.Option {
	chosen := choiceValue(row.Choice)
	if sent := in.Text("row-" + strconv.Itoa(row.Number)); sent != "" {
		chosen = sent
	}
	var out []kit.Option
	add := func(value, label string) {
		out = append(out, kit.Option{Value: value, Label: label, Selected: value == chosen})
	}
	if chosen == "" {
		add("", "Decide")
	}
	for _, cand := range row.Candidates {
		parts := []string{cand.Name}
		for _, p := range []string{cand.Rating, cand.Club} {
			if p != "" {
				parts = append(parts, p)
			}
		}
		label := strings.Join(parts, ", ") + ": " + cand.Why
		if cand.Warning != "" {
			label += "; " + cand.Warning
		}
		add(choiceValue(tournaments.Choice{Kind: tournaments.Match, Person: cand.Person}), label)
	}
	add(string(tournaments.Guest), "Someone new: add as a guest")
	if !row.Seated {
		add(string(tournaments.LeaveIt), "Do not enter")
	}
	return out
}

func choiceValue(ch tournaments.Choice) string {
	if ch.Kind == tournaments.Match {
		return fmt.Sprintf("match:%d", ch.Person)
	}
	return string(ch.Kind)
}

// entryListConfirm does what its button says: enters the players, or keeps what was changed and shows the list again.
func (s *Desk) entryListConfirm(c echo.Context) error {
	list, o, err := s.uploadedList(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	var result tournaments.ImportResult
	var changed tournaments.Revised
	revision := readRevision(in, list)
	entering := in.Text("do") == "" || in.Text("do") == "enter"
	again := !entering || readsOtherwise(revision, list)
	if again {
		changed, err = s.tournaments.ReviseEntryList(ctx, actor, list.ID, revision)
	} else {
		result, err = s.tournaments.ConfirmEntryList(ctx, actor, list.ID, revision.Version, revision.Choices)
	}
	if err != nil {
		page := s.listPage(c, list, o, in)
		if page.Invalid(err) {
			return entryListView.Render(c, http.StatusUnprocessableEntity, page)
		}
		return err
	}
	if again {
		s.Flash(c, kit.KindSuccess, revisedText(in, changed, entering))
		return kit.SeeOther(c, listURL(list.ID))
	}
	s.Flash(c, kit.KindSuccess, listEnteredText(result))
	if len(o.Sections) == 1 {
		return kit.SeeOther(c, sectionDeskURL(o.Sections[0].Section.ID, "entries"))
	}
	return kit.SeeOther(c, kit.EventDeskURL(o.Event.ID))
}

func listEnteredText(result tournaments.ImportResult) string {
	text := kit.Plural(result.Entered, "player is", "players are") + " entered"
	if result.Guests > 0 {
		text += fmt.Sprintf(", %d of them new to the register", result.Guests)
	}
	if result.Already > 0 {
		text += "; " + kit.Plural(result.Already, "was", "were") + " already entered"
	}
	if result.Left > 0 {
		text += fmt.Sprintf("; %d left out", result.Left)
	}
	return text + "."
}
