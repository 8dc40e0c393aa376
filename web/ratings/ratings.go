package ratings

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/reports"
	"nzgs/web/kit"
)

// ListPage is the rating list.
type ListPage struct {
	kit.Page
	Intro   string
	Filters kit.Filters
	Head    kit.ListHead
	Heads   []kit.SortHeader
	Rows    []RatingLine
	Pager   kit.Pager
	Desk    *kit.Link // of who keeps the ratings
	Empty   *kit.Empty

	Programs string // the address of the list for Go programs
}

// RatingLine is one player of the list.
type RatingLine struct {
	Place       string
	Name, URL   string
	Clubs       string
	Grade       string // "3 dan"
	Rating      string // "3.4"
	Provisional bool
	Games       string
	Last        string // day of the last rated event
}

var ratingsView = kit.NewView[ListPage](templates, "list.html")

func (s *Desk) ratingList(c echo.Context) error {
	list, err := s.ratings.List(c.Request().Context(), ratingFilter(c))
	if err != nil {
		return err
	}
	at := c.Request().URL
	page := ListPage{
		Page:    s.Page(c, "Rating list"),
		Intro:   "As at " + list.Day.Long() + ". Active players have a rated game since " + list.Since.Long() + ".",
		Filters: ratingFilters(list),
		Head: kit.ListHead{
			Count: ratingCount(list), Exports: kit.Exports(c, "PDF", ".pdf", "XLSX", ".xlsx", "CSV", ".csv", "JSON", ".json"),
		},
		Heads: ratingHeads(list.Filter, at), Programs: kit.WithQuery(programsPath, at),
		Pager: kit.PagerOf(list.Filter.Page, list.Filter.Size, list.Matches, at),
	}
	for _, r := range list.Rows {
		page.Rows = append(page.Rows, ratingLine(r))
	}
	if auth.Can(s.Actor(c), auth.KeepRatings, auth.Object{}, s.Today()) {
		page.Desk = &kit.Link{Label: "Ratings desk", URL: kit.RatingsDeskPath, Kind: "secondary"}
	}
	if len(list.Rows) == 0 {
		if page.Empty, err = s.emptyRatings(c, list); err != nil {
			return err
		}
	}
	return ratingsView.Render(c, http.StatusOK, page)
}

func ratingLine(r ratings.Row) RatingLine {
	return RatingLine{
		Place: strconv.Itoa(r.Place), Name: r.Name, URL: kit.PlayerURL(r.Person), Clubs: clubList(r.Clubs),
		Grade: r.Rating.Grade().String(), Rating: r.Rating.String(), Provisional: r.Provisional(),
		Games: strconv.Itoa(r.Games), Last: r.LastDay.Short(),
	}
}

