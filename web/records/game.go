package records

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/gorules/record"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/sgf"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// GamePage is a kept record of a game, checked, with the ruling that a
// referee may write about it.
type GamePage struct {
	kit.Page
	Report  *RecordView
	Differs []results.Difference // from the table
	Trouble string               // why it cannot be checked
	Dead    kit.Field
	Action  string // where a ruling is sent
	Ruling  []kit.Field
	Keep    *RulingKeep  // the position on the board, to be kept with a ruling
	Seen    []kit.Hidden // version of the game
	Open    bool
	File    string // the record as it was handed in

	Standing string // of one that not everybody sees
	Public   string // where it is accepted, hidden and removed
	Kept     []KeptPosition
}

// PublicPage is a record of a game on its board, for everybody.
type PublicPage struct {
	kit.Page
	Facts   []kit.Fact
	Board   *RecordBoard
	End     *RecordEnd // of a position that is counted
	Dead    kit.Field
	Trouble string
	File    string // "": it cannot be given
	Prints  []kit.Link

	Standing string           // of one that not everybody sees
	Accept   *kit.PostButton  // for players and officials
	Tend     []*kit.SmallForm // hiding and removing it
	Show     *kit.PostButton
}

var (
	gameRecordView   = kit.NewView[GamePage](templates, "game.html")
	publicRecordView = kit.NewView[PublicPage](templates, "public.html")
)

// keptRecord is the record of the address.
func (s *Desk) keptRecord(c echo.Context) (results.SeenRecord, error) {
	id, err := kit.PathID[results.RecordID](c, "id")
	if err != nil {
		return results.SeenRecord{}, err
	}
	return s.results.Record(c.Request().Context(), s.Actor(c), id)
}

var errNoFile = apperr.New(
	apperr.NotFound, "This record cannot be given to everyone: it cannot be read without what its writer put into it.",
)

// recordFileName names a record's file without what its sender called it.
func (s *Desk) recordFileName(r results.SeenRecord) kit.FileName {
	p := r.Played
	what := fmt.Sprintf("record %d round %d table %d", r.ID, p.Round, p.Game.Table)
	return s.FileName(what, p.EventSlug+" "+p.SectionName, r.AttachedAt.Date())
}

// publicRecord shows a record on its board.
func (s *Desk) publicRecord(c echo.Context) error { return s.showPublic(c, nil, nil) }

