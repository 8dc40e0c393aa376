package points

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/representative"
	"nzgs/web/kit"
)

// YearPage is the end of a points year: what it would post, or that it is closed.
type YearPage struct {
	kit.Page
	Facts   []kit.Fact
	Empty   *kit.Empty
	Next    *kit.Link // what is to be done first
	Links   []kit.Link
	Ranking []RankedView
	Reverse []LineView // lines that closing reverses
	Post    []LineView
	Close   *kit.PostButton
	Undo    *kit.SmallForm
}

// RankedView is a player in the ranking of a year.
type RankedView struct {
	StandingRow
	Wish string
}

var yearPageView = kit.NewView[YearPage](templates, "year.html")

func yearURL(year int, part ...string) string {
	return kit.Below(kit.PointsDeskPath+"/years", year, part...)
}

func (s *Desk) loadYear(c echo.Context) (representative.YearEnd, error) {
	year, err := kit.PathID[int64](c, "year")
	if err != nil || year < 1900 || year > 2999 {
		return representative.YearEnd{}, kit.ErrNoSuchPage
	}
	return s.points.YearEnd(c.Request().Context(), s.Actor(c), int(year))
}

func (s *Desk) year(c echo.Context) error { return s.showYear(c, nil) }

func (s *Desk) showYear(c echo.Context, refused error) error {
	y, err := s.loadYear(c)
	if err != nil {
		return err
	}
	page := YearPage{Page: s.Page(c, "The end of the points year "+strconv.Itoa(y.Year), pointsCrumb, deskCrumb)}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if y.Event == "" {
		page.Empty = &kit.Empty{
			Title: "The championship is not posted", Text: "The points year ends with the New Zealand Championship. It is posted " +
				"when its event is finished and its section is marked as the championship.",
			Action: &kit.Link{Label: "Points desk", URL: kit.PointsDeskPath},
		}
		return yearPageView.Render(c, status, page)
	}
	page.fill(y)
	return yearPageView.Render(c, status, page)
}

// fill writes what the year end takes, and from whom.
func (page *YearPage) fill(y representative.YearEnd) {
	chosen := "Not recorded: no one loses the further " + amount(y.Fixed)
	if y.Choice.Person != 0 {
		chosen = y.Choice.Name
		if y.Choice.Resolution != "" {
			chosen += ", by resolution " + y.Choice.Resolution
		}
		if y.Choice.Reason != "" {
			chosen += ". " + y.Choice.Reason
		}
	}
	page.Facts = []kit.Fact{
		{Label: "Ends with", Value: y.Event + ", " + y.Day.Long()}, {Label: "Representative", Value: chosen},
		{Label: "Everyone loses", Value: y.Loss.String()},
		{Label: "The representative loses a further", Value: amount(y.Fixed)},
	}
	for _, r := range y.Ranking {
		page.Ranking = append(page.Ranking, RankedView{standingRow(r), map[representative.Wish]string{
			representative.NotAsked: "Not recorded", representative.Wishes: "Wishes to go",
			representative.Declines: "Does not wish to go",
		}[r.Wish]})
	}
	if y.Closed.Year != 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Closed", Value: y.Closed.At.Long() + ", by " + y.Closed.By})
		page.Undo = &kit.SmallForm{
			FormKey: page.Form("undo"), ID: "undo", Title: "Undo the year end", Action: yearURL(y.Year, "undo"),
			Fields: []kit.Field{page.Field(kit.Field{
				Name: "reason", Label: "Why", Required: true, MaxLength: 500,
				Hint: "Everyone can read this: it stands in the public account of each player whose points change. What the year end " +
					"took is given back by lines of their own; nothing is deleted.",
			})},
			Submit: "Undo the year end", Kind: "danger",
		}
		return
	}
	page.Links = []kit.Link{
		{Label: "Who wishes to go", URL: yearURL(y.Year, "wishes"), Kind: "secondary"},
		{Label: "The committee’s choice", URL: yearURL(y.Year, "choice"), Kind: "secondary"},
	}
	for _, l := range y.Would.Reverse {
		l.Points = -l.Points
		page.Reverse = append(page.Reverse, LineView{
			Day: l.Day.Short(), Event: eventName(l), Player: l.Name, Points: kit.Trace{Value: signed(l.Points)},
		})
	}
	for _, l := range y.Would.Post {
		view := lineView(l)
		view.Note = ""
		page.Post = append(page.Post, view)
	}
	page.Close = page.Button(
		"close", yearURL(y.Year, "close"), "Close the points year "+strconv.Itoa(y.Year), kit.VersionField(y.Revision),
	)
}

func (s *Desk) closeYear(c echo.Context) error {
	y, err := s.loadYear(c)
	if err != nil {
		return err
	}
	if err := s.points.Close(c.Request().Context(), s.Actor(c), y.Year, kit.FormVersion(c)); err != nil {
		return s.showYear(c, err)
	}
	s.Flash(c, kit.KindSuccess, fmt.Sprintf("The points year %d is closed.", y.Year))
	return kit.SeeOther(c, yearURL(y.Year))
}

func (s *Desk) undoYear(c echo.Context) error {
	y, err := s.loadYear(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if err := s.points.Reopen(c.Request().Context(), s.Actor(c), y.Year, in.Text("reason")); err != nil {
		return s.showYear(c, err)
	}
	s.Flash(c, kit.KindSuccess, fmt.Sprintf("The end of the points year %d is undone.", y.Year))
	return kit.SeeOther(c, yearURL(y.Year))
}

// yearForm writes what the forms about a points year have in common.
func (s *Desk) yearForm(c echo.Context, page *kit.FormPage, y representative.YearEnd, title, part string) {
	page.Page = s.Page(c, title, pointsCrumb, deskCrumb, kit.Crumb{
		Label: "The points year " + strconv.Itoa(y.Year), URL: yearURL(y.Year),
	})
	page.Action, page.Submit, page.Back = yearURL(y.Year, part), "Save", yearURL(y.Year)
	switch {
	case y.Event == "":
		page.Barred = append(page.Barred, kit.CiteRules(fmt.Sprintf("The New Zealand Championship of %d is not posted.", y.Year)))
	case y.Closed.Year != 0:
		page.Barred = append(page.Barred, kit.CiteRules("The points year is closed. Undo the year end first."))
	}
}
