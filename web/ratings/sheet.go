package ratings

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/ratings"
	"nzgs/reports"
	"nzgs/web/kit"
)

// SheetPage is the rating sheet of an event: each game's arithmetic.
type SheetPage struct {
	kit.Page
	Facts []kit.Fact
	Head  kit.ListHead
	Rows  []PlayerEventView // with the players' names
	Pager kit.Pager
}

var sheetView = kit.NewView[SheetPage](templates, "sheet.html")

// sheetPlayers is how many players with their games a page of a sheet shows.
const sheetPlayers = 20

// eventSheet answers at /ratings/events/:event, with .pdf too.
func (s *Desk) eventSheet(c echo.Context) error {
	slug, format := kit.SplitFormat(c.Param("event"))
	if format != "" && format != kit.FormatPDF {
		return kit.ErrNoSuchPage
	}
	sheet, err := s.ratings.Sheet(c.Request().Context(), slug)
	if err != nil {
		return err
	}
	if format == kit.FormatPDF {
		return kit.SendPrint(c, s.FileName("rating sheet", slug, sheet.SubmittedAt.Date()), s.Press().ListingsPDF, s.sheetPrint(sheet))
	}
	page := SheetPage{
		Page: s.Page(
			c, "Rating sheet", kit.Crumb{Label: "Events", URL: "/events"}, kit.Crumb{Label: sheet.Name, URL: kit.EventURL(slug)},
		),
		Facts: []kit.Fact{
			{Label: "Event", Value: sheet.Name + ", " + sheet.Day.Long(), URL: kit.EventURL(slug)},
			{Label: "Rated", Value: "on " + sheet.SubmittedAt.Date().Long()},
			{Label: "By the formula", Value: sheet.Formula, URL: kit.RatingRulesPath + "#formula"},
			{Label: "Games", Value: gamesText(sheet.RatedEvent)},
		},
		Head: kit.ListHead{
			Count: kit.Plural(len(sheet.Rows), "player", "players"), Exports: kit.Exports(c, "PDF", ".pdf"),
		},
		Pager: kit.PagerOf(kit.PageNumber(c), sheetPlayers, len(sheet.Rows), c.Request().URL),
	}
	for _, p := range kit.PageOf(sheet.Rows, kit.PageNumber(c), sheetPlayers) {
		row := playerEvent(p.PlayerEvent)
		row.ID, row.Sheet = "player-"+kit.IDText(p.Person), ""
		row.Name, row.URL, row.Day = p.Name, kit.PlayerURL(p.Person), kit.Plural(p.Games, "game", "games")
		page.Rows = append(page.Rows, row)
	}
	return sheetView.Render(c, http.StatusOK, page)
}

func gamesText(e ratings.RatedEvent) string {
	text := kit.Plural(e.Games, "game", "games") + " rated"
	if e.NotRated > 0 {
		text += fmt.Sprintf(", %d not: byes, defaults and games without a result", e.NotRated)
	}
	return text
}

// sheetPrint is the sheet on paper: what became of each rating, and each game's arithmetic.
func (s *Desk) sheetPrint(sheet ratings.Sheet) reports.Listings {
	sums := reports.Listing{
		Over: sheet.Name, Title: "Rating sheet", AsAt: sheet.SubmittedAt.Date().Long(), Across: true,
		Notes: []string{
			sheet.Day.Long() + ". " + gamesText(sheet.RatedEvent) + ", by the formula " + sheet.Formula + ".",
			"Games count from the ratings at the start of the event. The changes are summed and rounded once to the thousandth of " +
				"a stone.",
		},
		Columns: []reports.ListingColumn{
			{Title: "Player", Lines: reports.Whole}, {Title: "Before", Width: 20, Figure: true}, {Title: "Sum, points", Width: 24, Figure: true},
			{Title: "Change", Width: 20, Figure: true}, {Title: "After", Width: 20, Figure: true}, {Title: "On the list", Width: 20, Figure: true},
			{Title: "Games", Width: 15, Figure: true},
		},
	}
	games := reports.Listing{
		Over: sheet.Name, Title: "Rating sheet: games", AsAt: sums.AsAt, Across: true,
		Notes: []string{
			"Points = con × (Sa − Se) + bonus, times the weight of the event where it is not 1; 100 points are one stone, and 2000 " +
				"points are 1 kyu (0.0). Sa is 1 for a win, ½ for jigo, 0 for a loss. Se is the score expected; the handicap counts for " +
				"Black inside Se only. What con, Se and bonus are: " + s.BaseURL + kit.RatingRulesPath,
		},
		Columns: []reports.ListingColumn{
			{Title: "Player", Lines: reports.Whole}, {Title: "Round", Width: 26, Lines: reports.Whole}, {Title: "Opponent, rating then", Lines: reports.Whole},
			{Title: "Colour", Width: 30}, {Title: "Se", Width: 15, Figure: true}, {Title: "con × (Sa − Se) + bonus", Width: 58},
			{Title: "Points", Width: 20, Figure: true},
		},
	}
	for _, p := range sheet.Rows {
		sums.Rows = append(sums.Rows, []string{
			p.Name, p.Before.String(), ratings.Signed(p.Points()), ratings.SignedMilli(p.After - p.Before), p.After.String(),
			p.After.Published().String(), strconv.Itoa(p.Games),
		})
		name := p.Name
		for _, g := range p.Played {
			games.Rows = append(games.Rows, []string{
				name, roundText(g.Section, g.Round), g.OpponentName + " " + g.OpponentBefore.Published().String(),
				termsText(g.Terms.Colour, g.Terms.Handicap), g.Terms.Se(), g.Terms.Sum(), ratings.Signed(g.Terms.Change),
			})
			name = ""
		}
	}
	return reports.Listings{Title: sheet.Name + ", rating sheet", Lists: []reports.Listing{sums, games}}
}
