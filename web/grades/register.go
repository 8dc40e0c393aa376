package grades

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/grades"
	"nzgs/reports"
	"nzgs/web/kit"
)

// RegisterPage is the register of diplomas.
type RegisterPage struct {
	kit.Page
	Desk  *kit.Link
	Own   *kit.Link
	Head  kit.ListHead
	Rows  []DiplomaView
	Pager *kit.Pager
	Rule  string
	Empty *kit.Empty
}

// DiplomaView is a line of the register.
type DiplomaView struct {
	Number, Name, URL string
	Grade             kit.Trace
	Day, Resolution   string
	Print             string // address of the diploma, for who may
	Annul             string // where it is annulled, for who may
	Note              string
}

// OwnPage is a member's own grades.
type OwnPage struct {
	kit.Page
	Facts   []kit.Fact
	Rows    []DiplomaView
	Foreign []ForeignView
	Hide    *kit.PostButton
	Text    string // whether they are shown
}

// ForeignView is a diploma of another association.
type ForeignView struct{ Name, Grade, Association, Day, Source, Withdraw string }

var (
	registerView = kit.NewView[RegisterPage](templates, "register.html")
	ownView      = kit.NewView[OwnPage](templates, "own.html")
)

// diplomasPerPage is how many lines of the register a page has.
const diplomasPerPage = 100

func printURL(number int) string { return kit.Below(kit.GradesPath+"/numbers", number, "diploma.pdf") }

// diplomaView is a line as the register shows it; of who does not want to be named it has the number alone.
func diplomaView(d grades.Diploma) DiplomaView {
	out := DiplomaView{Number: strconv.Itoa(d.Number), Name: d.Name}
	if d.IsAnnulled() {
		out.Note = "Annulled by resolution " + d.Annulled + " of " + d.AnnulledDay.Long() + "."
	}
	if d.Person == 0 {
		out.Name, out.Note = "Not public", strings.TrimSpace("Who holds this diploma asked not to be named. "+out.Note)
		return out
	}
	if d.Rated {
		out.URL = kit.PlayerURL(d.Person)
	}
	out.Grade = kit.Trace{Value: d.Grade.String(), Rule: "Proposed by the published rating", Lines: d.Lines}
	out.Day, out.Resolution = d.Day.Long(), d.Resolution
	return out
}

func (s *Desk) register(c echo.Context) error {
	all, err := s.grades.Register(c.Request().Context())
	if err != nil {
		return err
	}
	figures, err := s.grades.Figures(c.Request().Context())
	if err != nil {
		return err
	}
	page := RegisterPage{
		Page: s.Page(c, "Dan diplomas"), Rule: grades.FigureOn(figures, s.Today()).String(),
		Head: kit.ListHead{
			Count:   kit.Plural(len(all), "diploma", "diplomas"),
			Exports: kit.Exports(c, "PDF", ".pdf", "XLSX", ".xlsx", "CSV", ".csv", "JSON", ".json"),
		},
	}
	shown, pager := kit.Paged(c, all, diplomasPerPage)
	page.Pager = pager
	for _, d := range shown {
		page.Rows = append(page.Rows, diplomaView(d))
	}
	if len(all) == 0 {
		page.Empty = &kit.Empty{Title: "No diploma yet", Text: "The committee awards a dan grade that a published rating has reached."}
	}
	actor := s.Actor(c)
	if auth.Can(actor, auth.KeepGrades, auth.Object{}, s.Today()) {
		page.Desk = &kit.Link{Label: "Diplomas desk", URL: kit.GradesDeskPath, Kind: "secondary"}
	}
	if actor.SignedIn() {
		page.Own = &kit.Link{Label: "My grade", URL: kit.OwnGradesPath, Kind: "secondary"}
	}
	return registerView.Render(c, http.StatusOK, page)
}

type diplomaData struct {
	Number     int        `json:"number"`
	Name       string     `json:"name,omitempty"`
	Player     int64      `json:"player,omitempty"`
	Grade      string     `json:"grade,omitempty"`
	Day        civil.Date `json:"date,omitzero"`
	Resolution string     `json:"resolution,omitempty"`
	Public     bool       `json:"public"`
	Annulled   string     `json:"annulled_by,omitempty"` // number of the resolution
}

