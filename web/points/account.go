package points

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/representative"
	"nzgs/reports"
	"nzgs/web/kit"
)

// AccountPage is a player's account of points.
type AccountPage struct {
	kit.Page
	Facts []kit.Fact
	Chart *kit.Chart
	Head  kit.ListHead
	Lines []LineView
}

// LineView is a line of the ledger.
type LineView struct {
	Day, Event string
	Player     string // where lines of several stand in one table
	Points     kit.Trace
	Balance    string
	Note       string // that it was reversed, or reverses one, and why
}

var accountView = kit.NewView[AccountPage](templates, "account.html")

func accountURL(id auth.PersonID) string { return kit.PointsAccountURL(id) }

func (s *Desk) loadAccount(c echo.Context) (representative.Account, error) {
	id, err := kit.PathID[auth.PersonID](c, "player")
	if err != nil {
		return representative.Account{}, err
	}
	return s.points.Account(c.Request().Context(), id)
}

func (s *Desk) account(c echo.Context) error {
	a, err := s.loadAccount(c)
	if err != nil {
		return err
	}
	at := accountURL(a.Person) + "/account"
	page := AccountPage{
		Page:  s.Page(c, "Points of "+a.Name, pointsCrumb),
		Facts: []kit.Fact{{Label: "Points today", Value: amount(a.Points)}},
		Head: kit.ListHead{Count: kit.Plural(len(a.Lines), "line", "lines"), Exports: []kit.Link{
			{Label: "PDF", URL: at + ".pdf"}, {Label: "XLSX", URL: at + ".xlsx"}, {Label: "CSV", URL: at + ".csv"},
			{Label: "JSON", URL: at + ".json"},
		}},
		Chart: accountChart(a),
	}
	for _, l := range a.Lines {
		page.Lines = append(page.Lines, lineView(l))
	}
	return accountView.Render(c, http.StatusOK, page)
}

func lineView(l representative.Line) LineView {
	return LineView{
		Day: l.Day.Short(), Event: eventName(l), Player: l.Name, Balance: amount(l.Balance), Note: lineNote(l),
		Points: kit.Trace{Value: signed(l.Points), Rule: kit.Capital(l.Rule), Lines: []string{l.Trace}},
	}
}

func eventName(l representative.Line) string {
	if l.EventName == "" {
		return "Balance brought in"
	}
	return l.EventName
}

// lineNote says what became of a line, and why.
func lineNote(l representative.Line) string {
	switch {
	case l.Reverses:
		return "Reverses the line above. " + l.Cause + " Posted on " + l.PostedAt.Date().Short() + "."
	case l.Reversed:
		return "Reversed by a later line."
	}
	return l.Cause
}

func accountChart(a representative.Account) *kit.Chart {
	chart := &kit.Chart{
		ID: "account", Title: "Points of " + a.Name, Kind: "step", XLabel: "Day", Series: []string{"Points after it"},
		Summary: "They have " + amount(a.Points) + " today",
	}
	for i, l := range a.Lines {
		if i+1 < len(a.Lines) && a.Lines[i+1].Day == l.Day {
			continue
		}
		chart.Points = append(chart.Points, kit.ChartPoint{
			X: l.Day.String(), Label: l.Day.Short() + ", " + eventName(l), Values: []string{amount(l.Balance)},
		})
	}
	if len(chart.Points) < 2 {
		return nil
	}
	return chart
}

type accountData struct {
	ID     int64      `json:"id"`
	Name   string     `json:"name"`
	Points string     `json:"points"`
	Ledger []lineData `json:"ledger"`
}

type lineData struct {
	Day      civil.Date `json:"date"`
	Event    string     `json:"event"`
	Points   string     `json:"points"`
	Balance  string     `json:"balance"`
	Rule     string     `json:"rule"`
	Trace    string     `json:"trace"`
	Cause    string     `json:"cause"`
	Reverses bool       `json:"reverses,omitempty"`
	Reversed bool       `json:"reversed,omitempty"`
}

func (s *Desk) accountFile(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	a, err := s.loadAccount(c)
	if err != nil {
		return err
	}
	name := s.TodaysFile("points", a.Name)
	switch format {
	case kit.FormatJSON:
		out := accountData{int64(a.Person), a.Name, a.Points.String(), []lineData{}}
		for _, l := range a.Lines {
			out.Ledger = append(out.Ledger, lineData{
				l.Day, eventName(l), l.Points.String(), l.Balance.String(), l.Rule, l.Trace, l.Cause, l.Reverses, l.Reversed,
			})
		}
		return kit.SendData(c, name, out)
	case kit.FormatPDF:
		return kit.SendPrint(c, name, s.Press().ListingPDF, s.accountPrint(a))
	}
	t := reports.Table{
		Title:   "Points of " + a.Name,
		Columns: kit.Columns("Day", "Event", "Points", "Balance", "Rule", "Arithmetic", "Why posted", "Posted on"),
	}
	for _, l := range a.Lines {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Date(l.Day), reports.Text(eventName(l)), reports.Figure(float64(l.Points) / 100),
			reports.Figure(float64(l.Balance) / 100), reports.Text(l.Rule), reports.Text(l.Trace), reports.Text(l.Cause),
			reports.Date(l.PostedAt.Date()),
		})
	}
	return s.SendTable(c, format, name, t)
}

func (s *Desk) accountPrint(a representative.Account) reports.Listing {
	out := reports.Listing{
		Over: "Points towards representing New Zealand", Title: a.Name,
		Notes: []string{amount(a.Points) + " points on " + s.Today().Long() + "."},
		Columns: []reports.ListingColumn{
			{Title: "Day", Width: 24}, {Title: "Event", Lines: reports.Whole}, {Title: "Points", Width: 17, Figure: true},
			{Title: "Balance", Width: 17, Figure: true}, {Title: "How it came about", Lines: reports.Whole},
		},
		AsAt: s.Today().Long(),
	}
	for _, l := range a.Lines {
		why := kit.Capital(l.Rule) + ": " + l.Trace
		if l.Reverses || l.Reversed {
			why = lineNote(l)
		}
		out.Rows = append(out.Rows, []string{l.Day.Short(), eventName(l), signed(l.Points), amount(l.Balance), why})
	}
	return out
}
