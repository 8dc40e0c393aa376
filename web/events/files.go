package events

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/formats"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// FilesPage is a section as a file, for each program that reads one.
type FilesPage struct {
	kit.Page
	Head   DeskHead
	Text   string
	Files  []SectionFile
	Action string
	Groups []kit.FieldGroup // what only the person who sends the file knows
	Empty  *kit.Empty
}

// SectionFile is one format: who reads it, and what of this section it cannot hold.
type SectionFile struct {
	Name, For string
	File      kit.Link
	Notes     []string
	Problems  []string // why it cannot be written
}

var filesView = kit.NewView[FilesPage](templates, "director/files.html")

// fileFormats are the formats of a section's files, with who reads them.
var fileFormats = []struct {
	format    formats.Format
	name, who string
}{
	{formats.JSON, "Event file of this program", "Everything, for any machine: nzgs draw check draws every round again."},
	{formats.OpenGotha, "OpenGotha", "A tournament that OpenGotha opens and goes on with."},
	{formats.H9, "European Go Database", "Results in the .h9 format, to send in for European ratings."},
	{formats.TOU, "French rating list", "Results in the .tou format."},
	{formats.AGA, "American Go Association", "Results in the AGA’s format, to send in for its ratings."},
	{formats.CSV, "Spreadsheet", "Players and games as a table, in CSV."},
}

func filesURL(id tournaments.SectionID) string { return sectionDeskURL(id, "files") }

// files shows what each file of a section would hold, before it is fetched.
func (s *Desk) files(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	page := FilesPage{Action: filesURL(w.Section.ID)}
	page.Page, page.Head = s.sectionDesk(c, w, w.Section.Name+": files", "Prints")
	if len(w.Entries) == 0 {
		page.Empty = &kit.Empty{Title: "Nothing to write yet", Text: "A file can be written once players are entered."}
		return filesView.Render(c, http.StatusOK, page)
	}
	in := kit.Asked(c)
	file, lost := w.File()
	status := http.StatusOK
	if err := sentWith(in, file); err != nil {
		if !page.Invalid(err) {
			return err
		}
		status = http.StatusUnprocessableEntity
	} else {
		page.Files = sectionFiles(w, file, in)
		if page.Text = "Every round that is published, with its results so far."; w.Published() == 0 {
			page.Text = "No round is published yet: the files have the players and the settings."
		}
		if len(lost) > 0 {
			page.Text += " No format holds " + kit.AndList(lost) + "."
		}
	}
	page.Groups = fileFields(&page.Page, in)
	return filesView.Render(c, status, page)
}

// sectionFiles writes every file, to see what is lost.
func sectionFiles(w *tournaments.Wallchart, file *formats.File, in *kit.Filling) []SectionFile {
	asked := url.Values{}
	for _, name := range fileAsks {
		if text := in.Text(name); text != "" {
			asked.Set(name, text)
		}
	}
	out := make([]SectionFile, len(fileFormats))
	for i, f := range fileFormats {
		to := filesURL(w.Section.ID) + "/event." + string(f.format)
		if len(asked) > 0 {
			to += "?" + asked.Encode()
		}
		out[i] = SectionFile{Name: f.name, For: f.who, File: kit.Link{Label: "Download ." + string(f.format), URL: to}}
		_, notes, err := formats.Write(f.format, file)
		for _, note := range notes {
			out[i].Notes = append(out[i].Notes, kit.Capital(strings.TrimSuffix(note, "."))+".")
		}
		if err != nil {
			out[i].Problems = problemsOf(err)
		}
	}
	return out
}

// problemsOf are the reasons why no file can be written.
func problemsOf(err error) []string {
	var all *formats.Problems
	if !errors.As(err, &all) {
		return []string{err.Error()}
	}
	var out []string
	for _, p := range all.List {
		out = append(out, p.String())
	}
	return out
}

// sectionFile answers with the file of one format.
func (s *Desk) sectionFile(format formats.Format) echo.HandlerFunc {
	return func(c echo.Context) error {
		w, err := s.deskChart(c, auth.DirectEvent)
		if err != nil {
			return err
		}
		file, _ := w.File()
		if err := sentWith(kit.Asked(c), file); err != nil {
			return err
		}
		data, _, err := formats.Write(format, file)
		if err != nil {
			return apperr.New(apperr.Invalid, "The file cannot be written: %s", strings.Join(problemsOf(err), "; "))
		}
		kind := "application/octet-stream" // a result list in the encoding that its reader wants
		switch format {
		case formats.JSON:
			kind = "application/json"
		case formats.OpenGotha:
			kind = "application/xml"
		case formats.CSV:
			kind = "text/csv; charset=utf-8"
		case formats.AGA:
			kind = "text/plain; charset=utf-8"
		}
		return kit.SendAs(c, s.fileName(w, "entries and results"), string(format), kind, data)
	}
}

