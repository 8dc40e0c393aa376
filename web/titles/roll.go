package titles

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/titles"
	"nzgs/reports"
	"nzgs/web/kit"
)

// RollPage is the roll of champions.
type RollPage struct {
	kit.Page
	Desk    *kit.Link
	Filters kit.Filters
	Head    kit.ListHead
	Rows    []AwardView
	Pager   *kit.Pager
	Changed []AwardView // lines that were reversed, and their reversals
	Rules   []string
	Empty   *kit.Empty
}

// AwardView is a line of the roll.
type AwardView struct {
	Year, Title      string
	Name, URL        string // of the champion
	Event, EventURL  string
	Decided          kit.Trace
	Note             string
	Certificate, Out string // addresses, for who may
}

var rollView = kit.NewView[RollPage](templates, "roll.html")

// awardsPerPage is how many lines of the roll a page has.
const awardsPerPage = 100

// asked is the title that the address asks for; 0 is all.
func asked(c echo.Context) titles.ID { return kit.QueryID[titles.ID](c, "title") }

// rows are the lines of a roll that count, of one title or of all.
func rows(all []titles.Award, of titles.ID) (in, changed []titles.Award) {
	for _, a := range all {
		switch {
		case of != 0 && a.Title != of:
		case a.Counts():
			in = append(in, a)
		default:
			changed = append(changed, a)
		}
	}
	return in, changed
}

func (s *Desk) roll(c echo.Context) error {
	ctx := c.Request().Context()
	all, err := s.titles.Roll(ctx)
	if err != nil {
		return err
	}
	list, err := s.titles.Titles(ctx)
	if err != nil {
		return err
	}
	of := asked(c)
	in, changed := rows(all, of)
	page := RollPage{
		Page: s.Page(c, "Champions"),
		Head: kit.ListHead{
			Count:   kit.Plural(len(in), "champion", "champions"),
			Exports: kit.Exports(c, "PDF", ".pdf", "XLSX", ".xlsx", "CSV", ".csv", "JSON", ".json"),
		},
	}
	field := kit.Field{Name: "title", Label: "Title", Type: "select", Width: "wide", Options: []kit.Option{{Label: "All titles", Selected: of == 0}}}
	for _, t := range list {
		field.Options = append(field.Options, kit.Option{Value: kit.IDText(t.ID), Label: t.Name, Selected: t.ID == of})
		if of == t.ID || of == 0 && !t.Retired {
			page.Rules = append(page.Rules, t.Name+". "+t.On(s.Today()).String())
		}
	}
	page.Filters = kit.Filters{Action: kit.TitlesPath, Target: "roll", Fields: []kit.Field{page.Field(field)}}
	if of != 0 {
		page.Filters.Clear = kit.TitlesPath
	}
	shown, pager := kit.Paged(c, in, awardsPerPage)
	page.Pager = pager
	for _, a := range shown {
		page.Rows = append(page.Rows, s.awardView(c, a))
	}
	for _, a := range changed {
		page.Changed = append(page.Changed, s.awardView(c, a))
	}
	if len(in) == 0 {
		page.Empty = &kit.Empty{Title: "No champion yet", Text: "A title is awarded when the event that decides it is finished."}
	}
	if auth.Can(s.Actor(c), auth.KeepTitles, auth.Object{}, s.Today()) {
		page.Desk = &kit.Link{Label: "Titles desk", URL: kit.TitlesDeskPath, Kind: "secondary"}
	}
	return rollView.Render(c, http.StatusOK, page)
}

func (s *Desk) awardView(c echo.Context, a titles.Award) AwardView {
	out := AwardView{
		Year: strconv.Itoa(a.Year), Title: a.TitleName, Name: a.Name, Event: a.EventName, Note: note(a),
		Decided: kit.Trace{Value: "From the standings", Rule: a.Rule, Lines: a.Trace},
	}
	if a.Rated {
		out.URL = kit.PlayerURL(a.Person)
	}
	if a.Slug != "" {
		if out.EventURL = kit.EventURL(a.Slug); a.Section != "" {
			out.EventURL += "/sections/" + a.Section + "/crosstable"
		}
	}
	if !a.FromSection() {
		out.Decided = kit.Trace{Value: "Known from " + a.Source}
	}
	actor, today := s.Actor(c), s.Today()
	object := auth.Object{}
	action := auth.KeepTitles
	if a.FromSection() {
		action, object.Event = auth.DeclareTitles, a.Event
	}
	if a.Counts() && (a.Person != 0 && a.Person == actor.Person || auth.Can(actor, action, object, today)) {
		out.Certificate = kit.Below(kit.TitlesPath+"/awards", a.ID, "certificate.pdf")
	}
	return out
}