// showPublic answers with the record; typed is a reason that was not taken.
func (s *Desk) showPublic(c echo.Context, typed *kit.Filling, refused error) error {
	r, err := s.keptRecord(c)
	if err != nil {
		return err
	}
	p := r.Played
	page := PublicPage{
		Page: s.Page(c, fmt.Sprintf(
			"Record: %s, round %d", p.SectionName, p.Round,
		), kit.Crumb{Label: p.EventName, URL: kit.EventURL(p.EventSlug)}),
		File: kit.RecordURL(r.ID) + "/record.sgf",
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.tend(r, typed)
	kept, err := s.keptReport(c, r)
	if err != nil {
		return err
	}
	page.Facts, page.Trouble = withNames(kept.Facts, r), kept.Trouble
	if page.Trouble != "" && !r.Viewer.Runs {
		if forEveryone(r) == nil {
			page.File = ""
		}
		if p.ByAlias || page.File == "" {
			page.Trouble = errNoFile.Message // what is wrong may quote its words
		}
	}
	if kept.Trouble == "" {
		page.Prints = kit.GamePrints(kit.RecordURL(r.ID) + "/record.pdf")
		if page.Facts, err = s.withTerms(c, page.Facts, r.Game); err != nil {
			return err
		}
		if err := s.publicBoard(c, &page, r, kept); err != nil {
			return err
		}
	}
	return publicRecordView.Render(c, status, page)
}

// publicBoard puts the line that is asked for on the page, and the count of a step. The
// main line is as it was stored; anything else is played through in its turn. Nobody
// reads what the record says in words who may not have its file.
func (s *Desk) publicBoard(c echo.Context, page *PublicPage, r results.SeenRecord, kept keptReport) error {
	asked := kit.Asked(c)
	chooseDead(asked)
	ask, line := boardAskOf(asked), kept.lineData
	closed := !r.Viewer.Runs && (r.Played.ByAlias || kept.Contact)
	if ask.closed = closed; closed {
		ask.Node, ask.Show, line = 0, false, line.silent()
	}
	page.Dead = asked.Field(&kit.Page{}, deadField)
	counts := ask.Count >= 0
	if !ask.main() || counts {
		err := s.checked(c, func(ctx context.Context) error {
			looked, err := page.look(ctx, r, asked, &ask, counts)
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil: // a line is longer than what is played: the main line as it is
				page.End, ask = nil, boardAsk{At: -1, To: -1, Count: -1, Numbers: ask.Numbers}
				ask.refused = cannotShow(err)
			default:
				line = looked
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	board, err := recordBoard(line, ask)
	if err != nil {
		return err
	}
	board.From = kit.RecordURL(r.ID)
	board.turns(c)
	page.Board = &board
	return nil
}

// look plays a line of a record, and counts the step that is asked for.
func (p *PublicPage) look(
	ctx context.Context, r results.SeenRecord, asked *kit.Filling, ask *boardAsk, counts bool,
) (lineData, error) {
	g, err := firstGame(r.Record)
	if err != nil {
		return lineData{}, err
	}
	l := looker{game: g, options: keptOptions(r), ask: ask, estimate: asked.Text("estimate")}
	l.options.Bounds.Search = checkBounds.Search
	line, err := ask.line(ctx, g, l.options)
	if err != nil || !counts {
		return line, err
	}
	var f apperr.Fields
	l.dead = readDead(&f, p.Dead.Value, line.Height)
	leave := ask.leave(&line)
	if leave == nil {
		leave = &record.Leave{After: record.MaxFrames}
	}
	end, err := l.counted(ctx, &line, leave)
	if p.Dead.Error = l.deadProblem; len(f) > 0 {
		p.Dead.Error = f[0].Message
	}
	if end.Instead = len(line.Frames) - 1; end.At == end.Instead {
		end.At = -1
	}
	p.End = &end
	return line, err
}

// withTerms adds to the facts of a record how its game was played, with the
// arithmetic of its handicap. Who may not see the event does without.
func (s *Desk) withTerms(c echo.Context, facts []kit.Fact, game results.GameID) ([]kit.Fact, error) {
	t, err := s.results.Table(c.Request().Context(), s.Actor(c), game)
	if kind := apperr.KindOf(err); kind == apperr.NotFound || kind == apperr.Forbidden || kind == apperr.SignIn {
		return facts, nil
	}
	if err != nil {
		return nil, err
	}
	terms := kit.GameTerms{
		Text:  tournaments.TermsInFull(t.Game.Handicap, t.Game.Komi),
		Lines: t.Section.ExplainHandicap(t.Game, t.Black, t.White, tournaments.Everyone),
	}
	if terms.Trace() == nil {
		return facts, nil
	}
	return append(facts, terms.Fact("Played as")), nil
}

// firstGame reads the first game of a kept record.
func firstGame(r results.Record) (*sgf.Game, error) {
	file := sgf.Parse(r.Content)
	if len(file.Games) == 0 {
		return nil, errors.New(unreadable(file))
	}
	return &file.Games[0], nil
}

// gameRecord is a kept record as a referee sees it.
func (s *Desk) gameRecord(c echo.Context) error {
	return s.showGameRecord(c, nil, nil)
}

// showGameRecord answers with the record; typed is a ruling that was refused.
func (s *Desk) showGameRecord(c echo.Context, typed *kit.Filling, refused error) error {
	r, err := s.keptRecord(c)
	if err != nil {
		return err
	}
	t, err := s.results.DeskTable(c.Request().Context(), s.Actor(c), r.Game)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("Record of %s, round %d, table %d", t.Section.Name, t.Round, t.Game.Table)
	page := GamePage{
		Page: s.Page(
			c, title, kit.Crumb{Label: "Director", URL: "/director"},
			kit.Crumb{Label: t.Event.Name, URL: kit.EventDeskURL(t.Event.ID)},
			kit.Crumb{Label: "The game", URL: kit.GameDeskURL(t.Game.ID)},
		),
		File: kit.RecordURL(r.ID) + "/record.sgf", Action: kit.RecordDeskURL(r.ID),
		Seen: []kit.Hidden{kit.VersionField(t.Game.Version)}, Open: t.Event.TakesChanges(),
		Standing: standingText(r.Record), Public: kit.RecordURL(r.ID),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	asked := kit.Asked(c)
	if typed != nil {
		askKept(asked, typed)
	}
	chooseDead(asked)
	page.Dead = asked.Field(&kit.Page{}, deadField)
	if page.Differs, err = s.differences(c, r); err != nil {
		return err
	}
	if page.Kept, err = s.keptPositions(c, r); err != nil {
		return err
	}
	view, err := keptView(c, r, asked, &page.Dead)
	switch {
	case err != nil:
		page.Trouble = kit.UpperFirst(err.Error()) + "."
	case page.Dead.Error != "":
		page.Errors, status = append(page.Errors, kit.FieldError{
			Field: "dead", Message: page.Dead.Error,
		}), http.StatusUnprocessableEntity
		fallthrough
	default:
		page.Report = &view
	}
	page.Keep = rulingKeep(&page.Page, typed, page.Report, page.Dead.Value)
	page.Ruling = rulingFields(&page.Page, typed, page.Report, r.Played.System)
	return gameRecordView.Render(c, status, page)
}

// keptView checks a kept record and puts it into words. What is wrong with the
// dead stones is said beside their field, and all stones stay.
func keptView(c echo.Context, r results.SeenRecord, asked *kit.Filling, dead *kit.Field) (RecordView, error) {
	g, err := firstGame(r.Record)
	if err != nil {
		return RecordView{}, err
	}
	var rec sgf.Record
	if err := g.MainLine(&rec); err != nil {
		return RecordView{}, err
	}
	var f apperr.Fields
	ask := boardAskOf(asked)
	look := looker{
		game: g, options: keptOptions(r), ask: &ask, dead: readDead(&f, dead.Value, rec.Height), estimate: asked.Text("estimate"),
	}
	view, err := look.all(c.Request().Context())
	if err != nil {
		return RecordView{}, err
	}
	view.Board.From = kit.RecordURL(r.ID)
	view.Board.turns(c)
	if dead.Error = look.deadProblem; len(f) > 0 {
		dead.Error = f[0].Message
	}
	return view, nil
}

// differences are what differs between a kept record and its table.
func (s *Desk) differences(c echo.Context, r results.SeenRecord) ([]results.Difference, error) {
	return s.results.Differences(c.Request().Context(), r.Played, r.Content, results.WithEngine, r.AttachedAt.Date())
}

// keptOptions are how a kept record is checked: on the terms of its table.
func keptOptions(r results.SeenRecord) record.Options {
	terms := results.TermsOf(r.Played)
	return record.Options{Bounds: keptBounds, Terms: &terms}
}

// proposedRuling is the form of a ruling with what the report suggests.
func proposedRuling(report *RecordView) *kit.Filling {
	in := kit.NewFilling()
	if report != nil && len(report.Wrong) > 0 {
		w := report.Wrong[0]
		in.Set("rule", w.Source)
		in.Set("facts", w.Title+": "+w.What+".")
		in.Set("move", w.Move)
	}
	return in
}

// rulingFields are the form of a ruling, as it was typed or with what the
// report suggests.
func rulingFields(p *kit.Page, in *kit.Filling, report *RecordView, system pairing.System) []kit.Field {
	if in == nil {
		in = proposedRuling(report)
	}
	kinds := []kit.Option{{Label: "Choose"}}
	for _, k := range results.RulingKinds() {
		kinds = append(kinds, kit.Option{Value: string(k), Label: k.Label()})
	}
	follows := []kit.Option{{Label: "The ruling changes no result"}}
	for _, k := range results.Keys(system) {
		if k.Result != pairing.NoResult {
			follows = append(follows, kit.Option{Value: string(k.Result), Label: kit.Capital(k.Label)})
		}
	}
	fields := []kit.Field{
		{Name: "kind", Label: "The ruling", Type: "select", Options: kinds, Required: true},
		{Name: "rule", Label: "Rule", Required: true, Hint: "Where the rules say so."},
		{Name: "facts", Label: "What happened", Type: "textarea", Rows: 3},
		{Name: "reason", Label: "Reason", Type: "textarea", Rows: 3, Required: true, Hint: "Both players may read it."},
		{Name: "result", Label: "Result that follows", Type: "select", Options: follows},
		{Name: "margin", Label: "By", Width: "medium", Hint: "May be left empty."},
		{
			Name: "move", Label: "Move", InputMode: "numeric", Width: "short",
			Hint: "As numbered on the board. May be left empty.",
		},
	}
	for i, f := range fields {
		fields[i] = in.Field(p, f)
	}
	return fields
}

// chosenMove reads the number of a move; none is 0.
func chosenMove(in *kit.Filling) int {
	text := in.Text("move")
	n, err := strconv.ParseUint(cmp.Or(text, "0"), 10, 31)
	if err != nil {
		in.Problem("move", "Write the number of the move, or leave it empty.")
	}
	return int(n)
}

// gameRule records a ruling.
func (s *Desk) gameRule(c echo.Context) error {
	r, err := s.keptRecord(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	ruling, err := s.results.Rule(c.Request().Context(), s.Actor(c), results.RulingInput{
		Game: r.Game, Record: r.ID, Move: chosenMove(in), Kind: results.RulingKind(in.Text("kind")), Rule: in.Text("rule"),
		Facts: in.Lines("facts"), Reason: in.Lines("reason"), Result: pairing.Result(in.Text("result")),
		Margin: in.Text("margin"), Version: in.Version(), Position: keptPosition(in),
	})
	err = in.Refusal(err)
	if err != nil {
		return s.showGameRecord(c, in, err)
	}
	s.Flash(c, kit.KindSuccess, "The ruling is recorded: "+ruling.Kind.Label()+".")
	return kit.SeeOther(c, kit.GameDeskURL(r.Game))
}