func clubList(clubs []ratings.Club) string {
	names := make([]string, len(clubs))
	for i, c := range clubs {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

func ratingCount(l ratings.List) string {
	what := "active players"
	if l.Filter.Scope == ratings.Everyone {
		what = "players"
	}
	return strconv.Itoa(l.Matches) + " of " + strconv.Itoa(l.Players) + " " + what
}

// listed says which players a print of the list has.
func listed(l ratings.List) string {
	text := ratingCount(l)
	if l.Filter.Query != "" {
		text += " whose names have “" + kit.Shortened(l.Filter.Query, 60) + "”"
	}
	for _, c := range l.Clubs {
		if c.ID == l.Filter.Club {
			text += " of " + c.Name
		}
	}
	if l.Filter.Scope != ratings.Everyone {
		text += ": with a rated game since " + l.Since.Long()
	}
	return text + "."
}

// emptyRatings is what a list without a line shows.
func (s *Desk) emptyRatings(c echo.Context, l ratings.List) (*kit.Empty, error) {
	switch {
	case l.Players > 0:
		return &kit.Empty{
			Title: "No one matches", Text: "Try fewer words, another club, or all players.",
			Action: &kit.Link{Label: "Clear the filters", URL: kit.RatingsPath},
		}, nil
	}
	ever, err := s.ratings.List(c.Request().Context(), ratings.Filter{Scope: ratings.Everyone, Size: 1})
	if err != nil {
		return nil, err
	}
	if ever.Players > 0 {
		return &kit.Empty{
			Title: "No recent games", Text: "No rated game has been played since " + l.Since.Long() + ".",
			Action: &kit.Link{Label: "All players, including those who no longer play", URL: kit.RatingsPath + "?scope=all"},
		}, nil
	}
	return &kit.Empty{
		Title: "No one is on the list yet", Text: "Players are added when an event with their games is rated.",
		Action: &kit.Link{Label: "Events", URL: "/events"},
	}, nil
}

// ratingFilter reads the state of the list from its address. What it does not
// understand is taken as not said.
func ratingFilter(c echo.Context) ratings.Filter {
	in := kit.Asked(c)
	return ratings.Filter{
		Query: in.Text("q"), Club: kit.Chosen[auth.ClubID](in, "club"), Scope: ratings.Scope(in.Text("scope")),
		Sort: ratings.Sort(in.Text("sort")), Dir: ratings.Direction(in.Text("dir")), Page: kit.PageNumber(c),
	}
}

func ratingFilters(l ratings.List) kit.Filters {
	f := l.Filter
	club := kit.Field{
		ID: "club", Name: "club", Label: "Club", Type: "select", Options: []kit.Option{{Label: "Every club"}},
	}
	for _, c := range l.Clubs {
		club.Options = append(club.Options, kit.Option{
			Value: strconv.FormatInt(int64(c.ID), 10), Label: c.Name, Selected: c.ID == f.Club,
		})
	}
	scope := kit.Field{ID: "scope", Name: "scope", Label: "Who", Type: "select", Options: []kit.Option{
		{Label: "Active"}, {Value: string(ratings.Everyone), Label: "All players", Selected: f.Scope == ratings.Everyone},
	}}
	out := kit.Filters{
		Action: kit.RatingsPath, Target: "ratings",
		Fields: []kit.Field{{ID: "q", Name: "q", Label: "Search by name", Type: "search", Value: f.Query}, club, scope},
	}
	if f.Sort != ratings.ByRating {
		out.Hidden = append(out.Hidden, kit.Hidden{Name: "sort", Value: string(f.Sort)})
	}
	if f.Dir != f.Sort.Usual() {
		out.Hidden = append(out.Hidden, kit.Hidden{Name: "dir", Value: string(f.Dir)})
	}
	if f.Query != "" || f.Club != 0 || f.Scope == ratings.Everyone {
		out.Clear = kit.RatingsPath
	}
	return out
}

func ratingHeads(f ratings.Filter, at *url.URL) []kit.SortHeader {
	head := func(label string, by ratings.Sort, numeric bool) kit.SortHeader {
		q := at.Query()
		q.Set("sort", string(by))
		q.Del("dir")
		q.Del("page")
		h := kit.SortHeader{Label: label, Numeric: numeric}
		if f.Sort == by {
			h.Dir = map[ratings.Direction]string{ratings.Ascending: "ascending", ratings.Descending: "descending"}[f.Dir]
			if f.Dir == by.Usual() {
				q.Set("dir", string(by.Usual().Reverse()))
			}
		}
		h.URL = kit.RatingsPath + "?" + q.Encode()
		return h
	}
	return []kit.SortHeader{
		head("Player", ratings.ByName, false), head("Rating", ratings.ByRating, true),
		head("Rated games", ratings.ByGames, true), head("Last rated", ratings.ByLast, false),
	}
}

// ratingListFile answers with the whole list that the page shows, in the
// format its address ends in.
func (s *Desk) ratingListFile(c echo.Context) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	f := ratingFilter(c)
	f.Page, f.Size = 1, ratings.AllRows
	list, err := s.ratings.List(c.Request().Context(), f)
	if err != nil {
		return err
	}
	name := s.ratingFile(list)
	if format == kit.FormatJSON {
		return kit.SendData(c, name, ratingListDataOf(list))
	}
	if format == kit.FormatPDF {
		return kit.SendPrint(c, name, s.Press().ListingPDF, s.listPrint(list, listed(list)))
	}
	return s.SendTable(c, format, name, ratingTable(list))
}

// ratingFile names a file by what it has of the list: all, those of a club, those of a search.
func (s *Desk) ratingFile(l ratings.List) kit.FileName {
	what, whose := "ratings", ""
	if l.Filter.Scope == ratings.Everyone {
		what = "ratings of all players"
	}
	if l.Filter.Query != "" {
		what += " search " + l.Filter.Query
	}
	for _, c := range l.Clubs {
		if c.ID == l.Filter.Club {
			whose = c.Name
		}
	}
	return s.FileName(what, whose, l.Day)
}

func ratingTable(l ratings.List) reports.Table {
	t := reports.Table{
		Title:   "Rating list, " + l.Day.Long(),
		Columns: kit.Columns("Place", "Player", "Club", "Grade", "Rating", "Provisional", "Rated games", "Last rated"),
	}
	t.Each = func(take func([]reports.Cell) error) error {
		for _, r := range l.Rows {
			provisional := ""
			if r.Provisional() {
				provisional = "yes"
			}
			if err := take([]reports.Cell{
				reports.Int(r.Place), reports.Text(r.Name), reports.Text(clubList(r.Clubs)), reports.Text(r.Rating.Grade().String()),
				reports.Figure(float64(r.Rating) / 10), reports.Text(provisional), reports.Int(r.Games), reports.Date(r.LastDay),
			}); err != nil {
				return err
			}
		}
		return nil
	}
	return t
}

// What the pages of ratings answer with at .json.

type ratingListData struct {
	AsAt    civil.Date       `json:"as_at"`
	Scope   string           `json:"scope"`
	Players []ratingListLine `json:"players"`
}

type ratingListLine struct {
	Place       int        `json:"place"`
	ID          int64      `json:"id"`
	Name        string     `json:"name"`
	Clubs       []string   `json:"clubs"`
	Grade       string     `json:"grade"`
	Rating      float64    `json:"rating"`
	Provisional bool       `json:"provisional"`
	Games       int        `json:"games"`
	LastEvent   civil.Date `json:"last_event"`
}

func ratingListDataOf(l ratings.List) ratingListData {
	out := ratingListData{AsAt: l.Day, Scope: string(l.Filter.Scope), Players: []ratingListLine{}}
	for _, r := range l.Rows {
		line := ratingListLine{
			Place: r.Place, ID: int64(r.Person), Name: r.Name, Clubs: []string{}, Grade: r.Rating.Grade().Short(),
			Rating: float64(r.Rating) / 10, Provisional: r.Provisional(), Games: r.Games, LastEvent: r.LastDay,
		}
		for _, club := range r.Clubs {
			line.Clubs = append(line.Clubs, club.Name)
		}
		out.Players = append(out.Players, line)
	}
	return out
}
