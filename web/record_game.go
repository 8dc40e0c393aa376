package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/gorules/record"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/sgf"
	"nzgs/internal/tournaments"
)

// GameRecordPage is a kept record of a game, checked, with the ruling that a
// referee may write about it.
type GameRecordPage struct {
	Page
	Report  *RecordView
	Trouble string // why it cannot be checked
	Dead    Field
	Action  string // where a ruling is sent
	Ruling  []Field
	Seen    []Hidden // version of the game
	Open    bool
	File    string // the record as it was handed in
}

// PublicRecordPage is a record of a game on its board, for everybody.
type PublicRecordPage struct {
	Page
	Facts   []Fact
	Board   *RecordBoard
	Trouble string
	File    string
}

// RecordLink is a record in a list.
type RecordLink struct {
	URL, Label, Meta string
}

// RulingLink is a ruling in a list.
type RulingLink struct {
	Text, Meta, Sheet string
}

var (
	gameRecordView   = newView[GameRecordPage]("records/game.html")
	publicRecordView = newView[PublicRecordPage]("records/public.html")
)

// recordLinks are the records and rulings that a game's page lists.
func (s *Server) recordLinks(c echo.Context, game tournaments.GameID) ([]RecordLink, []RulingLink, error) {
	records, err := s.results.Records(c.Request().Context(), game)
	if err != nil {
		return nil, nil, err
	}
	var links []RecordLink
	for _, r := range records {
		links = append(links, RecordLink{recordDeskURL(r.ID), r.FileName, "handed in by " + r.AttachedBy + ", " + r.AttachedAt.Long()})
	}
	rulings, err := s.results.Rulings(c.Request().Context(), game)
	if err != nil {
		return nil, nil, err
	}
	var made []RulingLink
	for _, r := range rulings {
		made = append(made, RulingLink{r.Kind.Label() + ". " + r.Reason, r.RuledBy + ", " + r.RuledAt.Long(), rulingSheetURL(r.ID)})
	}
	return links, made, nil
}

// readRecordFile takes the file of a form.
func readRecordFile(c echo.Context) (name string, content []byte, err error) {
	name, content, chosen, err := chosenContent(c, "file", results.MaxRecord+1)
	if err == nil && !chosen {
		var f apperr.Fields
		f.Add("file", "Choose the file with the record first.")
		err = f.Err()
	}
	return name, content, err
}

// recordAttach keeps a record that a director or referee hands in.
func (s *Server) recordAttach(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	in := results.AttachForm{Game: t.Game.ID}
	if in.FileName, in.Content, err = readRecordFile(c); err == nil {
		var r results.Record
		if r, err = s.results.AttachRecord(c.Request().Context(), s.actor(c), in); err == nil {
			return seeOther(c, recordDeskURL(r.ID))
		}
	}
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showGame(c, statusOf[kind], t, err)
	}
	return err
}

// tableRecord keeps a record that a player hands in by the table's card.
func (s *Server) tableRecord(c echo.Context) error {
	ctx, actor, card := c.Request().Context(), s.actor(c), c.Param("card")
	t, err := s.results.TableByCard(ctx, actor, card)
	if err != nil {
		return err
	}
	in := results.AttachForm{Card: card, Game: t.Game.ID}
	if in.FileName, in.Content, err = readRecordFile(c); err == nil {
		_, err = s.results.AttachRecord(ctx, actor, in)
	}
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showTable(c, statusOf[kind], t, err)
	}
	if err != nil {
		return err
	}
	s.flash(c, KindSuccess, "The record is kept with the game.")
	return seeOther(c, tableURL(card)+"?side="+url.QueryEscape(c.QueryParam("side")))
}

// keptRecord is the record of the address.
func (s *Server) keptRecord(c echo.Context) (results.Record, tournaments.Played, error) {
	id, err := pathID[results.RecordID](c, "id")
	if err != nil {
		return results.Record{}, tournaments.Played{}, err
	}
	return s.results.Record(c.Request().Context(), id)
}

