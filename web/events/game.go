package events

import (
	"errors"
	"strconv"

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
	return s.showGame(c, t, savedResult(t), nil)
}

// savedResult fills the form of a game's result with the one that is saved.
func savedResult(t results.Table) *kit.Filling {
	in := kit.NewFilling()
	in.Set("result", resultCode(t.Game.Result))
	in.Set("margin", t.Game.Margin)
	return in
}

// oneDevice reports whether both players' reports came from one device, as far as is
// known.
func oneDevice(reports []results.Report) bool {
	return len(reports) == 2 && reports[0].OneDevice && reports[1].OneDevice
}

// showGame answers with the game; in is what stands in the form of its result.
func (s *Desk) showGame(c echo.Context, t results.Table, in *kit.Filling, refused error) error {
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
		{
			Label: "Game", Value: tournaments.TermsInFull(t.Game.Handicap, t.Game.Komi),
			Trace: tableTerms(t, tournaments.Officials),
		},
		{Label: "Result", Value: resultOrNone(t.Game)},
	}
	for _, r := range t.Reports {
		page.Reports = append(page.Reports, kit.Capital(string(r.Side))+" says: "+results.Label(r.Result)+", at "+r.At.Long())
	}
	if oneDevice(t.Reports) {
		page.Reports = append(page.Reports, "Both reports came from one device.")
	}
	if page.Open {
		page.Enter = &kit.SmallForm{
			FormKey: page.Form("result"), ID: "enter-result", Title: "Enter the result", Action: kit.GameDeskURL(t.Game.ID),
			Hidden: []kit.Hidden{kit.VersionField(t.Game.Version)}, Fields: gameFields(&page.Page, t, in), Submit: "Save",
		}
	}
	s.closedGame(c, &page, t, in)
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
	return gameView.Render(c, status, page)
}

func gameFields(p *kit.Page, t results.Table, in *kit.Filling) []kit.Field {
	none := "No result"
	if len(t.Reports) > 0 {
		none = "No result: the players report again"
	}
	choices := []kit.Option{{Value: "-", Label: none}}
	for _, k := range results.Keys() {
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
		source = "corrected after the rating: " + ch.Reason
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
	saved, err := s.results.Enter(c.Request().Context(), s.Actor(c), results.Entry{
		Game: t.Game.ID, Version: in.Version(), Margin: in.Text("margin"),
		Result: readResult(in, "“%s” is not one of the results offered."),
	})
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
		return s.showGame(c, t, in, err)
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
	if _, err := s.results.Undo(c.Request().Context(), s.Actor(c), t.Game.ID, in.Version()); err != nil {
		return s.RefusedAt(c, err, kit.GameDeskURL(t.Game.ID))
	}
	s.Flash(c, kit.KindSuccess, "The last change is undone.")
	return kit.SeeOther(c, kit.GameDeskURL(t.Game.ID))
}
