package events

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// ResultsPage is the results board of a round. With Conflict set it shows the
// two results that meet there instead.
type ResultsPage struct {
	kit.Page
	Head     DeskHead
	Rounds   kit.Tabs
	Board    *ResultsBoard
	Conflict *ResultConflict
	Empty    *kit.Empty
}

// ResultConflict is a result that somebody else saved first.
type ResultConflict struct {
	kit.FormKey
	kit.Conflict
	Title  string
	Action string
	Hidden []kit.Hidden
	Keep   string // address of the board, which keeps the other's result
	Yours  string
	Theirs string
}

var resultsView = kit.NewView[ResultsPage](templates, "results/board.html")

func resultsURL(id tournaments.SectionID, round int) string {
	return roundDeskURL(id, round) + "/results"
}

// resultsNow shows the board of the round that is played now.
func (s *Desk) resultsNow(c echo.Context) error {
	w, err := s.deskChart(c, auth.EnterResult)
	if err != nil {
		return err
	}
	round := w.Published()
	if round == 0 {
		page := ResultsPage{
			Empty: &kit.Empty{
				Title: "No round is published yet", Text: "Results are entered once the draw of a round is published.",
			},
		}
		page.Page, page.Head = s.sectionDesk(c, w, w.Section.Name+": results", "Results")
		return resultsView.Render(c, http.StatusOK, page)
	}
	return s.showBoard(c, http.StatusOK, w, round, boardState{})
}

func (s *Desk) resultsRound(c echo.Context) error {
	w, round, err := s.boardRound(c)
	if err != nil {
		return err
	}
	return s.showBoard(c, http.StatusOK, w, round, boardState{
		saved: c.QueryParam("saved"), undone: c.QueryParam("undone"),
	})
}

// boardRound is the section and the round of the address, for whoever may enter
// its results. The round is published; where it was taken back, the answer
// leads to the results of the one before.
func (s *Desk) boardRound(c echo.Context) (*tournaments.Wallchart, int, error) {
	w, round, err := s.deskRound(c, auth.EnterResult)
	if err != nil || round <= w.Published() {
		return w, round, err
	}
	why := fmt.Sprintf("Round %d is not published.", round)
	if c.Request().Method == http.MethodPost {
		why = fmt.Sprintf("Round %d is not published, so nothing was saved.", round)
	}
	return nil, 0, &kit.Elsewhere{To: sectionDeskURL(w.Section.ID, "results"), Why: why}
}

// boardState is what a board shows beside the games: what was typed and
// refused, or the table that was just saved.
type boardState struct {
	table, result string // as typed
	refused       error
	saved, undone string // table numbers

	over    string   // goes back with the slip that was asked about
	reason  *string  // as typed, where one is wanted
	changes []string // what the slip would change
}

func (s *Desk) showBoard(c echo.Context, status int, w *tournaments.Wallchart, round int, at boardState) error {
	board, err := s.results.Board(c.Request().Context(), s.Actor(c), w.Section.ID, round)
	if err != nil {
		return err
	}
	page := ResultsPage{}
	page.Page, page.Head = s.sectionDesk(c, w, roundLabel(w, round)+": results", "Results")
	follow(&page.Page, w.Event)
	if page.Head.Next.Link != nil && page.Head.Next.Link.URL == sectionDeskURL(w.Section.ID, "results") {
		page.Head.Next = kit.NextStep{} // this page is the next step
	}
	if text := w.Undecided(); text != "" {
		page.Head.Next = kit.NextStep{Kind: kit.KindWarning, Title: "A game has no winner", Text: text}
	}
	director := auth.Can(s.Actor(c), auth.DirectEvent, auth.Object{Event: w.Event.ID}, s.Today())
	if director && w.Event.BeingPlayed() && round == w.Section.Rounds && board.Progress.Complete() && w.Undecided() == "" {
		page.Head.Next = kit.NextStep{
			Kind: kit.KindSuccess, Title: "All rounds are played",
			Also: []kit.Link{
				{Label: "Standings", URL: sectionDeskURL(w.Section.ID, "standings")},
				{Label: "Finish the event", URL: kit.EventDeskURL(w.Event.ID)},
			},
		}
	}
	page.Rounds = roundTabs(w, round, func(n int) string { return resultsURL(w.Section.ID, n) })
	out := resultsBoard(page.Page, w, board, onlyOutstanding(c), at)
	if at.refused != nil {
		var p kit.Page
		if !p.Invalid(at.refused) {
			return at.refused
		}
		out.Error = everyMessage(p.Errors)
	}
	page.Board = &out
	return resultsView.Render(c, status, page)
}

// everyMessage is all that is wrong, in one line.
func everyMessage(errs []kit.FieldError) string {
	var all []string
	for _, e := range errs {
		all = append(all, e.Message)
	}
	return strings.Join(all, " ")
}

