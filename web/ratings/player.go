package ratings

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/ratings"
	"nzgs/reports"
	"nzgs/web/kit"
)

// PlayerPage is a player's rating with its history.
type PlayerPage struct {
	kit.Page
	Facts  []kit.Fact
	Graph  *Graph
	Other  kit.Field // with whom to compare
	Self   string    // the player, as the comparison is told
	Set    []SetView // ratings that were set
	SetIt  *kit.Link // where one is set, for who may
	Events []PlayerEventView
	Head   kit.ListHead
	Pager  kit.Pager
}

// PlayerEventView is a rated event of a player.
type PlayerEventView struct {
	ID        string
	Name, URL string
	Day       string
	Sheet     string    // address of the event’s rating sheet
	Change    kit.Trace // "3.412 → 3.466"
	Note      string
	Games     []PlayerGameView
}

// PlayerGameView is a rated game seen from the player.
type PlayerGameView struct {
	Round         string // "Open 3"
	Opponent, URL string
	Rating        string // the opponent's at the start of the event
	Terms         string // "White, 3 stones"
	Result        string // "Won", "Lost", "Jigo"
	Points        kit.Trace
}

var playerView = kit.NewView[PlayerPage](templates, "player.html")

// ratingPlayer answers at /ratings/:player, with .json, .csv and .xlsx too.
func (s *Desk) ratingPlayer(c echo.Context) error {
	id, format, err := playerParam(c)
	if err != nil {
		return err
	}
	card, err := s.ratings.Player(c.Request().Context(), id, kit.PageNumber(c))
	if err != nil {
		return err
	}
	name := s.TodaysFile("rating", card.Name)
	switch format {
	case kit.FormatJSON:
		set, err := s.ratings.Corrections(c.Request().Context(), id)
		if err != nil {
			return err
		}
		return kit.SendData(c, name, playerRatingDataOf(card, set))
	case kit.FormatCSV, kit.FormatXLSX:
		return s.SendTable(c, format, name, playerTable(card))
	}
	page := PlayerPage{
		Page: s.Page(c, card.Name, kit.Crumb{Label: "Rating list", URL: kit.RatingsPath}), Facts: playerFacts(card),
		Self: kit.Named{Person: id, Name: card.Name}.String(),
		Other: kit.Field{
			ID: "b", Name: "b", Label: "Another player, a rating or a grade",
			Hint: "Both lines, their games with each other, and what is expected of the next one with its handicap.",
		},
		Head: kit.ListHead{
			Count:   kit.Plural(len(card.History), "rated event", "rated events"),
			Exports: kit.Exports(c, "XLSX", ".xlsx", "CSV", ".csv", "JSON", ".json"),
		},
		Pager: kit.PagerOf(card.Page, ratings.EventsPerPage, len(card.History), c.Request().URL),
	}
	graphed, err := s.ratings.Graph(c.Request().Context(), card)
	if err != nil {
		return err
	}
	page.Graph = playerGraph(card, graphed)
	has, err := s.points.HasPoints(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if has {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "Points towards representing New Zealand", Value: "See the account", URL: kit.PointsAccountURL(id),
		})
	}
	held, err := s.honours(c, id)
	if err != nil {
		return err
	}
	page.Facts = append(page.Facts, held...)
	if err := s.setOf(c, &page, card); err != nil {
		return err
	}
	for _, e := range card.Events {
		page.Events = append(page.Events, playerEvent(e))
	}
	return playerView.Render(c, http.StatusOK, page)
}

// playerParam reads "17" or "17.json" from the address.
func playerParam(c echo.Context) (ratings.PersonID, string, error) {
	name, format := kit.SplitFormat(c.Param("player"))
	id, err := strconv.ParseInt(name, 10, 64)
	if err != nil || id <= 0 || strconv.FormatInt(id, 10) != name {
		return 0, "", kit.ErrNoSuchPage
	}
	switch format {
	case "", kit.FormatJSON, kit.FormatCSV, kit.FormatXLSX:
		return ratings.PersonID(id), format, nil
	}
	return 0, "", kit.ErrNoSuchPage
}

