package events

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

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
	Enter   *kit.SmallForm // while the result may change
	Open    bool
	Reopen  *kit.PostButton // while the places are final, and not rated
	Undo    *kit.PostButton
	UndoWhy *kit.SmallForm // in place of Undo, where a reason is wanted
	Effects []string       // of the result that was asked about
	Notes   []string       // how the result came about
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
	return kit.ByID(s.Site, s.results.DeskTable)(c)
}

func (s *Desk) game(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	return s.showGame(c, t, savedResult(t), nil, nil)
}

// savedResult fills the form of a game's result with the one that is saved.
func savedResult(t results.Table) *kit.Filling {
	in := kit.NewFilling()
	in.Set("result", resultCode(t.Game.Result))
	in.Set("margin", t.Game.Margin)
	return in
}

// showGame answers with the game; in is what stands in the form of its result.
// asked is what the result there would change, where that is asked about.
func (s *Desk) showGame(
	c echo.Context, t results.Table, in *kit.Filling, refused error, asked []string,
) error {
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
		Open: t.Event.TakesChanges(), Board: board,
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Facts = []kit.Fact{
		{Label: "Black", Value: t.Black.Entry.Name + ", " + t.Black.Entry.Grade()},
		{Label: "White", Value: t.White.Entry.Name + ", " + t.White.Entry.Grade()},
		tableTerms(t, tournaments.Officials).Fact("Game"),
		{Label: "Result", Value: strings.TrimSuffix(resultOrNone(t.Game)+", "+t.Basis.Said(), ", ")},
	}
	for _, r := range t.Reports {
		page.Reports = append(page.Reports, kit.Capital(string(r.Side))+" says: "+results.Label(r.Result)+", at "+r.At.Long())
	}
	page.Notes = basisNotes(t.Basis)
	if len(t.Reports) == 2 && t.Reports[0].OneDevice {
		page.Reports = append(page.Reports, "Both reports came from one device.")
	}
	if page.Open {
		page.Enter = &kit.SmallForm{
			FormKey: page.Form("result"), ID: "enter-result", Title: "Enter the result", Action: kit.GameDeskURL(t.Game.ID),
			Hidden: []kit.Hidden{kit.VersionField(t.Game.Version)}, Fields: gameFields(&page.Page, t, in), Submit: "Save",
		}
		if t.Settled {
			page.Enter.Fields = append(page.Enter.Fields, whyField(&page.Page, in))
		}
	}
	s.closedGame(c, &page, t, in)
	if asked != nil && page.Enter != nil {
		page.Effects, status = asked, http.StatusUnprocessableEntity
		page.Enter.Hidden = append(page.Enter.Hidden, kit.Hidden{Name: "over", Value: overOf(t, in)})
		page.Enter.Submit = "Save it with these effects"
	}
	if page.Records, page.Rulings, err = s.recordLinks(c, t.Game.ID); err != nil {
		return err
	}
	page.Attach = kit.GameDeskURL(t.Game.ID) + "/records"
	page.File = page.Field(kit.Field{
		Name: "file", Label: "Record of the game", Type: "file", Accept: ".sgf,.gib,.ngf", Hint: "An SGF file, at most 1 MB.",
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
	if page.Undo != nil && (t.Basis.Source == results.FromPlayers || t.Basis.ByReferee()) {
		page.UndoWhy = &kit.SmallForm{
			FormKey: page.Form("undo"), Action: kit.GameDeskURL(t.Game.ID) + "/undo", Hidden: []kit.Hidden{kit.VersionField(t.Game.Version)},
			Fields: []kit.Field{{
				ID: "undo-reason", Name: "reason", Label: "Why it is undone", Required: true, MaxLength: 500,
				Hint: "It was " + t.Basis.Said() + ". Both players can read this.",
			}},
			Submit: "Undo the last change", Kind: "secondary",
		}
		page.Undo = nil
	}
	return gameView.Render(c, status, page)
}

func gameFields(p *kit.Page, t results.Table, in *kit.Filling) []kit.Field {
	none := "No result"
	if len(t.Reports) > 0 {
		none = "No result: the players report again"
	}
	choices := []kit.Option{{Value: "-", Label: none}}
	for _, k := range results.Keys(t.Section.System) {
		if k.Result != pairing.NoResult {
			choices = append(choices, kit.Option{Value: string(k.Result), Label: kit.Capital(k.Label)})
		}
	}
	return []kit.Field{
		in.Field(p, kit.Field{Name: "result", Label: "Result", Type: "select", Options: choices}),
		in.Field(p, kit.Field{
			Name: "margin", Label: "By", Hint: "Such as 4½, resignation or time. May be left empty.",
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
	source := sources[ch.Source]
	if ch.Reason != "" {
		source += ": " + ch.Reason
	}
	return GameChange{
		When: ch.At.Long(), Who: ch.By, Source: source,
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
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	entry := results.Entry{
		Game: t.Game.ID, Version: in.Version(), Margin: in.Text("margin"), Reason: in.Lines("reason"),
		Result: readResult(in, "“%s” is not one of the results offered."),
	}
	if asks, err := s.asksEffects(c, t, in, entry); err != nil || asks != nil {
		if err != nil {
			return err
		}
		return s.showGame(c, t, in, nil, asks)
	}
	saved, err := s.results.Enter(c.Request().Context(), s.Actor(c), entry)
	err = in.Refusal(err)
	var conflict *results.Conflict
	switch {
	case errors.As(err, &conflict):
		w, err := s.tournaments.Wallchart(c.Request().Context(), s.Actor(c), t.Section.ID)
		if err != nil {
			return err
		}
		return s.showResultConflict(c, w, t.Round, conflict)
	case err != nil:
		return s.showGame(c, t, in, err, nil)
	}
	s.Flash(c, kit.KindSuccess, "Table "+strconv.Itoa(saved.Game.Table)+": "+resultOrNone(saved.Game)+". Saved.")
	return kit.SeeOther(c, kit.GameDeskURL(t.Game.ID))
}

func (s *Desk) gameUndo(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if _, err := s.results.Undo(c.Request().Context(), s.Actor(c), t.Game.ID, in.Version(), in.Text("reason")); err != nil {
		return s.RefusedAt(c, err, kit.GameDeskURL(t.Game.ID))
	}
	s.Flash(c, kit.KindSuccess, "The last change is undone.")
	return kit.SeeOther(c, kit.GameDeskURL(t.Game.ID))
}

// whyField asks why a settled result is changed.
func whyField(p *kit.Page, in *kit.Filling) kit.Field {
	return in.Field(p, kit.Field{
		Name: "reason", Label: "Why it is changed", MaxLength: 500,
		Hint: "Wanted when the result becomes another one than both players, or the referee, settled. Both players can read it.",
	})
}

// overOf is what goes back with a result that was asked about.
func overOf(t results.Table, in *kit.Filling) string {
	result, _ := results.Parse(in.Text("result"))
	return results.OverToken(t.Game.ID, t.Game.Version, result)
}

// asksEffects is what another result of an earlier round, or of a rated event, would change: it is shown
// once before it is saved; nil where nothing is asked.
func (s *Desk) asksEffects(c echo.Context, t results.Table, in *kit.Filling, e results.Entry) ([]string, error) {
	if t.Game.Result == pairing.NoResult || e.Result == t.Game.Result || e.Version != t.Game.Version ||
		in.Refusal(nil) != nil || in.Text("over") == overOf(t, in) {
		return nil, nil
	}
	w, err := s.tournaments.Wallchart(c.Request().Context(), s.Actor(c), t.Section.ID)
	if err != nil {
		return nil, err
	}
	if t.Event.Status != tournaments.Rated && len(w.Rounds) > 0 && w.Rounds[len(w.Rounds)-1].Number <= t.Round {
		return nil, nil
	}
	effects, err := s.tournaments.EffectsOf(c.Request().Context(), s.Actor(c), t.Game.ID, e.Result)
	if err != nil {
		return nil, err
	}
	return effectLines(effects), nil
}
