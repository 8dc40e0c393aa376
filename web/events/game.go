package events

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// GamePage is one game as a director or referee sees it: its result, what the
// players reported, and every change.
type GamePage struct {
	kit.Page
	Facts   []kit.Fact
	Reports []string
	Action  string
	Fields  []kit.Field
	Hidden  []kit.Hidden
	Open    bool
	Undo    *kit.PostButton
	Changes []GameChange
	Board   string
	Records []RecordLink
	Rulings []RulingLink
	Attach  string // where a record is sent
	File    kit.Field
}

// GameChange is one change of a game's result.
type GameChange struct {
	When, Who, Text, Source string
}

var gameView = kit.NewView[GamePage](templates, "results/game.html")

// deskGame is the game of the address, for whoever may enter its result.
func (s *Desk) deskGame(c echo.Context) (results.Table, error) {
	id, err := kit.PathID[tournaments.GameID](c, "id")
	if err != nil {
		return results.Table{}, err
	}
	return s.results.DeskTable(c.Request().Context(), s.Actor(c), id)
}

func (s *Desk) game(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	return s.showGame(c, http.StatusOK, t, nil)
}

func (s *Desk) showGame(c echo.Context, status int, t results.Table, refused error) error {
	history, err := s.results.History(c.Request().Context(), s.Actor(c), t.Game.ID)
	if err != nil {
		return err
	}
	title := t.Section.Name + ", round " + strconv.Itoa(t.Round) + ", table " + strconv.Itoa(t.Game.Table)
	board := resultsURL(t.Section.ID, t.Round)
	page := GamePage{
		Page: s.Page(
			c, title, kit.Crumb{Label: "Director", URL: "/director"},
			kit.Crumb{Label: t.Event.Name, URL: kit.EventDeskURL(t.Event.ID)},
			kit.Crumb{Label: t.Section.Name + ": results", URL: board},
		),
		Action: kit.GameDeskURL(t.Game.ID), Hidden: []kit.Hidden{kit.VersionField(t.Game.Version)},
		Open: t.Event.Status.TakesChanges(), Board: board,
	}
	if refused != nil && !page.Invalid(refused) {
		return refused
	}
	page.Facts = []kit.Fact{
		{Label: "Black", Value: t.Black.Entry.Name + ", " + t.Black.Entry.Grade()},
		{Label: "White", Value: t.White.Entry.Name + ", " + t.White.Entry.Grade()},
		{
			Label: "Game", Value: tournaments.TermsInFull(t.Game.Handicap, t.Game.Komi),
			Trace: tableTerms(t, tournaments.Officials),
		},
		{Label: "Result", Value: resultOrNone(t.Game)},
	}
	for _, r := range t.Reports {
		page.Reports = append(page.Reports, kit.Capital(string(r.Side))+" says: "+results.Label(r.Result)+", at "+r.At.Long())
	}
	page.Fields = gameFields(&page.Page, t)
	if page.Records, page.Rulings, err = s.recordLinks(c, t.Game.ID); err != nil {
		return err
	}
	page.Attach = kit.GameDeskURL(t.Game.ID) + "/records"
	page.File = page.Field(kit.Field{
		Name: "file", Label: "Record of the game", Type: "file", Accept: ".sgf", Hint: "An SGF file, at most 1 MB.",
	})
	for _, ch := range history {
		page.Changes = append(page.Changes, gameChange(ch))
		if ch.Source != results.FromUndo && !ch.Undone && page.Open {
			page.Undo = page.Button(
				"undo", kit.GameDeskURL(t.Game.ID)+"/undo", "Undo the last change", kit.VersionField(t.Game.Version),
			)
			page.Undo.Kind = "secondary"
		}
	}
	return gameView.Render(c, status, page)
}

func gameFields(p *kit.Page, t results.Table) []kit.Field {
	g, none := t.Game, "No result"
	if len(t.Reports) > 0 {
		none = "No result: the players report again"
	}
	options := []kit.Option{{Value: "-", Label: none, Selected: g.Result == pairing.NoResult}}
	for _, k := range results.Keys() {
		if k.Result != pairing.NoResult {
			options = append(options, kit.Option{
				Value: string(k.Result), Label: kit.Capital(k.Label), Selected: k.Result == g.Result,
			})
		}
	}
	return []kit.Field{
		p.Field(kit.Field{Name: "result", Label: "Result", Type: "select", Options: options, Width: "medium"}),
		p.Field(kit.Field{
			Name: "margin", Label: "By", Value: g.Margin, Hint: "Such as 4½, resignation or time. May be left empty.",
			Width: "medium",
		}),
	}
}

func gameChange(ch results.Change) GameChange {
	sources := map[results.Source]string{
		results.FromBoard: "results board", results.FromPlayers: "reported by both players",
		results.FromRuling: "referee’s ruling",
		results.FromUndo:   "undone",
	}
	return GameChange{
		When: ch.At.Long(), Who: ch.By, Source: sources[ch.Source],
		Text: resultOrNone(tournaments.Game{
			Result: ch.Before, Margin: ch.BeforeMargin,
		}) + " → " + resultOrNone(tournaments.Game{Result: ch.After, Margin: ch.Margin}),
	}
}

func (s *Desk) gameSave(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	result, err := results.Parse(kit.FormText(c, "result"))
	if err != nil {
		var f apperr.Fields
		f.Add("result", "Choose one of the results offered.")
		return s.showGame(c, http.StatusUnprocessableEntity, t, f.Err())
	}
	saved, err := s.results.Enter(c.Request().Context(), s.Actor(c), results.Entry{
		Game: t.Game.ID, Version: kit.FormVersion(c), Result: result, Margin: kit.FormText(c, "margin"),
	})
	var conflict *results.Conflict
	switch {
	case errors.As(err, &conflict):
		w, err := s.tournaments.Wallchart(c.Request().Context(), s.Actor(c), t.Section.ID)
		if err != nil {
			return err
		}
		return s.showResultConflict(c, w, t.Round, conflict)
	case apperr.KindOf(err) == apperr.Invalid:
		return s.showGame(c, http.StatusUnprocessableEntity, t, err)
	case err != nil:
		return err
	}
	s.Flash(c, kit.KindSuccess, "Table "+strconv.Itoa(saved.Game.Table)+": "+resultOrNone(saved.Game)+". Saved.")
	return kit.SeeOther(c, kit.GameDeskURL(t.Game.ID))
}

func (s *Desk) gameUndo(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	if _, err := s.results.Undo(c.Request().Context(), s.Actor(c), t.Game.ID, kit.FormVersion(c)); err != nil {
		return s.RefusedAt(c, err, kit.GameDeskURL(t.Game.ID))
	}
	s.Flash(c, kit.KindSuccess, "The last change is undone.")
	return kit.SeeOther(c, kit.GameDeskURL(t.Game.ID))
}