// fileAsks are the fields that only whoever sends the file can fill in.
var fileAsks = []string{"class", "country", "minutes", "overtime", "seconds", "moves"}

// overtimes are the kinds of overtime, as the form offers them.
var overtimes = []kit.Option{
	{Label: "Not known"}, {Value: string(formats.SuddenDeath), Label: "None: the main time is all"},
	{Value: string(formats.ByoYomi), Label: "Byo-yomi: so many seconds for each move"},
	{Value: string(formats.Canadian), Label: "Canadian: so many moves in so many seconds"},
	{Value: string(formats.Fischer), Label: "Fischer: so many seconds added for each move"},
}

func fileFields(p *kit.Page, in *kit.Filling) []kit.FieldGroup {
	classes := []kit.Option{{Label: "Not known"}}
	for _, class := range []string{"A", "B", "C", "D"} {
		classes = append(classes, kit.Option{Value: class, Label: class})
	}
	field := func(f kit.Field) kit.Field { return in.Field(p, f) }
	return []kit.FieldGroup{{Fields: []kit.Field{
		field(kit.Field{
			Name: "class", Label: "Class of the event", Type: "select", Width: "medium", Options: classes,
			Hint: "What the European Go Database weighs the event by.",
		}),
		field(kit.Field{
			Name: "country", Label: "Country", Width: "short", MaxLength: 2, Placeholder: "NZ",
			Hint: "Two letters, for the event and every player in it. Change the line of a player from elsewhere in the file.",
		}),
		field(kit.Field{Name: "minutes", Label: "Main time", Type: "number", Min: "0", Width: "short", Suffix: "minutes"}),
		field(kit.Field{Name: "overtime", Label: "Overtime", Type: "select", Options: overtimes}),
		field(kit.Field{Name: "seconds", Label: "Seconds", Type: "number", Min: "0", Width: "short", Hint: "Of the overtime."}),
		field(kit.Field{
			Name: "moves", Label: "Moves", Type: "number", Min: "0", Width: "short", Hint: "Of Canadian overtime.",
		}),
	}}}
}

// sentWith puts into the file what its form says. The error has every field that is
// wrong.
func sentWith(in *kit.Filling, f *formats.File) error {
	f.Class, f.Country = in.Text("class"), strings.ToUpper(in.Text("country"))
	if !slices.Contains([]string{"", "A", "B", "C", "D"}, f.Class) {
		in.Problem("class", "Choose one of the values offered.")
	}
	if f.Country != "" && !twoLetters(f.Country) {
		in.Problem("country", "Enter the two letters of a country, such as NZ.")
	}
	f.Time = formats.TimeLimit{
		Minutes: in.NumberOr("minutes", 0), Overtime: formats.Overtime(in.Text("overtime")),
		Seconds: in.NumberOr("seconds", 0), Moves: in.NumberOr("moves", 0),
	}
	if !slices.ContainsFunc(overtimes, func(o kit.Option) bool { return o.Value == string(f.Time.Overtime) }) {
		in.Problem("overtime", "Choose one of the values offered.")
	}
	for name, most := range map[string]int{"minutes": 1000, "seconds": 3600, "moves": 100} {
		if n := in.NumberOr(name, 0); n < 0 || n > most {
			in.Problem(name, "Enter a number between 0 and %d.", most)
		}
	}
	if f.Time.Overtime == formats.Canadian && f.Time.Moves == 0 {
		in.Problem("moves", "Enter how many moves are played in the seconds of overtime.")
	}
	if (f.Time.Overtime == formats.ByoYomi || f.Time.Overtime == formats.Canadian || f.Time.Overtime == formats.Fischer) &&
		f.Time.Seconds == 0 {
		in.Problem("seconds", "Enter the seconds of the overtime.")
	}
	return in.Refusal(nil)
}

func twoLetters(s string) bool {
	return len(s) == 2 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'A' && s[1] <= 'Z'
}