func resultsBoard(p kit.Page, w *tournaments.Wallchart, board results.Board, only bool, at boardState) ResultsBoard {
	round := board.Round.Number
	here := resultsURL(w.Section.ID, round)
	out := ResultsBoard{
		Label: roundLabel(w, round), Action: here, Key: p.Key, Remaining: remainingText(board.Progress),
		Toggle: kit.Link{Label: "Only outstanding tables", URL: here + "?only=outstanding"}, Live: here,
		Drawn: strconv.FormatInt(int64(board.Round.ID), 10),
	}
	if only {
		out.Action, out.Toggle, out.Live = here+"?only=outstanding", kit.Link{
			Label: "All tables", URL: here,
		}, here+"?only=outstanding"
	}
	for _, k := range results.Keys(w.Section.System) {
		out.Keys = append(out.Keys, ResultKey{Key: k.Key, Label: kit.Capital(k.Label)})
	}
	for _, row := range board.Rows {
		line := boardRow(w, row, round)
		switch line.Table {
		case at.saved:
			line.Fresh = true
			out.Saved = fmt.Sprintf("Table %s: %s. Saved.", line.Table, line.Result)
			if line.Result == "" {
				out.Saved = fmt.Sprintf("Table %s: cleared.", line.Table)
			}
		case at.undone:
			out.Saved = fmt.Sprintf("Table %s is as before.", line.Table)
			line.Fresh = true
		}
		if only && line.Result != "" && !line.Fresh {
			continue
		}
		out.Rows = append(out.Rows, line)
	}
	out.Table, out.Result, out.Over, out.Changes = at.table, at.result, at.over, at.changes
	if at.reason != nil {
		out.Reason = &kit.Field{
			ID: "board-reason", Name: "reason", Label: "Why", Value: *at.reason, MaxLength: 500, Required: true,
			Hint: "Both players can read it.",
		}
	}
	if at.refused == nil && board.Next > 0 {
		out.Table = strconv.Itoa(board.Next)
	}
	if board.Undo != nil {
		out.UndoURL = here + "/undo"
		out.UndoLabel = "Undo table " + tableOf(board, board.Undo.Game)
	}
	return out
}

func tableOf(board results.Board, id results.GameID) string {
	for _, row := range board.Rows {
		if row.Game.ID == id {
			return strconv.Itoa(row.Game.Table)
		}
	}
	return ""
}

func remainingText(p tournaments.Progress) string {
	if p.In == p.Total {
		return "All results are in"
	}
	return fmt.Sprintf("%d of %d results to come", p.Total-p.In, p.Total)
}

func boardRow(w *tournaments.Wallchart, row results.BoardRow, round int) BoardRow {
	at, g := placeOf(w.Event, w.Section), row.Game
	line := BoardRow{
		Table: strconv.Itoa(g.Table), Black: seatOf(at, row.Black, pairing.Black, round),
		White:  seatOf(at, row.White, pairing.White, round),
		Terms:  pairingTerms(w.Section, tournaments.Pairing{Game: g, Black: row.Black, White: row.White}, tournaments.Officials),
		Result: results.Text(g), Winner: winnerOf(g.Result), Code: keyOf(g.Result),
		Version: strconv.FormatInt(g.Version, 10), URL: kit.GameDeskURL(g.ID),
	}
	switch row.Standing {
	case results.Reported:
		line.Note = "one player has reported"
	case results.Disputed:
		line.Note = "the players’ reports differ"
	case results.Decided:
		line.Note = row.Basis.Said()
	}
	return line
}

// keyOf is the key of the board for a result.
func keyOf(r pairing.Result) string {
	for _, k := range results.Keys("") {
		if k.Result == r && r != pairing.NoResult {
			return k.Key
		}
	}
	return ""
}