// note says what became of a line, and what to know of it.
func note(a titles.Award) string {
	switch {
	case a.Reverses:
		return "Reverses an earlier line. " + a.Cause + " Posted on " + a.PostedAt.Date().Short() + "."
	case a.Reversed:
		return "Reversed by a later line. " + a.Cause
	case a.Correcting:
		return "The event is being corrected. The title is decided again when it is finished."
	case a.Shared:
		return "Shared."
	}
	return ""
}

type rollData struct {
	Year   int    `json:"year"`
	Title  string `json:"title"`
	Name   string `json:"champion"`
	Player int64  `json:"player,omitempty"`
	Shared bool   `json:"shared"`
	Event  string `json:"event,omitempty"`
	Source string `json:"source,omitempty"`
}

// rollFile answers with the roll, in the format its address ends in.
func (s *Desk) rollFile(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	all, err := s.titles.Roll(c.Request().Context())
	if err != nil {
		return err
	}
	in, _ := rows(all, asked(c))
	name := s.TodaysFile("champions", "")
	switch format {
	case kit.FormatJSON:
		data := []rollData{}
		for _, a := range in {
			data = append(data, rollData{a.Year, a.TitleName, a.Name, int64(a.Person), a.Shared, a.EventName, a.Source})
		}
		return kit.SendData(c, name, map[string][]rollData{"champions": data})
	case kit.FormatPDF:
		return kit.SendPrint(c, name, s.Press().ListingPDF, s.rollPrint(in))
	}
	t := reports.Table{Title: "Champions", Columns: kit.Columns("Year", "Title", "Champion", "Member no.", "Shared", "Event", "Source")}
	for _, a := range in {
		row := []reports.Cell{
			reports.Int(a.Year), reports.Text(a.TitleName), reports.Text(a.Name), {}, {}, reports.Text(a.EventName),
			reports.Text(a.Source),
		}
		if a.Person != 0 {
			row[3] = reports.Int(int(a.Person))
		}
		if a.Shared {
			row[4] = reports.Text("shared")
		}
		t.Rows = append(t.Rows, row)
	}
	return s.SendTable(c, format, name, t)
}

func (s *Desk) rollPrint(in []titles.Award) reports.Listing {
	out := reports.Listing{
		Over: "Titles", Title: "Roll of champions", AsAt: s.Today().Long(),
		Columns: []reports.ListingColumn{
			{Title: "Year", Width: 14, Figure: true}, {Title: "Title", Lines: reports.Whole}, {Title: "Champion", Lines: reports.Whole},
			{Title: "Event", Lines: reports.Whole},
		},
	}
	for _, a := range in {
		name := a.Name
		if a.Shared {
			name += " (shared)"
		}
		out.Rows = append(out.Rows, []string{strconv.Itoa(a.Year), a.TitleName, name, a.EventName})
	}
	return out
}

// certificate answers with a holder's certificate.
func (s *Desk) certificate(c echo.Context) error {
	id, err := kit.PathID[titles.AwardID](c, "award")
	if err != nil {
		return err
	}
	in, err := s.titles.Certificate(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	out := reports.Certificate{
		Over: "Certificate", Name: in.FullName, What: in.TitleName, When: strconv.Itoa(in.Year), Event: in.EventName,
	}
	if !in.Day.IsZero() {
		out.Day = in.Day.Long()
	}
	if len(in.With) > 0 {
		out.With = "Shared with " + strings.Join(in.With, ", ")
	}
	name := s.FileName(fmt.Sprintf("certificate %s %d", in.TitleName, in.Year), in.FullName, in.Day)
	return kit.SendPrint(c, name, s.Press().CertificatePDF, out)
}