func playerFacts(p ratings.PlayerCard) []kit.Fact {
	rating := p.Rating.String() + ", " + p.Rating.Grade().String()
	facts := []kit.Fact{{Label: "Rating", Value: rating}}
	if p.Provisional() {
		facts[0] = kit.Fact{Label: "Rating", Trace: &kit.Trace{
			Value: rating + ", provisional", Rule: "New players", RuleURL: kit.RatingRulesPath + "#new-players",
			Text: fmt.Sprintf("a rating is provisional until %d games are rated", ratings.ProvisionalGames),
			Lines: []string{
				fmt.Sprintf("%s rated so far, %d to go", kit.Plural(p.Games, "game", "games"), ratings.ProvisionalGames-p.Games),
			},
		}}
	}
	place := strconv.Itoa(p.Place)
	if !p.Active {
		place = "none: no rated game in two years"
	}
	facts = append(facts, kit.Fact{Label: "Place on the list", Value: place})
	if len(p.Clubs) > 0 {
		facts = append(facts, kit.Fact{Label: "Club", Value: clubList(p.Clubs)})
	}
	r := p.Record
	record := fmt.Sprintf("%d: %d won, %d lost", p.Games, r.Wins, r.Losses)
	if taken := p.Games - r.Wins - r.Losses - r.Jigos; taken > 0 {
		record = fmt.Sprintf("%d: %d taken over, %d won, %d lost", p.Games, taken, r.Wins, r.Losses)
	}
	if r.Jigos > 0 {
		record += ", " + strconv.Itoa(r.Jigos) + " jigo"
	}
	facts = append(facts, kit.Fact{Label: "Rated games", Value: record})
	if len(p.Former) > 0 {
		facts = append(facts, kit.Fact{Label: "Formerly", Value: strings.Join(p.Former, "; ")})
	}
	if len(p.History) == 0 {
		return append(facts, kit.Fact{Label: "On the list since", Value: p.LastDay.Short()})
	}
	return append(facts,
		kit.Fact{Label: "Highest", Value: p.Highest.After.Published().String() + ", " + p.Highest.Day.Short()},
		kit.Fact{Label: "Last rated event", Value: p.LastDay.Short()})
}

// playerGraph draws a player's rating; its markers lead to the tables of the
// page, or to the page that has them.
func playerGraph(p ratings.PlayerCard, events []ratings.PlayerEvent) *Graph {
	who := saidOf(p, events)
	who.url = func(newest int, e ratings.PlayerEvent) string {
		if ratings.PageOf(newest) == p.Page {
			return "#" + eventAnchor(e)
		}
		return eventOnPage(p.Person, newest, e)
	}
	g := ratingGraph("rating", "Rating of "+p.Name, who)
	if g != nil && len(p.History) > 0 {
		g.After = "events"
		g.Summary += "; highest " + p.Highest.After.Published().String() + " on " + p.Highest.Day.Long()
	}
	return g
}

func playerEvent(e ratings.PlayerEvent) PlayerEventView {
	view := PlayerEventView{
		ID: eventAnchor(e), Name: e.Name, URL: kit.EventURL(e.Slug), Day: e.Day.Long(), Sheet: kit.RatingSheetURL(e.Slug),
		Change: kit.Trace{
			Value: fmt.Sprintf("%s → %s (%s)", e.Before, e.After, ratings.SignedMilli(e.After-e.Before)),
			Rule:  e.Formula, RuleURL: kit.RatingRulesPath + "#formula",
			Text:  "the games of an event are rated from the ratings at its start, summed, and rounded once",
			Lines: e.Lines(),
		},
	}
	if e.First() {
		view.Note = "First rated event: " + e.Before.String() + " is the strength declared for it."
	}
	for _, g := range e.Played {
		view.Games = append(view.Games, playerGame(g, e.Formula))
	}
	return view
}