// resultSave saves one line typed at the board.
func (s *Desk) resultSave(c echo.Context) error {
	w, round, err := s.boardRound(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	saved, err := s.results.EnterAt(c.Request().Context(), s.Actor(c), results.BoardInput{
		Section: w.Section.ID, Round: round, Table: in.Number("table"),
		Result: readResult(in, "“%s” is not a key for a result. Use w, b, j or one of the others below."),
		Margin: in.Text("margin"), Version: in.Version(), Drawn: kit.Chosen[tournaments.RoundID](in, "drawn"),
		Over: in.Text("over"), Reason: in.Text("reason"),
	})
	err = in.Refusal(err)
	var conflict *results.Conflict
	var over *results.Overwrite
	switch {
	case errors.As(err, &over):
		return s.askOver(c, w, round, in, over)
	case errors.As(err, &conflict):
		return s.showResultConflict(c, w, round, conflict)
	case apperr.KindOf(err) == apperr.Invalid:
		return s.showBoard(c, http.StatusUnprocessableEntity, w, round, boardState{
			table: in.Text("table"), result: in.Text("result"), refused: err, over: in.Text("over"), reason: typedReason(in, err),
		})
	case err != nil:
		return err
	}
	return kit.SeeOther(c, boardURL(c, w, round, "saved", saved.Game.Table))
}

// typedReason is what stands in the field of the reason, where an error asks for one.
func typedReason(in *kit.Filling, err error) *string {
	var e *apperr.Error
	text := in.Text("reason")
	if text == "" && (!errors.As(err, &e) || !apperr.Fields(e.Fields).Has("reason")) {
		return nil
	}
	return &text
}

// askOver asks once before a slip overwrites a result: the same slip with Enter again saves it.
func (s *Desk) askOver(c echo.Context, w *tournaments.Wallchart, round int, in *kit.Filling, o *results.Overwrite) error {
	yours := resultOrNone(tournaments.Game{Result: o.Yours})
	var f apperr.Fields
	at := boardState{table: in.Text("table"), result: in.Text("result"), over: o.Over}
	if o.Reason {
		reason := in.Text("reason")
		at.reason = &reason
		f.Add("reason", "Table %d has a result: %s. To save “%s” instead, say why and press Enter.", o.Table, o.Now, yours)
	} else {
		f.Add("table", "Table %d has a result: %s. Press Enter again to save “%s” instead.", o.Table, o.Now, yours)
	}
	at.refused = f.Err()
	effects, err := s.tournaments.EffectsOf(c.Request().Context(), s.Actor(c), o.Game, o.Yours)
	if err != nil {
		return err
	}
	at.changes = effectLines(effects)
	return s.showBoard(c, http.StatusUnprocessableEntity, w, round, at)
}

// readResult reads a result by its key on the board, or by its code; problem says
// what to do about "%s", which is neither.
func readResult(in *kit.Filling, problem string) pairing.Result {
	typed := in.Text("result")
	result, err := results.Parse(typed)
	if err != nil {
		in.Problem("result", problem, kit.Shortened(typed, 20))
	}
	return result
}

// onlyOutstanding reports whether the board shows only tables without a result.
func onlyOutstanding(c echo.Context) bool { return c.QueryParam("only") == "outstanding" }

// boardURL is the board with what has just happened to a table.
func boardURL(c echo.Context, w *tournaments.Wallchart, round int, what string, table int) string {
	to := fmt.Sprintf("%s?%s=%d", resultsURL(w.Section.ID, round), what, table)
	if onlyOutstanding(c) {
		to += "&only=outstanding"
	}
	return to
}

func (s *Desk) showResultConflict(
	c echo.Context, w *tournaments.Wallchart, round int, conflict *results.Conflict,
) error {
	page := ResultsPage{}
	page.Page, page.Head = s.sectionDesk(c, w, roundLabel(w, round)+": results", "Results")
	page.Head.Next = kit.NextStep{}
	page.Conflict = resultConflict(page.Page, w, round, conflict)
	return resultsView.Render(c, http.StatusConflict, page)
}

func resultConflict(p kit.Page, w *tournaments.Wallchart, round int, k *results.Conflict) *ResultConflict {
	here, table := resultsURL(w.Section.ID, round), strconv.Itoa(k.Table)
	yours := resultOrNone(tournaments.Game{Result: k.Yours, Margin: k.YourMargin})
	theirs := resultOrNone(tournaments.Game{Result: k.Theirs, Margin: k.TheirMargin})
	return &ResultConflict{
		FormKey: p.Form("over"), Title: fmt.Sprintf("Table %s: %s – %s", table, k.Black, k.White),
		Conflict: kit.Conflict{
			Text: fmt.Sprintf(
				"%s saved a result for this table at %s, after you opened the board. Your result was not saved. Ask the players "+
					"which one is right.",
				k.By, k.At.Long(),
			),
			Rows: []kit.ConflictRow{{Label: "Result", Yours: yours, Theirs: theirs, Differs: true}},
		},
		Action: here, Keep: here, Yours: yours, Theirs: theirs,
		Hidden: []kit.Hidden{
			{Name: "table", Value: table}, {Name: "result", Value: resultCode(k.Yours)}, {Name: "margin", Value: k.YourMargin},
			kit.VersionField(k.Version), {Name: "over", Value: results.OverToken(k.Game, k.Version, k.Yours)},
		},
	}
}

func resultCode(r pairing.Result) string {
	if r == pairing.NoResult {
		return "-"
	}
	return string(r)
}

func resultOrNone(g tournaments.Game) string {
	if g.Result == pairing.NoResult {
		return "no result"
	}
	return results.Text(g)
}

// resultUndo takes back the actor's own last entry of the round.
func (s *Desk) resultUndo(c echo.Context) error {
	w, round, err := s.boardRound(c)
	if err != nil {
		return err
	}
	saved, err := s.results.UndoLast(c.Request().Context(), s.Actor(c), w.Section.ID, round)
	if err != nil {
		return s.RefusedAt(c, err, resultsURL(w.Section.ID, round))
	}
	return kit.SeeOther(c, boardURL(c, w, round, "undone", saved.Game.Table))
}
