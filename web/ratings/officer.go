package ratings

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/web/kit"
)

// OfficerPage is what waits for who keeps the ratings, and where its lists are.
type OfficerPage struct {
	kit.Page
	Tasks   []kit.Task
	Waiting []string // events that another has to rate
	Players []kit.Fact
	Lists   []kit.Link
}

var officerView = kit.NewView[OfficerPage](templates, "officer.html")

var officerCrumb = kit.Crumb{Label: "Ratings desk", URL: kit.RatingsDeskPath}

// moversMonths is how far back the desk looks for players who moved far.
const moversMonths = 12

func (s *Desk) officer(c echo.Context) error {
	page := OfficerPage{Page: s.Page(c, "Ratings desk", kit.Crumb{Label: "Rating list", URL: kit.RatingsPath})}
	var err error
	if page.Tasks, page.Waiting, err = s.tasks(c); err != nil {
		return err
	}
	for _, which := range playerLists {
		_, total, err := s.desked(c, which.name, ratings.Paging{Page: 1, Size: 1})
		if err != nil {
			return err
		}
		page.Players = append(page.Players, kit.Fact{
			Label: which.label, Value: strconv.Itoa(total), URL: kit.RatingsDeskPath + "/players?which=" + which.name,
		})
	}
	page.Lists = []kit.Link{
		{Label: "The list on a past day", URL: pastPath}, {Label: "What changed between two days", URL: changesPath},
		{Label: "Today’s list to print (PDF)", URL: pastPath + ".pdf"}, {Label: "Ratings that were set", URL: correctionsPath},
		{Label: "Past events from files", URL: kit.RatingsDeskPath + "/past-events"},
		{Label: "Rating lists of other associations", URL: elsewherePath},
	}
	return officerView.Render(c, http.StatusOK, page)
}

// playerLists are the lists of players that the officer looks through.
var playerLists = []struct{ name, label, says, none string }{
	{
		"moved", "Moved by more than a stone",
		"In one event of the last twelve months. A result may be entered wrongly, or a first strength was far off.",
		"No event of the last twelve months moved anyone by more than a stone.",
	},
	{
		"provisional", "Provisional ratings", "Active players with fewer than ten rated games. Their rating still rests on the " +
			"strength they declared.", "No active player’s rating is provisional.",
	},
	{
		"ungraded", "Members without a strength", "Neither a rated game nor a grade in the register. They, their club or the " +
			"secretary enter a grade; without it they cannot be rated in their first event.",
		"Every member has a rating or a grade.",
	},
}

// PlayersPage is one of these lists.
type PlayersPage struct {
	kit.Page
	Tabs  kit.Tabs
	Intro string
	Heads []string
	Rows  []PlayerRow
	Pager kit.Pager
	Empty *kit.Empty
}

// PlayerRow is a player on such a list; Cells stand below the page's Heads.
type PlayerRow struct {
	Name, URL string // "": not on the rating list
	Cells     []kit.Fact
}

var playersView = kit.NewView[PlayersPage](templates, "players.html")

const playersPerPage = 50

// desked are the rows of a page of a list of players, and how many are on all pages.
func (s *Desk) desked(c echo.Context, which string, page ratings.Paging) (out []PlayerRow, total int, err error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	switch which {
	case "moved":
		movers, total, err := s.ratings.Movers(ctx, actor, s.Today().AddMonths(-moversMonths), page)
		for _, m := range movers {
			first := "no"
			if m.First() {
				first = "yes"
			}
			out = append(out, PlayerRow{m.Name, kit.PlayerURL(m.Person), []kit.Fact{
				{Label: "Event", Value: m.Step.Name, URL: kit.EventURL(m.Slug)}, {Label: "Day", Value: m.Day.Short()},
				{Label: "From", Value: m.Before.Published().String()}, {Label: "To", Value: m.After.Published().String()},
				{Label: "Games", Value: strconv.Itoa(m.Games)}, {Label: "First event", Value: first},
			}})
		}
		return out, total, err
	case "provisional":
		rows, total, err := s.ratings.Newcomers(ctx, actor, page)
		for _, r := range rows {
			out = append(out, PlayerRow{r.Name, kit.PlayerURL(r.Person), []kit.Fact{
				{Label: "Club", Value: clubList(r.Clubs)}, {Label: "Rating", Value: r.Rating.String()},
				{Label: "Rated games", Value: strconv.Itoa(r.Games)}, {Label: "Last rated", Value: r.LastDay.Short()},
			}})
		}
		return out, total, err
	}
	people, total, err := s.ratings.Ungraded(ctx, actor, page)
	for _, p := range people {
		out = append(out, PlayerRow{p.Name, "", []kit.Fact{{Label: "Club", Value: clubList(p.Clubs)}}})
	}
	return out, total, err
}

func (s *Desk) players(c echo.Context) error {
	which := playerLists[0]
	page := PlayersPage{Tabs: kit.Tabs{Label: "Players"}}
	for _, one := range playerLists {
		if one.name == c.QueryParam("which") {
			which = one
		}
	}
	for _, one := range playerLists {
		page.Tabs.Items = append(page.Tabs.Items, kit.NavItem{
			Label: one.label, URL: kit.RatingsDeskPath + "/players?which=" + one.name, Current: one.name == which.name,
		})
	}
	page.Page, page.Intro = s.Page(c, "Players", officerCrumb), which.says
	rows, total, err := s.desked(c, which.name, ratings.Paging{Page: kit.PageNumber(c), Size: playersPerPage})
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		page.Empty = &kit.Empty{Title: "No one", Text: which.none}
		return playersView.Render(c, http.StatusOK, page)
	}
	for _, cell := range rows[0].Cells {
		page.Heads = append(page.Heads, cell.Label)
	}
	page.Pager = kit.PagerOf(kit.PageNumber(c), playersPerPage, total, c.Request().URL)
	page.Rows = rows
	return playersView.Render(c, http.StatusOK, page)
}

// Waiting is what waits at the desk of the ratings for who keeps them.
func (s *Desk) Waiting(c echo.Context) ([]kit.Task, error) {
	if !auth.Can(s.Actor(c), auth.KeepRatings, auth.Object{}, s.Today()) {
		return nil, nil
	}
	tasks, _, err := s.tasks(c)
	return tasks, err
}

// tasks are the events to be rated and the grades that are proposed; others is said of events that someone else rates.
func (s *Desk) tasks(c echo.Context) (tasks []kit.Task, others []string, err error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	waiting, err := s.ratings.Waiting(ctx, actor)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range waiting {
		played := "It ended on " + e.To.Long() + "."
		if !auth.Can(actor, auth.RateEvent, auth.Object{Event: e.Event}, s.Today()) {
			others = append(others, e.Name+". "+played)
			continue
		}
		tasks = append(tasks, kit.Task{
			Title: "Rate " + e.Name, Text: played + " Its games do not count yet.", URL: kit.EventDeskURL(e.Event) + "/rating",
			Action: "See what it does",
		})
	}
	if !auth.Can(actor, auth.KeepGrades, auth.Object{}, s.Today()) {
		return tasks, others, nil
	}
	n, err := s.grades.Waiting(ctx, actor)
	if n > 0 {
		tasks = append(tasks, kit.Task{
			Title: kit.Plural(n, "dan grade is proposed", "dan grades are proposed"), Text: "The committee decides.",
			URL: kit.GradesDeskPath, Action: "See the proposals",
		})
	}
	return tasks, others, err
}