func playerGame(g ratings.PlayerGame, formula string) PlayerGameView {
	return PlayerGameView{
		Round: roundText(g.Section, g.Round), Opponent: g.OpponentName,
		URL:    kit.PlayerURL(g.Opponent),
		Rating: g.OpponentBefore.Published().String(), Terms: termsText(g.Terms.Colour, g.Terms.Handicap),
		Result: resultText(g.Terms.Score),
		Points: kit.Trace{
			Value: ratings.Signed(g.Terms.Change), Rule: formula, RuleURL: kit.RatingRulesPath + "#formula",
			Text: "100 points are one stone, 2000 points are 1 kyu", Lines: g.Terms.Lines(),
		},
	}
}

func roundText(section string, round int) string {
	return strings.TrimSpace(section + " " + strconv.Itoa(round))
}

func termsText(c ratings.Colour, stones int) string {
	colour, handicap := "Black", "even"
	if c == ratings.White {
		colour = "White"
	}
	if stones > 0 {
		handicap = kit.Plural(stones, "stone", "stones")
	}
	return colour + ", " + handicap
}

func resultText(s ratings.Score) string {
	return map[ratings.Score]string{ratings.Win: "Won", ratings.Loss: "Lost", ratings.Half: "Jigo"}[s]
}

func playerTable(p ratings.PlayerCard) reports.Table {
	t := reports.Table{
		Title:   "Rating of " + p.Name,
		Columns: kit.Columns("Day", "Event", "Before", "After", "Change", "Rated games", "Formula"),
	}
	for _, step := range p.History {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Date(step.Day), reports.Text(step.Name), reports.Figure(float64(step.Before) / 1000),
			reports.Figure(float64(step.After) / 1000),
			reports.Figure(float64(step.After-step.Before) / 1000), reports.Int(step.Games), reports.Text(step.Formula),
		})
	}
	return t
}

type playerRatingData struct {
	ID          int64           `json:"id"`
	Name        string          `json:"name"`
	Clubs       []string        `json:"clubs"`
	Grade       string          `json:"grade"`
	Rating      float64         `json:"rating"`
	Provisional bool            `json:"provisional"`
	Games       int             `json:"games"`
	Wins        int             `json:"wins"`
	Losses      int             `json:"losses"`
	Jigos       int             `json:"jigos"`
	History     []ratedStepData `json:"history"`
	Set         []setData       `json:"set"` // by the ratings officer, the latest day first
}

type setData struct {
	Day    civil.Date `json:"day"`
	Rating float64    `json:"rating"`
	Reason string     `json:"reason"`
	Games  int        `json:"games,omitempty"` // taken over with the rating
}

type ratedStepData struct {
	Day     civil.Date `json:"day"`
	Event   string     `json:"event"`
	Address string     `json:"address"`
	Before  float64    `json:"before"`
	After   float64    `json:"after"`
	Games   int        `json:"games"`
	Formula string     `json:"formula"`
}

func playerRatingDataOf(p ratings.PlayerCard, set []ratings.Correction) playerRatingData {
	out := playerRatingData{
		ID: int64(p.Person), Name: p.Name, Clubs: []string{}, Grade: p.Rating.Grade().Short(), Rating: float64(p.Rating) / 10,
		Provisional: p.Provisional(), Games: p.Games, Wins: p.Record.Wins, Losses: p.Record.Losses, Jigos: p.Record.Jigos,
		History: []ratedStepData{}, Set: []setData{},
	}
	for _, one := range set {
		out.Set = append(out.Set, setData{
			Day: one.Day, Rating: float64(one.Rating) / 10, Reason: one.Reason, Games: one.Games,
		})
	}
	for _, c := range p.Clubs {
		out.Clubs = append(out.Clubs, c.Name)
	}
	for _, step := range p.History {
		out.History = append(out.History, ratedStepData{
			Day: step.Day, Event: step.Name, Address: step.Slug, Games: step.Games, Formula: step.Formula,
			Before: float64(step.Before) / 1000, After: float64(step.After) / 1000,
		})
	}
	return out
}
