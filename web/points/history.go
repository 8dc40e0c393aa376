package points

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/representative"
	"nzgs/reports"
	"nzgs/web/kit"
)

const historyPath = kit.PointsPath + "/history"

// HistoryPage is the points years with their events.
type HistoryPage struct {
	kit.Page
	Tabs  kit.Tabs
	Head  kit.ListHead
	Years []YearView
	Empty *kit.Empty
}

// YearView is a points year.
type YearView struct {
	Title  string
	Facts  []kit.Fact
	Events []EventView
}

// EventView is a points event of a list.
type EventView struct {
	Name, URL string
	Day, Kind string
	Club      string
	Players   string
	Note      string
	Badge     *kit.Badge
}

var historyView = kit.NewView[HistoryPage](templates, "history.html")

func (s *Desk) history(c echo.Context) error {
	years, err := s.points.History(c.Request().Context())
	if err != nil {
		return err
	}
	page := HistoryPage{
		Page: s.Page(c, "Points years and events", pointsCrumb), Tabs: tabs(historyPath),
		Head: kit.ListHead{Exports: kit.Exports(c, "PDF", ".pdf", "XLSX", ".xlsx", "CSV", ".csv", "JSON", ".json")},
	}
	closed := 0
	for _, y := range years {
		if y.Closed {
			closed++
		}
		page.Years = append(page.Years, yearView(y))
	}
	page.Head.Count = kit.Plural(closed, "year that ended", "years that ended")
	if len(years) == 0 {
		page.Empty = &kit.Empty{Title: "No points event yet", Text: "Points are posted when a points event is finished."}
	}
	return historyView.Render(c, http.StatusOK, page)
}

func yearView(y representative.Year) YearView {
	out := YearView{Title: "Since the latest championship"}
	if y.Championship != "" {
		out.Title = "The points year " + strconv.Itoa(y.Year)
		out.Facts = append(out.Facts, kit.Fact{
			Label: "Ended with", Value: y.Championship + ", " + y.Day.Long(), URL: kit.PointsPath + "?day=" + y.Day.String(),
		})
		out.Facts = append(out.Facts, kit.Fact{Label: "Representative", Value: representativeText(y)})
		for _, r := range y.Leaders {
			out.Facts = append(out.Facts, kit.Fact{
				Label: "Place " + strconv.Itoa(r.Place) + " before the year end", Value: r.Name + ", " + amount(r.Points),
				URL: accountURL(r.Person),
			})
		}
	}
	for _, e := range y.Events {
		out.Events = append(out.Events, eventView(e))
	}
	return out
}

func representativeText(y representative.Year) string {
	switch {
	case y.Representative.Person != 0 && y.Representative.Resolution != "":
		return y.Representative.Name + ", by resolution " + y.Representative.Resolution + " of the committee"
	case y.Representative.Person != 0:
		return y.Representative.Name
	case y.Closed:
		return "No one"
	}
	return "Not chosen yet"
}

func eventView(e representative.Listed) EventView {
	out := EventView{
		Name: e.Name, Day: e.Day.Short(), Kind: kit.Capital(string(e.Kind)), Club: e.Club, Players: strconv.Itoa(e.Players),
	}
	if e.Event != 0 {
		out.URL = kit.Below("/events", e.Event)
	}
	if e.Reopened {
		out.Note = "Being corrected."
	}
	return out
}

type yearData struct {
	Year           int         `json:"year,omitempty"`
	Championship   string      `json:"championship,omitempty"`
	Day            civil.Date  `json:"date,omitzero"`
	Closed         bool        `json:"closed"`
	Representative string      `json:"representative,omitempty"`
	Events         []eventData `json:"events"`
}

type eventData struct {
	Name string     `json:"name"`
	Day  civil.Date `json:"date"`
	Kind string     `json:"kind"`
	Club string     `json:"club,omitempty"`
}

func (s *Desk) historyFile(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	years, err := s.points.History(c.Request().Context())
	if err != nil {
		return err
	}
	if format == kit.FormatPDF {
		return kit.SendPrint(c, s.TodaysFile("points by year", ""), s.Press().ListingPDF, s.historyPrint(years))
	}
	t := reports.Table{
		Title:   "Points events",
		Columns: kit.Columns("Points year", "Event", "Last day", "Kind", "Club", "Players", "Representative"),
	}
	data := []yearData{}
	for _, y := range years {
		one := yearData{y.Year, y.Championship, y.Day, y.Closed, y.Representative.Name, []eventData{}}
		for _, e := range y.Events {
			one.Events = append(one.Events, eventData{e.Name, e.Day, string(e.Kind), e.Club})
			row := []reports.Cell{
				{}, reports.Text(e.Name), reports.Date(e.Day), reports.Text(string(e.Kind)), reports.Text(e.Club),
				reports.Int(e.Players), {},
			}
			if y.Year != 0 {
				row[0] = reports.Int(y.Year)
			}
			if e.EndsYear {
				row[6] = reports.Text(y.Representative.Name)
			}
			t.Rows = append(t.Rows, row)
		}
		data = append(data, one)
	}
	if format == kit.FormatJSON {
		return kit.SendData(c, s.TodaysFile("points events", ""), map[string][]yearData{"years": data})
	}
	return s.SendTable(c, format, s.TodaysFile("points events", ""), t)
}

// historyPrint is a line for each event, under the points year that it belongs to.
func (s *Desk) historyPrint(years []representative.Year) reports.Listing {
	out := reports.Listing{
		Over: "World Amateur Go Championship", Title: "Points years and events",
		Notes: []string{"As at " + s.Today().Long() + ". The points year ends with the New Zealand Championship."},
		Columns: []reports.ListingColumn{
			{Title: "Points year", Width: 21}, {Title: "Event", Lines: reports.Whole}, {Title: "Last day", Width: 23},
			{Title: "Kind", Width: 17}, {Title: "Held by", Lines: reports.Whole}, {Title: "Players", Width: 14, Figure: true},
		},
		AsAt: s.Today().Long(),
	}
	for _, y := range years {
		name := "Since then"
		if y.Year != 0 {
			name = strconv.Itoa(y.Year)
			out.Notes = append(out.Notes, "Representative after the points year "+name+": "+representativeText(y)+".")
		}
		for _, e := range y.Events {
			out.Rows = append(out.Rows, []string{
				name, e.Name, e.Day.Short(), kit.Capital(string(e.Kind)), e.Club, strconv.Itoa(e.Players),
			})
		}
	}
	return out
}
