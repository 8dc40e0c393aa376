package site

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// HomePage is the front page. Each part stands in a template of its own, and is left out where there is nothing to show.
type HomePage struct {
	kit.Page
	Own       []kit.Task // events being played that whoever is signed in plays in
	Duties    []kit.Task // of whoever holds an office: what is due next
	Intro     *Intro     // for whoever has not signed in
	Now       []HomeEvent
	Coming    []HomeEvent
	Past      []HomeEvent
	Empty     *kit.Empty // no event but what is cancelled
	News      *Piece
	Top       []Ranked
	Risers    []Ranked
	Champions []Champion
}

// Intro says what Go is (part "home-intro").
type Intro struct {
	Example     kit.GameStep
	Rules, Join string // addresses of pages
}

// HomeEvent is an event on the front page (part "home-events").
type HomeEvent struct {
	Name, URL, Enter string
	Day              string // of the first day: "30"
	Month            kit.Said
	Dates            kit.Said
	Place            string
	Text             string // "Round 3 of 6", "24 players so far"
	Badge            *kit.Badge
}

// Ranked is a player of the rating list (part "home-ratings"). Figure is the rating, or how far it rose.
type Ranked struct{ Place, Name, URL, Figure string }

// Champion is who holds a title now (part "home-champions").
type Champion struct{ Title, Year, Name, URL string }

// Piece is a part of the front page that another desk fills (part "home-piece"): lines that lead on.
type Piece struct {
	Title string
	Lines []PieceLine
	More  *kit.Link
}

// PieceLine is a line of a Piece.
type PieceLine struct{ Label, URL, When, Text string }

var homeView = kit.NewView[HomePage](templates, "home.html")

// How much the front page shows.
const (
	homeComing    = 6
	homeLooksAt   = 24 // events at once, until the next are found
	homeLooks     = 8  // times: where hundreds are being played, those that come are in the list of events
	homePast      = 3
	homeTop       = 8
	homeRisers    = 5
	homeChampions = 6
	risenMonths   = 12
)

func (s *Desk) home(c echo.Context) error {
	page := HomePage{Page: s.Page(c, "")}
	page.Line = "Go in New Zealand: tournaments to enter, clubs, ratings, and how to begin."
	for _, fill := range []func(echo.Context, *HomePage) error{s.fillIntro, s.fillEvents, s.fillOwn, s.fillNews, s.fillRatings, s.fillChampions} {
		if err := fill(c, &page); err != nil {
			return err
		}
	}
	return homeView.Render(c, http.StatusOK, page)
}

func (s *Desk) fillIntro(c echo.Context, page *HomePage) error {
	if s.Actor(c).SignedIn() {
		return nil
	}
	example, err := playing(c)
	page.Intro = &Intro{Example: example, Rules: kit.RulesOfGoPath, Join: kit.JoinPath}
	return err
}

func (s *Desk) fillEvents(c echo.Context, page *HomePage) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	held := tournaments.EventFilter{When: tournaments.Past, Held: true, Limit: homePast}
	past, _, err := s.Tournaments.Events(ctx, actor, held)
	if err != nil {
		return err
	}
	found := len(past) > 0
	held.When, held.Limit = tournaments.Coming, homeLooksAt
	for range homeLooks {
		coming, _, err := s.Tournaments.Events(ctx, actor, held)
		if err != nil {
			return err
		}
		found = found || len(coming) > 0
		if err := s.sortEvents(c, page, coming); err != nil {
			return err
		}
		if len(coming) < homeLooksAt || len(page.Coming) == homeComing {
			break
		}
		held.Offset += homeLooksAt
	}
	for _, e := range past {
		page.Past = append(page.Past, s.homeEvent(c, e))
	}
	page.Past = page.Past[:min(len(page.Past), homePast)]
	if found {
		return nil
	}
	page.Empty = &kit.Empty{Title: "No events yet", Text: "Tournaments are announced here."}
	_, all, err := s.Tournaments.Events(ctx, actor, tournaments.EventFilter{Limit: 1})
	if err != nil {
		return err
	}
	if all > 0 {
		page.Empty.Title = "No events to enter"
	}
	if auth.CanSomewhere(actor, auth.CreateEvent, s.Today()) {
		page.Empty.Action = &kit.Link{Label: "Set up an event", URL: "/director/events/new"}
	}
	return nil
}

// sortEvents puts events that are not over under those being played, those to come, and the few that were finished on their
// last day.
func (s *Desk) sortEvents(c echo.Context, page *HomePage, coming []tournaments.EventSummary) (err error) {
	for _, e := range coming {
		part := &page.Coming
		switch {
		case e.BeingPlayed():
			part = &page.Now
		case !e.Status.TakesChanges():
			page.Past = append([]HomeEvent{s.homeEvent(c, e)}, page.Past...)
			continue
		}
		if len(*part) == homeComing {
			continue
		}
		out := s.homeEvent(c, e)
		if out.Enter, err = s.Enter(c, e.Event); err != nil {
			return err
		}
		*part = append(*part, out)
	}
	return nil
}

func (s *Desk) homeEvent(c echo.Context, e tournaments.EventSummary) HomeEvent {
	return HomeEvent{
		Name: e.Name, URL: kit.EventURL(e.Slug), Day: strconv.Itoa(e.From.Day()), Month: kit.MonthIn(c, e.From),
		Dates: kit.DaysIn(c, e.From, e.To, e.Dates()), Place: e.Place, Text: e.Text, Badge: s.Badge(e.Event),
	}
}

func (s *Desk) fillOwn(c echo.Context, page *HomePage) (err error) {
	if len(page.Now) > 0 && s.Actor(c).SignedIn() {
		if page.Own, err = s.Own(c); err != nil {
			return err
		}
	}
	page.Duties, err = s.Due(c)
	return err
}

func (s *Desk) fillNews(c echo.Context, page *HomePage) (err error) {
	if s.News != nil {
		page.News, err = s.News(c)
	}
	return err
}

func (s *Desk) fillRatings(c echo.Context, page *HomePage) error {
	ctx := c.Request().Context()
	list, err := s.Ratings.List(ctx, ratings.Filter{Size: homeTop})
	if err != nil {
		return err
	}
	for _, r := range list.Rows {
		page.Top = append(page.Top, Ranked{strconv.Itoa(r.Place), r.Name, kit.PlayerURL(r.Person), r.Rating.String()})
	}
	risen, err := s.Ratings.Risers(ctx, s.Today().AddMonths(-risenMonths), homeRisers)
	for i, r := range risen {
		page.Risers = append(page.Risers, Ranked{strconv.Itoa(i + 1), r.Name, kit.PlayerURL(r.Person), "+" + r.By.Published().String()})
	}
	return err
}

// fillChampions shows of each title who was awarded it last, the latest first.
func (s *Desk) fillChampions(c echo.Context, page *HomePage) error {
	all, err := s.Titles.Roll(c.Request().Context())
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(a titles.Award) bool { return !a.Counts() })
	slices.SortStableFunc(all, func(a, b titles.Award) int { return cmp.Compare(b.Year, a.Year) })
	year := map[titles.ID]int{}
	for _, a := range all {
		if last, known := year[a.Title]; known && last != a.Year || len(page.Champions) == homeChampions {
			continue // a title that is shared has several
		}
		year[a.Title] = a.Year
		one := Champion{Title: a.TitleName, Year: strconv.Itoa(a.Year), Name: a.Name}
		if a.Rated {
			one.URL = kit.PlayerURL(a.Person)
		}
		page.Champions = append(page.Champions, one)
	}
	return nil
}
