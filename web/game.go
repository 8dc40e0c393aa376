package web

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
)

// GamePage is one game as a director or referee sees it: its result, what the
// players reported, and every change.
type GamePage struct {
	Page
	Facts   []Fact
	Reports []string
	Action  string
	Fields  []Field
	Hidden  []Hidden
	Open    bool
	Undo    *PostButton
	Changes []GameChange
	Board   string
	Records []RecordLink
	Rulings []RulingLink
	Attach  string // where a record is sent
	File    Field
}

// GameChange is one change of a game's result.
type GameChange struct {
	When, Who, Text, Source string
}

var gameView = newView[GamePage]("results/game.html")

// deskGame is the game of the address, for whoever may enter its result.
func (s *Server) deskGame(c echo.Context) (results.Table, error) {
	id, err := pathID[tournaments.GameID](c, "id")
	if err != nil {
		return results.Table{}, err
	}
	return s.results.DeskTable(c.Request().Context(), s.actor(c), id)
}

func (s *Server) game(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	return s.showGame(c, http.StatusOK, t, nil)
}

func (s *Server) showGame(c echo.Context, status int, t results.Table, refused error) error {
	history, err := s.results.History(c.Request().Context(), s.actor(c), t.Game.ID)
	if err != nil {
		return err
	}
	title := t.Section.Name + ", round " + strconv.Itoa(t.Round) + ", table " + strconv.Itoa(t.Game.Table)
	board := resultsURL(t.Section.ID, t.Round)
	page := GamePage{
		Page:   s.page(c, title, Crumb{"Director", "/director"}, Crumb{t.Event.Name, deskURL(t.Event.ID)}, Crumb{t.Section.Name + ": results", board}),
		Action: gameURL(t.Game.ID), Hidden: []Hidden{version(t.Game.Version)}, Open: t.Event.Status.TakesChanges(), Board: board,
	}
	if refused != nil && !page.invalid(refused) {
		return refused
	}
	page.Facts = []Fact{
		{Label: "Black", Value: t.Black.Entry.Name + ", " + t.Black.Entry.Grade()}, {Label: "White", Value: t.White.Entry.Name + ", " + t.White.Entry.Grade()},
		{Label: "Game", Value: tournaments.TermsInFull(t.Game.Handicap, t.Game.Komi)}, {Label: "Result", Value: resultOrNone(t.Game)},
	}
	for _, r := range t.Reports {
		page.Reports = append(page.Reports, capital(string(r.Side))+" says: "+results.Label(r.Result)+", at "+r.At.Long())
	}
	page.Fields = gameFields(&page.Page, t)
	if page.Records, page.Rulings, err = s.recordLinks(c, t.Game.ID); err != nil {
		return err
	}
	page.Attach = gameURL(t.Game.ID) + "/records"
	page.File = page.field(Field{Name: "file", Label: "Record of the game", Type: "file", Accept: ".sgf", Hint: "An SGF file, at most 1 MB."})
	for _, ch := range history {
		page.Changes = append(page.Changes, gameChange(ch))
		if ch.Source != results.FromUndo && !ch.Undone && page.Open {
			page.Undo = page.button("undo", gameURL(t.Game.ID)+"/undo", "Take back the last change", version(t.Game.Version))
			page.Undo.Kind = "secondary"
		}
	}
	return gameView.render(c, status, page)
}

func gameFields(p *Page, t results.Table) []Field {
	g, none := t.Game, "No result"
	if len(t.Reports) > 0 {
		none = "No result: the players report again"
	}
	options := []Option{{Value: "-", Label: none, Selected: g.Result == pairing.NoResult}}
	for _, k := range results.Keys() {
		if k.Result != pairing.NoResult {
			options = append(options, Option{Value: string(k.Result), Label: capital(k.Label), Selected: k.Result == g.Result})
		}
	}
	return []Field{
		p.field(Field{Name: "result", Label: "Result", Type: "select", Options: options, Width: "medium"}),
		p.field(Field{Name: "margin", Label: "By", Value: g.Margin, Hint: "Such as 4½, resignation or time. May be left empty.", Width: "medium"}),
	}
}

func gameChange(ch results.Change) GameChange {
	sources := map[results.Source]string{
		results.FromBoard: "results board", results.FromPlayers: "reported by both players", results.FromRuling: "referee’s ruling",
		results.FromUndo: "taken back",
	}
	return GameChange{
		When: ch.At.Long(), Who: ch.By, Source: sources[ch.Source],
		Text: resultOrNone(tournaments.Game{Result: ch.Before, Margin: ch.BeforeMargin}) + " → " + resultOrNone(tournaments.Game{Result: ch.After, Margin: ch.Margin}),
	}
}

func (s *Server) gameSave(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	result, err := results.Parse(formText(c, "result"))
	if err != nil {
		var f apperr.Fields
		f.Add("result", "Choose one of the results offered.")
		return s.showGame(c, http.StatusUnprocessableEntity, t, f.Err())
	}
	saved, err := s.results.Enter(c.Request().Context(), s.actor(c), results.Entry{
		Game: t.Game.ID, Version: formVersion(c), Result: result, Margin: formText(c, "margin"),
	})
	var conflict *results.Conflict
	switch {
	case errors.As(err, &conflict):
		w, err := s.tournaments.Wallchart(c.Request().Context(), s.actor(c), t.Section.ID)
		if err != nil {
			return err
		}
		return s.showResultConflict(c, w, t.Round, conflict)
	case apperr.KindOf(err) == apperr.Invalid:
		return s.showGame(c, http.StatusUnprocessableEntity, t, err)
	case err != nil:
		return err
	}
	s.flash(c, KindSuccess, "Table "+strconv.Itoa(saved.Game.Table)+": "+resultOrNone(saved.Game)+". Saved.")
	return seeOther(c, gameURL(t.Game.ID))
}

func (s *Server) gameUndo(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	if _, err := s.results.Undo(c.Request().Context(), s.actor(c), t.Game.ID, formVersion(c)); err != nil {
		return s.refusedAt(c, err, gameURL(t.Game.ID))
	}
	s.flash(c, KindSuccess, "The last change is taken back.")
	return seeOther(c, gameURL(t.Game.ID))
}