// recordFile sends a record as it was handed in.
func (s *Server) recordFile(c echo.Context) error {
	r, _, err := s.keptRecord(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="game-%d-record-%d.sgf"`, r.Game, r.ID))
	return c.Blob(http.StatusOK, "application/x-go-sgf", r.Content)
}

// publicRecord shows a record on its board.
func (s *Server) publicRecord(c echo.Context) error {
	r, p, err := s.keptRecord(c)
	if err != nil {
		return err
	}
	page := PublicRecordPage{
		Page: s.page(c, fmt.Sprintf("Record: %s, round %d", p.SectionName, p.Round), Crumb{p.EventName, eventURL(p.EventSlug)}),
		File: recordURL(r.ID) + "/record.sgf",
	}
	report, frames, err := playedThrough(r)
	if err != nil {
		page.Trouble = upperFirst(err.Error()) + "."
		return publicRecordView.render(c, http.StatusOK, page)
	}
	page.Facts = recordFacts(report)
	board, err := recordBoard(frames, stepAsked(c, len(frames)-1), report.Width, report.Height)
	if err != nil {
		return err
	}
	page.Board = &board
	return publicRecordView.render(c, http.StatusOK, page)
}

// playedThrough plays a kept record, without looking further into it.
func playedThrough(r results.Record) (*record.Report, []record.Frame, error) {
	g, err := firstGame(r)
	if err != nil {
		return nil, nil, err
	}
	var checker record.Checker
	report := &record.Report{}
	if err := checker.Check(g, report); err != nil {
		return nil, nil, err
	}
	frames, err := record.Frames(g, record.Options{}, 0)
	return report, frames, err
}

func stepAsked(c echo.Context, last int) int {
	if n, err := strconv.Atoi(c.QueryParam("move")); err == nil {
		return n
	}
	return last
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
func (s *Server) gameRecord(c echo.Context) error {
	return s.showGameRecord(c, http.StatusOK, nil)
}

func (s *Server) showGameRecord(c echo.Context, status int, refused error) error {
	r, _, err := s.keptRecord(c)
	if err != nil {
		return err
	}
	t, err := s.results.DeskTable(c.Request().Context(), s.actor(c), r.Game)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("Record of %s, round %d, table %d", t.Section.Name, t.Round, t.Game.Table)
	page := GameRecordPage{
		Page: s.page(c, title, Crumb{"Director", "/director"}, Crumb{t.Event.Name, deskURL(t.Event.ID)}, Crumb{"The game", gameURL(t.Game.ID)}),
		File: recordURL(r.ID) + "/record.sgf", Action: recordDeskURL(r.ID), Seen: []Hidden{version(t.Game.Version)}, Open: t.Event.Status.TakesChanges(),
	}
	if refused != nil && !page.invalid(refused) && !page.conflicting(refused) {
		return refused
	}
	dead := c.QueryParam("use")
	if dead == "" {
		dead = c.QueryParam("dead")
	}
	page.Dead = Field{ID: "dead", Name: "dead", Label: "Dead stones", Value: dead, Hint: "Points with a stone of each dead chain: D4 Q16. Only what both players agreed on."}
	view, err := keptView(c, r, &page.Dead)
	switch {
	case err != nil:
		page.Trouble = upperFirst(err.Error()) + "."
	case page.Dead.Error != "":
		page.Errors, status = append(page.Errors, FieldError{Field: "dead", Message: page.Dead.Error}), http.StatusUnprocessableEntity
		fallthrough
	default:
		page.Report = &view
	}
	page.Ruling = rulingFields(&page.Page, c, page.Report)
	return gameRecordView.render(c, status, page)
}

// keptView checks a kept record and puts it into words. What is wrong with the
// dead stones is said beside their field, and all stones stay.
func keptView(c echo.Context, r results.Record, dead *Field) (RecordView, error) {
	g, err := firstGame(r)
	if err != nil {
		return RecordView{}, err
	}
	frames, err := record.Frames(g, record.Options{}, 0)
	if err != nil {
		return RecordView{}, err
	}
	var rec sgf.Record
	if err := g.MainLine(&rec); err != nil {
		return RecordView{}, err
	}
	var f apperr.Fields
	options := record.Options{Dead: readDead(&f, dead.Value, rec.Height), Estimate: estimateAsked(c)}
	report, err := examine(&f, g, &options, nil)
	if err != nil {
		return RecordView{}, err
	}
	if len(f) > 0 {
		dead.Error = f[0].Message
	}
	return recordView(report, frames, stepAsked(c, len(frames)-1), options.Dead)
}

// rulingFields are the form of a ruling, with what the report suggests.
func rulingFields(p *Page, c echo.Context, report *RecordView) []Field {
	kind := Field{Name: "kind", Label: "The ruling", Type: "select", Options: []Option{{Label: "Choose"}}, Required: true}
	for _, k := range results.RulingKinds() {
		kind.Options = append(kind.Options, Option{Value: string(k), Label: k.Label(), Selected: string(k) == formText(c, "kind")})
	}
	var rule, facts, move string
	switch {
	case c.Request().Method != http.MethodGet:
		rule, facts, move = formText(c, "rule"), formText(c, "facts"), formText(c, "move")
	case report != nil && len(report.Wrong) > 0:
		w := report.Wrong[0]
		rule, facts, move = w.Source, w.Title+": "+w.What+".", w.Move
	}
	result := Field{Name: "result", Label: "Result that follows", Type: "select", Options: []Option{{Label: "The ruling changes no result"}}}
	for _, k := range results.Keys() {
		if k.Result != pairing.NoResult {
			result.Options = append(result.Options, Option{Value: string(k.Result), Label: capital(k.Label), Selected: string(k.Result) == formText(c, "result")})
		}
	}
	return []Field{
		p.field(kind),
		p.field(Field{Name: "rule", Label: "Rule", Value: rule, Required: true, Hint: "Where the rules say so."}),
		p.field(Field{Name: "facts", Label: "What happened", Type: "textarea", Rows: 3, Value: facts}),
		p.field(Field{Name: "reason", Label: "Reason", Type: "textarea", Rows: 3, Value: formText(c, "reason"), Required: true, Hint: "Both players may read it."}),
		p.field(result),
		p.field(Field{Name: "margin", Label: "By", Value: formText(c, "margin"), Width: "medium", Hint: "May be left empty."}),
		p.field(Field{Name: "move", Label: "Move", Value: move, InputMode: "numeric", Width: "short", Hint: "As numbered on the board. May be left empty."}),
	}
}

// moveTyped reads the number of a move; none is 0.
func moveTyped(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		var f apperr.Fields
		f.Add("move", "Write the number of the move, or leave it empty.")
		return 0, f.Err()
	}
	return n, nil
}

// gameRule records a ruling.
func (s *Server) gameRule(c echo.Context) error {
	r, _, err := s.keptRecord(c)
	if err != nil {
		return err
	}
	move, err := moveTyped(formText(c, "move"))
	if err != nil {
		return s.showGameRecord(c, http.StatusUnprocessableEntity, err)
	}
	ruling, err := s.results.Rule(c.Request().Context(), s.actor(c), results.RulingForm{
		Game: r.Game, Record: r.ID, Move: move, Kind: results.RulingKind(formText(c, "kind")), Rule: formText(c, "rule"),
		Facts: c.FormValue("facts"), Reason: c.FormValue("reason"), Result: formText(c, "result"), Margin: formText(c, "margin"), Version: formVersion(c),
	})
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showGameRecord(c, statusOf[kind], err)
	}
	if err != nil {
		return err
	}
	s.flash(c, KindSuccess, "The ruling is recorded: "+ruling.Kind.Label()+".")
	return seeOther(c, gameURL(r.Game))
}