// registerFile answers with the register, in the format its address ends in.
func (s *Desk) registerFile(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	all, err := s.grades.Register(c.Request().Context())
	if err != nil {
		return err
	}
	name := s.TodaysFile("diplomas", "")
	if format == kit.FormatJSON {
		data := []diplomaData{}
		for _, d := range all {
			one := diplomaData{Number: d.Number, Public: !d.Hidden, Annulled: d.Annulled}
			if !d.Hidden {
				one.Name, one.Player, one.Grade, one.Day, one.Resolution = d.Name, int64(d.Person), d.Grade.Short(), d.Day, d.Resolution
			}
			data = append(data, one)
		}
		return kit.SendData(c, name, map[string][]diplomaData{"diplomas": data})
	}
	if format == kit.FormatPDF {
		out := reports.Listing{
			Over: "Dan grades", Title: "Register of diplomas", AsAt: s.Today().Long(),
			Columns: []reports.ListingColumn{
				{Title: "No.", Width: 14, Figure: true}, {Title: "Name", Lines: reports.Whole}, {Title: "Grade", Width: 16},
				{Title: "Awarded on", Width: 34}, {Title: "Resolution", Width: 20}, {Title: "Annulled by", Width: 20},
			},
		}
		for _, d := range all {
			row := diplomaView(d)
			out.Rows = append(out.Rows, []string{row.Number, row.Name, row.Grade.Value, row.Day, row.Resolution, d.Annulled})
		}
		return kit.SendPrint(c, name, s.Press().ListingPDF, out)
	}
	t := reports.Table{Title: "Diplomas", Columns: kit.Columns("No.", "Name", "Grade", "Awarded on", "Resolution", "Annulled by")}
	for _, d := range all {
		row := diplomaView(d)
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Int(d.Number), reports.Text(row.Name), reports.Text(row.Grade.Value), reports.Date(d.Day),
			reports.Text(row.Resolution), reports.Text(d.Annulled),
		})
	}
	return s.SendTable(c, format, name, t)
}

// own shows a member's own grades, and what is missing to the next.
func (s *Desk) own(c echo.Context) error {
	in, err := s.grades.Own(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := OwnPage{Page: s.Page(c, "My dan grade", kit.Crumb{Label: "My page", URL: "/me"}), Facts: standingFacts(in)}
	for _, d := range in.Diplomas {
		view := diplomaView(d)
		view.Name, view.URL, view.Print = "Diploma "+view.Number, "", printURL(d.Number)
		page.Rows = append(page.Rows, view)
	}
	for _, f := range in.Foreign {
		page.Foreign = append(page.Foreign, foreignView(f))
	}
	page.Text = "Your grade and diplomas are public: in the register of diplomas and on the page of your ratings."
	page.Hide = page.Button("hide", kit.OwnGradesPath, "Do not show them", kit.Hidden{Name: "hidden", Value: "yes"})
	if in.Hidden {
		page.Text = "Your grade and diplomas are shown to you and to who keeps them. The public register has their numbers alone."
		page.Hide = page.Button("hide", kit.OwnGradesPath, "Show them to everyone", kit.Hidden{Name: "hidden", Value: "no"})
	}
	page.Hide.Kind = "secondary"
	return ownView.Render(c, http.StatusOK, page)
}

// standingFacts say what is awarded, proposed and missing.
func standingFacts(in grades.Standing) []kit.Fact {
	text := "None awarded"
	if len(in.Diplomas) > 0 {
		text = in.Diplomas[0].Grade.String()
	}
	out := []kit.Fact{{Label: "Dan grade", Value: text}}
	if r := in.Proposed; r != nil {
		out = append(out, kit.Fact{Label: "Waits for the committee", Trace: &kit.Trace{
			Value: r.Grade.String(), Rule: "Proposed by the published rating", Lines: r.Lines,
		}})
	}
	if m := in.Next; m.Grade != 0 {
		out = append(out, kit.Fact{Label: "To " + m.Grade.String(), Trace: &kit.Trace{
			Value: m.Short, Rule: "When a dan is proposed", Lines: m.Lines,
		}})
	}
	return out
}

func foreignView(f grades.Foreign) ForeignView {
	return ForeignView{
		Name: f.Name, Grade: f.Grade.String(), Association: f.Association, Day: f.Day.Long(), Source: f.Source,
		Withdraw: kit.Below(kit.GradesDeskPath+"/others", f.ID, "withdraw"),
	}
}

func (s *Desk) hide(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	actor, hidden := s.Actor(c), in.Text("hidden") == "yes"
	if err := s.grades.Hide(c.Request().Context(), actor, actor.Person, hidden); err != nil {
		return s.RefusedAt(c, err, kit.OwnGradesPath)
	}
	text := "Your diplomas are shown to everyone."
	if hidden {
		text = "Your diplomas are no longer shown to everyone."
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, kit.OwnGradesPath)
}

// diploma answers with a diploma to print.
func (s *Desk) diploma(c echo.Context) error {
	number, err := kit.PathID[int64](c, "number")
	if err != nil {
		return err
	}
	in, err := s.grades.Print(c.Request().Context(), s.Actor(c), int(number))
	if err != nil {
		return err
	}
	kit.NoStore(c)
	return kit.SendPrint(c, s.FileName("diploma "+strconv.Itoa(in.Number), in.FullName, in.Day), s.Press().CertificatePDF, reports.Certificate{
		Over: "Diploma", Number: "No. " + strconv.Itoa(in.Number), Name: in.FullName, Before: "is awarded the master grade of",
		What: in.Grade.String(), By: "By resolution " + in.Resolution + " of the committee", Day: in.Day.Long(),
	})
}
