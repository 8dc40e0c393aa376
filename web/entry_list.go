package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/reports"
)

// EntryUploadPage takes a list of entries as a file.
type EntryUploadPage struct {
	Page
	Action    string
	Upload    Upload
	Templates []Link
	Sections  []string
}

// EntryListPage is the preview of an uploaded list: what each row would do.
type EntryListPage struct {
	Page
	File    string
	Summary []Fact
	Ignored string
	Action  string
	Hidden  []Hidden
	Rows    []ListRow
	Done    bool
	Back    string
}

// ListRow is one row of an uploaded list.
type ListRow struct {
	Number   string
	Class    string // of the row
	State    Badge
	Name     string
	Detail   string // grade, club, rounds
	Notes    []string
	Choice   Field // what to do with it
	Section  *Field
	Visitor  *Field
	ReadOnly bool
}

var (
	entryUploadView = newView[EntryUploadPage]("director/entry_upload.html")
	entryListView   = newView[EntryListPage]("director/entry_list.html")
)

func (s *Server) entryUpload(c echo.Context) error {
	o, err := s.deskOverview(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return entryUploadView.render(c, http.StatusOK, s.uploadPage(c, o))
}

func (s *Server) uploadPage(c echo.Context, o tournaments.Overview) EntryUploadPage {
	here := deskPartURL(o.Event.ID, "entries")
	page := EntryUploadPage{
		Page:   s.page(c, "Enter a list", Crumb{"Director", "/director"}, Crumb{o.Event.Name, deskURL(o.Event.ID)}),
		Action: here,
		Upload: Upload{ID: "file", Name: "file", Label: "The list", Accept: ".xlsx,.csv", Required: true,
			Hint: "XLSX or CSV, one player a row. Nothing is entered before you have seen what each row would do."},
		Templates: []Link{{Label: "empty list (XLSX)", URL: here + ".xlsx"}, {Label: "empty list (CSV)", URL: here + ".csv"}},
	}
	for _, sec := range o.Sections {
		page.Sections = append(page.Sections, sec.Section.Name)
	}
	return page
}

// entryTemplate answers with an empty list to fill in.
func (s *Server) entryTemplate(c echo.Context) error {
	o, err := s.deskOverview(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	_, format := splitFormat(c.Request().URL.Path)
	t := reports.Table{Title: "Entries", Columns: columns("Family name", "Given names", "Grade", "Club", "E-mail", "Section", "Absent rounds")}
	return s.sendTable(c, format, o.Event.Slug+"-entries", t)
}

func (s *Server) entryUploaded(c echo.Context) error {
	o, err := s.deskOverview(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	list, err := s.readEntryUpload(c, o.Event.ID)
	if err != nil {
		page := s.uploadPage(c, o)
		if !page.invalid(err) {
			return err
		}
		for i := range page.Errors {
			page.Errors[i].Field = "file"
		}
		page.Upload.Error = page.Errors[0].Message
		return entryUploadView.render(c, http.StatusUnprocessableEntity, page)
	}
	return seeOther(c, listURL(list.ID))
}

func listURL(id tournaments.ImportID) string { return fmt.Sprintf("/director/lists/%d", id) }

func (s *Server) readEntryUpload(c echo.Context, event auth.EventID) (tournaments.EntryList, error) {
	file, err := chosenFile(c, "file")
	if err != nil {
		return tournaments.EntryList{}, err
	}
	if file == nil {
		return tournaments.EntryList{}, apperr.New(apperr.Invalid, "Choose a file first.")
	}
	defer file.Close()
	return s.tournaments.ReadEntryList(c.Request().Context(), s.actor(c), event, file.Name, file)
}

func (s *Server) entryList(c echo.Context) error {
	list, o, err := s.uploadedList(c)
	if err != nil {
		return err
	}
	return entryListView.render(c, http.StatusOK, s.listPage(c, list, o))
}

func (s *Server) uploadedList(c echo.Context) (tournaments.EntryList, tournaments.Overview, error) {
	ctx, actor := c.Request().Context(), s.actor(c)
	id, err := pathID[tournaments.ImportID](c, "id")
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

func (s *Server) listPage(c echo.Context, list tournaments.EntryList, o tournaments.Overview) EntryListPage {
	page := EntryListPage{
		Page: s.page(c, "Check the list", Crumb{"Director", "/director"}, Crumb{o.Event.Name, deskURL(o.Event.ID)}),
		File: list.FileName, Action: listURL(list.ID), Hidden: []Hidden{version(list.Version)}, Done: list.Done,
		Back: deskPartURL(o.Event.ID, "entries"),
	}
	if len(list.Ignored) > 0 {
		page.Ignored = andList(list.Ignored)
	}
	ready, look, wrong, already := 0, 0, 0, 0
	for _, row := range list.Rows {
		out := listRow(c, row, o)
		switch {
		case row.Already:
			already++
		case len(row.Problems) > 0:
			wrong++
		case out.State.Kind == KindWarning:
			look++
		default:
			ready++
		}
		page.Rows = append(page.Rows, out)
	}
	page.Summary = []Fact{
		{Label: "Ready", Value: strconv.Itoa(ready)}, {Label: "Have a look", Value: strconv.Itoa(look)},
		{Label: "Cannot be entered", Value: strconv.Itoa(wrong)}, {Label: "Entered already", Value: strconv.Itoa(already)},
	}
	return page
}

// listRow shows a row with what can be done; a form that was sent back keeps
// its choices.
func listRow(c echo.Context, row tournaments.EntryRow, o tournaments.Overview) ListRow {
	n := strconv.Itoa(row.Number)
	out := ListRow{Number: n, Name: row.Name, Detail: rowDetail(row), Notes: append(append([]string{}, row.Problems...), row.Warnings...)}
	switch {
	case row.Already:
		out.Class, out.State, out.ReadOnly = "row-unchanged", Badge{Kind: RowUnchanged, Text: "Entered already"}, true
		return out
	case len(row.Problems) > 0:
		out.Class, out.State = "row-error", Badge{Kind: KindError, Text: "Cannot be entered"}
		out.Choice = Field{ID: "row-" + n, Name: "row-" + n, Label: "What to do with row " + n, Type: "select", Options: choices(formText(c, "row-"+n),
			"", "Correct the file, or", "", string(tournaments.LeaveIt), "Do not enter", "")}
		return out
	case row.Choice.Kind == "":
		out.Class, out.State = "row-warning", Badge{Kind: KindWarning, Text: "Decide"}
	case row.Section == 0 && len(o.Sections) > 1:
		out.Class, out.State = "row-warning", Badge{Kind: KindWarning, Text: "Choose a section"}
	case row.Choice.Kind == tournaments.Guest:
		out.State = Badge{Kind: RowNew, Text: "New to the register"}
	case len(row.Warnings) > 0:
		out.Class, out.State = "row-warning", Badge{Kind: KindWarning, Text: "Have a look"}
	default:
		out.State = Badge{Kind: RowMatch, Text: "In the register"}
	}
	out.Choice = Field{ID: "row-" + n, Name: "row-" + n, Label: "What to do with row " + n, Type: "select", Options: rowChoices(c, row)}
	if len(o.Sections) > 1 {
		f := Field{ID: "section-" + n, Name: "section-" + n, Label: "Section", Type: "select"}
		chosen := row.Section
		if id := formID[tournaments.SectionID](c, f.Name); id != 0 {
			chosen = id
		}
		if chosen == 0 {
			f.Options = append(f.Options, Option{Value: "", Label: "Choose", Selected: true})
		}
		for _, sec := range o.Sections {
			f.Options = append(f.Options, Option{Value: strconv.FormatInt(int64(sec.Section.ID), 10), Label: sec.Section.Name, Selected: sec.Section.ID == chosen})
		}
		out.Section = &f
	}
	if mayBeNoMember(row) {
		out.Visitor = &Field{
			ID: "visitor-" + n, Name: "visitor-" + n, Label: "Accept as a visitor", Type: "checkbox",
			Checked: row.Choice.Visitor || formTicked(c, "visitor-"+n),
		}
	}
	return out
}

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
func rowChoices(c echo.Context, row tournaments.EntryRow) []Option {
	chosen := choiceValue(row.Choice)
	if sent := formText(c, "row-"+strconv.Itoa(row.Number)); sent != "" {
		chosen = sent
	}
	var out []Option
	add := func(value, label string) {
		out = append(out, Option{Value: value, Label: label, Selected: value == chosen})
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
	add(string(tournaments.Guest), "Somebody new: put into the register as a guest")
	add(string(tournaments.LeaveIt), "Do not enter")
	return out
}

func choiceValue(ch tournaments.Choice) string {
	if ch.Kind == tournaments.Match {
		return fmt.Sprintf("match:%d", ch.Person)
	}
	return string(ch.Kind)
}

func (s *Server) entryListConfirm(c echo.Context) error {
	list, o, err := s.uploadedList(c)
	if err != nil {
		return err
	}
	result, err := s.tournaments.ConfirmEntryList(c.Request().Context(), s.actor(c), list.ID, formVersion(c), readChoices(c, list))
	if err != nil {
		page := s.listPage(c, list, o)
		if page.invalid(err) {
			return entryListView.render(c, http.StatusUnprocessableEntity, page)
		}
		return err
	}
	text := plural(result.Entered, "player is", "players are") + " entered"
	if result.Guests > 0 {
		text += fmt.Sprintf(", %d of them new to the register", result.Guests)
	}
	if result.Already > 0 {
		text += fmt.Sprintf("; %d were entered already", result.Already)
	}
	if result.Left > 0 {
		text += fmt.Sprintf("; %d left out", result.Left)
	}
	s.flash(c, KindSuccess, text+".")
	if len(o.Sections) == 1 {
		return seeOther(c, sectionDeskURL(o.Sections[0].Section.ID, "entries"))
	}
	return seeOther(c, deskURL(o.Event.ID))
}

// readChoices reads what is to be done with each row.
func readChoices(c echo.Context, list tournaments.EntryList) []tournaments.Choice {
	var out []tournaments.Choice
	for _, row := range list.Rows {
		if row.Already {
			continue
		}
		n := strconv.Itoa(row.Number)
		ch := tournaments.Choice{
			Row:     row.Number,
			Section: formID[tournaments.SectionID](c, "section-"+n), Visitor: formTicked(c, "visitor-"+n),
		}
		switch kind, id, _ := strings.Cut(formText(c, "row-"+n), ":"); tournaments.ChoiceKind(kind) {
		case tournaments.Match:
			person, err := strconv.ParseInt(id, 10, 64)
			if err == nil {
				ch.Kind, ch.Person = tournaments.Match, auth.PersonID(person)
			}
		case tournaments.Guest, tournaments.LeaveIt:
			ch.Kind = tournaments.ChoiceKind(kind)
		}
		out = append(out, ch)
	}
	return out
}
